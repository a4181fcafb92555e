/* Iterative deepening: small iterations whole, large ones in parts. */
#include "npuzzle/search/deepen.h"

#include "base/clock.h"
#include "base/threads.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE_NODES = 1 << 18, PARTS_WANTED = 4000 };

/* A path from the root; parts are the prefixes nothing was added to. In preorder. */
typedef struct np_prefix {
    int parent; /* index, -1 for the root */
    int cost;   /* the largest depth + h on the way here */
    int blank;
    uint32_t state;
    uint8_t depth, move;
    bool is_part;
    bool generated; /* in this iteration, by a search on one thread */
    /* results of the last iteration */
    uint64_t nodes, solutions;
    int next_bound;
} np_prefix;

static void search(const np_deepen *d, np_dfs *dfs)
{
    if (d->heuristic->ops->search)
        d->heuristic->ops->search(d->heuristic->tables, dfs);
    else
        np_dfs_run(d->heuristic, dfs);
}

static void prepare(const np_deepen *d, np_dfs *dfs)
{
    const np_task *task = d->task;
    dfs->frame = &task->frame;
    dfs->automaton = d->automaton;
    memcpy(dfs->board, task->board, sizeof dfs->board);
    dfs->blank = task->blank;
    dfs->state = d->automaton->start[task->blank];
    dfs->depth = 0;
    dfs->h = d->root_h;
    memcpy(dfs->heuristic_state, d->root_state, sizeof dfs->heuristic_state);
    dfs->bound = d->bound;
    dfs->count_all = d->count_all;
    dfs->node_limit = 0;
    dfs->deadline = d->deadline;
    dfs->control = d->resources->control;
    dfs->winner = NULL;
    dfs->part = 0;
    dfs->nodes = dfs->solutions = 0;
    dfs->next_bound = INT_MAX;
    dfs->found = dfs->stopped = false;
    dfs->length = -1;
}

static lt_status check_bound(const np_deepen *d, lt_error *err)
{
    if (d->bound < NP_PATH_MAX) return LT_OK;
    return lt_fail(
        err, LT_UNSUPPORTED,
        "this %dx%d board needs at least %d moves; ida goes to %d (try --solver anytime)",
        d->task->frame.rows, d->task->frame.cols, d->bound, NP_PATH_MAX - 1);
}

lt_status np_deepen_start(np_deepen *d, lt_error *err)
{
    memset(d->root_state, 0, sizeof d->root_state);
    d->root_h = d->heuristic->ops->start(d->heuristic->tables, d->root_state, d->task->board,
                                         d->task->blank);
    d->bound = d->root_h;
    d->nodes = d->solutions = 0;
    d->found = d->stopped = d->large = false;
    d->length = -1;
    d->prefixes = NULL;
    d->prefix_count = d->prefix_room = 0;
    return check_bound(d, err);
}

static int add_prefix(np_deepen *d, np_prefix prefix)
{
    if (d->prefix_count == d->prefix_room) {
        int room = d->prefix_room ? 2 * d->prefix_room : 1024;
        np_prefix *grown = realloc(d->prefixes, (size_t)room * sizeof *grown);
        if (!grown) return -1;
        d->prefixes = grown;
        d->prefix_room = room;
    }
    assert(d->prefixes);
    d->prefixes[d->prefix_count] = prefix;
    return d->prefix_count++;
}

/* Adds the prefixes below `at`, whose board, heuristic state and value are given. */
static bool grow(np_deepen *d, int at, uint8_t *board, const uint8_t *state, int h, int levels)
{
    const np_frame *f = &d->task->frame;
    const np_heuristic_ops *ops = d->heuristic->ops;
    bool solved = true;
    for (int c = 0; c < f->cells && solved; c++) solved = board[c] == c;
    if (levels == 0 || solved) {
        d->prefixes[at].is_part = true;
        return true;
    }
    int step[4] = {[NP_UP] = -f->cols, [NP_LEFT] = -1, [NP_RIGHT] = 1, [NP_DOWN] = f->cols};
    np_prefix here = d->prefixes[at];
    for (int i = 0; i < 4; i++) {
        uint32_t next = d->automaton->next[4 * (size_t)here.state + (size_t)i];
        if (next == NP_DEAD) continue;
        int from = here.blank + step[f->order[i]];
        uint8_t tile = board[from];
        _Alignas(16) uint8_t below[NP_STATE_MAX];
        memcpy(below, state, NP_STATE_MAX);
        board[here.blank] = tile;
        board[from] = f->goal_blank;
        int value = ops->apply(d->heuristic->tables, below, h, board, tile, from, here.blank);
        int cost = here.depth + 1 + value;
        int child = add_prefix(d, (np_prefix){.parent = at,
                                              .cost = cost > here.cost ? cost : here.cost,
                                              .blank = from,
                                              .state = next,
                                              .depth = (uint8_t)(here.depth + 1),
                                              .move = f->order[i]});
        bool ok = child >= 0 && grow(d, child, board, below, value, levels - 1);
        board[from] = tile;
        board[here.blank] = f->goal_blank;
        if (!ok) return false;
    }
    return true;
}

