/* Forward enumeration: which boards there are.
 *
 * Each layer is a set that all threads fill; boards are generated, made canonical
 * and inserted in batches, so that the symmetries run as vector code and the set's
 * memory is fetched ahead. A set that turns out too small is doubled and filled
 * anew: layers grow smoothly, so that is rare. */
#include "twenty48/exact/exact_layers.h"

#include "base/threads.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 128 };
_Static_assert(BLOCK *(T48_SPACE_CELLS_MAX - 1) <= T48_MAP_BATCH, "a block's children fit");

static void run_blocks(void *ctx, int worker)
{
    t48_blocks *b = ctx;
    while (!b->stop || !atomic_load_explicit(b->stop, memory_order_relaxed)) {
        size_t first = atomic_fetch_add(&b->next, b->block);
        if (first >= b->total) return;
        size_t left = b->total - first;
        b->run(b->ctx, worker, first, left < b->block ? left : b->block);
    }
}

lt_status t48_blocks_run(t48_blocks *blocks, lt_error *err)
{
    atomic_store(&blocks->next, 0);
    /* Starting a thread costs as much as a few blocks. */
    int threads = blocks->total < 8 * blocks->block ? 1 : blocks->threads;
    return lt_parallel(threads, run_blocks, blocks, err);
}

/* One layer being filled. */
typedef struct filling {
    t48_layers *layers;
    t48_map *map;
    size_t layer;
    atomic_bool full;
    _Atomic uint64_t live_all, live_canonical;
} filling;

static void insert(filling *f, uint64_t *boards, unsigned n)
{
    t48_space_canonical(&f->layers->space, boards, n);
    unsigned fresh = t48_map_insert_many(f->map, boards, n);
    uint64_t count = atomic_fetch_add(&f->map->count, fresh) + fresh;
    if (2 * count > t48_map_slots(f->map)) atomic_store(&f->full, true);
}

/* New tiles of `level` on afterstates. */
static void spawn_on(filling *f, const t48_layer *source, size_t first, size_t count,
                     unsigned level)
{
    const t48_layers *l = f->layers;
    uint64_t child[BLOCK * T48_SPACE_CELLS_MAX];
    unsigned n = 0;
    for (size_t i = first; i < first + count; i++) {
        uint64_t board = source->board[i];
        if (l->stop && packed_has_level(&l->space, board, l->stop)) continue;
        for (uint64_t empty = packed_empties(&l->space, board); empty; empty &= empty - 1)
            child[n++] = board | (empty & -empty) * level;
    }
    insert(f, child, n);
}

/* The twos' sources come first, then those of the fours. */
static void spawn_block(void *ctx, int worker, size_t first, size_t count)
{
    (void)worker;
    filling *f = ctx;
    const t48_layers *l = f->layers;
    size_t twos = l->fours < 1 && f->layer >= 1 ? l->afters[f->layer - 1].count : 0;
    size_t head = first >= twos ? 0 : first + count <= twos ? count : twos - first;
    if (head) spawn_on(f, &l->afters[f->layer - 1], first, head, 1);
    if (head < count) spawn_on(f, &l->afters[f->layer - 2], first + head - twos, count - head, 2);
}

static void move_block(void *ctx, int worker, size_t first, size_t count)
{
    (void)worker;
    filling *f = ctx;
    t48_layers *l = f->layers;
    const uint64_t *board = l->states[f->layer].board + first;
    uint64_t child[BLOCK * T48_DIRS + T48_DIRS], live[BLOCK];
    uint32_t gain[BLOCK * T48_DIRS + T48_DIRS];
    uint8_t moves[BLOCK], orbit[BLOCK];
    unsigned n = t48_space_moves(&l->space, board, (unsigned)count, child, gain, moves);
    unsigned living = 0;
    for (size_t i = 0; i < count; i++)
        if (moves[i]) live[living++] = board[i];
    atomic_fetch_add(&f->live_all, t48_space_orbits(&l->space, live, living, orbit));
    atomic_fetch_add(&f->live_canonical, living);
    insert(f, child, n);
}

/* The boards that games start with: two tiles anywhere. */
static void insert_starts(filling *f)
{
    const t48_layers *l = f->layers;
    for (unsigned a = 1; a <= 2; a++)
        for (unsigned b = 1; b <= 2; b++) {
            unsigned fours = a / 2 + b / 2;
            if (f->layer != 2 + fours) continue;
            if ((fours > 0 && l->fours <= 0) || (fours < 2 && l->fours >= 1)) continue;
            for (unsigned i = 0; i < l->space.cells; i++)
                for (unsigned j = 0; j < i; j++) {
                    uint64_t board = (uint64_t)a << (4 * i) | (uint64_t)b << (4 * j);
                    insert(f, &board, 1);
                }
        }
}

