/* five: five features that are often used with minimax.
 *
 *   monotonicity  never above 0. Along the tiles of each row from left to right:
 *                 where the next is higher, "left" loses the difference, where it
 *                 is lower, "right" does; the same over columns for up and down.
 *                 max(left, right) + max(up, down).
 *   smoothness    never above 0. Minus the level difference of every two tiles
 *                 next to each other in a row or column, empty cells skipped.
 *   empty         natural logarithm of the number of empty cells, 0 for none.
 *   highest       level of the largest tile.
 *   corner        1 if no largest tile stands in a corner; its weight is a penalty.
 */
#include "twenty48/eval/eval.h"

#include "twenty48/rows.h"

#include <math.h>

enum { UNIT = 65536 };

static const lt_param params[] = {
    {"monotonicity", "weight of monotonicity", LT_REAL, 1.0, -100, 100, NULL, NULL},
    {"smoothness", "weight of smoothness", LT_REAL, 0.1, -100, 100, NULL, NULL},
    {"empty", "weight of ln(empty cells)", LT_REAL, 2.7, -100, 100, NULL, NULL},
    {"highest", "weight of the largest tile's level", LT_REAL, 1.0, -100, 100, NULL, NULL},
    {"corner", "penalty when no largest tile is in a corner", LT_REAL, 2.0, -100, 100, NULL, NULL},
};

/* Losses of one line; all are sums of level differences, so never negative. */
typedef struct line_losses {
    unsigned rough;  /* smoothness */
    unsigned rising; /* what "left" (or "up") loses */
    unsigned falling;
} line_losses;

static line_losses losses_of(const uint8_t *level, unsigned stride, unsigned length)
{
    line_losses l = {0, 0, 0};
    unsigned last = 0;
    for (unsigned i = 0; i < length; i++) {
        unsigned tile = level[i * stride];
        if (tile == 0) continue;
        if (last && tile > last) l.rising += tile - last;
        if (last && tile < last) l.falling += last - tile;
        last = tile;
    }
    l.rough = l.rising + l.falling;
    return l;
}

/* Table entry, four lanes of 16 bits: rough, rising, falling, highest level.
 * The first three may be added over lines; the last is read line by line. */
typedef struct memory {
    t48_value monotonicity, smoothness, highest, corner;
    t48_value empty[T48_CELLS_MAX + 1];
    uint64_t cells;
    uint64_t line[65536];
} memory;

static void compile(t48_eval *eval)
{
    memory *m = eval->memory;
    m->monotonicity = t48_value_from(eval, lt_params_real(&eval->params, "monotonicity"));
    m->smoothness = t48_value_from(eval, lt_params_real(&eval->params, "smoothness"));
    m->highest = t48_value_from(eval, lt_params_real(&eval->params, "highest"));
    m->corner = t48_value_from(eval, lt_params_real(&eval->params, "corner"));
    double empty = lt_params_real(&eval->params, "empty");
    for (unsigned n = 1; n <= T48_CELLS_MAX; n++)
        m->empty[n] = t48_value_from(eval, empty * log((double)n));
    if (!t48_shape_fits_board(eval->shape)) return;
    m->cells = t48_cells_mask(eval->shape);
    for (unsigned row = 0; row < 65536; row++) {
        uint8_t level[4];
        uint64_t highest = 0;
        for (unsigned i = 0; i < 4; i++) {
            level[i] = (uint8_t)(row >> (4 * i) & 15);
            if (level[i] > highest) highest = level[i];
        }
        line_losses l = losses_of(level, 1, 4);
        m->line[row] =
            l.rough | (uint64_t)l.rising << 16 | (uint64_t)l.falling << 32 | highest << 48;
    }
}

static t48_value smaller(t48_value a, t48_value b)
{
    return a < b ? a : b;
}

static inline unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static t48_value board_value(const t48_eval *eval, t48_board board, t48_board columns)
{
    const memory *m = eval->memory;
    uint64_t rows = 0, cols = 0;
    unsigned highest = 0;
    for (unsigned r = 0; r < 4; r++) {
        uint64_t entry = m->line[t48_row(board, r)];
        rows += entry;
        cols += m->line[t48_row(columns, r)];
        highest = larger(highest, (unsigned)(entry >> 48));
    }
    t48_value monotonicity =
        smaller((t48_value)(rows >> 16 & 0xffff), (t48_value)(rows >> 32 & 0xffff)) +
        smaller((t48_value)(cols >> 16 & 0xffff), (t48_value)(cols >> 32 & 0xffff));
    t48_value rough = (t48_value)(rows & 0xffff) + (t48_value)(cols & 0xffff);
    unsigned bottom = 16u * (eval->shape.rows - 1u), right = 4u * (eval->shape.cols - 1u);
    unsigned corner = larger(larger(board & 15, board >> right & 15),
                             larger(board >> bottom & 15, board >> (bottom + right) & 15));
    return m->empty[lt_popcount64(t48_empties(board, m->cells))] + m->highest * highest -
           m->monotonicity * monotonicity - m->smoothness * rough -
           (corner == highest ? 0 : m->corner);
}

typedef struct features {
    t48_value monotonicity, rough;
    unsigned empty, highest;
    bool in_corner;
} features;

static features features_of(const t48_grid *grid)
{
    unsigned rows = grid->shape.rows, cols = grid->shape.cols;
    line_losses across = {0, 0, 0}, down = {0, 0, 0};
    for (unsigned r = 0; r < rows; r++) {
        line_losses l = losses_of(&grid->level[r * cols], 1, cols);
        across.rough += l.rough;
        across.rising += l.rising;
        across.falling += l.falling;
    }
    for (unsigned c = 0; c < cols; c++) {
        line_losses l = losses_of(&grid->level[c], cols, rows);
        down.rough += l.rough;
        down.rising += l.rising;
        down.falling += l.falling;
    }
    features f = {.empty = t48_grid_empty_cells(grid), .highest = t48_grid_max_level(grid)};
    f.monotonicity = smaller(across.rising, across.falling) + smaller(down.rising, down.falling);
    f.rough = across.rough + down.rough;
    f.in_corner = t48_grid_in_corner(grid, f.highest);
    return f;
}

static t48_value grid_value(const t48_eval *eval, const t48_grid *grid)
{
    const memory *m = eval->memory;
    features f = features_of(grid);
    return m->empty[f.empty] + m->highest * f.highest - m->monotonicity * f.monotonicity -
           m->smoothness * f.rough - (f.in_corner ? 0 : m->corner);
}

static unsigned explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                        const t48_grid *after, t48_term *terms)
{
    (void)before;
    (void)dir;
    features f = features_of(after);
    const double feature[] = {-(double)f.monotonicity, -(double)f.rough,
                              f.empty ? log((double)f.empty) : 0, (double)f.highest,
                              f.in_corner ? 0 : -1};
    return t48_eval_terms(eval, feature, sizeof feature / sizeof feature[0], terms);
}

const t48_eval_ops t48_eval_five = {
    .info = {.name = "five",
             .summary = "monotonicity, smoothness, empty cells, largest tile, corner",
             LT_PARAMS(params)},
    .unit = UNIT,
    .dead = -1e6,
    T48_EVAL_FORMS,
};
