/* Simulation over threads.
 *
 * Workers take batches of games from a counter, so that fast and slow games even
 * out; every outcome is stored at its own index, so the result does not depend
 * on who played what. Batches grow from one game to what takes about 20 ms. */
#include "laatta/sim.h"

#include "base/clock.h"
#include "base/threads.h"
#include "twenty48/player/player_ops.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX = 4096 };

struct t48_sim {
    t48_outcome *outcome;
    uint64_t played;
    uint64_t moves, nodes;
    double seconds;
    char *player;
};

typedef struct worker {
    t48_player *player;
    _Atomic uint64_t busy; /* first game of the batch it plays; UINT64_MAX when done */
} worker;

typedef struct job {
    const t48_sim_config *config;
    t48_sim *sim;
    worker *workers;
    int threads;
    _Atomic uint64_t next, done;
    atomic_bool stop;
    atomic_flag reporting;
} job;

t48_outcome t48_outcome_of(const t48_state *state)
{
    t48_outcome outcome = {.score = state->score, .moves = state->moves};
    if (state->packed) {
        for (t48_board board = state->board; board; board >>= 4) {
            unsigned level = board & 15;
            if (level > outcome.max_level) outcome.max_level = (uint8_t)level;
            if (level) outcome.tiles[level]++;
        }
        return outcome;
    }
    unsigned cells = (unsigned)state->shape.rows * state->shape.cols;
    for (unsigned i = 0; i < cells; i++) {
        unsigned level = state->grid.level[i];
        if (level > outcome.max_level) outcome.max_level = (uint8_t)level;
        if (level) outcome.tiles[level < T48_TILES ? level : 0]++;
    }
    return outcome;
}

t48_outcome t48_play_game(t48_player *player, const t48_rules *rules, const t48_grid *start,
                          uint64_t seed)
{
    t48_outcome outcome;
    if (!start && player->ops->play_games && player->ops->play_games(player, &seed, 1, &outcome))
        return outcome;
    t48_state state = start ? t48_state_from_grid(start, rules) : t48_state_empty(rules);
    lt_rng rng;
    t48_spawn_rng(&rng, seed);
    t48_player_begin(player, seed);
    if (!start) t48_state_start(&state, &rng);
    for (;;) {
        t48_dir dir = t48_player_choose(player, &state);
        if (dir == T48_NONE || !t48_state_move(&state, dir)) break;
        t48_state_spawn(&state, &rng);
    }
    return t48_outcome_of(&state);
}

lt_status t48_play_recorded(t48_player *player, const t48_rules *rules, const t48_grid *start,
                            uint64_t seed, t48_game **game, lt_error *err)
{
    LT_TRY(t48_game_new(game, rules, seed, start, err));
    t48_game_keep_playing(*game);
    t48_player_begin(player, seed);
    bool moved = true;
    while (moved) {
        t48_dir dir = t48_player_choose(player, t48_game_state(*game));
        if (dir == T48_NONE) break;
        lt_status status = t48_game_move(*game, dir, &moved, err);
        if (status != LT_OK) {
            t48_game_free(*game);
            *game = NULL;
            return status;
        }
    }
    return LT_OK;
}

/* Plays games first .. first + count - 1; stops early only when cancelled, and
 * returns how many were finished. */
static uint64_t play_batch(job *j, t48_player *player, uint64_t first, uint64_t count)
{
    const t48_sim_config *c = j->config;
    uint64_t seeds[BATCH_MAX];
    for (uint64_t i = 0; i < count; i++) seeds[i] = lt_seed_of(c->seed, first + i);
    t48_outcome *outcome = &j->sim->outcome[first];
    if (!c->start && player->ops->play_games &&
        player->ops->play_games(player, seeds, count, outcome))
        return count;
    for (uint64_t i = 0; i < count; i++) {
        if (atomic_load_explicit(&j->stop, memory_order_relaxed)) return i;
        outcome[i] = t48_play_game(player, &c->rules, c->start, seeds[i]);
    }
    return count;
}

static void report(job *j)
{
    if (lt_cancelled(j->config->control)) atomic_store(&j->stop, true);
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
    while (!atomic_load(&j->stop)) {
        uint64_t first = atomic_fetch_add(&j->next, batch);
        if (first >= games) break;
        uint64_t count = first + batch > games ? games - first : batch;
        atomic_store(&w->busy, first);
        double began = lt_clock_now();
        uint64_t finished = play_batch(j, w->player, first, count);
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

static lt_status prepare(job *j, lt_error *err)
{
    const t48_sim_config *c = j->config;
    j->sim = calloc(1, sizeof *j->sim);
    j->workers = calloc((size_t)j->threads, sizeof *j->workers);
    if (j->sim && j->workers && c->games < SIZE_MAX / sizeof(t48_outcome))
        j->sim->outcome = malloc((size_t)(c->games ? c->games : 1) * sizeof(t48_outcome));
    if (!j->sim || !j->workers || !j->sim->outcome)
        return lt_fail(err, LT_NO_MEMORY, "no memory for the results of %llu games",
                       (unsigned long long)c->games);
    for (int i = 0; i < j->threads; i++) {
        LT_TRY(t48_player_new(&j->workers[i].player, c->player, &c->rules, err));
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
    atomic_flag_clear(&j.reporting);
    lt_status status = prepare(&j, err);
    if (status == LT_OK) {
        double began = lt_clock_now();
        status = lt_parallel(j.threads, work, &j, err);
        j.sim->seconds = lt_clock_now() - began;
        j.sim->played = finished_prefix(&j);
        for (uint64_t i = 0; i < j.sim->played; i++) j.sim->moves += j.sim->outcome[i].moves;
        for (int i = 0; i < j.threads; i++) j.sim->nodes += t48_player_nodes(j.workers[i].player);
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

const char *t48_sim_player(const t48_sim *sim)
{
    return sim->player;
}
