/* Rounds, windows and checkpoints of a training run. */
#include "twenty48/net/net_train.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds until a checkpoint that failed is tried again, at first and at most. */
static const double FIRST_WAIT = 1, LONGEST_WAIT = 600;

lt_status t48_train_hire(t48_train *train, int count, lt_error *err)
{
    if (count <= train->workers) return LT_OK;
    t48_worker *more = realloc(train->worker, (size_t)count * sizeof *more);
    if (!more) return lt_fail(err, LT_NO_MEMORY, "no memory for a training run");
    train->worker = more;
    /* A worker's stream depends on its number alone, whenever it joins. */
    for (; train->workers < count; train->workers++) {
        t48_worker *worker = &train->worker[train->workers];
        memset(worker, 0, sizeof *worker);
        lt_rng_seed(&worker->rng, lt_seed_of(train->seed, (uint64_t)train->workers));
    }
    return LT_OK;
}

lt_status t48_train_new(t48_train **train, const t48_net_layout *layout, const t48_rule *rule,
                        uint64_t seed, lt_error *err)
{
    *train = NULL;
    t48_train *t = calloc(1, sizeof *t);
    if (!t) return lt_fail(err, LT_NO_MEMORY, "no memory for a training run");
    t->rule = *rule;
    t->seed = seed;
    lt_status status = t48_learner_init(&t->learner, layout, err);
    if (status != LT_OK) {
        t48_train_free(t);
        return status;
    }
    *train = t;
    return LT_OK;
}

void t48_train_free(t48_train *train)
{
    if (!train) return;
    t48_learner_release(&train->learner);
    free(train->worker);
    free(train->point);
    free(train);
}

lt_status t48_train_promote(t48_train *train, const char *text, bool copy, float value,
                            lt_error *err)
{
    t48_net_layout layout;
    t48_learner grown;
    LT_TRY(t48_net_layout_parse(&layout, train->learner.layout.shape, text, err));
    LT_TRY(t48_learner_init(&grown, &layout, err));
    lt_status status = t48_learner_promote(&grown, &train->learner, copy, value, err);
    if (status != LT_OK) {
        t48_learner_release(&grown);
        return status;
    }
    t48_learner_release(&train->learner);
    train->learner = grown;
    if (copy) return LT_OK;
    /* Late positions of what is now a later stage came from play that knew no stages. */
    for (int w = 0; w < train->workers; w++) {
        t48_pool *pool = &train->worker[w].pool;
        bool late = false;
        for (unsigned age = 0; age < T48_AGES; age++) {
            for (unsigned i = 0; i < T48_AGE_KEPT && i < pool->seen[age]; i++)
                late |= t48_net_stage(&layout, pool->board[age][i]) > 0;
            if (late) pool->seen[age] = 0;
        }
    }
    return LT_OK;
}

lt_status t48_train_add_point(t48_train *train, const t48_train_point *point, lt_error *err)
{
    if (train->points == train->points_room) {
        size_t room = train->points_room ? 2 * train->points_room : 64;
        t48_train_point *grown = realloc(train->point, room * sizeof *grown);
        if (!grown) return lt_fail(err, LT_NO_MEMORY, "no memory for the learning curve");
        train->point = grown;
        train->points_room = room;
    }
    train->point[train->points++] = *point;
    return LT_OK;
}

static t48_train_point make_point(const t48_train *train, const t48_tally *window, double seconds)
{
    t48_train_point point = {.seconds = train->seconds,
                             .games = train->games,
                             .moves = train->moves,
                             .window = window->games};
    if (seconds > 0) point.rate = (double)window->moves / seconds;
    if (window->games == 0) return point;
    double n = (double)window->games;
    point.mean = window->score / n;
    if (window->games > 1) {
        double variance = (window->score_squares - n * point.mean * point.mean) / (n - 1);
        point.half = 1.96 * sqrt(variance > 0 ? variance / n : 0);
    }
    uint64_t above = 0;
    for (unsigned level = T48_LEVEL_MAX + 1; level-- > 0;) {
        above += window->max_level[level];
        point.reached[level] = (double)above / n;
    }
    return point;
}

typedef struct batch {
    t48_train *train;
    t48_rule rule;
    const lt_control *control;
    uint64_t moves;
    uint64_t games[LT_THREADS_MAX]; /* UINT64_MAX: no limit */
    t48_tally tally[LT_THREADS_MAX];
    double deadline; /* 0: none */
} batch;

static bool round_over(void *ctx)
{
    const batch *r = ctx;
    return lt_cancelled(r->control) || (r->deadline > 0 && lt_clock_now() > r->deadline);
}

static void run_worker(void *ctx, int worker)
{
    batch *r = ctx;
    memset(&r->tally[worker], 0, sizeof r->tally[worker]);
    uint64_t games = r->games[worker];
    if (games == 0) return;
    t48_learn_round(&r->train->learner, &r->rule, &r->train->worker[worker], r->moves,
                    games == UINT64_MAX ? 0 : games, round_over, r, &r->tally[worker]);
}

