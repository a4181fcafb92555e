/* The tables of `slopes`, for searches that look at millions of boards. */
#ifndef T48_EVAL_SLOPES_H
#define T48_EVAL_SLOPES_H

#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"

/* What a line is worth if its large tiles are to stand at its beginning, and at its end. */
typedef struct t48_slope {
    int32_t first, last;
} t48_slope;

extern const t48_eval_ops t48_eval_slopes;

/* The table of 65536 lines; NULL if the evaluation is another one or not of 4x4. */
const t48_slope *t48_slopes_table(const t48_eval *eval);

/* The better direction of the four lines of a board. */
static inline int32_t t48_slopes_axis(const t48_slope *table, t48_board board)
{
    t48_slope a = table[t48_row(board, 0)], b = table[t48_row(board, 1)];
    t48_slope c = table[t48_row(board, 2)], d = table[t48_row(board, 3)];
    int32_t first = a.first + b.first + c.first + d.first;
    int32_t last = a.last + b.last + c.last + d.last;
    return first > last ? first : last;
}

static inline int32_t t48_slopes_value(const t48_slope *table, t48_board board,
                                       t48_board transposed)
{
    return t48_slopes_axis(table, board) + t48_slopes_axis(table, transposed);
}

#endif
