/* The expectimax engine: recursion, transposition table, iterative deepening. */
#include "twenty48/search/expectimax.h"

#include "base/clock.h"
#include "base/pages.h"
#include "base/threads.h"
#include "twenty48/rows.h"
#include "twenty48/search/deepening.h"
#include "twenty48/search/expectimax_moves.h"
#include "twenty48/search/expectimax_table.h"
#include "twenty48/search/last_move.h"
#include "twenty48/symmetry.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_CLOCK_EVERY = 512, LEAVES_BITS = 14 };

/* How much shorter the search is that finds the moves worth following. */
enum { LOOK_MOVES = 1, LOOK_BUDGET = 3 * T48_BUDGET_BITS };

struct t48_expectimax {
    t48_leaf leaf;
    t48_shape shape;
    uint64_t cells;
    int64_t fours;
    int budget;      /* of a whole search */
    int cost[2][17]; /* of a 2 and of a 4, by number of empty cells */
    t48_value margin;
    bool looks; /* the margin is one of a shorter search, not of a glance */
    entry *table;
    unsigned table_bits;
    entry *leaves;   /* values of leaves, if these are to be kept */
    double deadline; /* 0: none */
    bool processor;  /* the deadline is one of the processor's clock */
    const lt_control *control;
    atomic_bool stop;
};

/* One thread of a search. */
typedef struct worker {
    t48_expectimax *engine;
    uint64_t nodes;
    unsigned patience; /* nodes until the clock is asked again */
} worker;

lt_status t48_expectimax_new(t48_expectimax **engine, const t48_leaf *leaf, const t48_rules *rules,
                             const t48_expectimax_config *config, lt_error *err)
{
    *engine = NULL;
    t48_expectimax *e = calloc(1, sizeof *e);
    if (!e) return lt_fail(err, LT_NO_MEMORY, "no memory for a search");
    e->leaf = *leaf;
    e->shape = rules->shape;
    e->cells = t48_cells_mask(rules->shape);
    e->fours = llround(rules->fours * (1 << T48_CHANCE_BITS));
    /* Without a cut a shorter search is hardly shorter: it would double the work. */
    bool chooses = config->margin > 0 && (config->cut > 0 || !config->looks);
    e->margin = chooses ? config->margin : INT64_MAX;
    e->looks = chooses && config->looks;
    e->budget = T48_BUDGET_MAX;
    if (config->cut > 0) {
        double bits = -log2(config->cut) * T48_BUDGET_BITS;
        e->budget = bits < T48_BUDGET_MAX ? (int)lrint(bits) : T48_BUDGET_MAX;
        for (int n = 1; n <= 16; n++)
            for (int four = 0; four < 2; four++) {
                double chance = (four ? rules->fours : 1 - rules->fours) / n;
                double cost = chance > 0 ? -log2(chance) * T48_BUDGET_BITS : T48_BUDGET_MAX;
                e->cost[four][n] = cost < T48_BUDGET_MAX ? (int)lrint(cost) : T48_BUDGET_MAX;
            }
    }
    e->table_bits = config->table_bits;
    if (e->table_bits > 0) {
        void *pages;
        lt_status status =
            lt_pages_new(&pages, sizeof(entry) << e->table_bits, "the transposition table", err);
        if (status != LT_OK) {
            free(e);
            return status;
        }
        e->table = pages;
    }
    if (leaf->cached) {
        e->leaves = calloc((size_t)1 << LEAVES_BITS, sizeof *e->leaves);
        if (!e->leaves) {
            t48_expectimax_free(e);
            return lt_fail(err, LT_NO_MEMORY, "no memory for a search");
        }
    }
    *engine = e;
    return LT_OK;
}

void t48_expectimax_free(t48_expectimax *engine)
{
    if (!engine) return;
    if (engine->table) lt_pages_free(engine->table, sizeof(entry) << engine->table_bits);
    free(engine->leaves);
    free(engine);
}

