/* Backward: what every position is worth. */
#include "twenty48/endgame/endgame_layers.h"
#include "twenty48/endgame/endgame_merge.h"

#include <stdlib.h>
#include <string.h>

static void valued_release(t48_valued *v)
{
    free(v->word);
    free(v->value);
    *v = (t48_valued){.count = 0};
}

/* Counts the bits of a bitmap, and makes room for values. */
static lt_status index_bitmap(const t48_family *family, uint32_t layer, const t48_bitmap *bitmap,
                              t48_valued *v, lt_error *err)
{
    *v = (t48_valued){.count = bitmap->count};
    if (!bitmap->bits) return LT_OK;
    size_t words = t48_layer_words(family, layer);
    v->word = malloc(words * sizeof *v->word);
    v->value = malloc(bitmap->count * sizeof *v->value);
    if (!v->word || !v->value) {
        valued_release(v);
        return lt_fail(err, LT_NO_MEMORY, "no memory for a layer of %llu positions",
                       (unsigned long long)bitmap->count);
    }
    uint64_t before = 0;
    for (size_t w = 0; w < words; w++) {
        uint64_t bits = atomic_load_explicit(&bitmap->bits[w], memory_order_relaxed);
        v->word[w] = (t48_word){.bits = bits, .before = before};
        before += lt_popcount64(bits);
    }
    return LT_OK;
}

/* The place of the value of a rank whose bit is set. */
static inline uint64_t value_at(const t48_valued *v, uint32_t rank)
{
    const t48_word *w = &v->word[rank >> 6];
    return w->before + lt_popcount64(w->bits & ((1ull << (rank & 63)) - 1));
}

typedef struct valuing {
    const t48_endgame_layers *layers;
    const t48_family *family;
    t48_valued *out;       /* of this layer */
    const t48_valued *one; /* for a spawn: of the next layer; for a move: of this one */
    const t48_valued *two; /* of the one after */
} valuing;

static inline uint32_t worth_of_success(const t48_endgame_layers *l, t48_board after)
{
    if (!l->follows)
        return l->family.twin ? t48_endgame_merge_chance(&l->family, after) : T48_CERTAIN;
    uint32_t worth = l->follows(l->follows_ctx, after);
    bool apart = l->family.twin && !t48_endgame_beside(after, l->family.target);
    return apart ? worth / 10 * T48_TENTHS_APART : worth;
}

static inline void value_before(void *ctx, uint32_t rank, t48_board board)
{
    const valuing *v = ctx;
    t48_board turned = t48_transpose(board);
    t48_moved moved;
    uint32_t best = 0;
    for (int d = 0; d < T48_DIRS && best < T48_CERTAIN; d++) {
        if (!t48_move_walls(v->family, board, turned, (t48_dir)d, &moved)) continue;
        uint32_t value = moved.succeeds ? worth_of_success(v->layers, moved.after)
                                        : v->one->value[value_at(v->one, moved.rank)];
        if (value > best) best = value;
    }
    v->out->value[value_at(v->out, rank)] = best;
}

static inline void value_after(void *ctx, uint32_t rank, t48_board board)
{
    const valuing *v = ctx;
    uint64_t sum = 0, cells = 0;
    for (uint64_t empty = t48_free_cells(board); empty; empty &= empty - 1, cells++) {
        t48_board cell = empty & -empty;
        sum += 9ull * v->one->value[value_at(v->one, t48_rank(v->family, board | cell))];
        sum += v->two->value[value_at(v->two, t48_rank(v->family, board | cell << 1))];
    }
    /* Two tiles may fill a pattern, and then there is no room to go on. */
    v->out->value[value_at(v->out, rank)] =
        cells ? (uint32_t)((sum + 5 * cells) / (10 * cells)) : 0;
}

static void before_piece(t48_pass *pass, uint32_t first, uint32_t count)
{
    t48_pass_visit(pass, first, count, value_before, pass->ctx);
}

static void after_piece(t48_pass *pass, uint32_t first, uint32_t count)
{
    t48_pass_visit(pass, first, count, value_after, pass->ctx);
}

/* The layer's positions after a move, from those with a new tile of the next two. */
static lt_status value_afters(t48_endgame_layers *l, uint32_t layer, const t48_valued *one,
                              const t48_valued *two, t48_valued *out, lt_error *err)
{
    const t48_bitmap *bitmap = &l->after[layer];
    LT_TRY(index_bitmap(&l->family, layer, bitmap, out, err));
    if (!bitmap->bits) return LT_OK;
    valuing v = {.layers = l, .family = &l->family, .out = out, .one = one, .two = two};
    t48_pass pass = {
        .family = &l->family, .layer = layer, .bits = bitmap->bits, .run = after_piece, .ctx = &v};
    return t48_pass_run(&pass, l->threads, err);
}

/* The layer's positions with a new tile, from those after a move. */
static lt_status value_befores(t48_endgame_layers *l, uint32_t layer, const t48_valued *afters,
                               t48_valued *out, lt_error *err)
{
    t48_bitmap bitmap;
    LT_TRY(t48_endgame_spawn(l, layer, &bitmap, err));
    lt_status status = index_bitmap(&l->family, layer, &bitmap, out, err);
    if (status == LT_OK && bitmap.bits) {
        valuing v = {.layers = l, .family = &l->family, .out = out, .one = afters};
        t48_pass pass = {.family = &l->family,
                         .layer = layer,
                         .bits = bitmap.bits,
                         .run = before_piece,
                         .ctx = &v};
        status = t48_pass_run(&pass, l->threads, err);
    }
    free((void *)bitmap.bits);
    return status;
}

lt_status t48_endgame_backward(t48_endgame_layers *l, t48_take_layer *take, void *ctx,
                               uint32_t *best, lt_error *err)
{
    t48_valued afters = {.count = 0}, befores[3] = {{.count = 0}}; /* of this layer and two later */
    lt_progress progress = {
        .what = "valuing positions", .unit = "positions", .total = l->positions};
    lt_status status = LT_OK;
    *best = 0;
    /* The last layer of positions has new tiles in the two after it. */
    uint32_t last = l->layers + 1 < l->family.layers ? l->layers + 1 : l->family.layers - 1;
    for (uint32_t layer = last; layer >= 2 && status == LT_OK; layer--) {
        if (lt_cancelled(l->control))
            status = lt_fail(err, LT_CANCELLED, "stopped while positions were being valued");
        if (status == LT_OK)
            status = value_afters(l, layer, &befores[1], &befores[2], &afters, err);
        if (status == LT_OK && afters.count) status = take(ctx, layer, &afters, err);
        if (status == LT_OK) status = value_befores(l, layer, &afters, &befores[0], err);
        progress.done += afters.count;
        lt_report(l->control, &progress);
        for (uint64_t i = 0; layer == 2 && i < afters.count; i++)
            if (afters.value[i] > *best) *best = afters.value[i];
        valued_release(&afters);
        valued_release(&befores[2]);
        befores[2] = befores[1];
        befores[1] = befores[0];
        befores[0] = (t48_valued){.count = 0};
        free((void *)l->after[layer].bits);
        l->after[layer] = (t48_bitmap){.count = 0};
    }
    for (unsigned i = 0; i < 3; i++) valued_release(&befores[i]);
    return status;
}
