/* lines: every row and column judged by itself, from a table.
 *
 * A line earns for empty cells, for neighbours that can merge and for neighbours
 * one level apart. It pays for levels between neighbours, for tiles that go up and
 * down again, for a largest tile that is not at an end, and for high tiles at all
 * (the sum of powers: one large tile is better than two halves). Powers of the
 * level make mistakes among high tiles costly. Inner lines, those not at the edge of
 * the board, pay extra for going up and down. docs/LEARNING.md tells where the form
 * and the weights come from. */
#include "twenty48/eval/eval.h"

#include "twenty48/rows.h"

#include <math.h>

/* Eight lines must not overflow 32 bits. */
enum { UNIT = 16, LINE_MAX = (1 << 27) / UNIT };

/* The terms, then the powers that they are made with. */
enum { EMPTY, MERGES, STEPS, MONOTONICITY, SUM, INNER, ENDS, SMOOTHNESS, TERMS };
enum { SLOPE = TERMS, MASS, PARAMS };

static const lt_param params[PARAMS] = {
    [EMPTY] = {"empty", "for each empty cell", LT_REAL, 270, -1e5, 1e5, NULL, NULL},
    [MERGES] = {"merges", "for each pair that can merge", LT_REAL, 700, -1e5, 1e5, NULL, NULL},
    [STEPS] = {"steps", "for neighbours one level apart", LT_REAL, 0, -1e5, 1e5, NULL, NULL},
    [MONOTONICITY] = {"monotonicity", "for going up and down again", LT_REAL, 47, -1e4, 1e4, NULL,
                      NULL},
    [SUM] = {"sum", "for the sum of powers of the levels", LT_REAL, 11, -1e4, 1e4, NULL, NULL},
    [INNER] = {"inner", "for going up and down again away from the edge", LT_REAL, 0, -1e4, 1e4,
               NULL, NULL},
    [ENDS] = {"ends", "for the largest tile inside its line", LT_REAL, 0, -1e4, 1e4, NULL, NULL},
    [SMOOTHNESS] = {"smoothness", "for levels between neighbours", LT_REAL, 0, -1e5, 1e5, NULL,
                    NULL},
    [SLOPE] = {"slope", "power of a level in monotonicity", LT_REAL, 4, 0, 5, NULL, NULL},
    [MASS] = {"mass", "power of a level in sum and ends", LT_REAL, 3.5, 0, 5, NULL, NULL},
};

typedef struct memory {
    double slope[T48_LEVEL_MAX + 1], mass[T48_LEVEL_MAX + 1]; /* powers of a level */
    int32_t row[2][65536], col[2][65536]; /* at the edge, inner; on squares only row */
} memory;

static double distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Adds the features of `count` cells, `stride` apart; what costs is negative. */
static void add_features(const memory *m, const uint8_t *level, unsigned stride, unsigned count,
                         bool inner, double f[TERMS])
{
    unsigned last = 0, run = 0, top = 0; /* empty cells left out; equal tiles in a row */
    double rising = 0, falling = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned tile = level[i * stride];
        f[SUM] -= m->mass[tile];
        if (tile > top) top = tile;
        if (tile == 0) {
            f[EMPTY]++;
        } else {
            if (last == tile) {
                run++;
            } else if (run > 0) {
                f[MERGES] += 1 + run;
                run = 0;
            }
            if (last > 0) {
                f[SMOOTHNESS] -= distance(last, tile);
                if (distance(last, tile) == 1) f[STEPS]++;
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
    if (run > 0) f[MERGES] += 1 + run;
    double rough = rising < falling ? rising : falling;
    f[MONOTONICITY] -= rough;
    if (inner) f[INNER] -= rough;
    if (level[0] != top && level[(count - 1) * stride] != top) f[ENDS] -= m->mass[top];
}

static t48_value line_value(const t48_eval *eval, const uint8_t *level, unsigned stride,
                            unsigned count, bool inner)
{
    double f[TERMS] = {0}, value = 0;
    add_features(eval->memory, level, stride, count, inner, f);
    for (unsigned i = 0; i < TERMS; i++) value += eval->params.value[i].number * f[i];
    return t48_value_from(eval, fmin(fmax(value, -LINE_MAX), LINE_MAX));
}

static bool is_inner(unsigned line, unsigned lines)
{
    return line > 0 && line + 1 < lines;
}

static void compile(t48_eval *eval)
{
    memory *m = eval->memory;
    unsigned rows = eval->shape.rows, cols = eval->shape.cols;
    for (unsigned level = 1; level <= T48_LEVEL_MAX; level++) {
        m->slope[level] = pow(level, eval->params.value[SLOPE].number);
        m->mass[level] = pow(level, eval->params.value[MASS].number);
    }
    if (!t48_shape_fits_board(eval->shape)) return;
    for (unsigned line = 0; line < 65536; line++) {
        uint8_t level[4];
        for (unsigned i = 0; i < 4; i++) level[i] = line >> (4 * i) & 15;
        for (unsigned inner = 0; inner < 2; inner++) {
            m->row[inner][line] = (int32_t)line_value(eval, level, 1, cols, inner);
            if (rows != cols)
                m->col[inner][line] = (int32_t)line_value(eval, level, 1, rows, inner);
        }
    }
}

static t48_value board_value(const t48_eval *eval, t48_board board, t48_board transposed)
{
    const memory *m = eval->memory;
    unsigned rows = eval->shape.rows, cols = eval->shape.cols;
    const int32_t(*col)[65536] = rows == cols ? m->row : m->col;
    t48_value value = 0;
    for (unsigned r = 0; r < rows; r++) value += m->row[is_inner(r, rows)][t48_row(board, r)];
    for (unsigned c = 0; c < cols; c++) value += col[is_inner(c, cols)][t48_row(transposed, c)];
    return value;
}

static bool lines_of(const t48_eval *eval, t48_lines *lines)
{
    const memory *m = eval->memory;
    *lines = (t48_lines){.edge = m->row[0], .inner = m->row[1]};
    return eval->shape.rows == 4 && eval->shape.cols == 4;
}

static t48_value grid_value(const t48_eval *eval, const t48_grid *grid)
{
    unsigned rows = grid->shape.rows, cols = grid->shape.cols;
    t48_value value = 0;
    for (unsigned r = 0; r < rows; r++)
        value += line_value(eval, &grid->level[r * cols], 1, cols, is_inner(r, rows));
    for (unsigned c = 0; c < cols; c++)
        value += line_value(eval, &grid->level[c], cols, rows, is_inner(c, cols));
    return value;
}

static unsigned explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                        const t48_grid *after, t48_term *terms)
{
    (void)before;
    (void)dir;
    unsigned rows = after->shape.rows, cols = after->shape.cols;
    double feature[TERMS] = {0};
    for (unsigned r = 0; r < rows; r++)
        add_features(eval->memory, &after->level[r * cols], 1, cols, is_inner(r, rows), feature);
    for (unsigned c = 0; c < cols; c++)
        add_features(eval->memory, &after->level[c], cols, rows, is_inner(c, cols), feature);
    return t48_eval_terms(eval, feature, TERMS, terms);
}

const t48_eval_ops t48_eval_lines = {
    .info = {.name = "lines",
             .summary = "rows and columns from tables: empty, merges, order, smoothness, powers",
             LT_PARAMS(params)},
    .unit = UNIT,
    .dead = -1.6e6,
    .lines = lines_of,
    T48_EVAL_FORMS,
};
