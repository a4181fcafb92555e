/* A thread that wakes parked connections. It never touches the database, so
 * heartbeats and time-outs keep their time when that hangs. */
#include "http/parking.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct parking {
    lab_board *board;
    parked *cars;
    pthread_t thread;
};

static bool may_go(const parked *car, const lab_board *board, double now)
{
    return board->stopping || now >= car->deadline ||
           (car->seen != board->version && now >= car->not_before);
}

/* With the lock held. */
static void wake(parking *p)
{
    double now = board_clock();
    for (parked **at = &p->cars; *at;) {
        parked *car = *at;
        if (!may_go(car, p->board, now)) {
            at = &car->next;
            continue;
        }
        *at = car->next;
        MHD_resume_connection(car->connection);
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
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        if (p->cars)
            pthread_cond_timedwait(&board->moved, &board->lock, &until);
        else
            pthread_cond_wait(&board->moved, &board->lock);
    }
    pthread_mutex_unlock(&board->lock);
    return NULL;
}

void parking_park(parking *p, parked *car)
{
    MHD_suspend_connection(car->connection);
    car->next = p->cars;
    p->cars = car;
    pthread_cond_broadcast(&p->board->moved); /* its thread may have had nobody to watch */
}

lt_status parking_open(parking **out, lab_board *board, lt_error *err)
{
    *out = NULL;
    parking *p = calloc(1, sizeof *p);
    if (!p) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    p->board = board;
    int code = pthread_create(&p->thread, NULL, attend, p);
    if (code) {
        free(p);
        return lt_fail(err, LT_UNAVAILABLE, "a thread cannot be started: %s", strerror(code));
    }
    *out = p;
    return LT_OK;
}

void parking_close(parking *p)
{
    if (!p) return;
    pthread_join(p->thread, NULL);
    free(p);
}
