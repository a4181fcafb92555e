/* manhattan: the sum over the tiles of rows and columns to their goal cells. */
#include "npuzzle/heuristic/manhattan.h"

#include <stdlib.h>

static int start(const void *tables, void *state, const uint8_t *board, int blank)
{
    (void)state, (void)blank;
    return np_manhattan_sum(tables, board);
}

static int apply(const void *tables, void *state, int h, const uint8_t *board, int tile, int from,
                 int to)
{
    (void)state, (void)board;
    return h + np_manhattan_change(tables, tile, from, to);
}

const np_heuristic_ops np_heuristic_manhattan = {
    .name = "manhattan",
    .summary = "each tile's distance to its goal cell",
    .admissible = true,
    .consistent = true,
    .additive = true,
    .open = np_manhattan_open,
    .close = free,
    .start = start,
    .apply = apply,
};
