/* The part of zstd that reading a network needs, where there is no zstd: the
 * page's own decoder does the work. */
#ifndef LAATTA_WASM_ZSTD_H
#define LAATTA_WASM_ZSTD_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ZSTD_CONTENTSIZE_ERROR (0ull - 2)

/* The length of what came out, or SIZE_MAX. */
__attribute__((import_module("laatta"), import_name("zstd_decompress"))) size_t
ZSTD_decompress(void *to, size_t capacity, const void *from, size_t length);

static inline unsigned ZSTD_isError(size_t result)
{
    return result == SIZE_MAX;
}

/* From the head of a frame (RFC 8878, 3.1.1): magic, descriptor, window byte
 * unless it is a single segment, dictionary, content size. */
static inline unsigned long long ZSTD_getFrameContentSize(const void *frame, size_t length)
{
    static const uint8_t magic[4] = {0x28, 0xb5, 0x2f, 0xfd}, dictionary[4] = {0, 1, 2, 4};
    const uint8_t *at = frame;
    if (length < 18 || memcmp(at, magic, 4) != 0) return ZSTD_CONTENTSIZE_ERROR;
    unsigned flag = at[4] >> 6, single = at[4] >> 5 & 1;
    unsigned bytes = flag ? 1u << flag : single;
    at += 6 - single + dictionary[at[4] & 3];
    unsigned long long size = flag == 1 ? 256 : 0;
    for (unsigned i = 0; i < bytes; i++) size += (unsigned long long)at[i] << (8 * i);
    return bytes ? size : ZSTD_CONTENTSIZE_ERROR;
}

#endif
