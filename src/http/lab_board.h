/* What the dashboard knows of the lab: a copy in memory. The watcher (lab_watch.c)
 * alone reads the database and writes here; answers and event streams read. So a
 * slow or absent database never holds up the server.
 *
 * Everything is under one lock, held for moments. Only the watcher makes and frees
 * board_experiments, so it may hold on to one without the lock. */
#ifndef HTTP_LAB_BOARD_H
#define HTTP_LAB_BOARD_H

#include "http/tally.h"
#include "http/trail.h"

#include "laatta/lab.h"

#include <jansson.h>
#include <pthread.h>

typedef struct board_experiment {
    lab_experiment what; /* its plan is NULL */
    lab_progress progress;
    uint64_t changed; /* the version of the board in which it changed last */
    trail finished;   /* games over time */
    double wanted;    /* when its details were asked for last (board_clock); 0: never */
    /* Its details, once wanted. */
    tally *tally;
    bool read;        /* all results that there were have been counted */
    json_t *notes;    /* [{"step":, "note":}] */
    json_t *failures; /* the newest ones */
    uint64_t failed;  /* how many failures there are in all */
    lab_progress studied;
    double studied_at, study_seconds;
} board_experiment;

typedef struct board_worker {
    lab_worker_info what;
    lab_worker_info mark; /* as it was when its rate was last taken */
    double games_a_second, moves_a_second;
} board_worker;

/* A change that was asked for; the watcher makes it. */
typedef struct board_command {
    struct board_command *next;
    char name[LAB_NAME_MAX];
    lab_state state;
    bool done, abandoned; /* abandoned: nobody waits for it any more */
    lt_error result;
} board_command;

typedef struct lab_board {
    pthread_mutex_t lock;
    pthread_cond_t moved; /* something was published, asked for, or is to stop */
    bool stopping;
    uint64_t version; /* grows whenever something that is shown changes */
    uint64_t epoch;   /* grows when the database was opened anew: forget the rest */
    double asked;     /* when somebody last wanted to know; 0: never */
    bool urgent;      /* somebody waits for an answer that has not been read */
    /* Of the database. */
    bool opened;                 /* at least once */
    char address[4400];          /* without a password */
    char trouble[LT_ERROR_TEXT]; /* why it cannot be read; "": it can */
    bool looked;                 /* experiments and workers have been read */
    board_experiment **experiments;
    size_t experiment_count;
    board_worker *workers;
    size_t worker_count;
    double now;     /* by the database's clock */
    json_t *health; /* {"stuck": [...], "hosts": [...], "nodes": [...]}; NULL: not read yet */
    trail rates;    /* games and moves a second, of all workers */
    board_command *commands;
} lab_board;

lab_board *board_new(lt_error *err);
void board_free(lab_board *board);

/* Seconds on a clock that never jumps; seconds since 1970. */
double board_clock(void);
double board_time(void);

lt_status board_thread(pthread_t *thread, void *(*work)(void *), void *ctx, lt_error *err);

/* The rest is called with the lock held. */
/* Waits until something moved; if `soon`, a tenth of a second at most. */
void board_wait(lab_board *board, bool soon);
void board_move(lab_board *board); /* a new version */
void board_forget(lab_board *board);
board_experiment *board_find(const lab_board *board, const char *name);
/* Notes that somebody wants to know, and wakes the watcher if it was at rest. */
void board_ask(lab_board *board);
bool board_worker_alive(const board_worker *worker);

/* Takes over what was read; `experiments` and `workers` keep nothing. */
typedef struct board_listed {
    lab_experiment what;
    lab_progress progress;
} board_listed;
bool board_take_experiments(lab_board *board, const board_listed *listed, size_t count);
/* Takes `health` over for good. */
void board_take_health(lab_board *board, json_t *health);
bool board_take_workers(lab_board *board, const lab_worker_info *workers, size_t count);

#endif
