/* The watcher's thread: the one user of the database connection. */
#include "http/lab_watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double look_seconds = 1, rest_seconds = 10; /* between looks; when nobody asks */
static const double interest_seconds = 15;               /* how long a question counts */
static const double study_pause = 2, study_share = 5;    /* results: at most a sixth of the time */
static const double retry_least = 1, retry_most = 10;
static const double answer_seconds = 30; /* a database that says nothing for so long is away */

struct lab_watch {
    lab_board *board;
    lab_store *store;   /* NULL until it could be opened */
    bool lost;          /* the connection is to be opened again */
    char *url;          /* NULL: the default */
    lt_control control; /* ends waiting for the database when the server stops */
    pthread_t thread;
    double look_at, retry;
};

static bool is_stopping(void *ctx)
{
    lab_watch *w = ctx;
    pthread_mutex_lock(&w->board->lock);
    bool stopping = w->board->stopping;
    pthread_mutex_unlock(&w->board->lock);
    return stopping;
}

/* --- looking --------------------------------------------------------------------- */

typedef struct listing {
    board_listed *experiments;
    lab_worker_info *workers;
    size_t count, room, worker_count;
    bool failed;
} listing;

static bool list_experiment(void *ctx, const lab_experiment *x, const lab_progress *p)
{
    listing *l = ctx;
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 32;
        board_listed *grown = realloc(l->experiments, room * sizeof *grown);
        if (!grown) {
            l->failed = true;
            return false;
        }
        l->experiments = grown;
        l->room = room;
    }
    board_listed *listed = &l->experiments[l->count++];
    *listed = (board_listed){*x, *p};
    listed->what.state = lab_state_now(x, p);
    listed->what.plan = NULL; /* it lasts as long as the row */
    return true;
}

enum { WORKERS_MAX = 1000 };

static bool list_worker(void *ctx, const lab_worker_info *worker)
{
    listing *l = ctx;
    l->workers[l->worker_count++] = *worker;
    return l->worker_count < WORKERS_MAX;
}

static lt_status look(lab_watch *w, lt_error *err)
{
    lab_board *board = w->board;
    listing l = {.workers = calloc(WORKERS_MAX, sizeof *l.workers)};
    lt_status status = l.workers ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) status = lab_experiments(w->store, list_experiment, &l, err);
    if (status == LT_OK) status = lab_workers(w->store, list_worker, &l, err);
    json_t *health;
    if (status == LT_OK) status = read_health(w->store, &health, err);
    if (status == LT_OK) {
        pthread_mutex_lock(&board->lock);
        board_take_health(board, health);
        if (l.failed || !board_take_experiments(board, l.experiments, l.count) ||
            !board_take_workers(board, l.workers, l.worker_count))
            status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
        pthread_mutex_unlock(&board->lock);
    }
    free(l.experiments);
    free(l.workers);
    return status;
}

/* --- details ---------------------------------------------------------------------- */

static bool due(const board_experiment *e, double now)
{
    if (e->wanted <= 0 || now - e->wanted > interest_seconds) return false;
    if (!e->read) return true;
    double pause = e->study_seconds * study_share;
    return now - e->studied_at > (pause > study_pause ? pause : study_pause);
}

static lt_status study_wanted(lab_watch *w, lt_error *err)
{
    lab_board *board = w->board;
    for (size_t i = 0; i < board->experiment_count; i++) {
        board_experiment *e = board->experiments[i];
        pthread_mutex_lock(&board->lock);
        bool now = due(e, board_clock()) && !board->stopping;
        pthread_mutex_unlock(&board->lock);
        if (now) LT_TRY(study(w->store, board, e, err));
    }
    return LT_OK;
}

/* --- changes ----------------------------------------------------------------------- */

static lt_status obey(lab_watch *w, const board_command *command, lt_error *err)
{
    lab_progress after;
    LT_TRY(lab_change_state(w->store, command->name, command->state, &after, err));
    return look(w, err); /* so that the answer shows it */
}

/* Takes a command from the board; its owner may give it up meanwhile. */
static board_command *next_command(lab_board *board)
{
    pthread_mutex_lock(&board->lock);
    board_command *command = board->commands;
    if (command) board->commands = command->next;
    pthread_mutex_unlock(&board->lock);
    return command;
}

static void end_command(lab_board *board, board_command *command, const lt_error *result)
{
    pthread_mutex_lock(&board->lock);
    command->result = *result;
    command->done = true;
    if (command->abandoned) free(command);
    board_move(board);
    pthread_mutex_unlock(&board->lock);
}

