/* seven: the seven terms of the program that the player `worstcase` follows, with the
 * weights that it found best.
 *
 *   smoothness  starts at 1; for each tile and the next tile to its right, and
 *               the next one upwards: equal levels add 2 * level, else the
 *               difference is subtracted. Empty cells are skipped.
 *   monotonic   along each row to the right and each column upwards the sum of
 *               next level - this level, from the line's first cell on, which
 *               counts as level 0 when it is empty; later empty cells are
 *               skipped. Rows weigh 1.05.
 *   empty       (number of empty cells)^0.8
 *   highest     level of the largest tile, times 1.6 if one is in a corner
 *   merges      for every tile of level >= 6 made in the last move: level^1.5 - 10
 *   distance    minus (e^(0.3 level) - 1) for every tile of level >= 6 that the
 *               last move moved without merging
 *   groups      number of connected groups of equal tiles
 *
 * Rows run from left to right, columns from bottom to top. */
#include "twenty48/eval/seven_ahead.h"
#include "twenty48/rows.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_LEVEL_THAT_COUNTS = 6 };

/* A decimal unit: weights of up to two digits, and 1.05 of them, are exact, so the
 * truncation that `worstcase` does falls where the arithmetic of that program puts it. */
enum { UNIT = 10000 };

enum { SMOOTHNESS, MONOTONIC, EMPTY, HIGHEST, MERGES, DISTANCE, GROUPS, TERMS };

static const lt_param params[TERMS] = {
    {"smoothness", "weight of smoothness", LT_REAL, 0.4, -100, 100, NULL, NULL},
    {"monotonic", "weight of rising rows and columns", LT_REAL, 1.6, -100, 100, NULL, NULL},
    {"empty", "weight of empty cells^0.8", LT_REAL, 1.2, -100, 100, NULL, NULL},
    {"highest", "weight of the largest tile's level", LT_REAL, 1.0, -100, 100, NULL, NULL},
    {"merges", "weight of large tiles just made", LT_REAL, 0.5, -100, 100, NULL, NULL},
    {"distance", "weight of large tiles just moved", LT_REAL, 0.0, -100, 100, NULL, NULL},
    {"groups", "weight of groups of equal tiles", LT_REAL, 0.0, -100, 100, NULL, NULL},
};

static const double row_factor = 1.05, corner_factor = 1.6;

static double made_value(unsigned level)
{
    return level < FIRST_LEVEL_THAT_COUNTS ? 0 : pow((double)level, 1.5) - 10;
}

static double moved_value(unsigned level)
{
    return level < FIRST_LEVEL_THAT_COUNTS ? 0 : -(exp(0.3 * (double)level) - 1);
}

/* Smoothness and monotonicity of one line, read from its first cell on. */
typedef struct line_sums {
    int smooth, rise;
} line_sums;

static line_sums sums_of(const uint8_t *level, int stride, unsigned length)
{
    line_sums s = {0, 0};
    int last = level[0];
    for (unsigned i = 1; i < length; i++) {
        int tile = level[(int)i * stride];
        if (tile == 0) continue;
        if (last) s.smooth += tile == last ? 2 * tile : -abs(tile - last);
        s.rise += tile - last; /* from an empty first cell it rises from 0 */
        last = tile;
    }
    return s;
}

/* What a slide towards the line's first cell makes and moves. */
typedef struct slide_sums {
    double made, moved;
} slide_sums;

static slide_sums slide_of(const uint8_t *level, int stride, unsigned length)
{
    slide_sums s = {0, 0};
    unsigned target = 0; /* where the next tile lands */
    for (unsigned i = 0; i < length; i++) {
        unsigned tile = level[(int)i * stride];
        if (tile == 0) continue;
        unsigned next = i + 1;
        while (next < length && level[(int)next * stride] == 0) next++;
        if (next < length && level[(int)next * stride] == tile) {
            s.made += made_value(tile + 1);
            i = next;
        } else if (target != i) {
            s.moved += moved_value(tile);
        }
        target++;
    }
    return s;
}

/* A row's entry is 16 * value + highest level of the row. With the largest weights
 * a value stays below 1.1e8, so an entry fits 32 bits. */
