/* paths: the best of eight snake paths, each cell worth twice the one before.
 *
 * Over the paths from the four corners, by rows or by columns, the largest sum
 * of tile value * 2^i for the i-th cell of the path. */
#include "twenty48/eval/snake_paths.h"

enum { UNIT_BITS = 12 };

static void compile(t48_eval *eval)
{
    t48_path_tables_fill(eval->memory, eval->shape, UNIT_BITS, 1);
}

static t48_value board_value(const t48_eval *eval, t48_board board, t48_board transposed)
{
    unsigned path;
    return t48_path_best_board(eval->memory, eval->shape, board, transposed, &path);
}

static t48_value grid_value(const t48_eval *eval, const t48_grid *grid)
{
    unsigned path;
    return t48_path_best_grid(eval->memory, grid, &path);
}

static unsigned explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                        const t48_grid *after, t48_term *terms)
{
    (void)before;
    (void)dir;
    double value = t48_value_real(eval, grid_value(eval, after));
    terms[0] = (t48_term){"paths", 1, value, value};
    return 1;
}

const t48_eval_ops t48_eval_paths = {
    .info = {.name = "paths", .summary = "best of eight snake paths, weights 1, 2, 4, ..."},
    .unit = (t48_value)1 << UNIT_BITS,
    .memory_size = sizeof(t48_path_tables),
    .compile = compile,
    .board = board_value,
    .grid = grid_value,
    .explain = explain,
};
