/* The learning kernel. Hot: about all of the time of `laatta train` is here, and
 * most of that is waiting for memory. */
#include "twenty48/net/net_learn.h"

#include "twenty48/net/net_kernel.h"
#include "twenty48/net/net_walls.h"

#include <math.h>
#include <string.h>

static inline void update(t48_learner *learner, const t48_rule *rule, const uint32_t *index,
                          unsigned lookups, float target)
{
    if (rule->coherent) {
        t48_kernel_update(learner->weight, index, lookups, target, rule->rate);
        return;
    }
    float delta = target - t48_kernel_sum(learner->weight, index, lookups);
    float step = rule->rate * delta / (float)lookups;
    for (unsigned i = 0; i < lookups; i++) {
        /* As in t48_kernel_update_plain. */
        t48_weight w = t48_kernel_load(&learner->weight[index[i]]); // NOLINT(clang-analyzer-core.*)
        w.value += step;
        t48_kernel_store(&learner->weight[index[i]], w);
    }
}

/* A board that was moved to and is still to be learned. */
typedef struct visit {
    uint32_t index[T48_NET_LOOKUPS_MAX];
    float value, gain; /* when it was chosen; by the teacher, if that says anything */
    t48_taught taught;
    float least; /* what it is worth at least, if it is taught */
} visit;

enum { LAID_LEAST = 13 };  /* level of the highest tile of boards that are laid out */
enum { WALLS_EVERY = 64 }; /* moves between two boards of a crunch that are kept */

/* A game in progress. */
typedef struct playing {
    t48_board board;
    uint32_t age;   /* moves since an empty board, before a restart too */
    uint32_t count; /* moves in this game */
    bool restarted;
    bool left;       /* ended early: a stage began at which games end, or it had enough moves */
    bool laid;       /* began with large tiles laid out */
    bool walls;      /* played and learned as a board in a crunch */
    unsigned passed; /* moves, a bit each, that pass the crunch; the game is over then */
    uint64_t score;
    unsigned lifted; /* merges of two 32768: the board is a view, this many levels too low */
    unsigned legal;
    t48_board after[T48_DIRS];
    float gain[T48_DIRS];
    uint32_t index[T48_DIRS][T48_NET_LOOKUPS_MAX];
    visit visits[T48_STEPS_MAX];
    unsigned held, newest; /* visits waiting, and where the newest is */
} playing;

static inline unsigned fifteens(t48_board b)
{
    b &= b >> 2;
    b &= b >> 1;
    return lt_popcount64(b & T48_ONES);
}

/* A move that the first few look-ups show far behind another one is not looked at further: its
 * boards are unusual, so that most of their weights would have to come from far away, and it is
 * hardly ever the best. Counted for a network that has learned (11 M moves): a fifth of all legal
 * moves are left out, and one in six thousand that would have been made, by some 3,000 points.
 * Values below 100,000 points, of young networks, small boards and games about to end, leave
 * nothing out: there a glance says less. */
enum { GLANCE = 16, GLANCE_LOOKUPS = 4 * GLANCE };
static const float hopeless = 0.55f, hopeless_least = 100000;

/* Leaves out the hopeless ones among the legal moves. */
static inline void screen(const t48_learner *learner, playing *n, unsigned lookups)
{
    float glance[T48_DIRS], best = -INFINITY;
    for (unsigned d = 0; d < T48_DIRS; d++) {
        if (!(n->legal >> d & 1)) continue;
        float part = t48_kernel_sum(learner->weight, n->index[d], GLANCE);
        glance[d] = part * ((float)lookups / GLANCE) + n->gain[d];
        if (glance[d] > best) best = glance[d];
    }
    float behind = fmaxf(hopeless * best, hopeless_least);
    for (unsigned d = 0; d < T48_DIRS; d++)
        if ((n->legal >> d & 1) && glance[d] < best - behind) n->legal &= ~(1u << d);
}

static inline void prefetch(const t48_learner *learner, const uint32_t *index, unsigned from,
                            unsigned until)
{
    for (unsigned i = from; i < until; i++) __builtin_prefetch(&learner->weight[index[i]]);
}