/* --- the transposition table -------------------------------------------------- */

static inline t48_board canonical(const t48_expectimax *e, t48_board board)
{
    unsigned symmetry;
    return e->leaf.symmetric ? t48_canonical(e->shape, board, &symmetry) : board;
}

static inline t48_value leaf_value(const t48_expectimax *e, t48_board after)
{
    if (e->leaf.lines) return t48_lines_value(e->leaf.lines, after);
    if (!e->leaves) return e->leaf.value(e->leaf.ctx, after);
    entry *at = &e->leaves[hash_of(after, 0) >> (64 - LEAVES_BITS)];
    t48_value value;
    /* The tag of a leaf is 1, so that an empty entry is not the empty board's. */
    if (find(at, after, 1, &value)) return value;
    value = e->leaf.value(e->leaf.ctx, after);
    keep(at, after, 1, value);
    return value;
}

/* --- the search ----------------------------------------------------------------- */

static t48_value mean(const t48_expectimax *e, t48_value twos, t48_value fours, unsigned cells)
{
    return (twos * ((1 << T48_CHANCE_BITS) - e->fours) + fours * e->fours) /
           ((t48_value)cells << T48_CHANCE_BITS);
}

/* `left` is what a 2 and a 4 leave of the budget. */
static bool looks_at_fours(const t48_expectimax *e, const int left[2])
{
    return e->fours > 0 && (left[1] >= 0 || !e->leaf.coarse);
}

/* Whether every line ends after the next move, in leaves that tables add up. Fewer
 * cells cost less and a move fills none: if the tile after the next is too much
 * with the fewest empty cells possible, it is with any. */
static bool ends_everywhere(const t48_expectimax *e, t48_board after, int depth, unsigned cells,
                            const int left[2])
{
    unsigned fewest = cells > 1 ? cells - 1 : 1;
    return e->leaf.lines && (depth == 1 || left[0] < e->cost[0][fewest]) &&
           !t48_has_fifteens(after);
}

/* Keeps only those moves that are not far behind the best at a glance. */
static void keep_contenders(const t48_expectimax *e, moves *m)
{
    if (e->margin == INT64_MAX || e->looks || m->count < 2) return;
    t48_value guess[T48_DIRS];
    for (unsigned i = 0; i < m->count; i++)
        guess[i] = m->gain[i] * e->leaf.point + leaf_value(e, m->after[i]);
    leave_out(m, guess, e->margin);
}

static t48_value after_value(worker *w, t48_board after, int depth, int budget);

/* Keeps only those that are not far behind after a shorter search: dear, but far surer
 * than a glance, and the shorter search looks for its own contenders in the same way. */
static void keep_promising(worker *w, moves *m, int depth, int budget)
{
    const t48_expectimax *e = w->engine;
    if (!e->looks || depth <= LOOK_MOVES + 1 || budget < LOOK_BUDGET || m->count < 2) return;
    t48_value guess[T48_DIRS];
    for (unsigned i = 0; i < m->count; i++)
        guess[i] = m->gain[i] * e->leaf.point +
                   after_value(w, m->after[i], depth - 1 - LOOK_MOVES, budget - LOOK_BUDGET);
    leave_out(m, guess, e->margin);
}

/* The best that a board before the player's move can be turned into. */
static t48_value best_value(worker *w, t48_board board, int depth, int budget)
{
    const t48_expectimax *e = w->engine;
    moves m;
    find_moves(e->shape, board, &m);
    if (m.count == 0) return e->leaf.dead;
    if (depth > 1) keep_contenders(e, &m);
    keep_promising(w, &m, depth, budget);
    t48_value best = INT64_MIN;
    for (unsigned i = 0; i < m.count; i++) {
        t48_value value = m.gain[i] * e->leaf.point + after_value(w, m.after[i], depth - 1, budget);
        if (value > best) best = value;
    }
    return best;
}

