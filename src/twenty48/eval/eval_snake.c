/* snake: the best of eight S-shaped paths, each cell worth a quarter of the one
 * before: the largest sum of tile value * 0.25^i.
 *
 * With 32 fractional bits every such sum on a 4x4 board is exact. */
#include "twenty48/eval/eval_snake.h"

enum { UNIT_BITS = 32 };

void t48_snake_tables_fill(t48_path_tables *tables, t48_shape shape)
{
    t48_path_tables_fill(tables, shape, UNIT_BITS, -2);
}

unsigned t48_critical_blank_board(const t48_path_tables *tables, t48_shape shape, t48_board board,
                                  t48_board transposed)
{
    unsigned path;
    t48_path_best_board(tables, shape, board, transposed, &path);
    const uint8_t *cell = tables->cells[path];
    while (t48_board_level(board, *cell / shape.cols, *cell % shape.cols) != 0) cell++;
    return *cell;
}

unsigned t48_critical_blank_grid(const t48_path_tables *tables, const t48_grid *grid)
{
    unsigned path;
    t48_path_best_grid(tables, grid, &path);
    const uint8_t *cell = tables->cells[path];
    while (grid->level[*cell] != 0) cell++;
    return *cell;
}

static void compile(t48_eval *eval)
{
    t48_snake_tables_fill(eval->memory, eval->shape);
}

const t48_eval_ops t48_eval_snake = {
    .info = {.name = "snake", .summary = "best of eight snake paths, weights 1, 1/4, 1/16, ..."},
    .unit = (t48_value)1 << UNIT_BITS,
    .compile = compile,
    T48_PATH_OPS,
};
