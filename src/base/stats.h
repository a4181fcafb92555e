/* Statistics of measurements: what a mean or a share is worth. */
#ifndef LT_STATS_H
#define LT_STATS_H

#include "laatta/intervals.h"

#include <stddef.h>
#include <stdint.h>

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

#endif