/* Fills f->map by `run` over `total` boards, then lists it into *out. */
static lt_status fill(filling *f, void (*run)(void *, int, size_t, size_t), size_t total,
                      size_t expected, bool starts, t48_layer *out, t48_exact_count *counted,
                      lt_error *err)
{
    const t48_layers *l = f->layers;
    size_t least = (size_t)l->threads * 2 * T48_MAP_BATCH; /* what may come in after "full" */
    for (expected = expected < least ? least : expected;; expected *= 2) {
        LT_TRY(t48_map_reset(f->map, expected, err));
        atomic_store(&f->full, false);
        atomic_store(&f->live_all, 0);
        atomic_store(&f->live_canonical, 0);
        if (starts) insert_starts(f);
        t48_blocks blocks = {.ctx = f,
                             .run = run,
                             .total = total,
                             .block = BLOCK,
                             .threads = l->threads,
                             .stop = &f->full};
        LT_TRY(t48_blocks_run(&blocks, err));
        if (!atomic_load(&f->full)) break;
    }
    out->count = (size_t)atomic_load(&f->map->count);
    if (!out->count) return LT_OK;
    out->board = malloc(out->count * sizeof *out->board);
    if (!out->board || out->count > T48_MAP_INDEX_MAX)
        return lt_fail(err, LT_NO_MEMORY, "no memory for a layer of %zu boards", out->count);
    t48_map_list(f->map, out->board);
    counted->canonical += out->count;
    uint8_t orbit[BLOCK];
    for (size_t i = 0; i < out->count; i += BLOCK) {
        size_t n = out->count - i < BLOCK ? out->count - i : BLOCK;
        counted->all += t48_space_orbits(&l->space, out->board + i, (unsigned)n, orbit);
    }
    return LT_OK;
}

static lt_status fill_layer(t48_layers *l, t48_map *map, size_t i, lt_error *err)
{
    filling f = {.layers = l, .map = map, .layer = i};
    size_t twos = l->fours < 1 ? l->afters[i - 1].count : 0;
    size_t fours = l->fours > 0 ? l->afters[i - 2].count : 0;
    size_t expected = 2 * (twos > fours ? twos : fours);
    LT_TRY(
        fill(&f, spawn_block, twos + fours, expected, i <= 4, &l->states[i], &l->all_states, err));
    LT_TRY(fill(&f, move_block, l->states[i].count, l->states[i].count, false, &l->afters[i],
                &l->all_afters, err));
    l->live_states.all += atomic_load(&f.live_all);
    l->live_states.canonical += atomic_load(&f.live_canonical);
    return LT_OK;
}

lt_status t48_layers_enumerate(t48_layers *l, lt_error *err)
{
    size_t most = t48_layers_most(&l->space);
    l->states = calloc(most, sizeof *l->states);
    l->afters = calloc(most, sizeof *l->afters);
    if (!l->states || !l->afters) return lt_fail(err, LT_NO_MEMORY, "no memory for layers");
    t48_map map = {.slot = NULL};
    lt_status status = LT_OK;
    lt_progress progress = {.what = "finding boards", .unit = "layers", .total = most};
    for (size_t i = 2; i < most && status == LT_OK; i++) {
        if (i > 4 && !l->afters[i - 1].count && !l->afters[i - 2].count) break;
        l->count = i + 1;
        status = lt_cancelled(l->control)
                     ? lt_fail(err, LT_CANCELLED, "stopped while boards were being found")
                     : fill_layer(l, &map, i, err);
        progress.done = i;
        lt_report(l->control, &progress);
    }
    t48_map_release(&map);
    return status;
}

void t48_layers_release(t48_layers *l)
{
    for (size_t i = 0; i < t48_layers_most(&l->space); i++) {
        if (l->states) free(l->states[i].board);
        if (l->afters) free(l->afters[i].board);
    }
    free(l->states);
    free(l->afters);
    l->states = l->afters = NULL;
}

/* --- sorting ------------------------------------------------------------------ */

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Radix sort, 12 bits a pass; `spare` has room for the layer. */
static void sort_boards(t48_layer *layer, uint64_t *spare)
{
    enum { DIGIT = 12 };
    uint64_t *from = layer->board, *to = spare;
    for (unsigned shift = 0; shift < T48_PACKED_BITS; shift += DIGIT) {
        uint32_t place[1 << DIGIT] = {0}, sum = 0;
        for (size_t i = 0; i < layer->count; i++) place[from[i] >> shift & ((1 << DIGIT) - 1)]++;
        for (unsigned d = 0; d < 1 << DIGIT; d++) {
            uint32_t here = place[d];
            place[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < layer->count; i++)
            to[place[from[i] >> shift & ((1 << DIGIT) - 1)]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    memcpy(layer->board, from, layer->count * sizeof *from);
}

typedef struct sorting {
    t48_layers *layers;
    atomic_bool failed;
} sorting;

static void sort_block(void *ctx, int worker, size_t first, size_t count)
{
    (void)worker;
    sorting *s = ctx;
    for (size_t i = first; i < first + count; i++) {
        t48_layer *layer = &s->layers->afters[i];
        if (layer->count < 4096) {
            if (layer->count) qsort(layer->board, layer->count, sizeof *layer->board, by_number);
            continue;
        }
        uint64_t *spare = malloc(layer->count * sizeof *spare);
        if (!spare) {
            atomic_store(&s->failed, true);
            return;
        }
        sort_boards(layer, spare);
        free(spare);
    }
}

lt_status t48_layers_sort(t48_layers *l, lt_error *err)
{
    sorting s = {.layers = l};
    t48_blocks blocks = {.ctx = &s,
                         .run = sort_block,
                         .total = l->count,
                         .block = 1,
                         .threads = l->threads,
                         .stop = &s.failed};
    LT_TRY(t48_blocks_run(&blocks, err));
    if (atomic_load(&s.failed)) return lt_fail(err, LT_NO_MEMORY, "no memory to sort a layer");
    return LT_OK;
}