static int count_paths(const np_automaton *a, uint32_t state, int levels)
{
    if (levels == 0) return 1;
    int sum = 0;
    for (int i = 0; i < 4; i++)
        if (a->next[4 * (size_t)state + (size_t)i] != NP_DEAD)
            sum += count_paths(a, a->next[4 * (size_t)state + (size_t)i], levels - 1);
    return sum;
}

static lt_status cut(np_deepen *d, lt_error *err)
{
    uint32_t start = d->automaton->start[d->task->blank];
    int levels = 1, paths = 0;
    /* A path that cannot be extended ends the growth of narrow boards. */
    while (levels < 40 && paths < PARTS_WANTED) paths = count_paths(d->automaton, start, ++levels);
    uint8_t board[NP_CELLS_MAX];
    memcpy(board, d->task->board, sizeof board);
    np_prefix root = {.parent = -1, .cost = d->root_h, .blank = d->task->blank, .state = start};
    if (add_prefix(d, root) < 0 || !grow(d, 0, board, d->root_state, d->root_h, levels))
        return lt_fail(err, LT_NO_MEMORY, "no memory to cut the search into parts");
    return LT_OK;
}

typedef struct crew {
    np_deepen *deepen;
    atomic_int next, winner;
    atomic_bool stopped;
    struct {
        int part, length;
        uint8_t *path;
    } best[LT_THREADS_MAX];
} crew;

static void run_part(crew *c, int part, np_dfs *dfs, int worker)
{
    np_deepen *d = c->deepen;
    np_prefix *p = &d->prefixes[part];
    prepare(d, dfs);
    uint8_t moves[64] = {0};
    for (int at = part; d->prefixes[at].parent >= 0; at = d->prefixes[at].parent)
        moves[d->prefixes[at].depth - 1] = d->prefixes[at].move;
    int cols = dfs->frame->cols;
    int step[4] = {[NP_UP] = -cols, [NP_LEFT] = -1, [NP_RIGHT] = 1, [NP_DOWN] = cols};
    for (int i = 0; i < p->depth; i++) {
        int from = dfs->blank + step[moves[i]], tile = dfs->board[from];
        dfs->board[dfs->blank] = (uint8_t)tile;
        dfs->board[from] = dfs->frame->goal_blank;
        dfs->h = d->heuristic->ops->apply(d->heuristic->tables, dfs->heuristic_state, dfs->h,
                                          dfs->board, tile, from, dfs->blank);
        dfs->blank = from;
        dfs->path[i] = moves[i];
    }
    dfs->state = p->state;
    dfs->depth = p->depth;
    dfs->winner = &c->winner;
    dfs->part = part;
    search(d, dfs);
    p->nodes = dfs->nodes;
    p->solutions = dfs->solutions;
    p->next_bound = dfs->next_bound;
    int winner = atomic_load(&c->winner);
    if (dfs->stopped && winner > part) atomic_store(&c->stopped, true);
    if (!dfs->found || part > c->best[worker].part) return;
    c->best[worker].part = part;
    c->best[worker].length = dfs->length;
    memcpy(c->best[worker].path, dfs->solution, (size_t)dfs->length);
    /* Counting all, every part must be searched to its end: nobody wins. */
    if (d->count_all) return;
    while (part < winner && !atomic_compare_exchange_weak(&c->winner, &winner, part)) continue;
}

