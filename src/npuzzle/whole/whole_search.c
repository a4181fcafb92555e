/* Breadth-first search of all positions of a small board, two bits a position.
 *
 * Neighbours of layer d are in layer d - 1 or d + 1, so layer d + 1 is what moves
 * reach from layer d and layer d - 1 does not hold. The positions of one blank
 * cell are a block; a thread owns the block it writes and pulls from up to four
 * others, from the left and right by plain ORs. */
#include "base/bits.h"
#include "base/memory.h"
#include "base/threads.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/whole/whole_space.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct search {
    const np_whole *whole;
    uint64_t words; /* of a block */
    uint64_t *layer[2];
    uint64_t *table;
    uint64_t *sum; /* a block for each thread */
    int depth;     /* of the layer being read */
    atomic_int next;
    atomic_uint_fast64_t found;
    const lt_control *control;
} search;

static void pull(const search *s, int from, bool down, const uint64_t *layer, uint64_t *sum)
{
    for (uint64_t w = 0; w < s->words; w++)
        for (uint64_t bits = layer[w]; bits; bits &= bits - 1) {
            uint32_t rank = (uint32_t)(w * 64 + lt_ctz64(bits));
            uint32_t to = np_whole_turn(s->whole, from, down, rank);
            sum[to >> 6] |= 1ull << (to & 63);
        }
}

static uint64_t advance(search *s, int blank, uint64_t *sum)
{
    const np_frame *f = &s->whole->frame;
    memset(sum, 0, s->words * sizeof *sum);
    for (int m = 0; m < 4; m++) {
        int from = np_step(f->rows, f->cols, blank, (np_move)m);
        if (from < 0) continue;
        const uint64_t *layer = s->layer[s->depth & 1] + (uint64_t)from * s->words;
        /* The blank comes from the cell in direction m, so it moves the other way. */
        if (m == NP_LEFT || m == NP_RIGHT)
            for (uint64_t w = 0; w < s->words; w++) sum[w] |= layer[w];
        else
            pull(s, from, m == NP_UP, layer, sum);
    }
    uint64_t *before = s->layer[~s->depth & 1] + (uint64_t)blank * s->words;
    uint64_t *table = s->table ? s->table + (uint64_t)blank * s->words : NULL;
    bool high = ((s->depth + 1) & 2) != 0;
    uint64_t found = 0;
    for (uint64_t w = 0; w < s->words; w++) {
        uint64_t fresh = sum[w] & ~before[w];
        before[w] = fresh;
        found += lt_popcount64(fresh);
        if (table && high) table[w] |= fresh;
    }
    return found;
}

static void work(void *ctx, int worker)
{
    search *s = ctx;
    uint64_t *sum = s->sum + (uint64_t)worker * s->words;
    for (;;) {
        int blank = atomic_fetch_add(&s->next, 1);
        if (blank >= s->whole->frame.cells || lt_cancelled(s->control)) return;
        atomic_fetch_add(&s->found, advance(s, blank, sum));
    }
}

static void list_layer(const search *s, np_whole_layers *layers)
{
    enum { ROOM = sizeof layers->last / sizeof layers->last[0] };
    const uint64_t *layer = s->layer[layers->depth & 1];
    for (int blank = 0; blank < s->whole->frame.cells; blank++)
        for (uint64_t w = 0; w < s->words; w++)
            for (uint64_t bits = layer[(uint64_t)blank * s->words + w];
                 bits && layers->last_count < ROOM; bits &= bits - 1)
                layers->last[layers->last_count++] =
                    (uint64_t)blank * s->whole->half + w * 64 + lt_ctz64(bits);
}

lt_status np_whole_search(const np_whole *whole, const np_resources *resources,
                          np_whole_layers *layers, uint64_t *table, lt_error *err)
{
    memset(layers, 0, sizeof *layers);
    const lt_control *control = resources->control;
    search s = {
        .whole = whole, .words = np_whole_block_words(whole), .table = table, .control = control};
    int threads = resources->threads < whole->frame.cells ? resources->threads : whole->frame.cells;
    uint64_t words = s.words * (uint64_t)whole->frame.cells;
    LT_TRY(lt_memory_allow((2 * words + s.words * (uint64_t)threads) * sizeof(uint64_t),
                           "listing every position of the board", err));
    for (int i = 0; i < 2; i++) s.layer[i] = calloc(words, sizeof(uint64_t));
    s.sum = malloc(s.words * (uint64_t)threads * sizeof(uint64_t));
    lt_status status = LT_OK;
    if (!s.layer[0] || !s.layer[1] || !s.sum)
        status = lt_fail(err, LT_NO_MEMORY, "no memory for every position of the board");
    /* The solved board has rank 0: its tiles are in order. */
    uint64_t found = 1, done = 0;
    if (status == LT_OK) s.layer[0][(uint64_t)whole->frame.goal_blank * s.words] = 1;
    for (s.depth = 0; status == LT_OK && found > 0; s.depth++) {
        layers->at_depth[s.depth] = found;
        layers->depth = s.depth;
        done += found;
        lt_report(control, &(lt_progress){.what = "exploring",
                                          .unit = "positions",
                                          .done = done,
                                          .total = np_whole_count(whole)});
        atomic_store(&s.next, 0);
        atomic_store(&s.found, 0);
        status = lt_parallel(threads, work, &s, err);
        found = atomic_load(&s.found);
        if (status == LT_OK && lt_cancelled(control))
            status = lt_fail(err, LT_CANCELLED, "stopped at depth %d, %llu positions seen", s.depth,
                             (unsigned long long)done);
        /* The layer just read is whole until the next pass writes over it. */
        if (status == LT_OK && found == 0) list_layer(&s, layers);
    }
    for (int i = 0; i < 2; i++) free(s.layer[i]);
    free(s.sum);
    return status;
}
