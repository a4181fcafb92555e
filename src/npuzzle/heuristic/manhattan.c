/* Manhattan distances. */
#include "npuzzle/heuristic/manhattan.h"

#include <stdlib.h>

lt_status np_manhattan_open(void **tables, const np_frame *frame, const lt_params *params,
                            const np_resources *resources, lt_error *err)
{
    (void)params, (void)resources;
    int cells = frame->cells, cols = frame->cols;
    np_manhattan *m = malloc(sizeof *m + (size_t)cells * (size_t)cells);
    *tables = m;
    if (!m) return lt_fail(err, LT_NO_MEMORY, "no memory for the distances");
    m->frame = *frame;
    for (int t = 0; t < cells; t++)
        for (int c = 0; c < cells; c++)
            m->distance[t * cells + c] =
                (uint8_t)(t == frame->goal_blank
                              ? 0
                              : abs(t / cols - c / cols) + abs(t % cols - c % cols));
    return LT_OK;
}

int np_manhattan_sum(const np_manhattan *m, const uint8_t *board)
{
    int cells = m->frame.cells, sum = 0;
    for (int c = 0; c < cells; c++) sum += m->distance[board[c] * cells + c];
    return sum;
}
