/* Boards of 2048 as text. */
#include "laatta/grid.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

lt_status t48_shape_parse(const char *text, t48_shape *shape, lt_error *err)
{
    const char *x = strchr(text, 'x');
    unsigned long long rows, cols;
    if (!x || !lt_parse_u64(text, (size_t)(x - text), &rows) ||
        !lt_parse_u64(x + 1, strlen(x + 1), &cols) || rows < T48_SIDE_MIN || rows > T48_SIDE_MAX ||
        cols < T48_SIDE_MIN || cols > T48_SIDE_MAX) {
        char shown[32];
        return lt_fail(err, LT_BAD_INPUT,
                       "\"%s\" is not a size; sizes are ROWSxCOLUMNS from 2x2 to 8x8, e.g. 4x4",
                       lt_quote(shown, sizeof shown, text, strlen(text)));
    }
    *shape = (t48_shape){(uint8_t)rows, (uint8_t)cols};
    return LT_OK;
}

/* One tile value: a power of two from 2, or an empty cell. */
static lt_status parse_tile(const char *word, size_t length, unsigned position, uint8_t *level,
                            lt_error *err)
{
    unsigned long long value = 1;
    if (length == 1 && (*word == '.' || *word == '_' || *word == '0')) {
        *level = 0;
        return LT_OK;
    }
    char shown[32];
    if (!lt_parse_u64(word, length, &value) || value < 2 || (value & (value - 1)) != 0)
        return lt_fail(err, LT_BAD_INPUT,
                       "tile %u, \"%s\", is not allowed; tiles are powers of two from 2, and 0 or "
                       ". for an empty cell",
                       position, lt_quote(shown, sizeof shown, word, length));
    *level = 0;
    for (; value > 1; value /= 2) (*level)++;
    return LT_OK;
}

typedef struct reading {
    uint8_t level[T48_CELLS_MAX];
    unsigned cells; /* also counts those past the end, to say how many there were */
    unsigned rows;  /* rows closed by a separator */
    unsigned row_start, cols;
} reading;

/* Closes a row at a separator; empty rows (a slash at the end, blank lines) do not count. */
static lt_status close_row(reading *r, lt_error *err)
{
    unsigned width = r->cells - r->row_start;
    if (width == 0) return LT_OK;
    if (r->rows > 0 && width != r->cols)
        return lt_fail(err, LT_BAD_INPUT, "row %u has %u cells, but row 1 has %u", r->rows + 1,
                       width, r->cols);
    r->cols = width;
    r->rows++;
    r->row_start = r->cells;
    return LT_OK;
}

static lt_status settle_shape(const reading *r, bool has_rows, t48_shape asked, t48_shape *shape,
                              lt_error *err)
{
    if (has_rows) {
        if (asked.rows && (asked.rows != r->rows || asked.cols != r->cols))
            return lt_fail(err, LT_BAD_INPUT, "the board has %ux%u cells; %ux%u expected", r->rows,
                           r->cols, asked.rows, asked.cols);
        if (r->rows < T48_SIDE_MIN || r->rows > T48_SIDE_MAX || r->cols < T48_SIDE_MIN ||
            r->cols > T48_SIDE_MAX)
            return lt_fail(err, LT_BAD_INPUT, "the board has %ux%u cells; 2x2 to 8x8 are allowed",
                           r->rows, r->cols);
        *shape = (t48_shape){(uint8_t)r->rows, (uint8_t)r->cols};
        return LT_OK;
    }
    if (asked.rows) {
        if (asked.rows < T48_SIDE_MIN || asked.rows > T48_SIDE_MAX || asked.cols < T48_SIDE_MIN ||
            asked.cols > T48_SIDE_MAX)
            return lt_fail(err, LT_BAD_INPUT,
                           "a board of %ux%u was asked for; 2x2 to 8x8 are allowed", asked.rows,
                           asked.cols);
        if (r->cells != t48_shape_cells(asked))
            return lt_fail(err, LT_BAD_INPUT, "the board has %u cells; %ux%u needs %u", r->cells,
                           asked.rows, asked.cols, t48_shape_cells(asked));
        *shape = asked;
        return LT_OK;
    }
    for (unsigned side = T48_SIDE_MIN; side <= T48_SIDE_MAX; side++)
        if (side * side == r->cells) {
            *shape = (t48_shape){(uint8_t)side, (uint8_t)side};
            return LT_OK;
        }
    return lt_fail(err, LT_BAD_INPUT,
                   "the board has %u cells; a 4x4 board has 16 (give the rows with / between them, "
                   "or a size, for boards that are not square)",
                   r->cells);
}

lt_status t48_grid_parse(const char *text, t48_shape shape, t48_grid *grid, lt_error *err)
{
    reading r = {.cells = 0};
    bool has_rows = false;
    for (const char *at = text; *at;) {
        if (strchr("/;\n", *at)) {
            LT_TRY(close_row(&r, err));
            at++;
            continue;
        }
        if (strchr(" ,\t\r", *at)) {
            at++;
            continue;
        }
        size_t length = strcspn(at, " ,\t\r/;\n");
        uint8_t level = 0;
        LT_TRY(parse_tile(at, length, r.cells + 1, &level, err));
        if (r.cells < T48_CELLS_MAX) r.level[r.cells] = level;
        r.cells++;
        at += length;
    }
    has_rows = r.rows > 0 && !(r.rows == 1 && r.row_start == r.cells);
    if (has_rows) LT_TRY(close_row(&r, err));
    t48_shape settled;
    LT_TRY(settle_shape(&r, has_rows, shape, &settled, err));
    *grid = t48_grid_empty(settled);
    memcpy(grid->level, r.level, t48_shape_cells(settled));
    return t48_grid_check(grid, err);
}

static const char *tile_text(unsigned level, char *out, size_t size, const char *empty)
{
    if (level == 0)
        snprintf(out, size, "%s", empty);
    else
        snprintf(out, size, "%.0f", t48_tile(level));
    return out;
}

char *t48_grid_format(const t48_grid *grid, char *out)
{
    size_t n = 0;
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++) {
        char tile[24];
        const char *separator = i == 0 ? "" : i % grid->shape.cols == 0 ? "/" : " ";
        n += (size_t)snprintf(out + n, T48_GRID_TEXT - n, "%s%s", separator,
                              tile_text(grid->level[i], tile, sizeof tile, "0"));
    }
    return out;
}

char *t48_grid_format_rows(const t48_grid *grid, char *out)
{
    size_t n = 0;
    int width = 1;
    char tile[24];
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++) {
        int length = (int)strlen(tile_text(grid->level[i], tile, sizeof tile, "."));
        if (length > width) width = length;
    }
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++) {
        bool last = (i + 1) % grid->shape.cols == 0;
        n += (size_t)snprintf(out + n, T48_GRID_TEXT - n, "%*s%s", width,
                              tile_text(grid->level[i], tile, sizeof tile, "."), last ? "\n" : " ");
    }
    return out;
}
