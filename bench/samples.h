/* Times that a bench has measured, and their quantiles. */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include <stdlib.h>

enum { BENCH_SAMPLES = 1 << 18 }; /* later ones are not kept */

typedef struct bench_samples {
    double seconds[BENCH_SAMPLES];
    size_t count;
} bench_samples;

static inline void bench_sample(bench_samples *s, double seconds)
{
    if (s->count < BENCH_SAMPLES) s->seconds[s->count++] = seconds;
}

static inline int bench_smaller_first(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* In milliseconds; puts the samples in order. */
static inline double bench_quantile_ms(bench_samples *s, double share)
{
    if (!s->count) return 0;
    qsort(s->seconds, s->count, sizeof *s->seconds, bench_smaller_first);
    return 1e3 * s->seconds[(size_t)(share * (double)(s->count - 1))];
}

#endif
