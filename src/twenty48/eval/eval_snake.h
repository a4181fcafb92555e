/* The critical blank of the snake evaluation, which its own search needs. */
#ifndef T48_EVAL_SNAKE_H
#define T48_EVAL_SNAKE_H

#include "twenty48/eval/snake_paths.h"

/* The first empty cell (row-major index) on the path that wins under the weights
 * 1, 1/4, 1/16, ...; the board must have an empty cell. */
unsigned t48_critical_blank_board(const t48_path_tables *tables, t48_shape shape, t48_board board,
                                  t48_board transposed);
unsigned t48_critical_blank_grid(const t48_path_tables *tables, const t48_grid *grid);

/* Tables of the snake weights. */
void t48_snake_tables_fill(t48_path_tables *tables, t48_shape shape);

#endif
