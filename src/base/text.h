/* A growing string. Errors of memory are remembered and told once, at the end. */
#ifndef LT_TEXT_H
#define LT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct lt_text {
    char *data; /* NUL-terminated once anything was added, else NULL */
    size_t length;
    size_t capacity;
    bool failed; /* memory ran out; what was added after that is lost */
} lt_text;

void lt_text_init(lt_text *text);
void lt_text_release(lt_text *text);
void lt_text_clear(lt_text *text);
void lt_text_add(lt_text *text, const char *bytes, size_t length);
void lt_text_puts(lt_text *text, const char *string);
__attribute__((format(printf, 2, 3))) void lt_text_printf(lt_text *text, const char *format, ...);

/* The string, "" when nothing was added. */
static inline const char *lt_text_str(const lt_text *text)
{
    return text->data ? text->data : "";
}

/* Whole-string number parsing: no sign surprises, no trailing rubbish, no overflow. */
bool lt_parse_u64(const char *text, size_t length, unsigned long long *value);
bool lt_parse_i64(const char *text, size_t length, long long *value);
bool lt_parse_real(const char *text, size_t length, double *value);

/* Edit distance, for "did you mean". Strings past 63 characters are cut. */
size_t lt_edit_distance(const char *a, size_t a_length, const char *b);

/* Shortens user text for an error message: control characters become '?'. Returns `out`. */
char *lt_quote(char *out, size_t out_size, const char *text, size_t length);

#endif