static double now(const t48_expectimax *e)
{
    return e->processor ? lt_clock_thread() : lt_clock_now();
}

static bool out_of_time(worker *w)
{
    t48_expectimax *e = w->engine;
    if (e->deadline <= 0 && !e->control) return false;
    if (--w->patience == 0) {
        w->patience = ASK_CLOCK_EVERY;
        if ((e->deadline > 0 && now(e) > e->deadline) || lt_cancelled(e->control))
            atomic_store_explicit(&e->stop, true, memory_order_relaxed);
    }
    return atomic_load_explicit(&e->stop, memory_order_relaxed);
}

static t48_value after_value(worker *w, t48_board after, int depth, int budget)
{
    t48_expectimax *e = w->engine;
    w->nodes++;
    if (depth == 0) return leaf_value(e, after);
    uint64_t empty = t48_empties(after, e->cells);
    unsigned cells = lt_popcount64(empty);
    int left[2] = {budget - e->cost[0][cells], budget - e->cost[1][cells]};
    if (left[0] < 0) return leaf_value(e, after);
    if (out_of_time(w)) return 0;

    uint64_t tag = (uint64_t)depth << 12 | (uint64_t)budget;
    t48_board key = 0;
    entry *at = NULL;
    t48_value value, twos = 0, fours = 0;
    if (e->table) {
        key = canonical(e, after);
        at = &e->table[hash_of(key, tag) >> (64 - e->table_bits)];
        if (find(at, key, tag, &value)) return value;
    }
    bool with_fours = looks_at_fours(e, left);
    if (ends_everywhere(e, after, depth, cells, left)) {
        t48_last_moves(e->leaf.lines, after, empty, e->leaf.dead, with_fours, &twos, &fours);
        w->nodes += (with_fours ? 2u : 1u) * T48_DIRS * cells;
        empty = 0;
    }
    for (; empty; empty &= empty - 1) {
        t48_board cell = empty & -empty;
        twos += best_value(w, after | cell, depth, left[0]);
        /* An improbable 4 is looked at, but not beyond the next move. */
        if (with_fours)
            fours += best_value(w, after | cell << 1, left[1] < 0 ? 1 : depth,
                                left[1] < 0 ? 0 : left[1]);
    }
    if (!with_fours) fours = twos;
    value = mean(e, twos, fours, cells);
    if (at && !atomic_load_explicit(&e->stop, memory_order_relaxed)) keep(at, key, tag, value);
    return value;
}

/* --- the root: every first move and new tile is a task of its own ------------------ */

typedef struct task {
    t48_board board;
    int budget, depth;
    t48_value value;
} task;

enum { TASKS_MAX = T48_DIRS * 2 * 16 };

typedef struct job {
    t48_expectimax *engine;
    unsigned count;
    atomic_uint next;
    _Atomic uint64_t nodes;
    task task[TASKS_MAX];
} job;

static void run_tasks(void *ctx, int thread)
{
    (void)thread;
    job *j = ctx;
    worker w = {.engine = j->engine, .patience = ASK_CLOCK_EVERY};
    for (;;) {
        unsigned i = atomic_fetch_add_explicit(&j->next, 1, memory_order_relaxed);
        if (i >= j->count) break;
        task *t = &j->task[i];
        t->value = best_value(&w, t->board, t->depth, t->budget);
    }
    atomic_fetch_add_explicit(&j->nodes, w.nodes, memory_order_relaxed);
}

/* Tasks of one first move: new 2s, and new 4s if they are looked at. */
typedef struct branch {
    unsigned cells; /* 0: the leaf itself is the answer */
    bool with_fours;
} branch;

