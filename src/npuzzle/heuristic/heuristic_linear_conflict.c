/* linear-conflict: Manhattan distance, and two moves for each tile that must
 * leave its goal line to let another pass (Hansson, Mayer and Yung, 1992).
 *
 * In a line, the tiles that belong there and stay must be in goal order, so the
 * fewest that must leave are all but the longest rising subsequence. */
#include "npuzzle/heuristic/manhattan.h"

#include <stdlib.h>

/* Tiles that must leave a line whose tiles at home have these goal places, in order. */
static int leavers(const uint8_t *place, int count)
{
    uint8_t tail[NP_SIDE_MAX]; /* tail[n]: the smallest end of a rising run of n + 1 */
    int longest = 0;
    for (int i = 0; i < count; i++) {
        int n = longest;
        while (n > 0 && tail[n - 1] > place[i]) n--;
        tail[n] = place[i];
        if (n == longest) longest++;
    }
    return count - longest;
}

static int row_leavers(const np_frame *f, const uint8_t *board, int row)
{
    uint8_t place[NP_SIDE_MAX];
    int count = 0;
    for (int c = 0; c < f->cols; c++) {
        int tile = board[row * f->cols + c];
        if (tile != f->goal_blank && tile / f->cols == row)
            place[count++] = (uint8_t)(tile % f->cols);
    }
    return leavers(place, count);
}

static int column_leavers(const np_frame *f, const uint8_t *board, int column)
{
    uint8_t place[NP_SIDE_MAX];
    int count = 0;
    for (int r = 0; r < f->rows; r++) {
        int tile = board[r * f->cols + column];
        if (tile != f->goal_blank && tile % f->cols == column)
            place[count++] = (uint8_t)(tile / f->cols);
    }
    return leavers(place, count);
}

static int start(const void *tables, void *state, const uint8_t *board, int blank)
{
    (void)state, (void)blank;
    const np_frame *f = &((const np_manhattan *)tables)->frame;
    int conflicts = 0;
    for (int r = 0; r < f->rows; r++) conflicts += row_leavers(f, board, r);
    for (int c = 0; c < f->cols; c++) conflicts += column_leavers(f, board, c);
    return np_manhattan_sum(tables, board) + 2 * conflicts;
}

/* A tile that moves along a line passes nothing in it; only the two lines
 * across change, and only if the tile belongs to one of them. */
static int apply(const void *tables, void *state, int h, const uint8_t *board, int tile, int from,
                 int to)
{
    (void)state;
    const np_manhattan *m = tables;
    const np_frame *f = &m->frame;
    bool across_rows = from % f->cols == to % f->cols;
    int home = across_rows ? tile / f->cols : tile % f->cols;
    int old_line = across_rows ? from / f->cols : from % f->cols;
    int new_line = across_rows ? to / f->cols : to % f->cols;
    h += np_manhattan_change(m, tile, from, to);
    if (home != old_line && home != new_line) return h;
    int sign = home == new_line ? 1 : -1, line = home;
    /* The line with the tile in it against the line without it. */
    uint8_t with[NP_SIDE_MAX], without[NP_SIDE_MAX];
    int count = 0, rest = 0;
    int length = across_rows ? f->cols : f->rows;
    int cell = across_rows ? line * f->cols : line, stride = across_rows ? 1 : f->cols;
    int own_cell = sign > 0 ? to : from;
    for (int i = 0; i < length; i++, cell += stride) {
        int other = cell == own_cell ? tile : board[cell];
        if (other == f->goal_blank) continue;
        int other_line = across_rows ? other / f->cols : other % f->cols;
        if (other_line != line) continue;
        uint8_t place = (uint8_t)(across_rows ? other % f->cols : other / f->cols);
        with[count++] = place;
        if (other != tile) without[rest++] = place;
    }
    return h + 2 * sign * (leavers(with, count) - leavers(without, rest));
}

const np_heuristic_ops np_heuristic_linear_conflict = {
    .name = "linear-conflict",
    .summary = "manhattan, and 2 for each tile that must step aside in its goal line",
    .admissible = true,
    .consistent = true,
    .open = np_manhattan_open,
    .close = free,
    .start = start,
    .apply = apply,
};
