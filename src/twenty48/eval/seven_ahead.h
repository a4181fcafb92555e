/* seven, one move ahead: what the search `worstcase` asks of the evaluation at every board,
 * for the four moves at once and without tables of lines, which do not stay in the
 * processor's first cache. Only for 4x4 boards, and where the processor has AVX2; elsewhere
 * the tables of eval_seven.c tell the same. */
#ifndef T48_SEVEN_AHEAD_H
#define T48_SEVEN_AHEAD_H

#include "twenty48/eval/eval.h"

enum { SEVEN_ILLEGAL = 16 }; /* in place of the level that a move made */

/* The weights in fixed point, as eval_seven.c rounds them. */
typedef struct seven_scale {
    int32_t smoothness, row_rise, col_rise;
    t48_value empty[16];               /* for so many empty cells; and the constant */
    t48_value highest[2 * 16];         /* 2 * level, and 1 if a corner has it */
    t48_value made[SEVEN_ILLEGAL + 1]; /* a tile of the level */
    bool slides_matter;                /* a move's share is not just what is made of tiles */
    const int32_t (*slide)[65536];     /* share of a line, to its first and to its last cell */
} seven_scale;

/* As t48_eval_ops.board_ahead. */
bool seven_ahead(const seven_scale *scale, t48_board board, bool leaves, t48_ahead *ahead);

#endif
