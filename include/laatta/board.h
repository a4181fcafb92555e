/* 2048, the fast view: a board of up to 4x4 in one 64-bit number.
 *
 *   bits  0- 3  row 0, column 0 (top left)     nibble = level, 0 = empty,
 *   bits  4- 7  row 0, column 1                15 = 32768
 *   ...
 *   bits 16-19  row 1, column 0
 *   bits 60-63  row 3, column 3 (bottom right)
 *
 * A smaller board uses the top left corner; the other nibbles stay 0.
 *
 * Levels above 15 do not fit. The view of a grid that holds one closes a gap in
 * its levels (t48_view), so that distinct tiles stay distinct and exactly the
 * same moves are legal. The same happens when two 32768 of a board merge. */
#ifndef LAATTA_BOARD_H
#define LAATTA_BOARD_H

#include "laatta/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t t48_board;

static inline bool t48_shape_fits_board(t48_shape shape)
{
    return shape.rows <= 4 && shape.cols <= 4;
}

static inline unsigned t48_board_level(t48_board board, unsigned row, unsigned col)
{
    return (unsigned)(board >> (16 * row + 4 * col)) & 15u;
}

/* The board after a move (the same board if nothing changes); *gained as for
 * t48_grid_move, in the view's levels. */
LT_API t48_board t48_board_move(t48_board board, t48_shape shape, t48_dir dir, uint64_t *gained);
LT_API unsigned t48_board_legal(t48_board board, t48_shape shape);
LT_API unsigned t48_board_empty_cells(t48_board board, t48_shape shape);

/* Whether the view of a grid is exact: it fits 4x4 and has no level above 15. */
LT_API bool t48_board_holds(const t48_grid *grid);

/* The view of a grid of up to 4x4. Levels above 15 are brought down one by one:
 * each time, every tile above a missing level steps down. The missing level is
 * the highest one whose lower neighbour does not stand on the board twice (its
 * merge would fill the gap at once), or the highest one if there is no such.
 * A full board of sixteen different levels has no exact view, and no move. */
LT_API t48_board t48_view(const t48_grid *grid);

/* The grid that a board shows. */
LT_API t48_grid t48_board_grid(t48_board board, t48_shape shape);

#ifdef __cplusplus
}
#endif
#endif
