/* Building a pattern table, breadth-first and a block at a time.
 *
 * A move changes the distance by exactly one, so neighbours of layer d are in layer
 * d - 1 or d + 1. Layer d + 1 is then "neighbours of layer d that are not in layer
 * d - 1", and three bitmaps are enough: two layers and the table. A thread owns the
 * block it writes, pulling from the blocks that lead there, so there is nothing to
 * lock. A move along a row pulls a whole block with an OR. */
#include "base/memory.h"
#include "base/threads.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/pdb/pdb_table.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16 };

typedef struct build {
    const np_space *space;
    size_t words; /* of a block */
    uint64_t *layer[2];
    uint8_t *filled[2]; /* by block: has the layer anything there */
    uint64_t *table;
    uint32_t *reached; /* by block: places already in some layer */
    uint64_t *mask_of; /* by block */
    uint8_t *region_of;
    int depth; /* of the layer being read */
    atomic_uint next;
    atomic_uint_fast64_t found;
    atomic_bool cancelled;
    const lt_control *control;
    uint64_t done;
} build;

static void pull(const build *b, uint64_t *sum, const uint64_t *from, const uint16_t *turn)
{
    if (!turn) {
        for (size_t w = 0; w < b->words; w++) sum[w] |= from[w];
        return;
    }
    for (size_t w = 0; w < b->words; w++, turn += 64)
        for (uint64_t bits = from[w]; bits; bits &= bits - 1) {
            uint32_t to = turn[lt_ctz64(bits)];
            sum[to >> 6] |= 1ull << (to & 63);
        }
}

/* ORs into `sum` every place of the block that one move leads to from the layer. */
static bool pull_all(const build *b, uint32_t block, uint64_t *sum)
{
    const np_space *s = b->space;
    int now = b->depth & 1;
    uint64_t mask = b->mask_of[block];
    const uint8_t *map = s->maps + s->combos[np_space_combo(s, mask)].map;
    bool any = false;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        int cell = (int)lt_ctz64(rest);
        for (int m = 0; m < 4; m++) {
            int other = np_step(s->rows, s->cols, cell, (np_move)m);
            if (other < 0 || (mask >> other & 1) || map[other] != b->region_of[block]) continue;
            uint64_t source = (mask ^ (1ull << cell)) | 1ull << other;
            uint32_t from = np_space_block(s, source, cell);
            if (!b->filled[now][from]) continue;
            uint64_t common = mask & ~(1ull << cell);
            unsigned i = lt_popcount64(common & ((1ull << other) - 1));
            unsigned j = lt_popcount64(common & ((1ull << cell) - 1));
            const uint16_t *turn =
                i == j ? NULL : s->turn + (size_t)(i * (unsigned)s->k + j) * s->ranks;
            pull(b, sum, b->layer[now] + (size_t)from * b->words, turn);
            any = true;
        }
    }
    return any;
}

/* Writes layer depth + 1 of one block over layer depth - 1; returns its size. */
static uint32_t advance(build *b, uint32_t block, uint64_t *sum)
{
    int other = ~b->depth & 1;
    uint64_t *before = b->layer[other] + (size_t)block * b->words;
    uint32_t found = 0;
    bool pulled = false;
    if (b->reached[block] < b->space->ranks) {
        memset(sum, 0, b->words * sizeof *sum);
        pulled = pull_all(b, block, sum);
    }
    if (pulled) {
        uint64_t *table = b->table + (size_t)block * b->words;
        bool high = ((b->depth + 1) & 2) != 0;
        for (size_t w = 0; w < b->words; w++) {
            uint64_t fresh = sum[w] & ~before[w];
            before[w] = fresh;
            found += lt_popcount64(fresh);
            if (high) table[w] |= fresh;
        }
    } else if (b->filled[other][block]) {
        memset(before, 0, b->words * sizeof *before);
    }
    b->filled[other][block] = found > 0;
    b->reached[block] += found;
    return found;
}

static void work(void *ctx, int worker)
{
    build *b = ctx;
    uint64_t *sum = malloc(b->words * sizeof *sum);
    if (!sum) {
        atomic_store(&b->cancelled, true);
        return;
    }
    uint64_t found = 0;
    for (;;) {
        uint32_t first = atomic_fetch_add(&b->next, CHUNK);
        if (first >= b->space->block_count || atomic_load(&b->cancelled)) break;
        for (uint32_t block = first; block < first + CHUNK && block < b->space->block_count;
             block++)
            found += advance(b, block, sum);
        if (worker == 0 && lt_cancelled(b->control)) atomic_store(&b->cancelled, true);
    }
    atomic_fetch_add(&b->found, found);
    free(sum);
}