/* The moves of the board that are not hopeless, and where their weights are. */
static inline void look_ahead(const t48_learner *learner, playing *n, unsigned lookups)
{
    const t48_net_layout *layout = &learner->layout;
    unsigned tuples = lookups % 8 == 0 && layout->symmetries == 8 ? lookups / 8 : layout->tuples;
    bool glances = lookups >= GLANCE_LOOKUPS && layout->symmetries == 8 && !n->walls;
    unsigned first = glances ? GLANCE / 8 : tuples;
    t48_board turned = t48_transpose(n->board);
    uint32_t along = t48_rows_gain(n->board), across = t48_rows_gain(turned);
    bool high = fifteens(n->board) >= 2;
    t48_board symmetric[T48_DIRS][8];
    uint32_t stage[T48_DIRS];
    n->legal = n->passed = 0;
    for (unsigned d = 0; d < T48_DIRS; d++) {
        t48_board after = t48_slide(n->board, turned, layout->shape, (t48_dir)d);
        if (after == n->board) continue;
        n->legal |= 1u << d;
        n->gain[d] = (float)(d == T48_UP || d == T48_DOWN ? across : along);
        if (__builtin_expect(high, 0)) {
            uint64_t gained;
            after = t48_board_move(n->board, layout->shape, (t48_dir)d, &gained);
            n->gain[d] = (float)gained;
        }
        n->after[d] = after;
        if (n->walls) {
            unsigned walls = t48_net_crunch(layout, after);
            n->passed |= (unsigned)!walls << d;
            n->gain[d] = walls ? 0 : (float)T48_WALLS_WHOLE;
            if (!walls) continue;
            t48_net_indices_walls(layout, tuples, walls, after, n->index[d]);
            prefetch(learner, n->index[d], 0, lookups);
            continue;
        }
        stage[d] = t48_net_stage(layout, after) * layout->stage_size;
        t48_symmetric(layout->shape, after, symmetric[d]);
        t48_net_indices_some(layout, 0, first, stage[d], symmetric[d], n->index[d]);
        prefetch(learner, n->index[d], 0, glances ? GLANCE : lookups);
    }
    if (!glances) return;
    /* While the first few are on their way. */
    for (unsigned d = 0; d < T48_DIRS; d++)
        if (n->legal >> d & 1)
            t48_net_indices_some(layout, first, tuples, stage[d], symmetric[d],
                                 n->index[d] + GLANCE);
    screen(learner, n, lookups);
    for (unsigned d = 0; d < T48_DIRS; d++)
        if (n->legal >> d & 1) prefetch(learner, n->index[d], GLANCE, lookups);
}

/* A late position to start from, of a stage that learns; false if there is none
 * yet. Ages take turns, so that all phases of the game are seen alike, however few
 * games get that far. */
static bool take_late(t48_worker *worker, const t48_net_layout *layout, const t48_rule *rule,
                      playing *n)
{
    const t48_pool *pool = &worker->pool;
    unsigned ages = t48_ages_used(layout);
    while (ages > 0 && pool->seen[ages - 1] == 0) ages--;
    for (unsigned tries = 0; tries < ages; tries++) {
        unsigned age = (unsigned)(worker->turn++ % ages);
        if (pool->seen[age] == 0) continue;
        uint32_t kept = pool->seen[age] < T48_AGE_KEPT ? pool->seen[age] : T48_AGE_KEPT;
        t48_board board = pool->board[age][lt_rng_below(&worker->rng, kept)];
        unsigned of = t48_net_stage(layout, board);
        if (of < rule->stage || (rule->until && of >= rule->until)) continue;
        n->board = board;
        n->age = (age + 1) * T48_AGE_STEP;
        return true;
    }
    return false;
}

/* Large tiles laid out for the first stage that learns; beyond it now and then. */
static void lay_out(t48_worker *worker, const t48_learner *learner, const t48_rule *rule,
                    playing *n)
{
    unsigned top = learner->layout.begins[rule->stage];
    if (top < LAID_LEAST) top = LAID_LEAST;
    if (top < 15 && !rule->until && lt_rng_below(&worker->rng, 5) == 0) top++;
    n->board = t48_walls_laid(top, &worker->rng);
    n->age = t48_walls_age(n->board);
    n->restarted = n->laid = true;
}

/* A board in a crunch, one of an earlier game or laid out. */
static void begin_crunch(t48_worker *worker, const t48_net_layout *layout, const t48_rule *rule,
                         playing *n)
{
    unsigned fewest = t48_walls_fewest(layout, rule);
    if (lt_rng_unit(&worker->rng) < rule->restarts)
        n->board = t48_walls_take(&worker->pool, layout, fewest, &worker->turn, &worker->rng);
    n->restarted = n->board != 0;
    if (n->restarted) return;
    unsigned walls = fewest + lt_rng_below(&worker->rng, T48_CRUNCH_WALLS + 1 - fewest);
    n->board = t48_walls_crunch(walls, layout->walls, &worker->rng);
}

