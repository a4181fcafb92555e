/* Threads: run one function on several of them and wait.
 *
 * Where there are no threads (WebAssembly) the workers run one after another,
 * so a worker must never wait for another one. */
#ifndef LT_THREADS_H
#define LT_THREADS_H

#include "laatta/status.h"

enum { LT_THREADS_MAX = 256 };

/* Processors this process may use, at least 1: respects affinity, and what a control group
 * or a job of Slurm allots. */
int lt_cpu_count(void);

/* Calls run(ctx, 0) .. run(ctx, count - 1), each on its own thread, and waits
 * for all. Fails only if a thread cannot be started; those started are waited for. */
lt_status lt_parallel(int count, void (*run)(void *ctx, int worker), void *ctx, lt_error *err);

#endif
