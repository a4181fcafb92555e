/* Connections in a list, the newest first, and a thread that looks at their times. The
 * server's library only knows silence: a byte now and then would keep a place for ever.
 * A socket is only shut down here; its own thread sees that, and closes it. */
#include "http/doorman.h"

#include "http/lab_board.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* So long a request may take to come when places are wanted. */
#define GRACE_SECONDS 1.0

typedef struct client {
    struct client *next;
    int fd;
    doorman_phase phase;
    double since;
    bool shut;
} client;

struct doorman {
    pthread_mutex_t lock;
    pthread_cond_t look; /* too many are open, or it is the end */
    pthread_t thread;
    client *clients;
    unsigned crowd;
    double seconds;
    bool closing;
};

static void shut_down(client *g)
{
    g->shut = true;
    shutdown(g->fd, SHUT_RDWR);
}

/* With the lock held: while too many are open, closes the one that is at it the longest, of
 * those that do not listen. One that has just come is left alone: its request may be on the
 * way. True: there are still too many. */
static bool make_room(doorman *d, double now)
{
    for (;;) {
        unsigned in = 0;
        client *longest = NULL;
        for (client *g = d->clients; g; g = g->next) {
            if (g->shut) continue;
            in++;
            if (g->phase != DOORMAN_LISTENS && (!longest || g->since < longest->since)) longest = g;
        }
        if (in <= d->crowd) return false;
        if (!longest || now - longest->since < GRACE_SECONDS) return true;
        shut_down(longest);
    }
}

static void *watch_clock(void *ctx)
{
    doorman *d = ctx;
    pthread_mutex_lock(&d->lock);
    while (!d->closing) {
        double now = board_clock();
        for (client *g = d->clients; g; g = g->next)
            if (!g->shut && g->phase == DOORMAN_ASKS && now - g->since > d->seconds) shut_down(g);
        double pause = make_room(d, now) ? 0.1 : 1;
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += (long)(pause * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&d->look, &d->lock, &until);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

void doorman_notice(void *ctx, struct MHD_Connection *connection, void **slot,
                    enum MHD_ConnectionNotificationCode code)
{
    doorman *d = ctx;
    pthread_mutex_lock(&d->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        client *g = calloc(1, sizeof *g);
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        if (g && info) {
            *g = (client){.next = d->clients, .fd = info->connect_fd, .since = board_clock()};
            d->clients = g;
            if (make_room(d, g->since)) pthread_cond_signal(&d->look);
        } else {
            free(g);
            g = NULL;
        }
        *slot = g;
    } else if (*slot) {
        client **at = &d->clients;
        while (*at != *slot) at = &(*at)->next;
        *at = (*at)->next;
        free(*slot);
        *slot = NULL;
    }
    pthread_mutex_unlock(&d->lock);
}

void doorman_set(doorman *d, struct MHD_Connection *connection, doorman_phase phase)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    client *g = info ? info->socket_context : NULL;
    if (!g) return;
    pthread_mutex_lock(&d->lock);
    g->phase = phase;
    g->since = board_clock();
    pthread_mutex_unlock(&d->lock);
}

lt_status doorman_open(doorman **out, unsigned crowd, double seconds, lt_error *err)
{
    *out = NULL;
    doorman *d = calloc(1, sizeof *d);
    if (!d) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    d->crowd = crowd;
    d->seconds = seconds;
    pthread_mutex_init(&d->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&d->look, &attributes);
    pthread_condattr_destroy(&attributes);
    int code = pthread_create(&d->thread, NULL, watch_clock, d);
    if (code) {
        free(d);
        return lt_fail(err, LT_UNAVAILABLE, "a thread cannot be started: %s", strerror(code));
    }
    *out = d;
    return LT_OK;
}

void doorman_close(doorman *d)
{
    if (!d) return;
    pthread_mutex_lock(&d->lock);
    d->closing = true;
    pthread_cond_signal(&d->look);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    free(d);
}
