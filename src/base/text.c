/* Growing strings, strict number parsing, and text for error messages. */
#include "base/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lt_text_init(lt_text *text)
{
    *text = (lt_text){0};
}

void lt_text_release(lt_text *text)
{
    free(text->data);
    lt_text_init(text);
}

void lt_text_clear(lt_text *text)
{
    text->length = 0;
    if (text->data) text->data[0] = '\0';
}

static bool reserve(lt_text *text, size_t extra)
{
    if (text->failed) return false;
    size_t need = text->length + extra + 1;
    if (need <= text->capacity) return true;
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < need) capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void lt_text_add(lt_text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length)) return;
    if (length) memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void lt_text_puts(lt_text *text, const char *string)
{
    lt_text_add(text, string, strlen(string));
}

void lt_text_printf(lt_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length >= 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

bool lt_parse_u64(const char *text, size_t length, unsigned long long *value)
{
    if (length == 0 || length > 20) return false;
    uint64_t sum = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (sum > (UINT64_MAX - digit) / 10) return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return true;
}

bool lt_parse_i64(const char *text, size_t length, long long *value)
{
    bool negative = length > 0 && text[0] == '-';
    unsigned long long magnitude;
    if (!lt_parse_u64(text + negative, length - negative, &magnitude)) return false;
    if (magnitude > (unsigned long long)INT64_MAX) return false;
    *value = negative ? -(long long)magnitude : (long long)magnitude;
    return true;
}

bool lt_parse_real(const char *text, size_t length, double *value)
{
    char copy[64];
    if (length == 0 || length >= sizeof copy) return false;
    /* strtod would also take hexadecimal, "inf" and leading blanks. */
    for (size_t i = 0; i < length; i++)
        if (!strchr("0123456789.+-eE", text[i]) || text[i] == '\0') return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *end;
    errno = 0;
    double parsed = strtod(copy, &end);
    if (*end != '\0' || errno == ERANGE) return false;
    *value = parsed;
    return true;
}

size_t lt_edit_distance(const char *a, size_t a_length, const char *b)
{
    enum { MOST = 63 };
    size_t b_length = strlen(b);
    if (a_length > MOST) a_length = MOST;
    if (b_length > MOST) b_length = MOST;
    size_t row[MOST + 1];
    for (size_t j = 0; j <= b_length; j++) row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t above = row[j];
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[b_length];
}

char *lt_quote(char *out, size_t out_size, const char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length && n + 4 < out_size; i++) {
        unsigned char c = (unsigned char)text[i];
        out[n++] = (c < 32 || c == 127) ? '?' : (char)c;
    }
    if (n < length && n + 4 >= out_size) {
        memcpy(out + n, "...", 3);
        n += 3;
    }
    out[n] = '\0';
    return out;
}