static branch add_tasks(job *j, t48_board after, int depth)
{
    t48_expectimax *e = j->engine;
    uint64_t empty = t48_empties(after, e->cells);
    unsigned cells = lt_popcount64(empty);
    int left[2] = {e->budget - e->cost[0][cells], e->budget - e->cost[1][cells]};
    if (depth == 0 || left[0] < 0) return (branch){0};
    bool with_fours = looks_at_fours(e, left), cut = left[1] < 0;
    for (; empty; empty &= empty - 1) {
        t48_board cell = empty & -empty;
        j->task[j->count++] = (task){.board = after | cell, .budget = left[0], .depth = depth};
        if (with_fours)
            j->task[j->count++] = (task){
                .board = after | cell << 1, .budget = cut ? 0 : left[1], .depth = cut ? 1 : depth};
    }
    return (branch){.cells = cells, .with_fours = with_fours};
}

static t48_value branch_value(const t48_expectimax *e, branch b, const task **t)
{
    t48_value twos = 0, fours = 0;
    for (unsigned i = 0; i < b.cells; i++) {
        twos += (*t)++->value;
        if (b.with_fours) fours += (*t)++->value;
    }
    return mean(e, twos, b.with_fours ? fours : twos, b.cells);
}

static void search_depth(t48_expectimax *e, const moves *m, int depth, int threads,
                         t48_expectimax_result *result)
{
    job j = {.engine = e};
    branch branches[T48_DIRS];
    for (unsigned i = 0; i < m->count; i++) branches[i] = add_tasks(&j, m->after[i], depth - 1);
    if (threads > 1 && j.count > 0) lt_parallel(threads, run_tasks, &j, NULL);
    run_tasks(&j, 0); /* whatever no thread could be started for */
    const task *t = j.task;
    result->nodes += j.nodes + m->count;
    if (atomic_load_explicit(&e->stop, memory_order_relaxed)) return;
    for (unsigned i = 0; i < m->count; i++) {
        t48_value value =
            branches[i].cells > 0 ? branch_value(e, branches[i], &t) : leaf_value(e, m->after[i]);
        result->value[m->dir[i]] = m->gain[i] * e->leaf.point + value;
    }
    result->depth = depth;
}

static unsigned directions(const moves *m)
{
    unsigned set = 0;
    for (unsigned i = 0; i < m->count; i++) set |= 1u << m->dir[i];
    return set;
}

static void search_for(t48_expectimax *e, const moves *m, const t48_expectimax_limits *limits,
                       t48_expectimax_result *result)
{
    e->processor = limits->processor;
    double begun = now(e);
    t48_deepening deepening = t48_deepening_begin(limits->ms / 1000);
    for (int depth = 1; depth <= limits->depth; depth++) {
        search_depth(e, m, depth, depth > 2 ? limits->threads : 1, result);
        if (result->depth < depth) break;
        /* The first depth is always completed. */
        e->deadline = begun + limits->ms / 1000;
        if (!t48_deepening_worth(&deepening, result, now(e) - begun)) break;
    }
}

void t48_expectimax_search(t48_expectimax *engine, t48_board board,
                           const t48_expectimax_limits *limits, t48_expectimax_result *result)
{
    moves m, contenders;
    memset(result, 0, sizeof *result);
    result->best = T48_NONE;
    find_moves(engine->shape, board, &m);
    result->legal = directions(&m);
    if (m.count == 0) return;
    engine->deadline = 0;
    engine->control = limits->control;
    atomic_store_explicit(&engine->stop, false, memory_order_relaxed);
    contenders = m;
    if (limits->depth > 1) keep_contenders(engine, &contenders);
    result->contenders = directions(&contenders);
    const moves *looked_at = limits->values ? &m : &contenders;
    bool settled = contenders.count == 1 && !limits->values; /* no rival: no value is needed */
    if (!settled && limits->ms > 0) search_for(engine, looked_at, limits, result);
    if (!settled && limits->ms <= 0)
        search_depth(engine, looked_at, limits->depth, limits->threads, result);
    for (unsigned i = 0; i < contenders.count; i++) {
        t48_dir dir = contenders.dir[i];
        if (result->best == T48_NONE || result->value[dir] > result->value[result->best])
            result->best = dir;
    }
}
