/* A thread that works while the terminal is drawn. */
#include "tui/tui_thread.h"

#include <pthread.h>
#include <signal.h>

lt_status tui_thread(void *(*work)(void *ctx), void *ctx, const char *whose, lt_error *err)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int failed = pthread_create(&thread, NULL, work, ctx);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) return lt_fail(err, LT_UNAVAILABLE, "a thread for %s could not be started", whose);
    pthread_detach(thread);
    return LT_OK;
}
