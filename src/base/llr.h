/* Generalised log-likelihood ratios of two hypotheses about paired outcomes.
 *
 * ln(L1 / L0), where L0 and L1 are the largest likelihoods of the pairs seen
 * when the difference is d0 and d1. Golden values are in the tests. */
#ifndef LT_LLR_H
#define LT_LLR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lt_llr_pairs {
    uint64_t pairs;
    double mean_a, mean_b;
    double aa, bb, ab; /* sums of products of deviations from the means */
} lt_llr_pairs;

/* Pairs as bivariate normal with unknown covariance: H is mean_a - mean_b = d, or
 * mean_a = (1 + d) mean_b if relative. */
double lt_llr_mean(const lt_llr_pairs *pairs, double d0, double d1, bool relative);

/* Pairs of 0 or 1, exact: only_a pairs were (1, 0), only_b (0, 1), alike the
 * rest. H is P(1, 0) - P(0, 1) = d, with -1 < d < 1. */
double lt_llr_rate(uint64_t only_a, uint64_t only_b, uint64_t alike, double d0, double d1);

#endif
