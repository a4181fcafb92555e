/* The eight snake paths and their weighted sums. */
#include "twenty48/eval/snake_paths.h"

#include "twenty48/rows.h"

/* A path as it runs on the board that is not turned. */
typedef struct course {
    bool by_columns, from_bottom, from_right;
} course;

static inline course course_of(unsigned path)
{
    /* Turned clockwise, the first corner is the one below; a row is a column. */
    unsigned turns = path % 4;
    return (course){.by_columns = (turns % 2 == 1) != (path >= 4),
                    .from_bottom = turns == 1 || turns == 2,
                    .from_right = turns >= 2};
}

void t48_path_cells(t48_shape shape, unsigned path, uint8_t cells[T48_CELLS_MAX])
{
    course on = course_of(path);
    bool by_columns = on.by_columns, from_right = on.from_right, from_bottom = on.from_bottom;
    /* Lines are taken from the corner's side on; inside a line the direction turns each time. */
    unsigned lines = by_columns ? shape.cols : shape.rows;
    unsigned length = by_columns ? shape.rows : shape.cols;
    bool line_back = by_columns ? from_right : from_bottom;
    bool cell_back = by_columns ? from_bottom : from_right;
    unsigned n = 0;
    for (unsigned i = 0; i < lines; i++, cell_back = !cell_back)
        for (unsigned j = 0; j < length; j++) {
            unsigned line = line_back ? lines - 1 - i : i;
            unsigned cell = cell_back ? length - 1 - j : j;
            cells[n++] =
                (uint8_t)(by_columns ? cell * shape.cols + line : line * shape.cols + cell);
        }
}

/* Exponent that keeps the weights inside a row table entry from being negative. */
static int row_offset(int step)
{
    return step < 0 ? -3 * step : 0;
}

static void fill_lines(uint64_t *table, unsigned length, int step)
{
    for (unsigned line = 0; line < 65536; line++) {
        uint32_t right = 0, left = 0;
        for (unsigned i = 0; i < length; i++) {
            unsigned level = (line >> (4 * i)) & 15;
            if (level == 0) continue;
            right += (uint32_t)1 << ((int)level + row_offset(step) + step * (int)i);
            left += (uint32_t)1 << ((int)level + row_offset(step) + step * (int)(length - 1 - i));
        }
        table[line] = (uint64_t)left << 32 | right;
    }
}

void t48_path_tables_fill(t48_path_tables *tables, t48_shape shape, int base, int step)
{
    tables->step = step;
    tables->base = base;
    for (unsigned p = 0; p < T48_PATHS; p++) t48_path_cells(shape, p, tables->cells[p]);
    if (!t48_shape_fits_board(shape)) return;
    fill_lines(tables->row, shape.cols, step);
    fill_lines(tables->col, shape.rows, step);
}

/* Sum of `count` lines taken in order; `turn` picks the half of the first one. */
static inline uint64_t chain(const uint64_t *entry, int stride, unsigned count, unsigned turn,
                             int shift, int shift_step)
{
    uint64_t sum = 0;
    for (unsigned k = 0; k < count; k++, turn ^= 1, shift += shift_step)
        sum += ((entry[(int)k * stride] >> (32 * turn)) & 0xffffffffu) << shift;
    return sum;
}

/* The sums of the four paths that run along these lines, rows or columns. Unrolled, nothing
 * is left of the questions what a path is like, and the lines stay in registers; left to
 * itself gcc keeps one loop over all paths and has the lines in memory to index them. */
static inline __attribute__((always_inline)) void sums_along(const uint64_t *line, unsigned lines,
                                                             bool columns, int shift,
                                                             int shift_step,
                                                             uint64_t sum[T48_PATHS])
{
#pragma GCC unroll 8
    for (unsigned p = 0; p < T48_PATHS; p++) {
        course on = course_of(p);
        bool back = columns ? on.from_right : on.from_bottom;
        unsigned turn = columns ? on.from_bottom : on.from_right;
        if (on.by_columns == columns)
            sum[p] = chain(back ? &line[lines - 1] : line, back ? -1 : 1, lines, turn, shift,
                           shift_step);
    }
}

static inline t48_value best_of(const t48_path_tables *tables, unsigned rows, unsigned cols,
                                t48_board board, t48_board columns, unsigned *path)
{
    int step = tables->step, shift = tables->base - row_offset(step);
    uint64_t row[4], col[4], sum[T48_PATHS], best = 0;
    unsigned winner = 0;
    for (unsigned r = 0; r < rows; r++) row[r] = tables->row[t48_row(board, r)];
    sums_along(row, rows, false, shift, step * (int)cols, sum);
    for (unsigned c = 0; c < cols; c++) col[c] = tables->col[t48_row(columns, c)];
    sums_along(col, cols, true, shift, step * (int)rows, sum);
#pragma GCC unroll 8
    for (unsigned p = 0; p < T48_PATHS; p++) {
        winner = sum[p] < best ? winner : p;
        best = sum[p] < best ? best : sum[p];
    }
    *path = winner;
    return (t48_value)best;
}

t48_value t48_path_best_board(const t48_path_tables *tables, t48_shape shape, t48_board board,
                              t48_board transposed, unsigned *path)
{
    /* The common size gets loops of constant length, which the compiler unrolls. */
    if (shape.rows == 4 && shape.cols == 4) return best_of(tables, 4, 4, board, transposed, path);
    return best_of(tables, shape.rows, shape.cols, board, transposed, path);
}

t48_value t48_path_best_grid(const t48_path_tables *tables, const t48_grid *grid, unsigned *path)
{
    unsigned cells = t48_shape_cells(grid->shape);
    /* On boards above 4x4 growing weights are counted in units that keep the last
     * one where it is on 4x4; the smallest then round to nothing. */
    int surplus = tables->step > 0 && cells > 16 ? (int)cells - 16 : 0;
    t48_value best = 0;
    *path = 0;
    for (unsigned p = 0; p < T48_PATHS; p++) {
        t48_value sum = 0;
        for (unsigned i = 0; i < cells; i++) {
            int level = grid->level[tables->cells[p][i]];
            if (level > 20) level = 20; /* the sum must fit 64 bits */
            int shift = level + tables->base + tables->step * ((int)i - surplus);
            if (level > 0 && shift >= 0) sum += (t48_value)1 << shift;
        }
        if (sum < best) continue;
        best = sum;
        *path = p;
    }
    return best;
}

t48_value t48_path_board_value(const t48_eval *eval, t48_board board, t48_board transposed)
{
    unsigned path;
    return t48_path_best_board(eval->memory, eval->shape, board, transposed, &path);
}

t48_value t48_path_grid_value(const t48_eval *eval, const t48_grid *grid)
{
    unsigned path;
    return t48_path_best_grid(eval->memory, grid, &path);
}

unsigned t48_path_explain(const t48_eval *eval, const t48_grid *before, t48_dir dir,
                          const t48_grid *after, t48_term *terms)
{
    (void)before;
    (void)dir;
    double value = t48_value_real(eval, t48_path_grid_value(eval, after));
    terms[0] = (t48_term){eval->ops->info.name, 1, value, value};
    return 1;
}
