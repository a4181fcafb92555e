/* Any bytes as a sliding-puzzle board: refused, or read and written back the same. */
#include "laatta/npuzzle.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    np_position p, q;
    lt_error err;
    char text[NP_TEXT_MAX];
    if (np_position_parse(&p, 0, 0, (const char *)data, size, &err) != LT_OK) return 0;
    np_position_format(&p, false, text);
    if (strlen(text) >= NP_TEXT_MAX) abort();
    if (np_position_parse(&q, 0, 0, text, strlen(text), &err) != LT_OK) abort();
    if (!np_position_equal(&p, &q) || p.blank != q.blank) abort();
    return 0;
}
