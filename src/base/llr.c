/* The ratios in closed form.
 *
 * Means. For normal vectors with unknown mean and covariance, the likelihood
 * under one linear condition c.mu = d falls short of the free maximum by the
 * factor (1 + m^2 / s^2)^(-n/2), where m and s^2 are the mean and the variance
 * (n in the denominator) of c.x - d. The free maximum cancels in the ratio.
 *
 * Rates. With x = P(1, 0), P(0, 1) = x - d and P(alike) = 1 + d - 2x the
 * logarithm of the likelihood is concave in x and its derivative has the
 * numerator of a quadratic, whose larger root is the maximum. */
#include "base/llr.h"

#include <math.h>

typedef struct shortfall {
    double mean, variance; /* of a - (1 + r) b - d */
} shortfall;

static shortfall measure(const lt_llr_pairs *p, double d, bool relative)
{
    double factor = relative ? 1 + d : 1, n = (double)p->pairs;
    double squares = p->aa - 2 * factor * p->ab + factor * factor * p->bb;
    return (shortfall){p->mean_a - factor * p->mean_b - (relative ? 0 : d),
                       squares > 0 ? squares / n : 0};
}

/* ln(1 + m^2 / s^2) for a variance that is not 0, or a mean that is 0. */
static double lost(const shortfall *s)
{
    return s->mean == 0 ? 0 : log1p(s->mean * s->mean / s->variance);
}

double lt_llr_mean(const lt_llr_pairs *pairs, double d0, double d1, bool relative)
{
    shortfall h0 = measure(pairs, d0, relative), h1 = measure(pairs, d1, relative);
    double half = (double)pairs->pairs / 2;
    /* Outcomes that never vary apart: the nearer hypothesis wins. */
    if (h0.variance == 0 && h1.variance == 0) {
        if (h0.mean == h1.mean) return 0;
        return half * 2 * (log(fabs(h0.mean)) - log(fabs(h1.mean)));
    }
    return half * (lost(&h0) - lost(&h1));
}

/* count * ln(p), where nothing seen costs nothing. */
static double log_share(double count, double p)
{
    return count > 0 ? count * log(p) : 0;
}

static double best_likelihood(double only_a, double only_b, double alike, double d)
{
    /* only_a / x + only_b / (x - d) = 2 alike / (1 + d - 2x), multiplied out:
     * -2n x^2 + linear x - only_a d (1 + d) = 0. */
    double n = only_a + only_b + alike;
    double linear = only_a * (1 + 3 * d) + only_b * (1 + d) + 2 * alike * d;
    double root = linear * linear - 8 * n * only_a * d * (1 + d);
    double x = (linear + sqrt(root > 0 ? root : 0)) / (4 * n);
    double least = d > 0 ? d : 0, most = (1 + d) / 2;
    x = x < least ? least : x > most ? most : x;
    return log_share(only_a, x) + log_share(only_b, x - d) + log_share(alike, 1 + d - 2 * x);
}

double lt_llr_rate(uint64_t only_a, uint64_t only_b, uint64_t alike, double d0, double d1)
{
    double a = (double)only_a, b = (double)only_b, rest = (double)alike;
    if (a + b + rest == 0) return 0;
    return best_likelihood(a, b, rest, d1) - best_likelihood(a, b, rest, d0);
}
