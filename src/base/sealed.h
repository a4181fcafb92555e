/* Sealed files: the one container of every binary file laatta writes.
 *
 *   offset  size  field
 *        0     8  magic, eight characters, names the kind of file
 *        8     4  version of that kind
 *       12     4  size of this header (64)
 *       16     8  length of the payload
 *       24     8  XXH3 of the payload
 *       32    24  free for the kind (a description of the payload), zero otherwise
 *       56     8  XXH3 of bytes 0 .. 55
 *       64        payload
 *
 * Numbers are little-endian. A file is accepted only if magic, version, length and
 * checksums agree (that of the payload where it is asked for); a refusal says which not. */
#ifndef LT_SEALED_H
#define LT_SEALED_H

#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LT_SEAL_SIZE = 64, LT_SEAL_EXTRA = 24 };

typedef struct lt_seal {
    char magic[8];
    uint32_t version;
    uint8_t extra[LT_SEAL_EXTRA];
} lt_seal;

/* Writes a sealed file in pieces; the target appears only on commit. */
typedef struct lt_sealer lt_sealer;
lt_status lt_sealer_open(lt_sealer **sealer, const char *path, const lt_seal *seal, lt_error *err);
lt_status lt_sealer_write(lt_sealer *sealer, const void *bytes, size_t length, lt_error *err);
/* Writes `count` records of numbers; `widths` as in base/byteorder.h. */
lt_status lt_sealer_put(lt_sealer *sealer, const void *records, size_t count, const char *widths,
                        lt_error *err);
lt_status lt_sealer_commit(lt_sealer *sealer, lt_error *err);
void lt_sealer_abandon(lt_sealer *sealer);

/* A sealed file mapped read-only. */
typedef struct lt_sealed {
    lt_seal seal;
    const uint8_t *payload;
    uint64_t length;
    uint64_t checksum; /* of the payload: equal content has equal checksums */
    void *map;         /* the whole mapping, with its size */
    size_t map_size;
} lt_sealed;

/* Checks the header; with `verify` also the payload's checksum (reads it all). */
lt_status lt_sealed_open(lt_sealed *sealed, const char *path, const char magic[8], uint32_t version,
                         bool verify, lt_error *err);
void lt_sealed_close(lt_sealed *sealed);

/* Makes `count` records at `offset` of the payload of an opened file readable as numbers;
 * they must lie in it. Where files have a foreign order of bytes, the mapping is private
 * and its numbers are turned round there. */
void lt_sealed_numbers(lt_sealed *sealed, uint64_t offset, size_t count, const char *widths);

/* The same checks on a sealed file that lies in memory, which
 * must stay there; nothing is to be closed. `name` is for the error texts. */
lt_status lt_sealed_view(lt_sealed *sealed, const uint8_t *bytes, size_t length, const char *name,
                         const char magic[8], uint32_t version, lt_error *err);

#endif
