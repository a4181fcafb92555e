/* One bounded depth-first search: the inner loop of iterative deepening.
 *
 * From the board given, all paths the automaton allows are followed while
 * depth + h <= bound. Every generated position is counted, the first one too. */
#ifndef NP_DFS_H
#define NP_DFS_H

#include "npuzzle/search/automaton.h"

#include <stdatomic.h>

enum { NP_PATH_MAX = 1024, NP_POLL_NODES = 1 << 14, NP_STATE_MAX = 320 };

struct np_heuristic;

typedef struct np_dfs {
    /* in */
    const np_frame *frame;
    const np_automaton *automaton;
    uint8_t board[NP_CELLS_MAX];
    int blank;
    uint32_t state; /* of the automaton */
    int depth;      /* moves made before this board */
    int h;          /* of the board, with the heuristic's own state */
    _Alignas(16) uint8_t heuristic_state[NP_STATE_MAX];
    int bound;
    bool count_all;      /* go on after a solution, count them */
    uint64_t node_limit; /* stop after so many nodes; 0 is no limit */
    double deadline;     /* stop at this moment of lt_clock_now; 0 is none */
    const lt_control *control;
    const atomic_int *winner; /* stop when a part before this one has won; or NULL */
    int part;
    /* out */
    uint64_t nodes, solutions;
    int next_bound; /* the smallest depth + h above the bound */
    bool found, stopped;
    int length;
    uint8_t path[NP_PATH_MAX];     /* moves, from `depth` on; earlier ones are the caller's */
    uint8_t solution[NP_PATH_MAX]; /* the path when the first solution was found */
} np_dfs;

/* True when the search has to stop; called every NP_POLL_NODES nodes. */
bool np_dfs_poll(np_dfs *dfs);

/* The search for any heuristic (struct np_heuristic of npuzzle/search/heuristic.h). */
void np_dfs_run(const struct np_heuristic *heuristic, np_dfs *dfs);

/* Notes a solution of `length` moves; true when that ends the search. */
bool np_dfs_found(np_dfs *dfs, int length);

/* Counts a position; true when the search has to stop. */
static inline bool np_dfs_count(np_dfs *dfs)
{
    return (++dfs->nodes & (NP_POLL_NODES - 1)) == 0 && np_dfs_poll(dfs);
}

#endif
