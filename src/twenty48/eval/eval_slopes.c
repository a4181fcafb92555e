/* slopes: rows and columns that fall from the edge where the large tiles stand.
 *
 * A tile weighs about what it shows up to 256 and little more above: from there on
 * only its place counts. A line is worth the weights of its tiles by their distance
 * from the edge, less what rises on the way; or, if large tiles stand at both of its
 * ends, what such a line is worth. Of the two directions of an axis the better one
 * counts, the same for all its lines. Each line also pays for going up and down
 * between walls, and earns for neighbours that can merge or are one level apart and
 * for empty cells. Merges are paid as they come: a tile is worth what its halves were
 * and a share of what it shows (docs/SEARCH.md). */
#include "twenty48/eval/eval_slopes.h"

#include <math.h>

enum { UNIT = 4, LEVEL_WALL = 9, LEVEL_PAID = 15 };

/* What tiles from 512 on weigh, the least that makes an end large, and the most that
 * counts of the lower tile between two ends. */
static const double weight_wall[] = {384, 480, 512}, end_least = 32, low_most = 160;
/* A tile at the edge counts twice in its row and in its column. */
static const double place_first = 2, place_corner = 4;

enum { SLOPE, ROUGH, PAIRS, STEPS, EMPTY, PAID, TERMS };
enum { SECOND, THIRD, FOURTH, RISE, RISEN, ENDS, BETWEEN, LOW, GROWTH };
enum { COST_ROUGH = GROWTH + 1, FOR_PAIRS, FOR_STEPS, FOR_EMPTY, MERGE, COLLAPSE, PARAMS };

static const lt_param params[PARAMS] = {
    [SECOND] = {"second", "weight of the second cell from the edge, the first having 2", LT_REAL,
                1.8, 0, 8, NULL, NULL},
    [THIRD] = {"third", "weight of the third cell from the edge", LT_REAL, 2.1, 0, 8, NULL, NULL},
    [FOURTH] = {"fourth", "weight of cells further from the edge", LT_REAL, 1.3, 0, 8, NULL, NULL},
    [RISE] = {"rise", "for rising away from the edge, by how much", LT_REAL, 7.7, 0, 50, NULL,
              NULL},
    [RISEN] = {"risen", "for rising away from the edge, by the higher tile", LT_REAL, 2.7, 0, 50,
               NULL, NULL},
    [ENDS] = {"ends", "large tiles at both ends: weight of these", LT_REAL, 1.5, 0, 8, NULL, NULL},
    [BETWEEN] = {"between", "large tiles at both ends: weight of the higher one between", LT_REAL,
                 1.5, 0, 8, NULL, NULL},
    [LOW] = {"low", "large tiles at both ends: weight of the lower one between", LT_REAL, 2.3, 0, 8,
             NULL, NULL},
    [GROWTH] = {"growth", "levels by which a tile up to 256 doubles its weight", LT_REAL, 0.8, 0.2,
                2, NULL, NULL},
    [COST_ROUGH] = {"rough", "for going up and down between walls", LT_REAL, 2.4, -50, 50, NULL,
                    NULL},
    [FOR_PAIRS] = {"pairs", "for neighbours that can merge, by their weight", LT_REAL, 4, -50, 50,
                   NULL, NULL},
    [FOR_STEPS] = {"steps", "for neighbours one level apart, by the lower weight", LT_REAL, 1, -50,
                   50, NULL, NULL},
    [FOR_EMPTY] = {"empty", "for each empty cell", LT_REAL, 0, -1000, 1000, NULL, NULL},
    [MERGE] = {"merge", "for a merge, by the tile made, up to 512", LT_REAL, 3.2, -10, 50, NULL,
               NULL},
    [COLLAPSE] = {"collapse", "for a merge that makes more than 512", LT_REAL, 3000, 0, 50000, NULL,
                  NULL},
};

typedef struct memory {
    double weight[T48_LEVEL_MAX + 1];
    double paid[T48_LEVEL_MAX + 1]; /* for all merges that a tile is made of */
    t48_slope row[65536], col[65536];
} memory;

