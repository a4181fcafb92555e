/* Text of others as valid UTF-8: what goes into JSON, a database or a terminal. */
#ifndef LT_UTF8_H
#define LT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the UTF-8 sequence that `text` begins with; 0 if it begins with none. */
size_t lt_utf8_length(const char *text);

/* Is it UTF-8 without control characters? With `breaks`, line breaks and tabs are
 * allowed. */
bool lt_utf8_plain(const char *text, bool breaks);

/* Copies a text, cut to whole characters that fit; whatever is not plain becomes '?'.
 * `out` may be `text` itself. Returns `out`. */
char *lt_utf8_copy(char *out, size_t size, const char *text);

#endif
