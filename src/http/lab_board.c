/* The board: keeping a copy of the lab, and noticing what changed in it. */
#include "http/lab_board.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double alive_seconds = 60, rate_seconds = 3;

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double board_clock(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double board_time(void)
{
    return seconds_of(CLOCK_REALTIME);
}

lt_status board_thread(pthread_t *thread, void *(*work)(void *), void *ctx, lt_error *err)
{
    int code = pthread_create(thread, NULL, work, ctx);
    if (!code) return LT_OK;
    return lt_fail(err, LT_UNAVAILABLE, "a thread cannot be started: %s", strerror(code));
}

void board_wait(lab_board *board, bool soon)
{
    if (!soon) {
        pthread_cond_wait(&board->moved, &board->lock);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&board->moved, &board->lock, &until);
}

lab_board *board_new(lt_error *err)
{
    lab_board *board = calloc(1, sizeof *board);
    if (!board) {
        lt_fail(err, LT_NO_MEMORY, "not enough memory");
        return NULL;
    }
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&board->lock, NULL);
    pthread_cond_init(&board->moved, &attributes);
    pthread_condattr_destroy(&attributes);
    board->version = board->epoch = 1;
    return board;
}

static void free_experiment(board_experiment *e)
{
    tally_free(e->tally);
    json_decref(e->notes);
    json_decref(e->failures);
    free(e);
}

void board_forget(lab_board *board)
{
    for (size_t i = 0; i < board->experiment_count; i++) free_experiment(board->experiments[i]);
    free(board->experiments);
    free(board->workers);
    board->experiments = NULL;
    board->workers = NULL;
    board->experiment_count = board->worker_count = 0;
    json_decref(board->health);
    board->health = NULL;
    board->looked = false;
    board->rates = (trail){0};
    board->epoch++;
    board_move(board);
}

void board_free(lab_board *board)
{
    if (!board) return;
    board_forget(board);
    while (board->commands) {
        board_command *command = board->commands;
        board->commands = command->next;
        free(command);
    }
    pthread_cond_destroy(&board->moved);
    pthread_mutex_destroy(&board->lock);
    free(board);
}

void board_move(lab_board *board)
{
    board->version++;
    pthread_cond_broadcast(&board->moved);
}

void board_ask(lab_board *board)
{
    double now = board_clock();
    if (now - board->asked > 1) pthread_cond_broadcast(&board->moved);
    board->asked = now;
}

board_experiment *board_find(const lab_board *board, const char *name)
{
    for (size_t i = 0; i < board->experiment_count; i++)
        if (strcmp(board->experiments[i]->what.name, name) == 0) return board->experiments[i];
    return NULL;
}

/* --- experiments ---------------------------------------------------------------- */

static bool same_progress(const lab_progress *a, const lab_progress *b)
{
    return a->configs == b->configs && a->games == b->games && a->waiting == b->waiting &&
           a->leased == b->leased && a->failed == b->failed && a->finished == b->finished;
}

/* Whether the experiments that are known still begin the list; one may have been deleted. */
static bool still_there(const lab_board *board, const board_listed *listed, size_t count)
{
    if (count < board->experiment_count) return false;
    for (size_t i = 0; i < board->experiment_count; i++)
        if (board->experiments[i]->what.id != listed[i].what.id) return false;
    return true;
}

/* Experiments are listed by their ids; new ones come last. */
bool board_take_experiments(lab_board *board, const board_listed *listed, size_t count)
{
    if (!still_there(board, listed, count)) board_forget(board);
    board_experiment **grown =
        realloc(board->experiments, (count ? count : 1) * sizeof(board_experiment *));
    if (!grown) return false;
    board->experiments = grown;
    double now = board_time();
    bool moved = !board->looked;
    for (size_t i = 0; i < count; i++) {
        bool fresh = i >= board->experiment_count;
        if (fresh) {
            board->experiments[i] = calloc(1, sizeof **board->experiments);
            if (!board->experiments[i]) return false;
            board->experiment_count = i + 1;
        }
        board_experiment *e = board->experiments[i];
        if (fresh || e->what.state != listed[i].what.state ||
            strcmp(e->what.name, listed[i].what.name) != 0 ||
            !same_progress(&e->progress, &listed[i].progress)) {
            e->changed = board->version + 1;
            moved = true;
        }
        e->what = listed[i].what;
        e->progress = listed[i].progress;
        trail_add(&e->finished,
                  (trail_point){.at = now, .value = {(double)e->progress.finished, 0}});
    }
    board->looked = true;
    if (moved) board_move(board);
    return true;
}

/* --- what is stuck, and where all of it runs --------------------------------------- */

/* Seconds and rates in it change all the time, and are no news. */
static size_t items(const json_t *health, const char *key)
{
    return json_array_size(json_object_get(health, key));
}

void board_take_health(lab_board *board, json_t *health)
{
    bool moved = items(board->health, "stuck") != items(health, "stuck") ||
                 items(board->health, "hosts") != items(health, "hosts") ||
                 items(board->health, "nodes") != items(health, "nodes");
    json_decref(board->health);
    board->health = health;
    if (moved) board_move(board);
}

/* --- workers -------------------------------------------------------------------- */

bool board_worker_alive(const board_worker *worker)
{
    return worker->what.working && worker->what.now - worker->what.seen < alive_seconds;
}

/* A worker tells of itself every few seconds: its rate is taken between two such
 * times, and before the second from all of its life. */
static void take_rate(board_worker *w)
{
    const lab_worker_info *now = &w->what, *then = &w->mark;
    double passed = now->seen - then->seen;
    if (then->id == now->id && passed < rate_seconds) return;
    bool known = then->id == now->id && now->moves >= then->moves;
    double life = now->seen - now->started;
    double seconds = known ? passed : life;
    w->games_a_second =
        seconds > 0 ? (double)(now->games - (known ? then->games : 0)) / seconds : 0;
    w->moves_a_second =
        seconds > 0 ? (double)(now->moves - (known ? then->moves : 0)) / seconds : 0;
    w->mark = *now;
}

static const board_worker *old_worker(const lab_board *board, uint64_t id)
{
    for (size_t i = 0; i < board->worker_count; i++)
        if (board->workers[i].what.id == id) return &board->workers[i];
    return NULL;
}

bool board_take_workers(lab_board *board, const lab_worker_info *workers, size_t count)
{
    board_worker *fresh = calloc(count ? count : 1, sizeof *fresh);
    if (!fresh) return false;
    bool moved = count != board->worker_count;
    trail_point total = {.at = board_time()};
    for (size_t i = 0; i < count; i++) {
        const board_worker *old = old_worker(board, workers[i].id);
        if (old) fresh[i] = *old;
        moved = moved || !old || old->what.seen != workers[i].seen ||
                old->what.working != workers[i].working;
        fresh[i].what = workers[i];
        take_rate(&fresh[i]);
        board->now = workers[i].now;
        if (!board_worker_alive(&fresh[i])) continue;
        total.value[0] += fresh[i].games_a_second;
        total.value[1] += fresh[i].moves_a_second;
    }
    free(board->workers);
    board->workers = fresh;
    board->worker_count = count;
    trail_add(&board->rates, total);
    if (moved) board_move(board);
    return true;
}
