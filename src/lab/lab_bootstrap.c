/* Resampling with one generator and plain sums; see Efron (1987) for BCa. */
#include "lab/lab_bootstrap.h"

#include "base/quantiles.h"
#include "laatta/rng.h"

#include <math.h>
#include <stdlib.h>

static double resampled_mean(const double *values, size_t count, lt_rng *rng)
{
    double sum = 0;
    size_t i = 0;
    /* Two draws of 32 bits from each number. */
    for (; i + 2 <= count; i += 2) {
        uint64_t bits = lt_rng_next(rng);
        sum += values[((bits >> 32) * count) >> 32];
        sum += values[((bits & 0xffffffffu) * count) >> 32];
    }
    if (i < count) sum += values[lt_rng_below(rng, (uint32_t)count)];
    return sum / (double)count;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The estimate that a share p of the sorted resamples lies below. */
static double percentile(const double *sorted, uint32_t resamples, double p)
{
    double rank = p * ((double)resamples + 1) - 1;
    if (!(rank > 0)) return sorted[0];
    if (rank >= resamples - 1) return sorted[resamples - 1];
    size_t below = (size_t)rank;
    return sorted[below] + (rank - (double)below) * (sorted[below + 1] - sorted[below]);
}

static lt_status check(size_t count, uint32_t resamples, double level, lt_error *err)
{
    if (count == 0 || count > UINT32_MAX)
        return lt_fail(err, LT_BAD_INPUT, "a bootstrap takes 1 to %u values, not %zu", UINT32_MAX,
                       count);
    if (resamples < 100)
        return lt_fail(err, LT_BAD_INPUT, "a bootstrap takes at least 100 resamples, not %u",
                       resamples);
    if (!(level > 0 && level < 1))
        return lt_fail(err, LT_BAD_INPUT, "a confidence level lies between 0 and 1, not at %g",
                       level);
    return LT_OK;
}

/* Draws all resamples into `drawn`, sorted, and sums them up. */
static void resample(const double *values, size_t count, uint32_t resamples, uint64_t seed,
                     double *drawn, lab_bootstrap *result)
{
    lt_rng rng;
    lt_rng_seed(&rng, seed);
    for (uint32_t i = 0; i < resamples; i++) drawn[i] = resampled_mean(values, count, &rng);
    qsort(drawn, resamples, sizeof *drawn, by_value);
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < resamples; i++) sum += drawn[i];
    double mean = sum / resamples;
    for (uint32_t i = 0; i < resamples; i++) squares += (drawn[i] - mean) * (drawn[i] - mean);
    result->bias = mean - result->estimate;
    result->error = sqrt(squares / (resamples - 1));
}

/* The two shares at which BCa reads the resamples: shifted by how far the
 * estimate lies from their middle, and stretched by the skewness. */
static void bca_shares(const double *values, size_t count, const double *drawn, uint32_t resamples,
                       double estimate, double level, double shares[2])
{
    double below = 0, squares = 0, cubes = 0;
    for (uint32_t i = 0; i < resamples; i++)
        below += drawn[i] < estimate ? 1 : drawn[i] == estimate ? 0.5 : 0;
    for (size_t i = 0; i < count; i++) {
        double d = values[i] - estimate;
        squares += d * d;
        cubes += d * d * d;
    }
    double shift = lt_normal_quantile(below / resamples);
    double skew = squares > 0 ? cubes / (6 * squares * sqrt(squares)) : 0;
    for (int side = 0; side < 2; side++) {
        double z = shift + lt_normal_quantile(side == 0 ? (1 - level) / 2 : (1 + level) / 2);
        shares[side] = lt_normal_cdf(shift + z / (1 - skew * z));
    }
}

lt_status lab_bootstrap_mean(const double *values, size_t count, uint32_t resamples, double level,
                             uint64_t seed, lab_bootstrap *result, lt_error *err)
{
    LT_TRY(check(count, resamples, level, err));
    double *drawn = malloc(resamples * sizeof *drawn), sum = 0, shares[2];
    if (!drawn) return lt_fail(err, LT_NO_MEMORY, "no memory for %u resamples", resamples);
    for (size_t i = 0; i < count; i++) sum += values[i];
    *result = (lab_bootstrap){.estimate = sum / (double)count};
    resample(values, count, resamples, seed, drawn, result);
    bca_shares(values, count, drawn, resamples, result->estimate, level, shares);
    result->interval = (lt_interval){percentile(drawn, resamples, shares[0]),
                                     percentile(drawn, resamples, shares[1])};
    free(drawn);
    return LT_OK;
}
