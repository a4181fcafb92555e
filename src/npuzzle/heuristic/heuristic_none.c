/* none: knows nothing. Search is blind; shows what the others are worth. */
#include "npuzzle/search/heuristic.h"

static int start(const void *tables, void *state, const uint8_t *board, int blank)
{
    (void)tables, (void)state, (void)board, (void)blank;
    return 0;
}

static int apply(const void *tables, void *state, int h, const uint8_t *board, int tile, int from,
                 int to)
{
    (void)tables, (void)state, (void)board, (void)tile, (void)from, (void)to;
    return h;
}

const np_heuristic_ops np_heuristic_none = {
    .name = "none",
    .summary = "0 everywhere: blind search, to see what a heuristic is worth",
    .admissible = true,
    .consistent = true,
    .start = start,
    .apply = apply,
};
