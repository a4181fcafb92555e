/* The order of bytes in files, which is little-endian on every machine.
 *
 * Numbers are described by their widths in bytes, a digit each: "488" is a record of a
 * 32-bit number and two of 64 bits, without a gap. Records in memory are turned into
 * records of a file and back by the same call; little-endian machines do nothing there. */
#ifndef LT_BYTEORDER_H
#define LT_BYTEORDER_H

#include <stdbool.h>
#include <stddef.h>

static inline bool lt_order_is_foreign(void)
{
    return __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__;
}

/* Bytes of a record. */
static inline size_t lt_order_size(const char *widths)
{
    size_t size = 0;
    while (*widths) size += (size_t)(*widths++ - '0');
    return size;
}

/* Reverses the bytes of every number of `records` records. */
void lt_order_reverse(void *at, size_t records, const char *widths);

/* Between the order of this machine and that of files. */
static inline void lt_order(void *at, size_t records, const char *widths)
{
    if (lt_order_is_foreign()) lt_order_reverse(at, records, widths);
}

#endif
