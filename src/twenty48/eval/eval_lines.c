/* lines: every row and column judged by itself, from a table.
 *
 * A line earns for empty cells and for neighbours that can merge, and pays for
 * tiles that go up and down again and for high tiles at all (the sum of powers:
 * one large tile is better than two halves). Powers of the level make mistakes
 * among high tiles dear. Form and weights are those of the best known hand-made
 * evaluation (docs/LEARNING.md names it). */
#include "twenty48/eval/eval.h"

#include "twenty48/rows.h"

#include <math.h>

/* Eight lines must not overflow 32 bits. */
enum { UNIT = 16, LINE_MAX = (1 << 27) / UNIT };

static const lt_param params[] = {
    {"empty", "for each empty cell", LT_REAL, 270, -1e5, 1e5, NULL, NULL},
    {"merges", "for each pair that can merge", LT_REAL, 700, -1e5, 1e5, NULL, NULL},
    {"monotonicity", "for going up and down again", LT_REAL, 47, -1e4, 1e4, NULL, NULL},
    {"sum", "for the sum of powers of the levels", LT_REAL, 11, -1e4, 1e4, NULL, NULL},
    {"slope", "power of a level in monotonicity", LT_REAL, 4, 0, 5, NULL, NULL},
    {"mass", "power of a level in the sum", LT_REAL, 3.5, 0, 5, NULL, NULL},
};

typedef struct memory {
    double slope[T48_LEVEL_MAX + 1], mass[T48_LEVEL_MAX + 1]; /* powers of a level */
    int32_t row[65536], col[65536];
} memory;

typedef struct features {
    double empty, merges, rough, mass;
} features;

/* `count` cells, `stride` apart. */
static features features_of(const memory *m, const uint8_t *level, unsigned stride, unsigned count)
{
    features f = {0, 0, 0, 0};
    unsigned last = 0, run = 0; /* equal tiles in a row, empty cells left out */
    double rising = 0, falling = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned tile = level[i * stride];
        f.mass += m->mass[tile];
        if (tile == 0) {
            f.empty++;
        } else {
            if (last == tile)
                run++;
            else if (run > 0) {
                f.merges += 1 + run;
                run = 0;
            }
            last = tile;
        }
        if (i == 0) continue;
        unsigned before = level[(i - 1) * stride];
        if (before > tile)
            falling += m->slope[before] - m->slope[tile];
        else
            rising += m->slope[tile] - m->slope[before];
    }
    if (run > 0) f.merges += 1 + run;
    f.rough = rising < falling ? rising : falling;
    return f;
}

static t48_value line_value(const t48_eval *eval, const uint8_t *level, unsigned stride,
                            unsigned count)
{
    const lt_param_value *w = eval->params.value;
    features f = features_of(eval->memory, level, stride, count);
    double value = w[0].number * f.empty + w[1].number * f.merges - w[2].number * f.rough -
                   w[3].number * f.mass;
    return t48_value_from(eval, fmin(fmax(value, -LINE_MAX), LINE_MAX));
}

static void compile(t48_eval *eval)
{
    memory *m = eval->memory;
    for (unsigned level = 1; level <= T48_LEVEL_MAX; level++) {
        m->slope[level] = pow(level, eval->params.value[4].number);
        m->mass[level] = pow(level, eval->params.value[5].number);
    }
    if (!t48_shape_fits_board(eval->shape)) return;
    for (unsigned line = 0; line < 65536; line++) {
        uint8_t level[4];
        for (unsigned i = 0; i < 4; i++) level[i] = line >> (4 * i) & 15;
        m->row[line] = (int32_t)line_value(eval, level, 1, eval->shape.cols);
        m->col[line] = (int32_t)line_value(eval, level, 1, eval->shape.rows);
    }
}

static t48_value board_value(const t48_eval *eval, t48_board board, t48_board transposed)
{
    const memory *m = eval->memory;
    t48_value value = 0;
    for (unsigned r = 0; r < eval->shape.rows; r++) value += m->row[t48_row(board, r)];
    for (unsigned c = 0; c < eval->shape.cols; c++) value += m->col[t48_row(transposed, c)];
    return value;
}

static bool lines_of(const t48_eval *eval, t48_lines *lines)
{
    const memory *m = eval->memory;
    *lines = (t48_lines){.edge = m->row, .inner = m->row};
    return eval->shape.rows == 4 && eval->shape.cols == 4;
}

static t48_value grid_value(const t48_eval *eval, const t48_grid *grid)
{
    unsigned rows = grid->shape.rows, cols = grid->shape.cols;
    t48_value value = 0;
    for (unsigned r = 0; r < rows; r++) value += line_value(eval, &grid->level[r * cols], 1, cols);
    for (unsigned c = 0; c < cols; c++) value += line_value(eval, &grid->level[c], cols, rows);
    return value;
}

static unsigned explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                        const t48_grid *after, t48_term *terms)
{
    (void)before;
    (void)dir;
    unsigned rows = after->shape.rows, cols = after->shape.cols;
    double feature[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < rows + cols; i++) {
        features f = i < rows ? features_of(eval->memory, &after->level[i * cols], 1, cols)
                              : features_of(eval->memory, &after->level[i - rows], cols, rows);
        feature[0] += f.empty;
        feature[1] += f.merges;
        feature[2] -= f.rough;
        feature[3] -= f.mass;
    }
    for (unsigned i = 0; i < 4; i++) {
        double weight = eval->params.value[i].number;
        terms[i] = (t48_term){params[i].name, weight, feature[i], weight * feature[i]};
    }
    return 4;
}

const t48_eval_ops t48_eval_lines = {
    .info = {.name = "lines",
             .summary = "rows and columns from tables: empty, merges, monotonicity, sum of powers",
             .params = params,
             .param_count = sizeof params / sizeof params[0]},
    .unit = UNIT,
    .dead = -1.6e6,
    .memory_size = sizeof(memory),
    .compile = compile,
    .board = board_value,
    .grid = grid_value,
    .lines = lines_of,
    .explain = explain,
};
