/* Intervals and summaries. */
#include "base/stats.h"

#include <math.h>
#include <stdlib.h>

static const double z95 = 1.959963984540054;

lt_interval lt_wilson95(uint64_t hits, uint64_t tries)
{
    if (tries == 0) return (lt_interval){0, 1};
    double n = (double)tries, p = (double)hits / n, z2 = z95 * z95;
    double centre = p + z2 / (2 * n);
    double spread = z95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    double low = (centre - spread) / (1 + z2 / n), high = (centre + spread) / (1 + z2 / n);
    if (hits == 0) low = 0;
    if (hits == tries) high = 1;
    return (lt_interval){low, high};
}

double lt_t95(uint64_t df)
{
    static const double table[] = {0,      12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469,
                                   2.3646, 2.3060,  2.2622, 2.2281, 2.2010, 2.1788, 2.1604,
                                   2.1448, 2.1314,  2.1199, 2.1098, 2.1009, 2.0930, 2.0860};
    if (df < sizeof table / sizeof table[0]) return table[df];
    /* Cornish-Fisher expansion around the normal quantile: right to 1e-4 here. */
    double z = z95, n = (double)df, z3 = z * z * z, z5 = z3 * z * z;
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

lt_summary lt_summarise(double *values, size_t count)
{
    lt_summary s = {.count = count};
    if (count == 0) return s;
    qsort(values, count, sizeof *values, by_value);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    s.mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) squares += (values[i] - s.mean) * (values[i] - s.mean);
    s.stdev = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
    s.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    s.max = values[count - 1];
    double half = count > 1 ? lt_t95(count - 1) * s.stdev / sqrt((double)count) : INFINITY;
    s.mean95 = (lt_interval){s.mean - half, s.mean + half};
    return s;
}
