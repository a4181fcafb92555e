/* Any bytes are a picture of an endgame, or its table, or are refused. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "twenty48/endgame/endgame_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t48_pattern pattern;
    lt_error err;
    if (t48_pattern_parse(&pattern, "fuzzed", (const char *)data, size, &err) == LT_OK)
        t48_pattern_check(&pattern, &err);
    fuzz_file f = fuzz_sealed_open(T48_ENDGAME_MAGIC, T48_ENDGAME_VERSION, data, size);
    t48_endgame_table *table;
    if (t48_endgame_table_open(&table, f.path, true, &err) == LT_OK) t48_endgame_table_free(table);
    fuzz_file_close(&f);
    return 0;
}
