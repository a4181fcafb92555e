/* All boards that a game can meet, by layers of equal tile sum.
 *
 * A move keeps the sum and a new tile adds 2 or 4, so the states (boards after a
 * new tile) of sum s come from afterstates (boards after a move) of sums s - 2 and
 * s - 4, and lead to afterstates of sum s. Layer i holds sum 2i. */
#ifndef T48_EXACT_LAYERS_H
#define T48_EXACT_LAYERS_H

#include "laatta/exact.h"
#include "twenty48/exact/exact_map.h"

typedef struct t48_layer {
    uint64_t *board;
    size_t count;
} t48_layer;

typedef struct t48_layers {
    t48_space space;
    double fours;
    unsigned stop; /* level at which a game ends; 0: it goes on to the end */
    int threads;
    const lt_control *control;
    size_t count; /* layers: the last ones are empty */
    t48_layer *states, *afters;
    t48_exact_count all_states, live_states, all_afters;
} t48_layers;

/* Layers a shape can have: no board has a sum above 2^(cells + 2) - 4. */
static inline size_t t48_layers_most(const t48_space *space)
{
    return ((size_t)1 << (space->cells + 1)) + 2;
}

/* Finds every board (forward); `layers` has its settings filled in. */
lt_status t48_layers_enumerate(t48_layers *layers, lt_error *err);
void t48_layers_release(t48_layers *layers);

/* Sorts the afterstates of every layer, so that a board's place is its rank. */
lt_status t48_layers_sort(t48_layers *layers, lt_error *err);

/* Values, from the last layer to the first (backward).
 *
 * A value has columns: 0 is the expected score from here, 1 + k the greatest
 * probability to reach level top - k. Where the sum alone proves that a level is
 * there (more than cells * half of it), its column is left out: it is 1. */
typedef struct t48_induction {
    unsigned keep_aim; /* what is kept of the afterstates: 0 the score, else a level */
    double **keep;     /* NULL, or an array per layer, in the layer's order */
    double score;      /* of a whole game, from its two random tiles */
    double reach[T48_SPACE_CELLS_MAX + 2]; /* by level */
} t48_induction;

lt_status t48_layers_induce(const t48_layers *layers, t48_induction *induction, lt_error *err);

static inline unsigned t48_layers_columns(const t48_layers *layers, size_t layer)
{
    unsigned top = layers->stop ? layers->stop : layers->space.top, columns = 1;
    for (unsigned level = top; level >= 2; level--, columns++)
        if (2 * layer > (size_t)layers->space.cells << (level - 1)) break;
    return columns;
}

/* Runs over 0 .. total - 1 in blocks, on several threads when it is worth it. A
 * worker ends early when *stop is set (stop may be NULL). */
typedef struct t48_blocks {
    void *ctx;
    void (*run)(void *ctx, int worker, size_t first, size_t count);
    size_t total, block;
    int threads;
    atomic_bool *stop;
    _Atomic size_t next;
} t48_blocks;
lt_status t48_blocks_run(t48_blocks *blocks, lt_error *err);

#endif