static lt_status obey_all(lab_watch *w, lt_error *err)
{
    board_command *command;
    while ((command = next_command(w->board))) {
        lt_error result = {.status = LT_OK};
        lt_status status = obey(w, command, &result);
        end_command(w->board, command, &result);
        if (status != LT_OK && status != LT_BAD_INPUT) {
            *err = result;
            return status;
        }
    }
    return LT_OK;
}

static void refuse_all(lab_watch *w, const lt_error *why)
{
    board_command *command;
    while ((command = next_command(w->board))) end_command(w->board, command, why);
}

/* --- the connection ------------------------------------------------------------------ */

/* An address that was cut to its place may end within a character. */
static void drop_half_character(char *text)
{
    size_t length = strlen(text), at = length;
    while (at > 0 && length - at < 4 && ((unsigned char)text[at - 1] & 0xc0) == 0x80) at--;
    if (at == 0) return;
    unsigned char lead = (unsigned char)text[at - 1];
    size_t needs = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (length - (at - 1) < needs) text[at - 1] = '\0';
}

static lt_status connect_anew(lab_watch *w, lt_error *err)
{
    lab_board *board = w->board;
    if (w->store)
        LT_TRY(lab_reopen(w->store, err));
    else
        LT_TRY(lab_open_as(
            &w->store,
            &(lab_access){.url = w->url, .patience = answer_seconds, .control = &w->control}, err));
    w->lost = false;
    pthread_mutex_lock(&board->lock);
    /* It may be another database than before. */
    board_forget(board);
    snprintf(board->address, sizeof board->address, "%s", lab_address(w->store));
    drop_half_character(board->address);
    board->opened = true;
    pthread_mutex_unlock(&board->lock);
    return LT_OK;
}

static void tell_trouble(lab_board *board, const char *why)
{
    pthread_mutex_lock(&board->lock);
    if (strcmp(board->trouble, why) != 0) {
        snprintf(board->trouble, sizeof board->trouble, "%s", why);
        board_move(board);
    }
    pthread_mutex_unlock(&board->lock);
}

static void round_of_watching(lab_watch *w)
{
    lt_error err = {.status = LT_OK};
    lt_status status = w->store && !w->lost ? LT_OK : connect_anew(w, &err);
    if (status == LT_OK) status = obey_all(w, &err);
    if (status == LT_OK) status = look(w, &err);
    if (status == LT_OK) status = study_wanted(w, &err);
    double now = board_clock();
    if (status == LT_OK) {
        tell_trouble(w->board, "");
        w->retry = retry_least;
        w->look_at = now + look_seconds;
        return;
    }
    /* Somebody else at work is no trouble yet; anything else may be the connection. */
    if (status != LT_BUSY) {
        w->lost = true;
        tell_trouble(w->board, err.text);
    }
    refuse_all(w, &err);
    w->look_at = now + w->retry;
    w->retry = w->retry * 2 < retry_most ? w->retry * 2 : retry_most;
}

/* Whether it is time for a round; the lock is held. */
static bool time_to_look(const lab_watch *w, double now)
{
    const lab_board *board = w->board;
    if (board->asked <= 0) return false;
    if (board->commands || (board->urgent && !*board->trouble)) return true;
    double resting = now - board->asked > interest_seconds ? rest_seconds - look_seconds : 0;
    return now >= w->look_at + resting;
}

static void *watch(void *ctx)
{
    lab_watch *w = ctx;
    lab_board *board = w->board;
    pthread_mutex_lock(&board->lock);
    while (!board->stopping) {
        if (time_to_look(w, board_clock())) {
            board->urgent = false;
            pthread_mutex_unlock(&board->lock);
            round_of_watching(w);
            pthread_mutex_lock(&board->lock);
            continue;
        }
        board_wait(board, board->asked > 0);
    }
    pthread_mutex_unlock(&board->lock);
    return NULL;
}

lt_status watch_start(lab_watch **out, lab_board *board, const char *url, lt_error *err)
{
    *out = NULL;
    lab_watch *w = calloc(1, sizeof *w);
    if (!w) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    w->board = board;
    w->retry = retry_least;
    w->control = (lt_control){.ctx = w, .cancelled = is_stopping};
    if (url && !(w->url = strdup(url))) {
        free(w);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    lt_status status = board_thread(&w->thread, watch, w, err);
    if (status == LT_OK) {
        *out = w;
    } else {
        free(w->url);
        free(w);
    }
    return status;
}

void watch_stop(lab_watch *w)
{
    if (!w) return;
    pthread_join(w->thread, NULL);
    lab_close(w->store);
    if (w->url) memset(w->url, 0, strlen(w->url)); /* it may hold a password */
    free(w->url);
    free(w);
}
