/* POSIX threads behind lt_parallel; a plain loop where there are none. */
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "base/threads.h"

#if defined(__wasm__)

int lt_cpu_count(void)
{
    return 1;
}

lt_status lt_parallel(int count, void (*run)(void *ctx, int worker), void *ctx, lt_error *err)
{
    (void)err;
    for (int i = 0; i < count; i++) run(ctx, i);
    return LT_OK;
}

#else

#include "base/allotment.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static long allowed_here(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
    return sysconf(_SC_NPROCESSORS_ONLN);
}

int lt_cpu_count(void)
{
    long count = allowed_here();
    uint64_t allotted = lt_allotted_processors();
    if (count > 1 && allotted < (uint64_t)count) count = (long)allotted;
    return count < 1 ? 1 : count > LT_THREADS_MAX ? LT_THREADS_MAX : (int)count;
}

typedef struct worker {
    pthread_t thread;
    void (*run)(void *ctx, int worker);
    void *ctx;
    int index;
} worker;

static void *start(void *arg)
{
    worker *w = arg;
    w->run(w->ctx, w->index);
    return NULL;
}

lt_status lt_parallel(int count, void (*run)(void *ctx, int worker), void *ctx, lt_error *err)
{
    if (count == 1) {
        run(ctx, 0);
        return LT_OK;
    }
    if (count < 1 || count > LT_THREADS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "%d threads asked for; 1 to %d are allowed", count,
                       LT_THREADS_MAX);
    worker workers[LT_THREADS_MAX];
    int started = 0;
    for (; started < count; started++) {
        workers[started] = (worker){.run = run, .ctx = ctx, .index = started};
        if (pthread_create(&workers[started].thread, NULL, start, &workers[started]) != 0) break;
    }
    for (int i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
    if (started < count)
        return lt_fail(err, LT_LIMIT, "only %d of %d threads could be started", started, count);
    return LT_OK;
}

#endif
