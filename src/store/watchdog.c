/* One thread a store, awake ten times a second. The lock is held while a socket is
 * shut, so that it cannot be closed and given to somebody else meanwhile. */
#include "store/watchdog.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

struct store_watchdog {
    pthread_mutex_t lock;
    pthread_cond_t ending;
    pthread_t thread;
    const store_wait *wait;
    int socket;
    double since; /* when the watch began; 0: nothing is watched */
    bool shut, ended;
};

static void *watch(void *ctx)
{
    store_watchdog *dog = ctx;
    pthread_mutex_lock(&dog->lock);
    while (!dog->ended) {
        if (dog->since > 0 && dog->socket >= 0 && !dog->shut &&
            store_answer_late(dog->wait, lt_clock_now() - dog->since)) {
            dog->shut = true;
            shutdown(dog->socket, SHUT_RDWR);
        }
        struct timespec until = lt_clock_after(0.1);
        pthread_cond_timedwait(&dog->ending, &dog->lock, &until);
    }
    pthread_mutex_unlock(&dog->lock);
    return NULL;
}

lt_status store_watchdog_new(store_watchdog **out, const store_wait *wait, lt_error *err)
{
    *out = NULL;
    store_watchdog *dog = calloc(1, sizeof *dog);
    if (!dog) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&dog->ending, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&dog->lock, NULL);
    dog->wait = wait;
    dog->socket = -1;
    if (pthread_create(&dog->thread, NULL, watch, dog) != 0) {
        pthread_cond_destroy(&dog->ending);
        pthread_mutex_destroy(&dog->lock);
        free(dog);
        return lt_fail(err, LT_NO_MEMORY, "a thread cannot be started");
    }
    *out = dog;
    return LT_OK;
}

void store_watchdog_free(store_watchdog *dog)
{
    if (!dog) return;
    pthread_mutex_lock(&dog->lock);
    dog->ended = true;
    pthread_cond_signal(&dog->ending);
    pthread_mutex_unlock(&dog->lock);
    pthread_join(dog->thread, NULL);
    pthread_cond_destroy(&dog->ending);
    pthread_mutex_destroy(&dog->lock);
    free(dog);
}

void store_watchdog_socket(store_watchdog *dog, int socket)
{
    pthread_mutex_lock(&dog->lock);
    dog->socket = socket;
    dog->shut = false;
    pthread_mutex_unlock(&dog->lock);
}

void store_watchdog_begin(store_watchdog *dog)
{
    pthread_mutex_lock(&dog->lock);
    dog->since = lt_clock_now();
    pthread_mutex_unlock(&dog->lock);
}

bool store_watchdog_end(store_watchdog *dog)
{
    pthread_mutex_lock(&dog->lock);
    dog->since = 0;
    bool was_shut = dog->shut;
    pthread_mutex_unlock(&dog->lock);
    return was_shut;
}
