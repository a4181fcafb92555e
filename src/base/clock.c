/* Clocks of POSIX. */
#include "base/clock.h"

#include <time.h>

double lt_clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int64_t lt_clock_wall(void)
{
    return (int64_t)time(NULL);
}
