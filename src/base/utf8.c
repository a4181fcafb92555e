/* By the table of well-formed sequences: no overlong ones, no surrogates. */
#include "base/utf8.h"

#include <string.h>

size_t lt_utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) return 1;
    size_t n = s[0] >= 0xc2 && s[0] <= 0xdf   ? 2
               : s[0] >= 0xe0 && s[0] <= 0xef ? 3
               : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                              : 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

/* A control character of one byte or, from 0x80 on, of two. */
static bool is_control(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    return s[0] < 0x20 || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0);
}

bool lt_utf8_plain(const char *text, bool breaks)
{
    for (;;) {
        while (*text >= 0x20 && *text < 0x7f) text++; /* nearly all there is */
        if (!*text) break;
        size_t n = lt_utf8_length(text);
        if (!n || (is_control(text) && !(breaks && (*text == '\n' || *text == '\t')))) return false;
        text += n;
    }
    return true;
}

char *lt_utf8_copy(char *out, size_t size, const char *text)
{
    size_t at = 0;
    while (*text) {
        size_t n = lt_utf8_length(text), step = n ? n : 1;
        bool good = n && !is_control(text);
        size_t put = good ? n : 1;
        if (at + put >= size) break;
        if (good)
            memmove(out + at, text, n);
        else
            out[at] = '?';
        at += put;
        text += step;
    }
    out[at] = '\0';
    return out;
}
