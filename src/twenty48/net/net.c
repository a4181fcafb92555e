/* Showing boards with very high tiles to a network that has seen few of them. */
#include "twenty48/net/net.h"

t48_board t48_lowered(t48_board board, t48_shape shape, unsigned highest)
{
    t48_grid grid = t48_board_grid(board, shape);
    unsigned top = t48_grid_max_level(&grid);
    while (top > highest) {
        /* t48_view closes the best gap of a board that goes up to 16: lifted there
         * and back, every tile above the gap is a level lower than before. */
        unsigned lift = 16 - top;
        for (unsigned i = 0; i < t48_shape_cells(shape); i++)
            if (grid.level[i]) grid.level[i] = (uint8_t)(grid.level[i] + lift);
        t48_grid lowered = t48_board_grid(t48_view(&grid), shape);
        for (unsigned i = 0; i < t48_shape_cells(shape); i++) {
            if (lowered.level[i] == 0) continue;
            /* The lift itself made the gap that was closed: there is no other. */
            if (lowered.level[i] <= lift) return board;
            lowered.level[i] = (uint8_t)(lowered.level[i] - lift);
        }
        grid = lowered;
        board = t48_view(&grid);
        top--;
    }
    return board;
}
