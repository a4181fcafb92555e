/* The move-pruning automaton: which moves may follow a path of the blank.
 *
 * A path is redundant when another, shorter or earlier in the order of moves,
 * leads from the same cell to the same position (Taylor and Korf, 1993). The
 * automaton knows every redundant path up to a length, separately for each
 * starting cell, so edges of the board and undoing a move are the same thing to
 * it: a transition that is not there. The shortest solution whose moves come first
 * in order is never lost: replacing a redundant stretch by its better twin makes
 * a path shorter or earlier, so the first of all has no such stretch. */
#ifndef NP_AUTOMATON_H
#define NP_AUTOMATON_H

#include "npuzzle/task.h"

enum { NP_PRUNE_UNDO = 2 };
#define NP_DEAD UINT32_MAX

typedef struct np_automaton {
    /* next[4 * state + i]: the state after the i-th move in order, or NP_DEAD */
    uint32_t *next;
    uint32_t start[NP_CELLS_MAX]; /* by cell, with no past */
    uint32_t states;
    int length; /* the longest redundant path that was looked for */
} np_automaton;

/* `length` is at least 2, which forbids undoing only. Longer ones stop growing when a board has too
 * many paths; `automaton->length` says how far it went. */
lt_status np_automaton_init(np_automaton *automaton, const np_frame *frame, int length,
                            lt_error *err);
void np_automaton_release(np_automaton *automaton);

#endif
