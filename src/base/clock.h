/* Time: a monotonic clock for measuring and a wall clock for records. */
#ifndef LT_CLOCK_H
#define LT_CLOCK_H

#include <stdint.h>

/* Seconds since an arbitrary moment; never goes back. */
double lt_clock_now(void);

/* Processor seconds used by this process: what a measurement is worth on a machine
 * that does other things too. */
double lt_clock_cpu(void);
/* The same of the calling thread alone. */
double lt_clock_thread(void);

#endif
