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

const t48_eval_ops t48_eval_paths = {
    .info = {.name = "paths", .summary = "best of eight snake paths, weights 1, 2, 4, ..."},
    .unit = (t48_value)1 << UNIT_BITS,
    .compile = compile,
    T48_PATH_OPS,
};
