/* Any bytes as a partition picture or a spec: refused or consistent. */
#include "npuzzle/pdb/partition.h"
#include "npuzzle/search/heuristic.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    np_partition p;
    lt_error err;
    if (np_partition_parse(&p, "fuzz", (const char *)data, size, &err) == LT_OK) {
        int tiles = 0;
        for (int g = 0; g < p.groups; g++) tiles += p.pattern[g].k;
        if (tiles != p.rows * p.cols - 1) abort();
    }
    char spec[256];
    size_t length = size < sizeof spec ? size : sizeof spec - 1;
    memcpy(spec, data, length);
    spec[length] = '\0';
    const np_heuristic_ops *ops;
    lt_params params;
    np_heuristic_find(spec, &ops, &params, &err);
    return 0;
}
