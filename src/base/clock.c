/* Clocks of POSIX. */
#include "base/clock.h"

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double lt_clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double lt_clock_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double lt_clock_thread(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
#else
    return lt_clock_cpu();
#endif
}

static struct timespec span_of(double seconds)
{
    return (struct timespec){.tv_sec = (time_t)seconds,
                             .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
}

struct timespec lt_clock_after(double seconds)
{
    struct timespec t, span = span_of(seconds);
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += span.tv_sec + (t.tv_nsec + span.tv_nsec) / 1000000000;
    t.tv_nsec = (t.tv_nsec + span.tv_nsec) % 1000000000;
    return t;
}

void lt_sleep(double seconds)
{
    struct timespec span = span_of(seconds);
    nanosleep(&span, NULL);
}
