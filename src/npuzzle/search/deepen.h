/* Iterative deepening on several threads, with the answer of one.
 *
 * A small iteration is one depth-first search. A large one is cut into
 * thousands of parts, the ends of all paths of some length, in depth-first
 * order; threads take the next part, and the first part (not the fastest) that
 * holds a solution wins. Nodes are counted as one thread would have counted
 * them, so the whole answer is the same on any number of threads. */
#ifndef NP_DEEPEN_H
#define NP_DEEPEN_H

#include "npuzzle/search/heuristic.h"

struct np_prefix;

typedef struct np_deepen {
    const np_task *task;
    const np_heuristic *heuristic;
    const np_automaton *automaton;
    const np_resources *resources;
    bool count_all;
    double deadline; /* of lt_clock_now; 0 is none */
    /* of the search itself */
    int root_h;
    _Alignas(16) uint8_t root_state[NP_STATE_MAX];
    int bound; /* no solution is shorter: the next iteration's bound */
    uint64_t nodes, solutions;
    bool found, stopped;
    bool large; /* an iteration was too large to be done whole: parts come next */
    int length;
    uint8_t path[NP_PATH_MAX];
    struct np_prefix *prefixes;
    int prefix_count, prefix_room;
} np_deepen;

/* The fields above `root_h` are the caller's to fill first. */
lt_status np_deepen_start(np_deepen *deepen, lt_error *err);
/* One iteration; afterwards found, stopped (by deadline or cancel), a larger
 * bound, or for the first time large: then the same bound is next, in parts, and
 * the automaton may be changed before. */
lt_status np_deepen_step(np_deepen *deepen, lt_error *err);
void np_deepen_release(np_deepen *deepen);

#endif