/* The terms of one line; the slope in both directions. */
typedef struct line {
    double first, last; /* slopes */
    double term[TERMS];
} line;

static double param(const t48_eval *eval, int index)
{
    return eval->params.value[index].number;
}

static void weigh(t48_eval *eval)
{
    memory *m = eval->memory;
    m->weight[0] = m->paid[0] = m->paid[1] = 0;
    for (unsigned level = 1; level <= T48_LEVEL_MAX; level++) {
        unsigned above = level < LEVEL_WALL ? 0 : level - LEVEL_WALL;
        m->weight[level] = level < LEVEL_WALL
                               ? 256 * exp2(param(eval, GROWTH) * ((double)level - 8))
                               : weight_wall[above < 2 ? above : 2];
        if (level == 1) continue;
        double halves = 2 * m->paid[level - 1];
        /* Above 512 two tiles weigh more than the one made of them. */
        double lost = place_corner * (2 * m->weight[level - 1] - m->weight[level]);
        m->paid[level] = level <= LEVEL_WALL   ? halves + param(eval, MERGE) * exp2(level)
                         : level <= LEVEL_PAID ? halves + param(eval, COLLAPSE) + lost
                                               : m->paid[LEVEL_PAID];
    }
}

/* What falls from w[0] on. */
static double falling(const t48_eval *eval, const double *w, unsigned count)
{
    double value = 0;
    for (unsigned i = 0; i < count; i++)
        value += w[i] * (i == 0 ? place_first : param(eval, i < 3 ? SECOND + (int)i - 1 : FOURTH));
    for (unsigned i = 0; i + 1 < count; i++)
        if (w[i + 1] > w[i] && w[i] < weight_wall[0])
            value -= param(eval, RISE) * (w[i + 1] - w[i]) + param(eval, RISEN) * w[i + 1];
    return value;
}

/* Large tiles at both ends of four cells; -HUGE_VAL if they are not. */
static double both_ends(const t48_eval *eval, const double *w, unsigned count)
{
    if (count != 4 || fmin(w[0], w[3]) < end_least) return -HUGE_VAL;
    if ((w[0] < w[1] && w[0] < weight_wall[0]) || (w[3] < w[2] && w[3] < weight_wall[0]))
        return -HUGE_VAL;
    return param(eval, ENDS) * (w[0] + w[3]) + param(eval, BETWEEN) * fmax(w[1], w[2]) +
           param(eval, LOW) * fmin(low_most, fmin(w[1], w[2]));
}

/* Up and down again, in each stretch between walls. */
static double roughness(const double *w, unsigned count)
{
    double up = 0, down = 0, rough = 0;
    for (unsigned i = 0; i + 1 < count; i++) {
        if (w[i] >= weight_wall[0] || w[i + 1] >= weight_wall[0]) {
            rough += fmin(up, down);
            up = down = 0;
        } else if (w[i + 1] > w[i]) {
            up += w[i + 1] - w[i];
        } else {
            down += w[i] - w[i + 1];
        }
    }
    return rough + fmin(up, down);
}

static line line_of(const t48_eval *eval, const uint8_t *level, unsigned stride, unsigned count)
{
    const memory *m = eval->memory;
    double w[T48_SIDE_MAX], mirrored[T48_SIDE_MAX];
    line l = {.first = 0};
    unsigned last = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned tile = level[i * stride];
        w[i] = mirrored[count - 1 - i] = m->weight[tile];
        l.term[PAID] += m->paid[tile] / 2; /* its row and its column */
        l.term[EMPTY] += tile == 0 ? 0.5 : 0;
        if (tile == 0) continue;
        if (tile == last && tile < LEVEL_PAID) l.term[PAIRS] += m->weight[tile];
        if (tile < LEVEL_WALL && last > 0 && last < LEVEL_WALL &&
            (tile == last + 1 || last == tile + 1))
            l.term[STEPS] += fmin(m->weight[tile], m->weight[last]);
        last = tile;
    }
    l.term[ROUGH] = -roughness(w, count);
    double ends = both_ends(eval, w, count);
    l.first = fmax(falling(eval, w, count), ends);
    l.last = fmax(falling(eval, mirrored, count), ends);
    return l;
}

