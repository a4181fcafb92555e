/* Control over long work: progress out, cancellation in.
 *
 * The library never prints and never installs a signal handler. A caller that
 * wants a progress bar or a way to stop passes an lt_control; NULL means
 * neither. Both callbacks may be called from worker threads, but `progress`
 * never from two at once. */
#ifndef LAATTA_CONTROL_H
#define LAATTA_CONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "laatta/visible.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lt_progress {
    const char *what; /* what is going on, e.g. "playing" */
    const char *unit; /* what is counted, e.g. "games" */
    uint64_t done;
    uint64_t total;   /* 0 when it is not known */
    const char *note; /* something to show beside the bar, or NULL */
} lt_progress;

typedef struct lt_control {
    void *ctx;
    void (*progress)(void *ctx, const lt_progress *progress);
    bool (*cancelled)(void *ctx);
} lt_control;

/* A `cancelled` whose ctx is an int: true once that is other than 0, which a signal handler
 * or another thread may make it. */
LT_API bool lt_flagged(void *flag);

static inline bool lt_cancelled(const lt_control *control)
{
    return control && control->cancelled && control->cancelled(control->ctx);
}

static inline void lt_report(const lt_control *control, const lt_progress *progress)
{
    if (control && control->progress) control->progress(control->ctx, progress);
}

#ifdef __cplusplus
}
#endif
#endif
