/* Simulation over threads.
 *
 * Workers take batches of games from a counter, so that fast and slow games even
 * out; every outcome is stored at its own index, so the result does not depend
 * on who played what. Batches grow from one game to what takes about 20 ms. */
#include "laatta/sim.h"

#include "base/clock.h"
#include "base/threads.h"
#include "twenty48/player/player_ops.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX = 4096 };

/* Games that were given up. */
typedef struct trouble {
    uint64_t games, first;
    char why[LT_ERROR_TEXT]; /* of the first */
} trouble;

struct t48_sim {
    t48_outcome *outcome;
    uint64_t played;
    uint64_t moves, nodes;
    double setup, seconds;
    char *player;
    trouble given_up;
};

typedef struct worker {
    t48_player *player;
    _Atomic uint64_t busy; /* first game of the batch it plays; UINT64_MAX when done */
    trouble given_up;
} worker;

typedef struct job {
    const t48_sim_config *config;
    t48_sim *sim;
    worker *workers;
    int threads;
    _Atomic uint64_t next, done;
    lt_control control; /* of the players */
    atomic_bool stop;
    atomic_flag reporting;
} job;

/* Asked by the players' searches too, so that a long one ends soon. */
static bool stopping(void *ctx)
{
    job *j = ctx;
    if (atomic_load_explicit(&j->stop, memory_order_relaxed)) return true;
    if (!lt_cancelled(j->config->control)) return false;
    atomic_store(&j->stop, true);
    return true;
}

static void add_trouble(trouble *t, uint64_t games, uint64_t first, const char *why)
{
    if (games && (t->games == 0 || first < t->first)) {
        t->first = first;
        snprintf(t->why, sizeof t->why, "%s", why);
    }
    t->games += games;
}

/* Plays games first .. first + count - 1; stops early only when cancelled, and
 * returns how many were finished. */
static uint64_t play_batch(job *j, worker *w, uint64_t first, uint64_t count)
{
    t48_player *player = w->player;
    const t48_sim_config *c = j->config;
    uint64_t seeds[BATCH_MAX];
    for (uint64_t i = 0; i < count; i++) seeds[i] = lt_seed_of(c->seed, c->first + first + i);
    t48_outcome *outcome = &j->sim->outcome[first];
    if (!c->start && !c->until && player->ops->play_games &&
        player->ops->play_games(player, seeds, count, outcome))
        return count;
    unsigned until = c->until;
    for (uint64_t i = 0; i < count; i++) {
        if (t48_play(player, &c->rules, c->start, seeds[i], until ? t48_until : NULL, &until,
                     &outcome[i]) == T48_END_CANCELLED)
            return i;
        const char *why = t48_player_trouble(player);
        if (why) add_trouble(&w->given_up, 1, first + i, why);
    }
    return count;
}

static void report(job *j)
{
    if (atomic_flag_test_and_set(&j->reporting)) return;
    lt_progress progress = {.what = "playing", .unit = "games", .total = j->config->games};
    progress.done = atomic_load(&j->done);
    lt_report(j->config->control, &progress);
    atomic_flag_clear(&j->reporting);
}

static void work(void *ctx, int index)
{
    job *j = ctx;
    worker *w = &j->workers[index];
    uint64_t batch = 1, games = j->config->games;
    while (!stopping(j)) {
        uint64_t first = atomic_fetch_add(&j->next, batch);
        if (first >= games) break;
        uint64_t count = first + batch > games ? games - first : batch;
        atomic_store(&w->busy, first);
        double began = lt_clock_now();
        uint64_t finished = play_batch(j, w, first, count);
        double took = lt_clock_now() - began;
        atomic_fetch_add(&j->done, finished);
        if (finished < count) {
            atomic_store(&w->busy, first + finished);
            return;
        }
        if (took < 0.01 && batch < BATCH_MAX) batch *= 2;
        if (took > 0.04 && batch > 1) batch /= 2;
        report(j);
    }
    atomic_store(&w->busy, UINT64_MAX);
}

/* Games below the first unfinished one are all there. */
static uint64_t finished_prefix(job *j)
{
    uint64_t end = atomic_load(&j->next);
    if (end > j->config->games) end = j->config->games;
    for (int i = 0; i < j->threads; i++)
        if (atomic_load(&j->workers[i].busy) < end) end = atomic_load(&j->workers[i].busy);
    return end;
}

