/* Any bytes are a pattern table or are refused. A table whose bits are wrong gives
 * wrong distances, but no walk through it leaves it or goes on for ever. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "npuzzle/pdb/pdb_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lt_error err;
    np_pdb pdb;
    np_frame frame;
    np_partition partition;
    np_space *space;
    np_frame_plain(&frame, 3, 3);
    if (np_partition_find(&partition, &frame, "snake-2", &err) != LT_OK) abort();
    const np_pattern *pattern = &partition.pattern[0];
    if (np_space_new(&space, 3, 3, pattern->k, &err) != LT_OK) abort();
    fuzz_file raw = fuzz_file_open(data, size);
    if (np_pdb_load(&pdb, pattern, space, raw.path, &err) == LT_OK) np_pdb_close(&pdb);
    fuzz_file_close(&raw);
    /* A description and a length that fit, for the bits to be looked at. */
    size_t bytes = np_space_bits(space) / 8;
    uint8_t *own = calloc(1, LT_SEAL_EXTRA + bytes);
    uint8_t about[12] = {3, 3, 8, pattern->k, pattern->tiles[0], pattern->tiles[1]};
    memcpy(own, about, sizeof about);
    memcpy(own + LT_SEAL_EXTRA, data, size < bytes ? size : bytes);
    if (size > bytes) memcpy(own, data + bytes, size - bytes < 12 ? size - bytes : 12);
    fuzz_file f = fuzz_sealed_open("LAATPDB1", 1, own, LT_SEAL_EXTRA + bytes);
    if (np_pdb_load(&pdb, pattern, space, f.path, &err) == LT_OK) {
        uint8_t board[9] = {8, 7, 6, 5, 4, 3, 2, 1, 0};
        if (np_pdb_distance(&pdb, board, 0) > 1024) abort();
        np_pdb_close(&pdb);
    }
    np_pdb_check(f.path, &err);
    fuzz_file_close(&f);
    free(own);
    np_space_free(space);
    return 0;
}
