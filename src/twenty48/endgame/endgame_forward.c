/* Forward: which positions a pattern has. */
#include "twenty48/endgame/endgame_layers.h"

#include "base/threads.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 64 };

static void run_pieces(void *ctx, int worker)
{
    (void)worker;
    t48_pass *pass = ctx;
    uint32_t all = pass->space->high.codes;
    for (;;) {
        uint32_t first = atomic_fetch_add_explicit(&pass->next, PIECE, memory_order_relaxed);
        if (first >= all) return;
        pass->run(pass, first, all - first < PIECE ? all - first : PIECE);
    }
}

lt_status t48_pass_run(t48_pass *pass, int threads, lt_error *err)
{
    const t48_family *f = pass->family;
    for (unsigned k = 0; k < f->shapes; k++) {
        atomic_store(&pass->next, 0);
        pass->space = &f->shape[k];
        pass->base = f->base[pass->layer * f->shapes + k];
        /* Starting a thread costs as much as a small layer. */
        int some = pass->space->size[pass->layer] < 4096 ? 1 : threads;
        LT_TRY(lt_parallel(some, run_pieces, pass, err));
    }
    return LT_OK;
}

static inline void set(_Atomic uint64_t *bits, uint32_t rank)
{
    uint64_t bit = 1ull << (rank & 63);
    /* Most are set already, and looking is cheaper than a locked write. */
    if (!(atomic_load_explicit(&bits[rank >> 6], memory_order_relaxed) & bit))
        atomic_fetch_or_explicit(&bits[rank >> 6], bit, memory_order_relaxed);
}

static lt_status bitmap_new(const t48_endgame_layers *l, uint32_t layer, t48_bitmap *bitmap,
                            lt_error *err)
{
    size_t words = t48_layer_words(&l->family, layer);
    bitmap->count = 0;
    bitmap->bits = calloc(words ? words : 1, sizeof *bitmap->bits);
    if (bitmap->bits) return LT_OK;
    return lt_fail(err, LT_NO_MEMORY, "no memory for a layer of %u positions",
                   l->family.size[layer]);
}

static void count(const t48_endgame_layers *l, uint32_t layer, t48_bitmap *bitmap)
{
    uint64_t n = 0;
    for (size_t w = 0, words = t48_layer_words(&l->family, layer); w < words; w++)
        n += lt_popcount64(atomic_load_explicit(&bitmap->bits[w], memory_order_relaxed));
    bitmap->count = n;
    if (n > 0) return;
    free((void *)bitmap->bits);
    bitmap->bits = NULL;
}

/* --- new tiles ----------------------------------------------------------------------- */

typedef struct spawning {
    const t48_family *family;
    _Atomic uint64_t *out;
    unsigned level;
} spawning;

static inline void spawn_one(void *ctx, uint32_t rank, t48_board board)
{
    (void)rank;
    const spawning *s = ctx;
    for (uint64_t empty = t48_free_cells(board); empty; empty &= empty - 1)
        set(s->out, t48_rank(s->family, board | (empty & -empty) * s->level));
}

static void spawn_piece(t48_pass *pass, uint32_t first, uint32_t pieces)
{
    t48_pass_visit(pass, first, pieces, spawn_one, pass->ctx);
}

lt_status t48_endgame_spawn(const t48_endgame_layers *l, uint32_t layer, t48_bitmap *out,
                            lt_error *err)
{
    LT_TRY(bitmap_new(l, layer, out, err));
    lt_status status = LT_OK;
    for (unsigned level = 1; level <= 2 && level <= layer && status == LT_OK; level++) {
        const t48_bitmap *from = &l->after[layer - level];
        if (!from->bits) continue;
        spawning s = {.family = &l->family, .out = out->bits, .level = level};
        t48_pass pass = {.family = &l->family,
                         .layer = layer - level,
                         .bits = from->bits,
                         .run = spawn_piece,
                         .ctx = &s};
        status = t48_pass_run(&pass, l->threads, err);
    }
    if (status == LT_OK) count(l, layer, out);
    if (status != LT_OK) free((void *)out->bits);
    return status;
}

/* --- moves ---------------------------------------------------------------------------- */

typedef struct moving {
    const t48_family *family;
    _Atomic uint64_t *out;
} moving;

static inline void move_one(void *ctx, uint32_t rank, t48_board board)
{
    (void)rank;
    const moving *m = ctx;
    t48_board turned = t48_transpose(board);
    t48_moved moved;
    for (int d = 0; d < T48_DIRS; d++)
        if (t48_move_walls(m->family, board, turned, (t48_dir)d, &moved) && !moved.succeeds)
            set(m->out, moved.rank);
}

static void move_piece(t48_pass *pass, uint32_t first, uint32_t pieces)
{
    t48_pass_visit(pass, first, pieces, move_one, pass->ctx);
}

/* Where a pattern begins: two tiles anywhere, also where no move would leave them. */
static void set_starts(const t48_endgame_layers *l, uint32_t layer, t48_bitmap *out)
{
    t48_board empty = l->family.shape[0].walls;
    for (unsigned a = 1; a <= 2; a++)
        for (unsigned b = 1; b <= 2; b++)
            for (uint64_t first = t48_free_cells(empty); first && a + b == layer;
                 first &= first - 1)
                for (uint64_t other = first & (first - 1); other; other &= other - 1)
                    set(out->bits,
                        t48_rank(&l->family, empty | (first & -first) * a | (other & -other) * b));
}

static lt_status fill_layer(t48_endgame_layers *l, uint32_t layer, lt_error *err)
{
    t48_bitmap before;
    LT_TRY(t48_endgame_spawn(l, layer, &before, err));
    t48_bitmap *after = &l->after[layer];
    lt_status status = bitmap_new(l, layer, after, err);
    if (status == LT_OK) set_starts(l, layer, after);
    if (status == LT_OK && before.bits) {
        moving m = {.family = &l->family, .out = after->bits};
        t48_pass pass = {.family = &l->family,
                         .layer = layer,
                         .bits = before.bits,
                         .run = move_piece,
                         .ctx = &m};
        status = t48_pass_run(&pass, l->threads, err);
    }
    if (after->bits) count(l, layer, after);
    free((void *)before.bits);
    if (after->count) l->layers = layer + 1;
    l->positions += after->count;
    return status;
}

lt_status t48_endgame_forward(t48_endgame_layers *l, const t48_pattern *pattern, lt_error *err)
{
    LT_TRY(t48_family_init(&l->family, pattern, true, err));
    l->after = calloc(l->family.layers, sizeof *l->after);
    if (!l->after) return lt_fail(err, LT_NO_MEMORY, "no memory for layers");
    lt_progress progress = {.what = "finding positions", .unit = "positions"};
    for (uint32_t layer = 2; layer < l->family.layers; layer++) {
        bool alive = l->after[layer - 1].bits || l->after[layer - 2].bits;
        if (layer > 4 && !alive) break;
        if (lt_cancelled(l->control))
            return lt_fail(err, LT_CANCELLED, "stopped while positions were being found");
        LT_TRY(fill_layer(l, layer, err));
        progress.done = l->positions;
        lt_report(l->control, &progress);
    }
    return LT_OK;
}

void t48_endgame_layers_release(t48_endgame_layers *l)
{
    for (uint32_t i = 0; l->after && i < l->family.layers; i++) free((void *)l->after[i].bits);
    free(l->after);
    l->after = NULL;
    t48_family_release(&l->family);
}
