/* Statistics of measurements: what a mean or a share is worth. */
#ifndef LT_STATS_H
#define LT_STATS_H

#include <stddef.h>
#include <stdint.h>

typedef struct lt_interval {
    double low, high;
} lt_interval;

/* Wilson's score interval for `hits` of `tries` at a confidence level such as
 * 0.95 (0 < level < 1); [0, 1] when tries is 0. */
lt_interval lt_wilson(uint64_t hits, uint64_t tries, double level);
lt_interval lt_wilson95(uint64_t hits, uint64_t tries);

/* Student's t interval of a mean from the mean and the standard deviation (n - 1)
 * of `count` values; unbounded for fewer than two. */
lt_interval lt_t_interval(double mean, double stdev, uint64_t count, double level);

/* Summary of n numbers, computed in the given order, so equal input gives equal bits. */
typedef struct lt_summary {
    uint64_t count;
    double mean;
    double median;
    double stdev; /* of the sample, n - 1 in the denominator; 0 for n < 2 */
    double max;
    lt_interval mean95; /* 95 % t interval of the mean */
} lt_summary;

/* Sorts `values` in place. */
lt_summary lt_summarise(double *values, size_t count);

/* The two-sided 95 % quantile of Student's t with df degrees of freedom. */
double lt_t95(uint64_t df);

#endif
