/* Time: clocks for measuring, and waiting. */
#ifndef LT_CLOCK_H
#define LT_CLOCK_H

#include <time.h>

/* Seconds since an arbitrary moment; never goes back. */
double lt_clock_now(void);

/* Processor seconds used by this process: what a measurement is worth on a machine
 * that does other things too. */
double lt_clock_cpu(void);
/* The same of the calling thread alone. */
double lt_clock_thread(void);

/* The moment so many seconds from now, for waits on the monotonic clock. */
struct timespec lt_clock_after(double seconds);

/* Ends early when a signal comes. */
void lt_sleep(double seconds);

#endif
