/* The depth-first search that works with every heuristic, through its ops. */
#include "npuzzle/search/dfs.h"

#include "base/clock.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/search/heuristic.h"

#include <string.h>

bool np_dfs_poll(np_dfs *dfs)
{
    bool beaten =
        dfs->winner && atomic_load_explicit(dfs->winner, memory_order_relaxed) < dfs->part;
    if (beaten || (dfs->node_limit && dfs->nodes >= dfs->node_limit) ||
        (dfs->deadline > 0 && lt_clock_now() >= dfs->deadline) || lt_cancelled(dfs->control))
        dfs->stopped = true;
    return dfs->stopped;
}

bool np_dfs_found(np_dfs *dfs, int length)
{
    if (!dfs->found) memcpy(dfs->solution, dfs->path, (size_t)length);
    dfs->found = true;
    dfs->length = length;
    dfs->solutions++;
    return !dfs->count_all;
}

typedef struct walker {
    np_dfs *dfs;
    const np_heuristic_ops *ops;
    const void *tables;
    size_t state_size;
    int delta[4]; /* by index in the order of moves */
    _Alignas(16) uint8_t state[NP_STATE_MAX];
} walker;

static bool solved(const np_dfs *dfs)
{
    for (int c = 0; c < dfs->frame->cells; c++)
        if (dfs->board[c] != c) return false;
    return true;
}

/* True when the search is over: found (and not counting all), or stopped. */
static bool descend(walker *w, uint32_t state, int blank, int depth, int h)
{
    np_dfs *dfs = w->dfs;
    /* h = 0 does not imply solved for `none`, and is not asked to elsewhere. */
    if (h == 0 && solved(dfs)) return np_dfs_found(dfs, depth);
    const uint32_t *next = dfs->automaton->next + 4 * (size_t)state;
    _Alignas(16) uint8_t saved[NP_STATE_MAX];
    memcpy(saved, w->state, w->state_size);
    for (int i = 0; i < 4; i++) {
        if (next[i] == NP_DEAD) continue;
        int from = blank + w->delta[i];
        uint8_t tile = dfs->board[from];
        dfs->board[blank] = tile;
        dfs->board[from] = dfs->frame->goal_blank;
        int below = w->ops->apply(w->tables, w->state, h, dfs->board, tile, from, blank);
        int f = depth + 1 + below;
        bool over = np_dfs_count(dfs);
        if (f > dfs->bound) {
            if (f < dfs->next_bound) dfs->next_bound = f;
        } else if (!over) {
            dfs->path[depth] = dfs->frame->order[i];
            over = descend(w, next[i], from, depth + 1, below);
        }
        if (over) return true;
        memcpy(w->state, saved, w->state_size);
        dfs->board[from] = tile;
        dfs->board[blank] = dfs->frame->goal_blank;
    }
    return false;
}

void np_dfs_run(const np_heuristic *heuristic, np_dfs *dfs)
{
    walker w = {.dfs = dfs, .ops = heuristic->ops, .tables = heuristic->tables};
    w.state_size = w.ops->state_size;
    int step[4] = {
        [NP_UP] = -dfs->frame->cols, [NP_LEFT] = -1, [NP_RIGHT] = 1, [NP_DOWN] = dfs->frame->cols};
    for (int i = 0; i < 4; i++) w.delta[i] = step[dfs->frame->order[i]];
    memcpy(w.state, dfs->heuristic_state, w.state_size);
    int h = dfs->h;
    dfs->nodes++;
    if (dfs->depth + h > dfs->bound) {
        if (dfs->depth + h < dfs->next_bound) dfs->next_bound = dfs->depth + h;
        return;
    }
    descend(&w, dfs->state, dfs->blank, dfs->depth, h);
}
