/* Any bytes are a table of perfect play or are refused; a table can be asked. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "twenty48/exact/exact_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t48_exact_table *table;
    lt_error err;
    fuzz_file raw = fuzz_file_open(data, size);
    if (t48_exact_table_open(&table, raw.path, true, &err) == LT_OK) t48_exact_table_free(table);
    fuzz_file_close(&raw);
    fuzz_file f = fuzz_sealed_open("LAATTA48", 1, data, size);
    if (t48_exact_table_open(&table, f.path, true, &err) == LT_OK) {
        t48_exact_about about = t48_exact_table_about(table);
        double value[T48_DIRS];
        t48_dir best;
        t48_shape shape = about.rules.shape;
        for (t48_board seed = 1; seed < 1ull << 60; seed = seed * 3 + 1)
            t48_exact_table_moves(table, seed & 3 * t48_cells_mask(shape), shape, value, &best);
        t48_exact_table_free(table);
    }
    fuzz_file_close(&f);
    return 0;
}
