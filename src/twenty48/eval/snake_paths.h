/* The eight snake paths of a board: from each corner, by rows or by columns.
 *
 * Paths 0 .. 3 run from the top left by rows over the board turned clockwise 0, 1,
 * 2, 3 times, paths 4 .. 7 by columns over the same four boards. Evaluations that
 * weigh the i-th cell of a path by a power of two, 2^(step * i), are computed for
 * all eight paths at once from row tables: the sums of a row read to the right
 * and to the left, packed into one 64-bit entry. */
#ifndef T48_SNAKE_PATHS_H
#define T48_SNAKE_PATHS_H

#include "twenty48/eval/eval.h"

enum { T48_PATHS = 8 };

/* Cells of a path in order, as row-major indices. */
void t48_path_cells(t48_shape shape, unsigned path, uint8_t cells[T48_CELLS_MAX]);

typedef struct t48_path_tables {
    uint8_t cells[T48_PATHS][T48_CELLS_MAX];
    int step;            /* exponent of two gained from a cell of a path to the next */
    int base;            /* exponent of the weight of a path's first cell */
    uint64_t row[65536]; /* high half: read to the left, low half: to the right */
    uint64_t col[65536];
} t48_path_tables;

/* `base` must be large enough that no weight on a 4x4 board drops below one. */
void t48_path_tables_fill(t48_path_tables *tables, t48_shape shape, int base, int step);

/* The largest weighted sum over the eight paths, and which path gives it (the
 * last of equals). */
t48_value t48_path_best_board(const t48_path_tables *tables, t48_shape shape, t48_board board,
                              t48_board transposed, unsigned *path);
t48_value t48_path_best_grid(const t48_path_tables *tables, const t48_grid *grid, unsigned *path);

/* What every evaluation whose memory is a t48_path_tables has in common. */
t48_value t48_path_board_value(const t48_eval *eval, t48_board board, t48_board transposed);
t48_value t48_path_grid_value(const t48_eval *eval, const t48_grid *grid);
unsigned t48_path_explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                          const t48_grid *after, t48_term *terms);
#define T48_PATH_OPS                                                       \
    .memory_size = sizeof(t48_path_tables), .board = t48_path_board_value, \
    .grid = t48_path_grid_value, .explain = t48_path_explain

#endif