/* The rate falls in a straight line over the last part of the run. */
static float annealed(const t48_train *train, const t48_train_limits *limits, double spent)
{
    double left = 1;
    if (limits->games > 0)
        left = 1 - (double)train->games / (double)limits->games;
    else if (limits->seconds > 0)
        left = 1 - spent / limits->seconds;
    if (limits->anneal <= 0 || left >= limits->anneal) return train->rule.rate;
    double share = left / limits->anneal;
    return train->rule.rate * (float)(share > 0.02 ? share : 0.02);
}

typedef struct window {
    t48_tally tally;
    double began;
    uint64_t games_began;
} window;

static lt_status close_window(t48_train *train, const t48_train_limits *limits, window *w,
                              double now, lt_error *err)
{
    t48_train_point point = make_point(train, &w->tally, now - w->began);
    memset(&w->tally, 0, sizeof w->tally);
    w->began = now;
    w->games_began = train->games;
    LT_TRY(t48_train_add_point(train, &point, err));
    if (limits->report) limits->report(limits->report_ctx, train, &point);
    return LT_OK;
}

/* When the next checkpoint is due, and how long to wait if it fails. */
typedef struct saving {
    double due, wait;
} saving;

/* A full disk ends no training: the last good checkpoint stays, and the next attempt
 * comes after a wait that grows. The last one of a run is tried a few times. */
static lt_status save(t48_train *train, const t48_train_limits *limits, saving *s, bool last,
                      lt_error *err)
{
    enum { LAST_ATTEMPTS = 4 };
    /* Someone waits for the end: seconds, however long the waits have grown before. */
    if (last) s->wait = FIRST_WAIT;
    for (int attempt = 1;; attempt++) {
        lt_error failure;
        if (t48_train_save(train, limits->checkpoint, &failure) == LT_OK) {
            *s = (saving){.due = lt_clock_now() + limits->checkpoint_seconds, .wait = FIRST_WAIT};
            return LT_OK;
        }
        if (last && attempt == LAST_ATTEMPTS)
            return lt_fail(err, failure.status, "%s", failure.text);
        char text[sizeof failure.text + 48];
        snprintf(text, sizeof text, "%s; trying again in %.0f s", failure.text, s->wait);
        if (limits->warn) limits->warn(limits->report_ctx, text);
        double wait = s->wait;
        s->wait = fmin(2 * s->wait, LONGEST_WAIT);
        s->due = lt_clock_now() + wait;
        if (!last) return LT_OK;
        while (lt_clock_now() < s->due) nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
}

static lt_status run_rounds(t48_train *train, const t48_train_limits *limits, batch *r,
                            lt_error *err)
{
    double began = lt_clock_now(), before = train->seconds;
    saving s = {.due = began + limits->checkpoint_seconds, .wait = FIRST_WAIT};
    window w = {.began = began, .games_began = train->games};
    bool done = false;
    r->deadline = limits->seconds > 0 ? began + limits->seconds : 0;
    while (!done) {
        r->rule = train->rule;
        r->rule.rate = annealed(train, limits, lt_clock_now() - began);
        uint64_t left = limits->games > train->games ? limits->games - train->games : 0;
        if (limits->window_games && left > limits->window_games) left = limits->window_games;
        for (int i = 0; i < limits->threads; i++) {
            uint64_t share = (left + (uint64_t)i) / (uint64_t)limits->threads;
            r->games[i] = limits->games ? share : UINT64_MAX;
        }
        LT_TRY(lt_parallel(limits->threads, run_worker, r, err));
        for (int i = 0; i < limits->threads; i++) {
            t48_tally_add(&w.tally, &r->tally[i]);
            train->games += r->tally[i].games;
            train->moves += r->tally[i].moves;
            train->restarted += r->tally[i].restarted;
        }
        double now = lt_clock_now();
        train->seconds = before + (now - began);
        done = round_over(r) || (limits->games && train->games >= limits->games);
        bool full = limits->window_games ? train->games - w.games_began >= limits->window_games
                                         : now - w.began >= limits->window;
        if (full || (done && w.tally.games > 0)) LT_TRY(close_window(train, limits, &w, now, err));
        char note[64];
        snprintf(note, sizeof note, "%llu games", (unsigned long long)train->games);
        lt_report(limits->control,
                  &(lt_progress){
                      .what = "training", .unit = "moves", .done = train->moves, .note = note});
        if (limits->checkpoint && (done || now >= s.due))
            LT_TRY(save(train, limits, &s, done, err));
    }
    return LT_OK;
}

lt_status t48_train_run(t48_train *train, const t48_train_limits *limits, lt_error *err)
{
    if (limits->threads < 1 || limits->threads > LT_THREADS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "training takes 1 to %d threads, not %d", LT_THREADS_MAX,
                       limits->threads);
    LT_TRY(t48_train_hire(train, limits->threads, err));
    batch *r = calloc(1, sizeof *r);
    if (!r) return lt_fail(err, LT_NO_MEMORY, "no memory for a training run");
    r->train = train;
    r->control = limits->control;
    r->moves = limits->round_moves;
    lt_status status = run_rounds(train, limits, r, err);
    free(r);
    return status;
}