static void work(void *ctx, int worker)
{
    crew *c = ctx;
    np_deepen *d = c->deepen;
    np_dfs dfs;
    char what[32];
    snprintf(what, sizeof what, "searching depth %d", d->bound);
    for (;;) {
        int part = atomic_fetch_add(&c->next, 1);
        if (part >= d->prefix_count || part > atomic_load(&c->winner) || atomic_load(&c->stopped))
            return;
        np_prefix *p = &d->prefixes[part];
        p->nodes = p->solutions = 0;
        p->next_bound = INT_MAX;
        if (!p->is_part || p->cost > d->bound) continue;
        run_part(c, part, &dfs, worker);
        if (worker == 0)
            lt_report(d->resources->control, &(lt_progress){.what = what,
                                                            .unit = "parts",
                                                            .done = (uint64_t)part,
                                                            .total = (uint64_t)d->prefix_count});
    }
}

/* Adds up what one thread would have seen until the first solution. */
static void add_up(np_deepen *d, int last, int *next_bound)
{
    for (int i = 0; i < d->prefix_count && i <= last; i++) {
        np_prefix *p = &d->prefixes[i];
        const np_prefix *parent = p->parent >= 0 ? &d->prefixes[p->parent] : NULL;
        p->generated = !parent || (parent->generated && parent->cost <= d->bound);
        if (!p->generated) continue;
        if (p->cost > d->bound) {
            d->nodes++;
            if (p->cost < *next_bound) *next_bound = p->cost;
        } else if (p->is_part) {
            d->nodes += p->nodes;
            d->solutions += p->solutions;
            if (p->next_bound < *next_bound) *next_bound = p->next_bound;
        } else {
            d->nodes++;
        }
    }
}

static lt_status step_in_parts(np_deepen *d, int *next_bound, lt_error *err)
{
    if (!d->prefixes) LT_TRY(cut(d, err));
    crew c = {.deepen = d};
    atomic_init(&c.next, 0);
    atomic_init(&c.winner, INT_MAX);
    atomic_init(&c.stopped, false);
    uint8_t *paths = malloc((size_t)d->resources->threads * NP_PATH_MAX);
    if (!paths) return lt_fail(err, LT_NO_MEMORY, "no memory for a path");
    for (int i = 0; i < d->resources->threads; i++) {
        c.best[i].part = INT_MAX;
        c.best[i].path = paths + (size_t)i * NP_PATH_MAX;
    }
    lt_status status = lt_parallel(d->resources->threads, work, &c, err);
    int first = INT_MAX;
    for (int i = 0; status == LT_OK && i < d->resources->threads; i++) {
        if (c.best[i].part >= first) continue;
        first = c.best[i].part;
        d->found = true;
        d->length = c.best[i].length;
        memcpy(d->path, c.best[i].path, (size_t)d->length);
    }
    free(paths);
    if (status != LT_OK) return status;
    d->stopped = atomic_load(&c.stopped);
    if (d->stopped) d->found = false;
    add_up(d, d->count_all ? INT_MAX : first, next_bound);
    return LT_OK;
}

lt_status np_deepen_step(np_deepen *d, lt_error *err)
{
    int next_bound = INT_MAX;
    /* Every iteration visits the first position; it is generated only once. */
    if (d->nodes > 0) d->nodes--;
    if (!d->large) {
        np_dfs dfs;
        prepare(d, &dfs);
        dfs.node_limit = WHOLE_NODES;
        search(d, &dfs);
        /* Stopped by its size alone: do the iteration again, in parts. */
        if (dfs.stopped && dfs.nodes >= WHOLE_NODES &&
            !(d->deadline > 0 && lt_clock_now() >= d->deadline) &&
            !lt_cancelled(d->resources->control)) {
            if (d->nodes > 0) d->nodes++;
            d->large = true;
            return LT_OK;
        }
        d->stopped = dfs.stopped;
        d->found = dfs.found && !dfs.stopped;
        d->nodes += dfs.nodes;
        d->solutions += dfs.solutions;
        next_bound = dfs.next_bound;
        if (d->found) {
            d->length = dfs.length;
            memcpy(d->path, dfs.solution, (size_t)dfs.length);
        }
    } else {
        LT_TRY(step_in_parts(d, &next_bound, err));
    }
    if (d->found || d->stopped) return LT_OK;
    if (next_bound == INT_MAX)
        return lt_fail(err, LT_UNSOLVABLE, "every position was searched without a solution");
    d->bound = next_bound;
    return check_bound(d, err);
}

void np_deepen_release(np_deepen *d)
{
    free(d->prefixes);
    d->prefixes = NULL;
}
