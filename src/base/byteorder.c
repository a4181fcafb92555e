/* Byte by byte: only big-endian machines come here, and only when a file is opened. */
#include "base/byteorder.h"

#include <stdint.h>

void lt_order_reverse(void *at, size_t records, const char *widths)
{
    uint8_t *number = at;
    for (size_t r = 0; r < records; r++)
        for (const char *w = widths; *w; w++) {
            size_t width = (size_t)(*w - '0');
            for (size_t i = 0; i < width / 2; i++) {
                uint8_t byte = number[i];
                number[i] = number[width - 1 - i];
                number[width - 1 - i] = byte;
            }
            number += width;
        }
}
