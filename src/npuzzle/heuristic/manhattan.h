/* Manhattan distances of a frame, by tile (its goal cell) and cell. */
#ifndef NP_MANHATTAN_H
#define NP_MANHATTAN_H

#include "npuzzle/search/heuristic.h"

typedef struct np_manhattan {
    np_frame frame;
    uint8_t distance[]; /* [tile * cells + cell]; 0 for the blank */
} np_manhattan;

/* `open` of a heuristic whose tables these are; free() closes them. */
lt_status np_manhattan_open(void **tables, const np_frame *frame, const lt_params *params,
                            const np_resources *resources, lt_error *err);
int np_manhattan_sum(const np_manhattan *manhattan, const uint8_t *board);

static inline int np_manhattan_change(const np_manhattan *m, int tile, int from, int to)
{
    const uint8_t *row = m->distance + tile * m->frame.cells;
    return row[to] - row[from];
}

#endif