static bool allocate(build *b)
{
    size_t blocks = b->space->block_count, words = blocks * b->words;
    for (int i = 0; i < 2; i++) {
        b->layer[i] = calloc(words, sizeof(uint64_t));
        b->filled[i] = calloc(blocks, 1);
    }
    b->table = calloc(words, sizeof(uint64_t));
    b->reached = calloc(blocks, sizeof *b->reached);
    b->mask_of = malloc(blocks * sizeof *b->mask_of);
    b->region_of = malloc(blocks);
    return b->layer[0] && b->layer[1] && b->filled[0] && b->filled[1] && b->table && b->reached &&
           b->mask_of && b->region_of;
}

static void number_blocks(build *b)
{
    const np_space *s = b->space;
    uint64_t end = 1ull << s->cells;
    for (uint64_t mask = (1ull << s->k) - 1; mask < end; mask = np_next_mask(mask)) {
        const np_combo *c = &s->combos[np_space_combo(s, mask)];
        uint32_t regions = 1;
        for (int cell = 0; cell < s->cells; cell++)
            if (!(mask >> cell & 1) && s->maps[c->map + (uint32_t)cell] >= regions)
                regions = s->maps[c->map + (uint32_t)cell] + 1u;
        for (uint32_t r = 0; r < regions; r++) {
            b->mask_of[c->block + r] = mask;
            b->region_of[c->block + r] = (uint8_t)r;
        }
    }
}

static lt_status run(build *b, const np_pattern *pattern, int threads, lt_error *err)
{
    number_blocks(b);
    uint64_t goal = 0;
    for (int i = 0; i < pattern->k; i++) goal |= 1ull << pattern->tiles[i];
    /* Tiles are numbered by goal cell, so at home they stand in order: rank 0. */
    uint32_t home = np_space_block(b->space, goal, pattern->goal_blank);
    b->layer[0][(size_t)home * b->words] = 1;
    b->filled[0][home] = 1;
    b->reached[home] = 1;
    uint64_t found = 1, total = (uint64_t)b->space->block_count * b->space->ranks;
    b->done = 1;
    for (b->depth = 0; found > 0; b->depth++) {
        atomic_store(&b->next, 0);
        atomic_store(&b->found, 0);
        LT_TRY(lt_parallel(threads, work, b, err));
        if (lt_cancelled(b->control)) return lt_fail(err, LT_CANCELLED, "stopped while building");
        if (atomic_load(&b->cancelled))
            return lt_fail(err, LT_NO_MEMORY, "no memory to build a pattern table");
        found = atomic_load(&b->found);
        b->done += found;
        lt_report(b->control,
                  &(lt_progress){
                      .what = "building table", .unit = "places", .done = b->done, .total = total});
    }
    return LT_OK;
}

lt_status np_pdb_build(np_pdb *pdb, const np_pattern *pattern, const np_space *space,
                       const np_resources *resources, lt_error *err)
{
    *pdb = (np_pdb){.pattern = *pattern, .space = space};
    LT_TRY(lt_memory_allow(3 * np_space_bits(space) / 8, "building a pattern table", err));
    build b = {.space = space, .words = space->stride / 64, .control = resources->control};
    lt_status status = LT_OK;
    if (!allocate(&b)) status = lt_fail(err, LT_NO_MEMORY, "no memory to build a pattern table");
    if (status == LT_OK) status = run(&b, pattern, resources->threads, err);
    for (int i = 0; i < 2; i++) {
        free(b.layer[i]);
        free(b.filled[i]);
    }
    free(b.reached);
    free(b.mask_of);
    free(b.region_of);
    if (status != LT_OK) {
        free(b.table);
        return status;
    }
    pdb->own = b.table;
    pdb->bits = b.table;
    return LT_OK;
}

void np_pdb_close(np_pdb *pdb)
{
    free(pdb->own);
    lt_sealed_close(&pdb->sealed);
    *pdb = (np_pdb){.bits = NULL};
}
