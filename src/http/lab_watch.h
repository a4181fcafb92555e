/* The watcher: a thread that reads the lab's database for the board, about once a
 * second while somebody looks, and makes the changes that were asked for. Opens the
 * database when the dashboard is first asked for, not before, and opens it again
 * whenever it was lost. */
#ifndef HTTP_LAB_WATCH_H
#define HTTP_LAB_WATCH_H

#include "http/lab_board.h"

typedef struct lab_watch lab_watch;

/* `url` as for lab_open; it is copied. */
lt_status watch_start(lab_watch **watch, lab_board *board, const char *url, lt_error *err);
/* Waits for the thread; board->stopping must be set. */
void watch_stop(lab_watch *watch);

/* What is stuck, who is at work where, and the servers, as JSON; json_decref() it. */
lt_status read_health(lab_store *store, json_t **health, lt_error *err);

/* Reads an experiment's results, failures and notes into the board as far as they
 * are not there. Called by the watcher without the lock. */
lt_status study(lab_store *store, lab_board *board, board_experiment *e, lt_error *err);

#endif
