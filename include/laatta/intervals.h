/* Intervals and summaries: what a share or a mean is worth, for every face that shows one. */
#ifndef LAATTA_INTERVALS_H
#define LAATTA_INTERVALS_H

#include "laatta/visible.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lt_interval {
    double low, high;
} lt_interval;

/* Wilson's score interval for `hits` of `tries` at a confidence level such as
 * 0.95 (0 < level < 1); [0, 1] when tries is 0. */
LT_API lt_interval lt_wilson(uint64_t hits, uint64_t tries, double level);
LT_API lt_interval lt_wilson95(uint64_t hits, uint64_t tries);

/* Student's t interval of a mean from the mean and the standard deviation (n - 1)
 * of `count` values; unbounded for fewer than two. */
LT_API lt_interval lt_t_interval(double mean, double stdev, uint64_t count, double level);

/* What many numbers come to. All is 0 without numbers. */
typedef struct lt_summary {
    uint64_t count;
    double mean;
    double median;
    double stdev; /* of the sample, n - 1 in the denominator; 0 for n < 2 */
    double min, max;
    lt_interval mean95; /* Student's; unbounded for a single number */
} lt_summary;

#ifdef __cplusplus
}
#endif
#endif
