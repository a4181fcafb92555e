/* Building a table: which positions there are, then what each is worth.
 *
 * A position here is one right after the player's move. Forward, layer by layer of
 * rising sum: put a 2 or a 4 on every free cell of the two layers before, move, and
 * set a bit. Backward: what a position with its new tile is worth is the best of its
 * moves; what one without is worth is the mean over its new tiles. Positions with
 * their new tile are set anew for each layer, from the same bits, rather than kept.
 *
 * Probabilities are integers in 1/T48_CERTAIN, so every machine and any number of
 * threads gets the same table. */
#ifndef T48_ENDGAME_LAYERS_H
#define T48_ENDGAME_LAYERS_H

#include "laatta/control.h"
#include "twenty48/endgame/endgame_family.h"

#include <stdatomic.h>

#define T48_CERTAIN (1u << 30)

/* A set of positions of one layer. */
typedef struct t48_bitmap {
    _Atomic uint64_t *bits; /* NULL: empty */
    uint64_t count;
} t48_bitmap;

/* A word of a bitmap, and how many positions come before it. */
typedef struct t48_word {
    uint64_t bits, before;
} t48_word;

/* The same set with a value for each position; count 0: empty. */
typedef struct t48_valued {
    t48_word *word;
    uint32_t *value;
    uint64_t count;
} t48_valued;

typedef struct t48_endgame_layers {
    t48_family family;
    t48_bitmap *after; /* by layer: positions after a move */
    uint32_t layers;   /* the last one with a position is layers - 1 */
    uint64_t positions;
    /* What a board with its new tile of the target is worth; NULL: success is the end. */
    uint32_t (*follows)(const void *ctx, t48_board after);
    const void *follows_ctx;
    int threads;
    const lt_control *control;
} t48_endgame_layers;

static inline size_t t48_layer_words(const t48_family *family, uint32_t layer)
{
    return family->size[layer] / 64;
}

/* Enumerates the positions that come of two tiles anywhere. */
lt_status t48_endgame_forward(t48_endgame_layers *layers, const t48_pattern *pattern,
                              lt_error *err);
void t48_endgame_layers_release(t48_endgame_layers *layers);

/* The positions of a layer with their new tile. */
lt_status t48_endgame_spawn(const t48_endgame_layers *layers, uint32_t layer, t48_bitmap *out,
                            lt_error *err);

/* Values all positions, from the last layer to the first, and hands each layer to
 * `take` (with its number); *best is the probability from the best two 2s. The
 * bitmaps of layers that were handed over are freed. */
typedef lt_status t48_take_layer(void *ctx, uint32_t layer, const t48_valued *values,
                                 lt_error *err);
lt_status t48_endgame_backward(t48_endgame_layers *layers, t48_take_layer *take, void *ctx,
                               uint32_t *best, lt_error *err);

/* --- for the two passes ------------------------------------------------------------ */

/* A pass over a layer, shape by shape, in pieces of the high half's list. */
typedef struct t48_pass {
    const t48_family *family;
    uint32_t layer;
    const _Atomic uint64_t *bits;
    void (*run)(struct t48_pass *pass, uint32_t first, uint32_t count);
    void *ctx;
    const t48_space_walls *space; /* the shape in work, */
    uint32_t base;                /* where its ranks begin, */
    atomic_uint next;             /* and the next piece of it */
} t48_pass;

lt_status t48_pass_run(t48_pass *pass, int threads, lt_error *err);

/* Calls visit(ctx, rank, board) for the positions of the layer whose high halves are
 * `first` and so on in the list. */
static inline __attribute__((always_inline)) void
t48_pass_visit(const t48_pass *pass, uint32_t first, uint32_t count,
               void (*visit)(void *ctx, uint32_t rank, t48_board board), void *ctx)
{
    const t48_space_walls *s = pass->space;
    uint32_t sum = 0;
    for (uint32_t h = first; h < first + count; h++) {
        while (s->high.first[sum + 1] <= h) sum++;
        if (sum > pass->layer) return;
        uint32_t rest = pass->layer - sum;
        if (rest >= s->low.sums) continue;
        uint32_t length = s->low.first[rest + 1] - s->low.first[rest];
        uint32_t begin = pass->base + s->offset[pass->layer * s->high.sums + sum] +
                         (h - s->high.first[sum]) * length;
        uint64_t end = (uint64_t)begin + length;
        t48_board fixed = s->walls | s->high.board[h];
        const t48_board *low = s->low.board + s->low.first[rest];
        for (uint64_t at = begin; at < end; at = (at | 63) + 1) {
            uint64_t word = atomic_load_explicit(&pass->bits[at >> 6], memory_order_relaxed);
            word &= ~0ull << (at & 63);
            if ((at | 63) >= end) word &= ~0ull >> (64 - (end & 63 ? end & 63 : 64));
            for (; word; word &= word - 1) {
                uint32_t rank = (uint32_t)((at & ~63ull) + lt_ctz64(word));
                visit(ctx, rank, fixed | low[rank - begin]);
            }
        }
    }
}

/* New tiles on cells: the feet of the free cells that are empty. */
static inline uint64_t t48_free_cells(t48_board board)
{
    return ~t48_occupied(board) & T48_ONES;
}

#endif