typedef struct memory {
    t48_value empty[T48_CELLS_MAX + 1];
    t48_value highest[2][T48_LEVEL_MAX + 1]; /* [in a corner][level] */
    t48_value start;                         /* the constant of smoothness */
    t48_value groups;
    t48_value smoothness, row_rise, col_rise;
    bool uses_move, looks_ahead;
    seven_scale scale; /* the same weights, for looking ahead */
    uint64_t cells;
    int32_t row[65536], col[65536];
    int32_t slide[2][65536]; /* towards the first cell, towards the last of four */
} memory;

/* Both forms round every term of a line alike: integer sums times fixed weights. */
static t48_value line_value(const memory *m, line_sums s, bool is_row)
{
    return m->smoothness * s.smooth + (is_row ? m->row_rise : m->col_rise) * s.rise;
}

static t48_value slide_value(const t48_eval *eval, slide_sums s)
{
    const lt_param_value *weight = eval->params.value;
    return t48_value_from(eval, weight[MERGES].number * s.made + weight[DISTANCE].number * s.moved);
}

static void compile_tables(t48_eval *eval)
{
    memory *m = eval->memory;
    m->cells = t48_cells_mask(eval->shape);
    for (unsigned line = 0; line < 65536; line++) {
        uint8_t level[4];
        int highest = 0;
        for (unsigned i = 0; i < 4; i++) {
            level[i] = (uint8_t)(line >> (4 * i) & 15);
            if (level[i] > highest) highest = level[i];
        }
        /* Columns of the table run downwards, the term runs upwards from the lowest cell. */
        unsigned rows = eval->shape.rows, cols = eval->shape.cols;
        m->row[line] = (int32_t)(line_value(m, sums_of(level, 1, cols), true) * 16 + highest);
        m->col[line] = (int32_t)line_value(m, sums_of(level + rows - 1, -1, rows), false);
        if (!m->uses_move) continue;
        m->slide[0][line] = (int32_t)slide_value(eval, slide_of(level, 1, 4));
        m->slide[1][line] = (int32_t)slide_value(eval, slide_of(level + 3, -1, 4));
    }
}

static void compile_scale(t48_eval *eval)
{
    memory *m = eval->memory;
    seven_scale *s = &m->scale;
    m->looks_ahead = eval->shape.rows == 4 && eval->shape.cols == 4 && m->groups == 0;
    s->smoothness = (int32_t)m->smoothness;
    s->row_rise = (int32_t)m->row_rise;
    s->col_rise = (int32_t)m->col_rise;
    for (unsigned i = 0; i < 16; i++) {
        s->empty[i] = m->empty[i] + m->start;
        s->highest[2 * i] = m->highest[0][i];
        s->highest[2 * i + 1] = m->highest[1][i];
        s->made[i] = slide_value(eval, (slide_sums){made_value(i), 0});
    }
    s->made[SEVEN_ILLEGAL] = 2 * T48_ILLEGAL;
    s->slides_matter = eval->params.value[DISTANCE].number != 0;
    s->slide = m->slide;
}

static void compile(t48_eval *eval)
{
    memory *m = eval->memory;
    const lt_param_value *weight = eval->params.value;
    for (unsigned n = 0; n <= T48_CELLS_MAX; n++)
        m->empty[n] = t48_value_from(eval, weight[EMPTY].number * pow((double)n, 0.8));
    for (unsigned level = 0; level <= T48_LEVEL_MAX; level++) {
        m->highest[0][level] = t48_value_from(eval, weight[HIGHEST].number * level);
        m->highest[1][level] = t48_value_from(eval, weight[HIGHEST].number * level * corner_factor);
    }
    m->smoothness = t48_value_from(eval, weight[SMOOTHNESS].number);
    m->start = m->smoothness;
    m->row_rise = t48_value_from(eval, weight[MONOTONIC].number * row_factor);
    m->col_rise = t48_value_from(eval, weight[MONOTONIC].number);
    m->groups = t48_value_from(eval, weight[GROUPS].number);
    m->uses_move = weight[MERGES].number != 0 || weight[DISTANCE].number != 0;
    if (t48_shape_fits_board(eval->shape)) compile_tables(eval);
    compile_scale(eval);
}