/* A start or an end that no game can have. */
static lt_status check(const t48_sim_config *c, lt_error *err)
{
    t48_shape shape = c->rules.shape;
    unsigned cells = t48_shape_cells(shape);
    if (c->until > cells + 1)
        return lt_fail(err, LT_BAD_INPUT,
                       "a game cannot end at %.0f: %dx%d boards have no room for more than %.0f",
                       ldexp(1, (int)c->until), shape.rows, shape.cols, ldexp(1, (int)cells + 1));
    if (!c->start) return LT_OK;
    if (c->start->shape.rows != shape.rows || c->start->shape.cols != shape.cols)
        return lt_fail(err, LT_BAD_INPUT, "the start is a board of %dx%d, the game one of %dx%d",
                       c->start->shape.rows, c->start->shape.cols, shape.rows, shape.cols);
    if (!t48_grid_legal(c->start))
        return lt_fail(err, LT_BAD_INPUT, "no move is possible on the board to start from");
    unsigned highest = t48_grid_max_level(c->start);
    if (c->until && highest >= c->until)
        return lt_fail(err, LT_BAD_INPUT,
                       "the board to start from already holds %.0f; games to %.0f end before they "
                       "begin",
                       ldexp(1, (int)highest), ldexp(1, (int)c->until));
    return LT_OK;
}

static lt_status prepare(job *j, lt_error *err)
{
    const t48_sim_config *c = j->config;
    LT_TRY(check(c, err));
    j->sim = calloc(1, sizeof *j->sim);
    j->workers = calloc((size_t)j->threads, sizeof *j->workers);
    if (j->sim && j->workers && c->games < SIZE_MAX / sizeof(t48_outcome))
        j->sim->outcome = malloc((size_t)(c->games ? c->games : 1) * sizeof(t48_outcome));
    if (!j->sim || !j->workers || !j->sim->outcome)
        return lt_fail(err, LT_NO_MEMORY, "no memory for the results of %llu games",
                       (unsigned long long)c->games);
    for (int i = 0; i < j->threads; i++) {
        LT_TRY(t48_player_new(&j->workers[i].player, c->player, &c->rules, err));
        t48_player_control(j->workers[i].player, &j->control);
        atomic_init(&j->workers[i].busy, UINT64_MAX);
    }
    j->sim->player = strdup(t48_player_spec(j->workers[0].player));
    return j->sim->player ? LT_OK : lt_fail(err, LT_NO_MEMORY, "no memory for a simulation");
}

lt_status t48_sim_run(t48_sim **sim, const t48_sim_config *config, lt_error *err)
{
    *sim = NULL;
    job j = {.config = config, .threads = config->threads ? config->threads : lt_cpu_count()};
    if ((uint64_t)j.threads > config->games && config->games > 0) j.threads = (int)config->games;
    j.control = (lt_control){.ctx = &j, .cancelled = stopping};
    atomic_flag_clear(&j.reporting);
    double came = lt_clock_now();
    lt_status status = prepare(&j, err);
    if (status == LT_OK) {
        double began = lt_clock_now();
        j.sim->setup = began - came;
        status = lt_parallel(j.threads, work, &j, err);
        j.sim->seconds = lt_clock_now() - began;
        j.sim->played = finished_prefix(&j);
        for (uint64_t i = 0; i < j.sim->played; i++) j.sim->moves += j.sim->outcome[i].moves;
        for (int i = 0; i < j.threads; i++) {
            const trouble *t = &j.workers[i].given_up;
            j.sim->nodes += t48_player_nodes(j.workers[i].player);
            add_trouble(&j.sim->given_up, t->games, t->first, t->why);
        }
        if (status == LT_OK && j.sim->played < config->games)
            status = lt_fail(err, LT_CANCELLED, "stopped after %llu of %llu games",
                             (unsigned long long)j.sim->played, (unsigned long long)config->games);
    }
    for (int i = 0; j.workers && i < j.threads; i++) t48_player_free(j.workers[i].player);
    free(j.workers);
    if (status != LT_OK && status != LT_CANCELLED) {
        t48_sim_free(j.sim);
        return status;
    }
    *sim = j.sim;
    return status;
}

void t48_sim_free(t48_sim *sim)
{
    if (!sim) return;
    free(sim->outcome);
    free(sim->player);
    free(sim);
}

uint64_t t48_sim_played(const t48_sim *sim)
{
    return sim->played;
}

const t48_outcome *t48_sim_outcome(const t48_sim *sim, uint64_t game)
{
    return &sim->outcome[game];
}

double t48_sim_setup_seconds(const t48_sim *sim)
{
    return sim->setup;
}

double t48_sim_seconds(const t48_sim *sim)
{
    return sim->seconds;
}

uint64_t t48_sim_moves(const t48_sim *sim)
{
    return sim->moves;
}

uint64_t t48_sim_nodes(const t48_sim *sim)
{
    return sim->nodes;
}

uint64_t t48_sim_lost(const t48_sim *sim, uint64_t *first, const char **why)
{
    *first = sim->given_up.first;
    *why = sim->given_up.games ? sim->given_up.why : NULL;
    return sim->given_up.games;
}

const char *t48_sim_player(const t48_sim *sim)
{
    return sim->player;
}
