/* The 64-bit board: row tables, moves that stay right at 32768 + 32768, and the
 * view that closes rank gaps. */
#include "laatta/board.h"

#include "twenty48/rows.h"

#include <string.h>

t48_row_tables t48_rows;

/* Fills one row's entries by the obvious rule, on a 1x4 line of levels. */
static void fill_row(unsigned row)
{
    uint8_t out[4] = {0};
    unsigned count = 0;
    bool open = false, high = false;
    uint32_t gain = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint8_t tile = (row >> (4 * i)) & 15;
        if (tile == 0) continue;
        if (open && out[count - 1] == tile) {
            if (tile == 15)
                high = true;
            else
                out[count - 1]++;
            gain += 2u << tile;
            open = false;
        } else {
            out[count++] = tile;
            open = true;
        }
    }
    uint16_t packed = 0;
    for (unsigned i = 0; i < 4; i++) packed |= (uint16_t)(out[i] << (4 * i));
    t48_rows.left[row] = packed;
    t48_rows.gain[row] = high ? T48_ROW_HIGH : gain;
}

static unsigned mirror_row(unsigned row)
{
    return (row & 15) << 12 | (row & 0xf0) << 4 | (row & 0xf00) >> 4 | row >> 12;
}

__attribute__((constructor)) static void fill_rows(void)
{
    for (unsigned row = 0; row < 65536; row++) fill_row(row);
    for (unsigned row = 0; row < 65536; row++)
        t48_rows.right[row] = (uint16_t)mirror_row(t48_rows.left[mirror_row(row)]);
}

t48_grid t48_board_grid(t48_board board, t48_shape shape)
{
    t48_grid grid = t48_grid_empty(shape);
    for (unsigned r = 0; r < shape.rows; r++)
        for (unsigned c = 0; c < shape.cols; c++)
            grid.level[r * shape.cols + c] = (uint8_t)t48_board_level(board, r, c);
    return grid;
}

bool t48_board_holds(const t48_grid *grid)
{
    return t48_shape_fits_board(grid->shape) && t48_grid_max_level(grid) <= 15;
}

/* The level to close: see t48_view. Levels above `top` are not on the board. */
static unsigned gap_below(const unsigned count[], unsigned top)
{
    unsigned highest = 0;
    for (unsigned level = top - 1; level >= 1; level--) {
        if (count[level] > 0) continue;
        if (highest == 0) highest = level;
        if (level == 1 || count[level - 1] < 2) return level;
    }
    return highest; /* 0: sixteen different levels, nothing can be closed */
}

t48_board t48_view(const t48_grid *grid)
{
    uint8_t level[16];
    unsigned cells = t48_shape_cells(grid->shape);
    memcpy(level, grid->level, cells);
    for (;;) {
        unsigned count[T48_LEVEL_MAX + 1] = {0}, top = 0;
        for (unsigned i = 0; i < cells; i++) {
            count[level[i]]++;
            if (level[i] > top) top = level[i];
        }
        if (top <= 15) break;
        unsigned gap = gap_below(count, top);
        for (unsigned i = 0; i < cells; i++)
            if (level[i] > gap) level[i]--;
        if (gap == 0) break;
    }
    t48_board board = 0;
    for (unsigned i = 0; i < cells; i++) {
        unsigned shift = 16 * (i / grid->shape.cols) + 4 * (i % grid->shape.cols);
        board |= (uint64_t)(level[i] & 15) << shift;
    }
    return board;
}

t48_board t48_board_move(t48_board board, t48_shape shape, t48_dir dir, uint64_t *gained)
{
    bool vertical = dir == T48_UP || dir == T48_DOWN;
    t48_board transposed = vertical ? t48_transpose(board) : 0;
    if (t48_has_fifteen(board)) {
        t48_board lines = vertical ? transposed : board;
        bool high = false;
        for (unsigned r = 0; r < 4; r++) high |= t48_rows.gain[t48_row(lines, r)] == T48_ROW_HIGH;
        if (high) {
            t48_grid grid = t48_board_grid(board, shape);
            t48_grid_move(&grid, dir, gained);
            return t48_view(&grid);
        }
    }
    if (gained) *gained = t48_rows_gain(vertical ? transposed : board);
    return t48_slide(board, transposed, shape, dir);
}

unsigned t48_board_legal(t48_board board, t48_shape shape)
{
    /* Rows whose 15s merge still differ from their table result, so the tables
     * tell legality on every board. */
    t48_board transposed = t48_transpose(board);
    unsigned legal = 0;
    for (int d = 0; d < T48_DIRS; d++)
        if (t48_slide(board, transposed, shape, (t48_dir)d) != board) legal |= 1u << d;
    return legal;
}

unsigned t48_board_empty_cells(t48_board board, t48_shape shape)
{
    return lt_popcount64(t48_empties(board, t48_cells_mask(shape)));
}
