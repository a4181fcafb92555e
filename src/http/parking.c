/* A thread that wakes parked connections. It never touches the database, so
 * heartbeats and time-outs keep their time when that hangs. */
#include "http/parking.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct parking {
    lab_board *board;
    parked *first;
    pthread_t thread;
};

static bool may_go(const parked *one, const lab_board *board, double now)
{
    return board->stopping || now >= one->deadline ||
           (one->seen != board->version && now >= one->not_before);
}

/* With the lock held. */
static void wake(parking *p)
{
    double now = board_clock();
    for (parked **at = &p->first; *at;) {
        parked *one = *at;
        if (!may_go(one, p->board, now)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        MHD_resume_connection(one->connection);
    }
}

static void *attend(void *ctx)
{
    parking *p = ctx;
    lab_board *board = p->board;
    pthread_mutex_lock(&board->lock);
    for (;;) {
        wake(p);
        if (board->stopping) break;
        board_wait(board, p->first != NULL);
    }
    pthread_mutex_unlock(&board->lock);
    return NULL;
}

void parking_park(parking *p, parked *one)
{
    MHD_suspend_connection(one->connection);
    one->next = p->first;
    p->first = one;
    pthread_cond_broadcast(&p->board->moved); /* its thread may have had nobody to watch */
}

lt_status parking_open(parking **out, lab_board *board, lt_error *err)
{
    *out = NULL;
    parking *p = calloc(1, sizeof *p);
    if (!p) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    p->board = board;
    lt_status status = board_thread(&p->thread, attend, p, err);
    if (status == LT_OK)
        *out = p;
    else
        free(p);
    return status;
}

void parking_close(parking *p)
{
    if (!p) return;
    pthread_join(p->thread, NULL);
    free(p);
}
