/* The moves of a board in a search: what they lead to, and which are worth following. */
#ifndef T48_EXPECTIMAX_MOVES_H
#define T48_EXPECTIMAX_MOVES_H

#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"

typedef struct moves {
    unsigned count;
    t48_board after[T48_DIRS];
    t48_value gain[T48_DIRS]; /* in points */
    t48_dir dir[T48_DIRS];
} moves;

static inline void find_moves(t48_shape shape, t48_board board, moves *m)
{
    t48_board turned = t48_transpose(board);
    bool exact = t48_has_fifteens(board); /* two of them may merge */
    t48_value along = t48_rows_gain(board), across = t48_rows_gain(turned);
    m->count = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_board after = t48_slide(board, turned, shape, (t48_dir)d);
        if (after == board) continue;
        t48_value gain = d == T48_UP || d == T48_DOWN ? across : along;
        if (exact) {
            uint64_t gained;
            after = t48_board_move(board, shape, (t48_dir)d, &gained);
            gain = (t48_value)gained;
        }
        m->after[m->count] = after;
        m->gain[m->count] = gain;
        m->dir[m->count++] = (t48_dir)d;
    }
}

/* Leaves out those that are more than `margin` behind the best by these guesses. */
static inline void leave_out(moves *m, const t48_value *guess, t48_value margin)
{
    t48_value best = INT64_MIN;
    unsigned left = 0;
    for (unsigned i = 0; i < m->count; i++)
        if (guess[i] > best) best = guess[i];
    for (unsigned i = 0; i < m->count; i++) {
        if (best - guess[i] > margin) continue;
        m->after[left] = m->after[i];
        m->gain[left] = m->gain[i];
        m->dir[left++] = m->dir[i];
    }
    m->count = left;
}

#endif
