/* Any bytes are a picture of an endgame (given as text or as a file), or the name of one,
 * or its table, or are refused; a table can be asked. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "twenty48/endgame/endgame_table.h"

static void try_picture(const uint8_t *data, size_t size)
{
    t48_pattern pattern;
    lt_error err;
    char name[48];
    if (t48_pattern_parse(&pattern, "fuzzed", (const char *)data, size, &err) == LT_OK)
        t48_endgame_file(&pattern, name);
    fuzz_file f = fuzz_file_open(data, size);
    t48_pattern_find(&pattern, f.path, &err);
    fuzz_file_close(&f);
    char *text = fuzz_text(data, size);
    text[strcspn(text, "\n/")] = '\0'; /* with a / it would be any file of the machine */
    t48_pattern_find(&pattern, text, &err);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_picture(data, size);
    t48_endgame_table *table;
    lt_error err;
    fuzz_file f = fuzz_sealed_open(T48_ENDGAME_MAGIC, T48_ENDGAME_VERSION, data, size);
    if (t48_endgame_table_open(&table, f.path, true, &err) == LT_OK) {
        /* Boards of 2s and 4s, which every pattern has. */
        const t48_board ones = 0x1111111111111111;
        unsigned chance;
        const t48_space_walls *shape = &table->family.shape[table->family.shapes - 1];
        for (t48_board seed = 1; seed < 1ull << 60; seed = seed * 3 + 1) {
            t48_board tiles = (seed & ones) + (seed >> 1 & ones);
            t48_endgame_table_look(table, shape->walls | (tiles & shape->free), &chance);
        }
        t48_endgame_table_free(table);
    }
    fuzz_file_close(&f);
    return 0;
}
