/* Any bytes as a partition: its picture, given as text or as a file, or the first line as
 * the name of one; and as a spec. Refused or consistent. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "npuzzle/pdb/partition.h"
#include "npuzzle/search/heuristic.h"

static void check(const np_partition *p)
{
    int tiles = 0;
    for (int g = 0; g < p->groups; g++) tiles += p->pattern[g].k;
    if (tiles != p->rows * p->cols - 1) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    np_partition p;
    lt_error err;
    if (np_partition_parse(&p, "fuzz", (const char *)data, size, &err) == LT_OK) check(&p);

    fuzz_file f = fuzz_file_open(data, size);
    char *text = fuzz_text(data, size);
    text[strcspn(text, "\n/")] = '\0'; /* with a / it would be any file of the machine */
    for (int side = 4; side <= 5; side++) {
        np_frame frame;
        np_frame_plain(&frame, side, side);
        if (np_partition_find(&p, &frame, f.path, &err) == LT_OK) check(&p);
        if (np_partition_find(&p, &frame, text, &err) == LT_OK) check(&p);
    }
    fuzz_file_close(&f);
    const np_heuristic_ops *ops;
    lt_params params;
    np_heuristic_find(text, &ops, &params, &err);
    free(text);
    return 0;
}
