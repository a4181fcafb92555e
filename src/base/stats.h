/* Statistics of measurements: figures of many numbers. */
#ifndef LT_STATS_H
#define LT_STATS_H

#include "laatta/intervals.h"

#include <stddef.h>
#include <stdint.h>

void lt_sort(double *values, size_t count);

/* Sorts `values` in place; the summary is computed over the sorted ones, so equal
 * numbers in any order give equal bits. */
lt_summary lt_summarise(double *values, size_t count);
lt_summary lt_summary_of_sorted(const double *values, size_t count);

/* The value that a share p of the numbers does not exceed, between two neighbours in
 * proportion; 0 without numbers. */
double lt_quantile_of_sorted(const double *values, size_t count, double p);

#endif
