/* The depth-first search of pattern tables, without calls through pointers.
 *
 * Most positions are cut off, so the mirrored sum is looked up only when the
 * plain one lets a position live, and nothing is written before both do. */
#include "npuzzle/pdb/pdb_set.h"

#include <string.h>

typedef struct walker {
    np_dfs *dfs;
    const np_pdb_set *set;
    const uint32_t *next;
    np_pdb_state state;
    int delta[4];
    int bound;
    uint8_t board[NP_SPACE_CELLS_MAX];
} walker;

/* The sums are passed down, so that going back restores them by itself. */
static bool descend(walker *w, uint32_t state, int blank, int depth, int plain, int mirror)
{
    np_dfs *dfs = w->dfs;
    const np_pdb_set *set = w->set;
    /* Every pattern at home with the blank able to get home: all are at home. */
    if (plain == 0) {
        dfs->found = true;
        dfs->length = depth;
        dfs->solutions++;
        return !dfs->count_all;
    }
    const uint32_t *next = w->next + 4 * (size_t)state;
    for (int i = 0; i < 4; i++) {
        if (next[i] == NP_DEAD) continue;
        if (np_dfs_count(dfs)) return true;
        int from = blank + w->delta[i];
        uint8_t tile = w->board[from];
        int g = set->group_of[tile];
        np_pdb_place old = w->state.plain[g];
        np_pdb_place moved = np_pdb_moved(&set->pdb[g], old, from, blank);
        int plain_below = plain + moved.distance - old.distance;
        int f = depth + 1 + plain_below;
        if (f > w->bound) {
            if (f < dfs->next_bound) dfs->next_bound = f;
            continue;
        }
        int mirror_below = 0, m = 0;
        np_pdb_place mirror_old = {0}, mirror_moved = {0};
        if (set->mirrored) {
            m = set->mirror_group_of[tile];
            mirror_old = w->state.mirror[m];
            mirror_moved = np_pdb_moved(&set->pdb[m], mirror_old, set->mirror_cell[from],
                                        set->mirror_cell[blank]);
            mirror_below = mirror + mirror_moved.distance - mirror_old.distance;
            f = depth + 1 + mirror_below;
            if (f > w->bound) {
                if (f < dfs->next_bound) dfs->next_bound = f;
                continue;
            }
            w->state.mirror[m] = mirror_moved;
        }
        w->state.plain[g] = moved;
        w->board[blank] = tile;
        dfs->path[depth] = dfs->frame->order[i];
        if (descend(w, next[i], from, depth + 1, plain_below, mirror_below)) return true;
        w->board[from] = tile;
        w->state.plain[g] = old;
        if (set->mirrored) w->state.mirror[m] = mirror_old;
    }
    return false;
}

void np_pdb_set_search(const np_pdb_set *set, np_dfs *dfs)
{
    walker w = {.dfs = dfs,
                .set = set,
                .next = dfs->automaton->next,
                .bound = dfs->bound};
    int cols = dfs->frame->cols;
    int step[4] = {[NP_UP] = -cols, [NP_LEFT] = -1, [NP_RIGHT] = 1, [NP_DOWN] = cols};
    for (int i = 0; i < 4; i++) w.delta[i] = step[dfs->frame->order[i]];
    memcpy(&w.state, dfs->heuristic_state, sizeof w.state);
    memcpy(w.board, dfs->board, (size_t)dfs->frame->cells);
    dfs->nodes++;
    if (dfs->depth + dfs->h > dfs->bound) {
        if (dfs->depth + dfs->h < dfs->next_bound) dfs->next_bound = dfs->depth + dfs->h;
        return;
    }
    descend(&w, dfs->state, dfs->blank, dfs->depth, w.state.plain_sum, w.state.mirror_sum);
}
