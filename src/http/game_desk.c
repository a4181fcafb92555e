/* A queue of questions and two threads that take from it. */
#include "http/game_desk.h"

#include "http/lab_board.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 2, WAITING_MAX = 16 };

struct game_desk {
    pthread_mutex_t lock;
    pthread_cond_t work;
    pthread_t thread[THREADS];
    int started;
    game_question *first, **end;
    unsigned waiting;
    atomic_bool stopping;
};

/* One question's time. */
typedef struct turn {
    game_desk *desk;
    double until;
} turn;

static bool over(void *ctx)
{
    const turn *t = ctx;
    return atomic_load_explicit(&t->desk->stopping, memory_order_relaxed) ||
           board_clock() >= t->until;
}

/* With the lock held. */
static void hand_back(game_question *q)
{
    q->done = true;
    MHD_resume_connection(q->connection);
}

static void *attend(void *ctx)
{
    game_desk *desk = ctx;
    turn t = {.desk = desk};
    lt_control control = {.ctx = &t, .cancelled = over};
    game_desk_memory memory = {.control = &control};
    pthread_mutex_lock(&desk->lock);
    for (;;) {
        while (!desk->first && !desk->stopping) pthread_cond_wait(&desk->work, &desk->lock);
        game_question *q = desk->stopping ? NULL : desk->first;
        if (!q) break;
        desk->first = q->next;
        desk->waiting--;
        pthread_mutex_unlock(&desk->lock);
        t.until = board_clock() + GAME_SECONDS;
        q->think(q, &memory);
        pthread_mutex_lock(&desk->lock);
        hand_back(q);
    }
    pthread_mutex_unlock(&desk->lock);
    np_session_free(memory.session);
    return NULL;
}

lt_status game_desk_open(game_desk **out, lt_error *err)
{
    game_desk *desk = calloc(1, sizeof *desk);
    *out = desk;
    if (!desk) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->work, NULL);
    for (; desk->started < THREADS; desk->started++)
        if (pthread_create(&desk->thread[desk->started], NULL, attend, desk) != 0)
            return lt_fail(err, LT_UNAVAILABLE, "a thread cannot be started");
    return LT_OK;
}

void game_desk_stop(game_desk *desk)
{
    if (!desk) return;
    pthread_mutex_lock(&desk->lock);
    atomic_store(&desk->stopping, true);
    pthread_cond_broadcast(&desk->work);
    pthread_mutex_unlock(&desk->lock);
    while (desk->started) pthread_join(desk->thread[--desk->started], NULL);
    pthread_mutex_lock(&desk->lock);
    for (game_question *q = desk->first; q; q = desk->first) {
        desk->first = q->next;
        lt_fail(&q->failure, LT_CANCELLED, "the server stops");
        hand_back(q);
    }
    pthread_mutex_unlock(&desk->lock);
}

void game_desk_free(game_desk *desk)
{
    if (!desk) return;
    pthread_cond_destroy(&desk->work);
    pthread_mutex_destroy(&desk->lock);
    free(desk);
}

bool game_desk_ask(game_desk *desk, game_question *q, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&desk->lock);
    bool room = !desk->stopping && desk->waiting < WAITING_MAX;
    if (room) {
        q->connection = connection;
        q->next = NULL;
        if (!desk->first) desk->end = &desk->first;
        *desk->end = q;
        desk->end = &q->next;
        desk->waiting++;
        MHD_suspend_connection(connection);
        pthread_cond_signal(&desk->work);
    }
    pthread_mutex_unlock(&desk->lock);
    return room;
}

bool game_desk_done(game_desk *desk, const game_question *q)
{
    pthread_mutex_lock(&desk->lock);
    bool done = q->done;
    pthread_mutex_unlock(&desk->lock);
    return done;
}
