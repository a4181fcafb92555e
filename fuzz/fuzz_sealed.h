/* Fuzzed bytes as a sealed file. The checksums would stop nearly every mutation at
 * the door, so these get right ones. The file lies in memory and has a path. */
#ifndef FUZZ_SEALED_H
#define FUZZ_SEALED_H

#define XXH_INLINE_ALL
#include "base/sealed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

typedef struct fuzz_file {
    int fd;
    char path[32];
} fuzz_file;

static inline fuzz_file fuzz_file_open(const void *bytes, size_t size)
{
    fuzz_file f = {.fd = memfd_create("fuzzed", MFD_CLOEXEC)};
    if (f.fd < 0 || write(f.fd, bytes, size) != (ssize_t)size) abort();
    snprintf(f.path, sizeof f.path, "/proc/self/fd/%d", f.fd);
    return f;
}

static inline void fuzz_file_close(fuzz_file *f)
{
    close(f->fd);
}

/* Puts a right seal before the payload of `file`; `extra` are the seal's own 24 bytes. */
static inline void fuzz_seal(uint8_t *file, size_t payload, const char *magic, uint32_t version,
                             const uint8_t extra[LT_SEAL_EXTRA])
{
    uint32_t header = LT_SEAL_SIZE;
    uint64_t length = payload, sum = XXH3_64bits(file + LT_SEAL_SIZE, payload);
    memcpy(file, magic, 8);
    memcpy(file + 8, &version, 4);
    memcpy(file + 12, &header, 4);
    memcpy(file + 16, &length, 8);
    memcpy(file + 24, &sum, 8);
    memcpy(file + 32, extra, LT_SEAL_EXTRA);
    sum = XXH3_64bits(file, LT_SEAL_SIZE - 8);
    memcpy(file + LT_SEAL_SIZE - 8, &sum, 8);
}

/* The first bytes of `data` become the seal's own 24, the rest the payload. */
static inline fuzz_file fuzz_sealed_open(const char *magic, uint32_t version, const uint8_t *data,
                                         size_t size)
{
    uint8_t extra[LT_SEAL_EXTRA] = {0};
    size_t own = size < sizeof extra ? size : sizeof extra, payload = size - own;
    uint8_t *file = malloc(LT_SEAL_SIZE + payload);
    if (!file) abort();
    memcpy(extra, data, own);
    memcpy(file + LT_SEAL_SIZE, data + own, payload);
    fuzz_seal(file, payload, magic, version, extra);
    fuzz_file f = fuzz_file_open(file, LT_SEAL_SIZE + payload);
    free(file);
    return f;
}

/* Text that ends with a NUL, on the heap so that reading past its end is noticed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) abort();
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Tries the bytes as they are, and with the line of their checksum behind them. */
static inline void fuzz_checked_text(const uint8_t *data, size_t size,
                                     void (*try_text)(const char *text, size_t length))
{
    try_text((const char *)data, size);
    char *sealed = malloc(size + 32);
    if (!sealed) abort();
    memcpy(sealed, data, size);
    sealed[size] = '\n';
    int tail = snprintf(sealed + size + 1, 31, "check %016llx\n",
                        (unsigned long long)XXH3_64bits(sealed, size + 1));
    try_text(sealed, size + 1 + (size_t)tail);
    free(sealed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