static unsigned count_groups(const t48_grid *grid)
{
    unsigned rows = grid->shape.rows, cols = grid->shape.cols, groups = 0;
    bool seen[T48_CELLS_MAX] = {false};
    for (unsigned start = 0; start < rows * cols; start++) {
        if (grid->level[start] == 0 || seen[start]) continue;
        groups++;
        uint8_t stack[T48_CELLS_MAX];
        unsigned depth = 0;
        stack[depth++] = (uint8_t)start;
        seen[start] = true;
        while (depth) {
            unsigned cell = stack[--depth], r = cell / cols, c = cell % cols;
            const unsigned neighbour[4] = {r > 0 ? cell - cols : cell,
                                           r + 1 < rows ? cell + cols : cell,
                                           c > 0 ? cell - 1 : cell, c + 1 < cols ? cell + 1 : cell};
            for (unsigned i = 0; i < 4; i++)
                if (!seen[neighbour[i]] && grid->level[neighbour[i]] == grid->level[cell]) {
                    seen[neighbour[i]] = true;
                    stack[depth++] = (uint8_t)neighbour[i];
                }
        }
    }
    return groups;
}

static inline unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The highest level of the corners. */
static inline unsigned corner_level(const t48_eval *eval, t48_board board)
{
    unsigned bottom = 16u * (eval->shape.rows - 1u), right = 4u * (eval->shape.cols - 1u);
    return larger(larger(board & 15, board >> right & 15),
                  larger(board >> bottom & 15, board >> (bottom + right) & 15));
}

/* Sum of the rows' values, and the highest level. */
static inline t48_value rows_value(const memory *m, t48_board board, unsigned *highest)
{
    int32_t e0 = m->row[t48_row(board, 0)], e1 = m->row[t48_row(board, 1)];
    int32_t e2 = m->row[t48_row(board, 2)], e3 = m->row[t48_row(board, 3)];
    *highest = larger(larger((unsigned)e0 & 15, (unsigned)e1 & 15),
                      larger((unsigned)e2 & 15, (unsigned)e3 & 15));
    return (t48_value)(e0 >> 4) + (e1 >> 4) + (e2 >> 4) + (e3 >> 4);
}

static inline t48_value cols_value(const memory *m, t48_board columns)
{
    return (t48_value)m->col[t48_row(columns, 0)] + m->col[t48_row(columns, 1)] +
           m->col[t48_row(columns, 2)] + m->col[t48_row(columns, 3)];
}

static t48_value board_value(const t48_eval *eval, t48_board board, t48_board columns)
{
    const memory *m = eval->memory;
    unsigned highest;
    t48_value value = rows_value(m, board, &highest) + cols_value(m, columns) + m->start;
    value += m->highest[corner_level(eval, board) == highest][highest] +
             m->empty[lt_popcount64(t48_empties(board, m->cells))];
    if (__builtin_expect(m->groups != 0, 0)) {
        t48_grid grid = t48_board_grid(board, eval->shape);
        value += m->groups * count_groups(&grid);
    }
    return value;
}

/* A new tile changes one row, one column and the number of empty cells. */
static void board_places(const t48_eval *eval, t48_board board, t48_board columns,
                         const uint8_t *shift, unsigned count, t48_value *value)
{
    const memory *m = eval->memory;
    unsigned highest;
    t48_value base = rows_value(m, board, &highest) + cols_value(m, columns) + m->start;
    if (__builtin_expect(highest <= 2 || m->groups != 0, 0)) {
        /* The new tile may be the highest, or join a group. */
        for (unsigned i = 0; i < 2 * count; i++) {
            t48_board placed = board | (uint64_t)(1 + i % 2) << shift[i / 2];
            value[i] = board_value(eval, placed, t48_transpose(placed));
        }
        return;
    }
    base += m->highest[corner_level(eval, board) == highest][highest] + m->empty[count - 1];
    for (unsigned i = 0; i < count; i++) {
        unsigned r = shift[i] >> 4, c = shift[i] >> 2 & 3;
        unsigned row = t48_row(board, r), col = t48_row(columns, c);
        t48_value rest = base - (m->row[row] >> 4) - m->col[col];
        unsigned two_row = row | 1u << (4 * c), two_col = col | 1u << (4 * r);
        unsigned four_row = row | 2u << (4 * c), four_col = col | 2u << (4 * r);
        value[2 * i] = rest + (m->row[two_row] >> 4) + m->col[two_col];
        value[2 * i + 1] = rest + (m->row[four_row] >> 4) + m->col[four_col];
    }
}

typedef struct features {
    int smooth, row_rise, col_rise;
    unsigned highest;
    bool in_corner;
} features;

