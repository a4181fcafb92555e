/* Intervals and summaries. */
#include "base/stats.h"

#include "base/quantiles.h"

#include <math.h>
#include <stdlib.h>

lt_interval lt_wilson(uint64_t hits, uint64_t tries, double level)
{
    if (tries == 0) return (lt_interval){0, 1};
    double z = lt_normal_quantile((1 + level) / 2);
    double n = (double)tries, p = (double)hits / n, z2 = z * z;
    double centre = p + z2 / (2 * n);
    double spread = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    double low = (centre - spread) / (1 + z2 / n), high = (centre + spread) / (1 + z2 / n);
    if (hits == 0) low = 0;
    if (hits == tries) high = 1;
    return (lt_interval){low, high};
}

lt_interval lt_wilson95(uint64_t hits, uint64_t tries)
{
    return lt_wilson(hits, tries, 0.95);
}

lt_interval lt_t_interval(double mean, double stdev, uint64_t count, double level)
{
    if (count < 2) return (lt_interval){-INFINITY, INFINITY};
    double t = lt_t_quantile((1 + level) / 2, (double)(count - 1));
    double half = t * stdev / sqrt((double)count);
    return (lt_interval){mean - half, mean + half};
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void lt_sort(double *values, size_t count)
{
    if (count) qsort(values, count, sizeof *values, by_value);
}

double lt_quantile_of_sorted(const double *values, size_t count, double p)
{
    if (count == 0) return 0;
    double at = p * (double)(count - 1);
    size_t below = (size_t)at;
    if (below + 1 >= count) return values[count - 1];
    return values[below] + (at - (double)below) * (values[below + 1] - values[below]);
}

lt_summary lt_summarise(double *values, size_t count)
{
    lt_sort(values, count);
    return lt_summary_of_sorted(values, count);
}

lt_summary lt_summary_of_sorted(const double *values, size_t count)
{
    lt_summary s = {.count = count};
    if (count == 0) return s;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    s.mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) squares += (values[i] - s.mean) * (values[i] - s.mean);
    s.stdev = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
    s.median = lt_quantile_of_sorted(values, count, 0.5);
    s.min = values[0];
    s.max = values[count - 1];
    s.mean95 = lt_t_interval(s.mean, s.stdev, count, 0.95);
    return s;
}
