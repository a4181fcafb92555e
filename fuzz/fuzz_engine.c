/* What the page hands to its engine: a puzzle typed in, a record, a board. Whatever
 * it is, the answer is one JSON object. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "laatta/net_inside.h"
#include "wasm/engine.h"

#include <stdbool.h>

t48_net_inside t48_nets_inside[] = {{"4x4-full.net", NULL, 0}, {NULL, NULL, 0}};

/* Brackets and quotes in pairs, nothing below a blank outside of escapes. */
static void check(const char *answer)
{
    int depth = 0;
    bool quoted = false;
    if (answer[0] != '{') abort();
    for (const char *at = answer; *at; at++) {
        if ((unsigned char)*at < ' ') abort();
        if (quoted && *at == '\\')
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        if (depth < 0 || (depth == 0 && at[1])) abort();
    }
    if (depth != 0 || quoted) abort();
}

static void try_record(const char *text, size_t length)
{
    char *own = fuzz_text((const uint8_t *)text, length);
    check(engine_record_load(own));
    free(own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    char *text = fuzz_text(data + 2, size - 2);
    uint32_t rows = data[0] % 18, cols = data[1] % 18;
    check(engine_puzzle_parse(text, rows, cols));
    fuzz_checked_text(data + 2, size - 2, try_record);
    /* The levels of a board, as bytes, and the moves of a game. */
    uint8_t levels[18 * 18] = {0};
    memcpy(levels, text, size - 2 < sizeof levels ? size - 2 : sizeof levels);
    check(engine_record_save(rows, cols, 0.1, "7", levels, text, "you"));
    check(engine_record_save(rows, cols, 0.1, "7", NULL, text, "you"));
    static const uint8_t generator[32] = {1};
    const char *player = size % 2 ? "greedy" : "worstcase:depth=1";
    check(engine_advise(player, rows, cols, 0.1, text, levels));
    check(engine_play(player, rows, cols, 0.1, text, levels, generator, 3, 60, 2));
    /* Solved where that is a matter of moments. */
    if (rows * cols <= 9) check(engine_puzzle_solve(text, rows, cols, "auto", 0));
    free(text);
    return 0;
}
