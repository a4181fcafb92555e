/* The depth-first search of pattern tables, without calls through pointers.
 *
 * Nearly all time goes into waiting for table bits, so the bits of all children,
 * plain and mirrored, are asked for before the first is looked at. Many of the
 * mirrored ones are not needed in the end; asking for them with the others is
 * still cheaper than waiting twice. */
#include "npuzzle/pdb/pdb_set.h"

#include <limits.h>
#include <string.h>

/* A table and its numbering, what a lookup needs side by side. */
typedef struct lane {
    const uint64_t *bits;
    const uint32_t *high, *low;
    const np_combo *combos;
    const uint8_t *maps;
    const uint16_t *turn;
    uint32_t split, low_mask, stride, ranks, k;
} lane;

typedef struct walker {
    np_dfs *dfs;
    const uint32_t *next;
    int delta[4];
    int bound, next_bound;
    uint8_t board[NP_SPACE_CELLS_MAX];
    uint8_t group_of[NP_SPACE_CELLS_MAX], mirror_group_of[NP_SPACE_CELLS_MAX];
    uint8_t mirror_cell[NP_SPACE_CELLS_MAX];
    np_pdb_state state;
    lane lanes[NP_GROUPS_MAX];
} walker;

/* One side (plain or mirrored) of a child. */
typedef struct probe {
    const uint64_t *word;
    uint64_t mask;
    uint16_t rank;
    uint8_t shift, group;
} probe;

/* Where the bit of the moved pattern is. Only a move along a column changes the rank. */
static inline probe ask(const lane *lanes, const np_pdb_place *places, uint8_t group, int from,
                        int to, bool along_column)
{
    const lane *l = &lanes[group];
    probe p = {.group = group};
    uint64_t rest = places[group].mask & ~(1ull << from);
    uint32_t rank = places[group].rank;
    if (along_column) {
        unsigned i = lt_popcount64(rest & ((1ull << from) - 1));
        unsigned j = lt_popcount64(rest & ((1ull << to) - 1));
        rank = l->turn[(i * l->k + j) * l->ranks + rank];
    }
    p.mask = rest | 1ull << to;
    p.rank = (uint16_t)rank;
    const np_combo *c = &l->combos[l->high[p.mask >> l->split] + l->low[p.mask & l->low_mask]];
    uint64_t at = (uint64_t)(c->block + l->maps[c->map + (uint32_t)from]) * l->stride + rank;
    p.word = l->bits + (at >> 6);
    p.shift = (uint8_t)(at & 63);
    __builtin_prefetch(p.word);
    return p;
}

static inline np_pdb_place answer(const probe *p, const np_pdb_place *places)
{
    unsigned bit = (unsigned)(*p->word >> p->shift) & 1;
    return (np_pdb_place){.mask = p->mask,
                          .rank = p->rank,
                          .distance = (uint8_t)np_pdb_after(places[p->group].distance, bit)};
}

static inline bool within(walker *w, int f)
{
    if (f <= w->bound) return true;
    if (f < w->next_bound) w->next_bound = f;
    return false;
}

/* The sums are passed down, so that going back restores them by itself. The
 * moves in order are vertical, horizontal, horizontal, vertical, however the
 * frame is mirrored. */