static double term_weight(const t48_eval *eval, int term)
{
    return term == SLOPE || term == PAID ? 1 : param(eval, COST_ROUGH + term - ROUGH);
}

static t48_slope line_value(const t48_eval *eval, line l)
{
    double own = 0;
    for (int i = ROUGH; i < TERMS; i++) own += term_weight(eval, i) * l.term[i];
    return (t48_slope){(int32_t)t48_value_from(eval, l.first + own),
                       (int32_t)t48_value_from(eval, l.last + own)};
}

static void compile(t48_eval *eval)
{
    memory *m = eval->memory;
    unsigned rows = eval->shape.rows, cols = eval->shape.cols;
    weigh(eval);
    if (!t48_shape_fits_board(eval->shape)) return;
    for (unsigned code = 0; code < 65536; code++) {
        uint8_t level[4];
        for (unsigned i = 0; i < 4; i++) level[i] = code >> (4 * i) & 15;
        m->row[code] = line_value(eval, line_of(eval, level, 1, cols));
        m->col[code] =
            rows == cols ? m->row[code] : line_value(eval, line_of(eval, level, 1, rows));
    }
}

static t48_value axis_value(const t48_slope *table, t48_board board, unsigned lines)
{
    t48_value first = 0, last = 0;
    for (unsigned i = 0; i < lines; i++) {
        first += table[t48_row(board, i)].first;
        last += table[t48_row(board, i)].last;
    }
    return first > last ? first : last;
}

static t48_value board_value(const t48_eval *eval, t48_board board, t48_board transposed)
{
    const memory *m = eval->memory;
    return axis_value(m->row, board, eval->shape.rows) +
           axis_value(m->col, transposed, eval->shape.cols);
}

const t48_slope *t48_slopes_table(const t48_eval *eval)
{
    const memory *m = eval->memory;
    bool usual = eval->shape.rows == 4 && eval->shape.cols == 4;
    return usual && eval->ops == &t48_eval_slopes ? m->row : NULL;
}

/* Row i or column i of a grid. */
static line grid_line(const t48_eval *eval, const t48_grid *grid, bool column, unsigned i)
{
    unsigned rows = grid->shape.rows, cols = grid->shape.cols;
    return column ? line_of(eval, &grid->level[i], cols, rows)
                  : line_of(eval, &grid->level[i * cols], 1, cols);
}

static t48_value grid_value(const t48_eval *eval, const t48_grid *grid)
{
    unsigned rows = grid->shape.rows, cols = grid->shape.cols;
    t48_value value = 0;
    for (unsigned column = 0; column < 2; column++) {
        t48_value first = 0, last = 0;
        for (unsigned i = 0; i < (column ? cols : rows); i++) {
            t48_slope slope = line_value(eval, grid_line(eval, grid, column, i));
            first += slope.first;
            last += slope.last;
        }
        value += first > last ? first : last;
    }
    return value;
}

static unsigned explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                        const t48_grid *after, t48_term *terms)
{
    static const char *const names[TERMS] = {"slope", "rough", "pairs", "steps", "empty", "paid"};
    (void)before;
    (void)dir;
    unsigned rows = after->shape.rows, cols = after->shape.cols;
    double feature[TERMS] = {0};
    for (unsigned column = 0; column < 2; column++) {
        double first = 0, last = 0;
        for (unsigned i = 0; i < (column ? cols : rows); i++) {
            line l = grid_line(eval, after, column, i);
            first += l.first;
            last += l.last;
            for (int t = ROUGH; t < TERMS; t++) feature[t] += l.term[t];
        }
        feature[SLOPE] += fmax(first, last);
    }
    for (int t = 0; t < TERMS; t++) {
        double weight = term_weight(eval, t);
        terms[t] = (t48_term){names[t], weight, feature[t], weight * feature[t]};
    }
    return TERMS;
}

const t48_eval_ops t48_eval_slopes = {
    .info = {.name = "slopes",
             .summary = "rows and columns that fall from the edge where the large tiles stand",
             LT_PARAMS(params)},
    .unit = UNIT,
    .dead = -1e6,
    T48_EVAL_FORMS,
};