static void start_game(const t48_learner *learner, const t48_rule *rule, t48_worker *worker,
                       playing *n, uint64_t cells)
{
    n->score = 0;
    n->count = n->age = n->held = n->lifted = 0;
    n->board = 0;
    n->left = n->laid = false;
    n->walls = t48_learns_walls(&learner->layout, rule);
    if (n->walls) {
        begin_crunch(worker, &learner->layout, rule, n);
        look_ahead(learner, n, learner->layout.lookups);
        return;
    }
    double draw = rule->restarts > 0 || rule->laid > 0 ? lt_rng_unit(&worker->rng) : 1;
    n->restarted = draw < rule->restarts && take_late(worker, &learner->layout, rule, n);
    if (!n->restarted && rule->laid > 0 && draw < rule->restarts + rule->laid)
        lay_out(worker, learner, rule, n);
    if (!n->restarted) {
        n->board = t48_learn_spawn(n->board, cells, &worker->rng);
        n->board = t48_learn_spawn(n->board, cells, &worker->rng);
    }
    look_ahead(learner, n, learner->layout.lookups);
}

/* The oldest waiting visit learns from what followed it, up to the value of the newest. */
static inline void learn_oldest(t48_learner *learner, const t48_rule *rule, playing *n,
                                unsigned lookups)
{
    unsigned oldest = (n->newest + T48_STEPS_MAX - (n->held - 1)) % T48_STEPS_MAX;
    const visit *last = &n->visits[n->newest];
    float target = last->value;
    for (unsigned at = n->newest, k = 1; k < n->held; k++) {
        const visit *v = &n->visits[at];
        if (k > 1) target = (1 - rule->lambda) * v->value + rule->lambda * target;
        target = v->gain + target;
        at = (at + T48_STEPS_MAX - 1) % T48_STEPS_MAX;
    }
    const uint32_t *index = n->visits[oldest].index;
    const visit *v = &n->visits[oldest];
    if (v->taught == T48_TAUGHT_EXACT || (v->taught && target < v->least)) target = v->least;
    if (index[0] >= rule->stage * learner->layout.stage_size)
        update(learner, rule, index, lookups, target);
    n->held--;
}

static void remember(t48_pool *pool, const playing *n)
{
    if (n->age % T48_AGE_STEP != 0 || n->age == 0) return;
    unsigned age = n->age / T48_AGE_STEP - 1;
    if (age >= T48_AGES) return;
    pool->board[age][pool->seen[age]++ % T48_AGE_KEPT] = n->board;
}

static unsigned highest_level(t48_board board)
{
    unsigned highest = 0;
    for (; board; board >>= 4)
        if ((board & 15) > highest) highest = board & 15;
    return highest;
}

static void finish_game(t48_learner *learner, const t48_rule *rule, playing *n, unsigned lookups,
                        t48_tally *tally)
{
    /* The end is worth nothing: one more visit without value or gain. Of a game that
     * was left, the last visit is worth what the next stage says. */
    if (n->held > 0 && !n->left) {
        n->newest = (n->newest + 1) % T48_STEPS_MAX;
        n->visits[n->newest].value = n->visits[n->newest].gain = 0;
        n->visits[n->newest].taught = T48_TAUGHT_NOT;
        n->held++;
    }
    while (n->held > 1) learn_oldest(learner, rule, n, lookups);
    tally->moves += n->count;
    if (n->restarted) {
        tally->restarted++;
        return;
    }
    tally->games++;
    tally->score += (double)n->score;
    tally->score_squares += (double)n->score * (double)n->score;
    tally->max_level[highest_level(n->board) + n->lifted]++;
}

/* The best move, with its values in *v; T48_DIRS if there is none. */
static inline unsigned best_move(const t48_learner *learner, const playing *n, unsigned lookups,
                                 visit *v)
{
    float best = -INFINITY;
    unsigned chosen = T48_DIRS;
    for (unsigned d = 0; d < T48_DIRS; d++) {
        if (!(n->legal >> d & 1)) continue;
        bool passed = n->passed >> d & 1; /* nothing is to come */
        float value = passed ? 0 : t48_kernel_sum(learner->weight, n->index[d], lookups);
        if (value + n->gain[d] <= best) continue;
        best = value + n->gain[d];
        v->value = value;
        v->gain = n->gain[d];
        chosen = d;
    }
    return chosen;
}

