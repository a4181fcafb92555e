/* Reduction to a small argument, then the series. */
#include "base/samebits.h"

#include <math.h>

/* ln 2 in two parts: the first has zeros at the end, so that its product with
 * an exponent is exact. */
static const double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;

double lt_same_log(double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0.70710678118654752) {
        m *= 2;
        exponent--;
    }
    /* log m = 2 atanh((m - 1) / (m + 1)); s^2 is below 0.03. */
    double s = (m - 1) / (m + 1), s2 = s * s, sum = 0;
    for (int k = 25; k >= 3; k -= 2) sum = (sum + 1.0 / k) * s2;
    return exponent * ln2_high + (exponent * ln2_low + 2 * s * (1 + sum));
}

double lt_same_exp(double x)
{
    if (x > 700) x = 700;
    if (x < -700) x = -700;
    double n = floor(x / 0.69314718055994531 + 0.5);
    double r = (x - n * ln2_high) - n * ln2_low, sum = 1;
    for (int k = 16; k >= 1; k--) sum = 1 + sum * r / k;
    return ldexp(sum, (int)n);
}

double lt_same_normal(lt_rng *rng)
{
    /* Marsaglia's polar method; the second variate is dropped, so that there is
     * no state besides the generator's. */
    for (;;) {
        double u = 2 * lt_rng_unit(rng) - 1, v = 2 * lt_rng_unit(rng) - 1, s = u * u + v * v;
        if (s > 1e-300 && s < 1) return u * sqrt(-2 * lt_same_log(s) / s);
    }
}
