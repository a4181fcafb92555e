/* Beam search: breadth-first, keeping only the `width` best positions of each
 * depth. Not optimal, but it finds short solutions of boards no optimal search
 * can touch, and wider beams find shorter ones. */
#ifndef NP_BEAM_H
#define NP_BEAM_H

#include "npuzzle/search/heuristic.h"

#include <stdatomic.h>

typedef struct np_beam {
    const np_task *task;
    const np_heuristic *heuristic;
    struct np_stages *stages; /* NULL, or stages to go through before the rest */
    uint32_t width;
    uint64_t seed;          /* breaks ties, so that two beams differ */
    const atomic_int *best; /* only solutions shorter than this are of use */
    double deadline;        /* of lt_clock_now; 0 is none */
    const lt_control *control;
    /* out */
    uint8_t *moves; /* on the heap; NULL when nothing shorter was found */
    int length;
    bool stopped; /* by the deadline or on request, not by an empty beam */
    uint64_t nodes;
} np_beam;

lt_status np_beam_run(np_beam *beam, lt_error *err);

/* The widest beam, at least 1, that keeps to so many bytes while it looks for solutions
 * shorter than `best`. */
uint32_t np_beam_widest(const np_task *task, const np_heuristic *heuristic, int best,
                        uint64_t bytes);

#endif