static features features_of(const t48_grid *grid)
{
    int rows = grid->shape.rows, cols = grid->shape.cols;
    features f = {.smooth = 1, .highest = t48_grid_max_level(grid)};
    for (int r = 0; r < rows; r++) {
        line_sums s = sums_of(&grid->level[r * cols], 1, (unsigned)cols);
        f.smooth += s.smooth;
        f.row_rise += s.rise;
    }
    for (int c = 0; c < cols; c++) {
        line_sums s = sums_of(&grid->level[(rows - 1) * cols + c], -cols, (unsigned)rows);
        f.smooth += s.smooth;
        f.col_rise += s.rise;
    }
    f.in_corner = t48_grid_in_corner(grid, f.highest);
    return f;
}

static t48_value grid_value(const t48_eval *eval, const t48_grid *grid)
{
    const memory *m = eval->memory;
    features f = features_of(grid);
    return m->smoothness * f.smooth + m->row_rise * f.row_rise + m->col_rise * f.col_rise +
           m->highest[f.in_corner][f.highest] + m->empty[t48_grid_empty_cells(grid)] +
           (m->groups ? m->groups * count_groups(grid) : 0);
}

static bool uses_move(const t48_eval *eval)
{
    return ((const memory *)eval->memory)->uses_move;
}

static t48_value board_move(const t48_eval *eval, t48_board before, t48_board transposed,
                            t48_dir dir)
{
    const memory *m = eval->memory;
    bool vertical = dir == T48_UP || dir == T48_DOWN, to_end = dir == T48_DOWN || dir == T48_RIGHT;
    t48_board lines = vertical ? transposed : before;
    /* A narrower line that slides to its end is moved up against the table's end. */
    unsigned spare = 16u - 4u * (vertical ? eval->shape.rows : eval->shape.cols);
    const int32_t *table = m->slide[to_end];
    if (to_end) lines <<= spare;
    return (t48_value)table[t48_row(lines, 0)] + table[t48_row(lines, 1)] +
           table[t48_row(lines, 2)] + table[t48_row(lines, 3)];
}

static bool board_ahead(const t48_eval *eval, t48_board board, bool leaves, t48_ahead *ahead)
{
    const memory *m = eval->memory;
    return m->looks_ahead && seven_ahead(&m->scale, board, leaves, ahead);
}

/* Calls slide_of for every line of a move and adds up, rounded line by line. */
static t48_value sum_slides(const t48_eval *eval, const t48_grid *grid, t48_dir dir,
                            slide_sums *total)
{
    int rows = grid->shape.rows, cols = grid->shape.cols;
    bool vertical = dir == T48_UP || dir == T48_DOWN, to_end = dir == T48_DOWN || dir == T48_RIGHT;
    int lines = vertical ? cols : rows, length = vertical ? rows : cols;
    int stride = vertical ? cols : 1, across = vertical ? 1 : cols;
    t48_value sum = 0;
    for (int n = 0; n < lines; n++) {
        const uint8_t *first = &grid->level[n * across + (to_end ? (length - 1) * stride : 0)];
        slide_sums s = slide_of(first, to_end ? -stride : stride, (unsigned)length);
        total->made += s.made;
        total->moved += s.moved;
        sum += slide_value(eval, s);
    }
    return sum;
}

static t48_value grid_move(const t48_eval *eval, const t48_grid *before, t48_dir dir)
{
    slide_sums total = {0, 0};
    return sum_slides(eval, before, dir, &total);
}

static unsigned explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                        const t48_grid *after, t48_term *terms)
{
    features f = features_of(after);
    slide_sums slides = {0, 0};
    sum_slides(eval, before, dir, &slides);
    const double feature[TERMS] = {
        [SMOOTHNESS] = f.smooth,
        [MONOTONIC] = row_factor * f.row_rise + f.col_rise,
        [EMPTY] = pow((double)t48_grid_empty_cells(after), 0.8),
        [HIGHEST] = f.highest * (f.in_corner ? corner_factor : 1),
        [MERGES] = slides.made,
        [DISTANCE] = slides.moved,
        [GROUPS] = count_groups(after),
    };
    return t48_eval_terms(eval, feature, TERMS, terms);
}

const t48_eval_ops t48_eval_seven = {
    .info = {.name = "seven",
             .summary = "smoothness, monotonic, empty, highest, merges, distance, groups",
             LT_PARAMS(params)},
    .unit = UNIT,
    .dead = -1e6,
    .uses_move = uses_move,
    .board_move = board_move,
    .board_places = board_places,
    .board_ahead = board_ahead,
    .grid_move = grid_move,
    T48_EVAL_FORMS,
};
