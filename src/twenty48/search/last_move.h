/* The last move of a line of play, for evaluations that are sums over rows and
 * columns: nearly all the work of such a search is here.
 *
 * A new tile changes one row and one column. So the moves of the board without it
 * are computed once, and each new tile replaces one row of each; what remains of
 * an evaluation is one look-up along the move and four across it. Only for 4x4
 * boards without two 15s. */
#ifndef T48_LAST_MOVE_H
#define T48_LAST_MOVE_H

#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"

static inline int32_t t48_lines_across(const t48_lines *lines, t48_board board)
{
    return lines->edge[t48_row(board, 0)] + lines->inner[t48_row(board, 1)] +
           lines->inner[t48_row(board, 2)] + lines->edge[t48_row(board, 3)];
}

static inline t48_value t48_lines_value(const t48_lines *lines, t48_board board)
{
    return (t48_value)t48_lines_across(lines, board) +
           t48_lines_across(lines, t48_transpose(board));
}

/* A board slid to one side. */
typedef struct t48_slid {
    t48_board others[4]; /* the rows but one */
    int32_t value[4];    /* and their value */
    unsigned changed;    /* a bit for each row: whether others are changed by the move */
} t48_slid;

static inline t48_slid t48_slid_of(const t48_lines *lines, t48_board before, t48_board after)
{
    int32_t all = t48_lines_across(lines, after);
    unsigned changed = 0;
    t48_slid s = {.changed = 0};
    for (unsigned r = 0; r < 4; r++) {
        const int32_t *line = r == 0 || r == 3 ? lines->edge : lines->inner;
        s.others[r] = after & ~(0xffffull << (16 * r));
        s.value[r] = all - line[t48_row(after, r)];
        changed |= (unsigned)(t48_row(before, r) != t48_row(after, r)) << r;
    }
    for (unsigned r = 0; r < 4; r++) s.changed |= (unsigned)((changed & ~(1u << r)) != 0) << r;
    return s;
}

/* The value of the board whose row r became `row` and slid to `moved`; INT32_MIN if
 * nothing moves at all. */
static inline int32_t t48_slid_value(const t48_slid *s, const t48_lines *lines, const int32_t *line,
                                     unsigned r, uint16_t row, uint16_t moved)
{
    if (row == moved && !(s->changed >> r & 1)) return INT32_MIN;
    t48_board board = s->others[r] | (uint64_t)moved << (16 * r);
    return s->value[r] + line[moved] + t48_lines_across(lines, t48_transpose(board));
}

/* The sums over `empty` cells of the best value after a 2 and after a 4. */
static inline void t48_last_moves(const t48_lines *lines, t48_board board, uint64_t empty,
                                  t48_value dead, bool with_fours, t48_value *twos,
                                  t48_value *fours)
{
    t48_board turned = t48_transpose(board);
    t48_slid left = t48_slid_of(lines, board, t48_rows_left(board));
    t48_slid right = t48_slid_of(lines, board, t48_rows_right(board, 0));
    t48_slid up = t48_slid_of(lines, turned, t48_rows_left(turned));
    t48_slid down = t48_slid_of(lines, turned, t48_rows_right(turned, 0));
    t48_value sum[2] = {0, 0};
    for (; empty; empty &= empty - 1) {
        unsigned cell = lt_ctz64(empty) / 4, r = cell / 4, c = cell % 4;
        const int32_t *row_line = r == 0 || r == 3 ? lines->edge : lines->inner;
        const int32_t *col_line = c == 0 || c == 3 ? lines->edge : lines->inner;
        for (unsigned four = 0; four <= with_fours; four++) {
            uint16_t row = (uint16_t)(t48_row(board, r) | (1u + four) << (4 * c));
            uint16_t col = (uint16_t)(t48_row(turned, c) | (1u + four) << (4 * r));
            int32_t best = t48_slid_value(&left, lines, row_line, r, row, t48_rows.left[row]);
            int32_t next = t48_slid_value(&right, lines, row_line, r, row, t48_rows.right[row]);
            best = next > best ? next : best;
            next = t48_slid_value(&up, lines, col_line, c, col, t48_rows.left[col]);
            best = next > best ? next : best;
            next = t48_slid_value(&down, lines, col_line, c, col, t48_rows.right[col]);
            best = next > best ? next : best;
            sum[four] += best == INT32_MIN ? dead : best;
        }
    }
    *twos = sum[0];
    *fours = sum[1];
}

#endif