static inline __attribute__((always_inline)) bool
descend(walker *w, uint32_t state, int blank, int depth, int plain, int mirror, bool mirrored,
        bool (*deeper)(walker *, uint32_t, int, int, int, int))
{
    np_dfs *dfs = w->dfs;
    /* Every pattern at home with the blank able to get home: all are at home. */
    if (plain == 0) return np_dfs_found(dfs, depth);
    const uint32_t *next = w->next + 4 * (size_t)state;
    probe probes[4], mirror_probes[4];
    np_pdb_place moved[4];
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        if (next[i] == NP_DEAD) continue;
        int from = blank + w->delta[i], tile = w->board[from];
        bool vertical = i == 0 || i == 3;
        probes[i] = ask(w->lanes, w->state.plain, w->group_of[tile], from, blank, vertical);
        if (mirrored)
            mirror_probes[i] = ask(w->lanes, w->state.mirror, w->mirror_group_of[tile],
                                   w->mirror_cell[from], w->mirror_cell[blank], !vertical);
    }
    unsigned live = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        if (next[i] == NP_DEAD) continue;
        if (np_dfs_count(dfs)) return true;
        moved[i] = answer(&probes[i], w->state.plain);
        int change = moved[i].distance - w->state.plain[probes[i].group].distance;
        if (within(w, depth + 1 + plain + change)) live |= 1u << i;
    }
    for (; live; live &= live - 1) {
        int i = (int)lt_ctz64(live), g = probes[i].group, m = 0, mirror_below = 0;
        np_pdb_place mirror_old = {0};
        if (mirrored) {
            m = mirror_probes[i].group;
            mirror_old = w->state.mirror[m];
            np_pdb_place mirror_moved = answer(&mirror_probes[i], w->state.mirror);
            mirror_below = mirror + mirror_moved.distance - mirror_old.distance;
            if (!within(w, depth + 1 + mirror_below)) continue;
            w->state.mirror[m] = mirror_moved;
        }
        np_pdb_place old = w->state.plain[g];
        int from = blank + w->delta[i];
        uint8_t tile = w->board[from];
        w->state.plain[g] = moved[i];
        w->board[blank] = tile;
        dfs->path[depth] = dfs->frame->order[i];
        if (deeper(w, next[i], from, depth + 1, plain + moved[i].distance - old.distance,
                   mirror_below))
            return true;
        w->board[from] = tile;
        w->state.plain[g] = old;
        if (mirrored) w->state.mirror[m] = mirror_old;
    }
    return false;
}

static bool descend_mirrored(walker *w, uint32_t state, int blank, int depth, int plain, int mirror)
{
    return descend(w, state, blank, depth, plain, mirror, true, descend_mirrored);
}

static bool descend_plain(walker *w, uint32_t state, int blank, int depth, int plain, int mirror)
{
    return descend(w, state, blank, depth, plain, mirror, false, descend_plain);
}

void np_pdb_set_search(const np_pdb_set *set, np_dfs *dfs)
{
    walker w = {
        .dfs = dfs, .next = dfs->automaton->next, .bound = dfs->bound, .next_bound = INT_MAX};
    int cols = dfs->frame->cols;
    int step[4] = {[NP_UP] = -cols, [NP_LEFT] = -1, [NP_RIGHT] = 1, [NP_DOWN] = cols};
    for (int i = 0; i < 4; i++) w.delta[i] = step[dfs->frame->order[i]];
    for (int g = 0; g < set->groups; g++) {
        const np_space *s = set->pdb[g].space;
        w.lanes[g] = (lane){.bits = set->pdb[g].bits,
                            .high = s->high,
                            .low = s->low,
                            .combos = s->combos,
                            .maps = s->maps,
                            .turn = s->turn,
                            .split = (uint32_t)s->split,
                            .low_mask = (1u << s->split) - 1,
                            .stride = s->stride,
                            .ranks = s->ranks,
                            .k = (uint32_t)s->k};
    }
    memcpy(&w.state, dfs->heuristic_state, sizeof w.state);
    memcpy(w.board, dfs->board, (size_t)dfs->frame->cells);
    memcpy(w.group_of, set->group_of, sizeof w.group_of);
    memcpy(w.mirror_group_of, set->mirror_group_of, sizeof w.mirror_group_of);
    memcpy(w.mirror_cell, set->mirror_cell, sizeof w.mirror_cell);
    dfs->nodes++;
    if (within(&w, dfs->depth + dfs->h))
        (set->mirrored ? descend_mirrored : descend_plain)(&w, dfs->state, dfs->blank, dfs->depth,
                                                           w.state.plain_sum, w.state.mirror_sum);
    if (w.next_bound < dfs->next_bound) dfs->next_bound = w.next_bound;
}
