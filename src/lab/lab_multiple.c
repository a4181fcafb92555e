/* Bonferroni's correction, and the warning about the best of k. */
#include "lab/lab_multiple.h"

#include "base/quantiles.h"

#include <math.h>

double lab_joint_level(double level, size_t k)
{
    return 1 - (1 - level) / (double)k;
}

/* The standard error that luck works with; a rate of 0 or 1 has some, too. */
static double standard_error(const lab_sums *sums, lab_figure figure)
{
    double n = (double)sums->games;
    if (figure == LAB_MEAN) return lab_sums_stdev(sums) / sqrt(n);
    double p = (sums->mean * n + 1) / (n + 2);
    return sqrt(p * (1 - p) / n);
}

lt_status lab_best_of_sums(const lab_sums *sums, size_t k, lab_figure figure, double level,
                           lab_best_of *result, lt_error *err)
{
    *result = (lab_best_of){.best = k};
    for (size_t i = 0; i < k; i++) {
        if (sums[i].games == 0) continue;
        result->k++;
        if (result->best == k || sums[i].mean > sums[result->best].mean) result->best = i;
    }
    if (result->k == 0)
        return lt_fail(err, LT_BAD_INPUT, "none of the %zu configurations has played a game", k);
    const lab_sums *best = &sums[result->best];
    double n = (double)result->k;
    result->joint_level = lab_joint_level(level, result->k);
    result->own = lab_sums_interval(best, figure, level);
    result->joint = lab_sums_interval(best, figure, result->joint_level);
    /* Blom's approximation of the expected largest of n normal variates. */
    if (result->k > 1)
        result->flattery =
            lt_normal_quantile((n - 0.375) / (n + 0.25)) * standard_error(best, figure);
    result->flattered = result->k > 1;
    for (size_t i = 0; i < k; i++) {
        if (i == result->best || sums[i].games == 0) continue;
        lt_interval other = lab_sums_interval(&sums[i], figure, result->joint_level);
        if (other.high >= result->joint.low) result->rivals++;
    }
    result->best_for_certain = result->rivals == 0;
    return LT_OK;
}