/* One move; false when none is left. */
static inline bool play_move(t48_learner *learner, const t48_rule *rule, t48_worker *worker,
                             playing *n, unsigned lookups, uint64_t cells)
{
    unsigned next = (n->newest + 1) % T48_STEPS_MAX;
    visit *v = &n->visits[next];
    unsigned chosen = best_move(learner, n, lookups, v);
    if (chosen == T48_DIRS) return false;
    n->newest = next;
    v->taught = learner->teacher.says && !(n->passed >> chosen & 1)
                    ? learner->teacher.says(learner->teacher.ctx, learner, n->walls,
                                            n->after[chosen], &v->least)
                    : T48_TAUGHT_NOT;
    if (v->taught == T48_TAUGHT_EXACT || (v->taught && v->value < v->least)) v->value = v->least;
    memcpy(v->index, n->index[chosen], lookups * sizeof v->index[0]);
    n->held++;

    n->score += (uint64_t)n->gain[chosen];
    if (fifteens(n->board) >= 2 && fifteens(n->after[chosen]) < fifteens(n->board)) n->lifted++;
    n->board = t48_learn_spawn(n->after[chosen], cells, &worker->rng);
    n->count++;
    n->age++;
    if (n->passed >> chosen & 1) {
        n->left = true;
        return false;
    }
    if ((n->laid || n->walls) && n->count >= T48_WALLS_MOVES) {
        n->left = true;
        n->restarted = true; /* neither won nor lost: not counted */
        return false;
    }
    if (rule->until && v->index[0] >= rule->until * learner->layout.stage_size) {
        n->left = true;
        return false;
    }
    if (!n->walls)
        remember(&worker->pool, n);
    else if (n->count % WALLS_EVERY == worker->turn % WALLS_EVERY)
        t48_walls_keep(&worker->pool, &learner->layout, n->board);
    look_ahead(learner, n, lookups);
    /* Now, while the weights of the next moves are on their way. */
    if (n->held > rule->steps) learn_oldest(learner, rule, n, lookups);
    return true;
}

static inline void run_round(t48_learner *learner, const t48_rule *rule, t48_worker *worker,
                             unsigned lookups, uint64_t moves, uint64_t games,
                             bool (*stop)(void *ctx), void *ctx, t48_tally *tally)
{
    playing game;
    memset(&game, 0, sizeof game);
    uint64_t cells = t48_cells_mask(learner->layout.shape);
    while ((moves == 0 || tally->moves < moves) && (games == 0 || tally->games < games) &&
           !(stop && stop(ctx))) {
        start_game(learner, rule, worker, &game, cells);
        while (play_move(learner, rule, worker, &game, lookups, cells)) {
        }
        finish_game(learner, rule, &game, lookups, tally);
    }
}

void t48_learn_round(t48_learner *learner, const t48_rule *rule, t48_worker *worker, uint64_t moves,
                     uint64_t games, bool (*stop)(void *ctx), void *ctx, t48_tally *tally)
{
    memset(tally, 0, sizeof *tally);
    unsigned lookups = learner->layout.lookups;
    /* The usual sizes as constants, for the loops to be unrolled. */
    switch (lookups) {
    case 32: run_round(learner, rule, worker, 32, moves, games, stop, ctx, tally); break;
    case 64: run_round(learner, rule, worker, 64, moves, games, stop, ctx, tally); break;
    default: run_round(learner, rule, worker, lookups, moves, games, stop, ctx, tally); break;
    }
}

void t48_tally_add(t48_tally *sum, const t48_tally *one)
{
    sum->games += one->games;
    sum->moves += one->moves;
    sum->restarted += one->restarted;
    sum->score += one->score;
    sum->score_squares += one->score_squares;
    for (unsigned i = 0; i <= T48_LEVEL_MAX; i++) sum->max_level[i] += one->max_level[i];
}

void t48_learner_update(t48_learner *learner, const t48_rule *rule, t48_board board, float target)
{
    uint32_t index[T48_NET_LOOKUPS_MAX];
    t48_net_indices(&learner->layout, board, index);
    update(learner, rule, index, learner->layout.lookups, target);
}
