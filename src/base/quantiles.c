/* Quantiles by Newton's method on the logarithm of the tail.
 *
 * Both tails have a logarithm that is concave (in z; for t in log t), so
 * Newton's method overshoots at most once and then closes in from one side:
 * no bracket is needed, and far tails are as safe as the middle. */
#include "base/quantiles.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* P(Z > z). */
static double normal_tail(double z)
{
    return erfc(z / sqrt(2)) / 2;
}

double lt_normal_cdf(double z)
{
    return normal_tail(-z);
}

/* What was asked last is mostly what is asked next: thousands of intervals have one level,
 * and those of a sweep one number of games. */
typedef struct asked {
    double q, df, value;
} asked;
static _Thread_local asked last_normal, last_t;

/* z > 0 with P(Z > z) = q, for 0 < q < 1/2. */
static double normal_upper(double q)
{
    if (last_normal.q == q) return last_normal.value;
    /* A rough start: the tail is about exp(-z^2 / 2) / 2 near 0, smaller far out. */
    double z = sqrt(-2 * log(2 * q)), target = log(q);
    for (int i = 0; i < 60; i++) {
        double tail = normal_tail(z), density = exp(-z * z / 2) / sqrt(2 * pi);
        double step = (log(tail) - target) * tail / density;
        z += step;
        if (fabs(step) <= 1e-15 * fabs(z)) break;
    }
    last_normal = (asked){.q = q, .value = z};
    return z;
}

double lt_normal_quantile(double p)
{
    if (!(p > 0)) return -INFINITY;
    if (p >= 1) return INFINITY;
    if (p == 0.5) return 0;
    return p < 0.5 ? -normal_upper(p) : normal_upper(1 - p);
}

/* Gamma(a + 1/2) / Gamma(a): the recurrence up to where the series is exact. */
static double gamma_ratio(double a)
{
    double factor = 1;
    for (; a < 64; a++) factor *= a / (a + 0.5);
    double u = 1 / a;
    double series = 1 + u * (-1.0 / 8 + u * (1.0 / 128 + u * (5.0 / 1024 + u * (-21.0 / 32768))));
    series += u * u * u * u * u * (-399.0 / 262144 + u * (869.0 / 4194304));
    return factor * sqrt(a) * series;
}

static double t_density(double t, double df)
{
    return gamma_ratio(df / 2) / sqrt(df * pi) * exp(-(df + 1) / 2 * log1p(t * t / df));
}

/* The continued fraction of the incomplete beta function I_x(a, b), by Lentz's
 * method; it converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
    double tiny = 1e-300, c = 1, d = 1 - (a + b) * x / (a + 1);
    if (fabs(d) < tiny) d = tiny;
    d = 1 / d;
    double value = d;
    for (int m = 1; m < 100000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double factor = 1;
        for (int half = 0; half < 2; half++) {
            double term = half == 0 ? even : odd;
            d = 1 + term * d;
            c = 1 + term / c;
            if (fabs(d) < tiny) d = tiny;
            if (fabs(c) < tiny) c = tiny;
            d = 1 / d;
            factor = c * d;
            value *= factor;
        }
        if (fabs(factor - 1) < 1e-16) break;
    }
    return value;
}

double lt_t_tail(double t, double df)
{
    if (t < 0) return 1 - lt_t_tail(-t, df);
    /* P(T > t) = I_x(df/2, 1/2) / 2 with x = df / (df + t^2). The common factor
     * x^a (1-x)^b / B(a, b) is the density times t, up to a constant. */
    double a = df / 2, x = df / (df + t * t), y = t * t / (df + t * t);
    double factor = t_density(t, df) * t;
    if (x < (a + 1) / (a + 2.5)) return factor * beta_fraction(a, 0.5, x) / df;
    return 0.5 - factor * beta_fraction(0.5, a, y);
}

/* Cornish and Fisher's expansion around the normal quantile. */
static double t_expansion(double z, double df)
{
    double z2 = z * z, u = 1 / df;
    double g1 = (z2 + 1) * z / 4;
    double g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
    double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
    double g4 = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z / 92160;
    return z + u * (g1 + u * (g2 + u * (g3 + u * g4)));
}

/* t > 0 with P(T > t) = q, for 0 < q < 1/2. */
static double t_upper(double q, double df)
{
    if (last_t.q == q && last_t.df == df) return last_t.value;
    double z = normal_upper(q), t = t_expansion(z, df), target = log(q);
    if (df > 1e6) return t;
    if (!(t > 0) || df < 3) t = z;
    for (int i = 0; i < 200; i++) {
        double tail = lt_t_tail(t, df);
        double step = (log(tail) - target) * tail / (t_density(t, df) * t);
        if (step > 3) step = 3;
        t *= exp(step);
        if (fabs(step) <= 1e-15) break;
    }
    last_t = (asked){q, df, t};
    return t;
}

double lt_t_quantile(double p, double df)
{
    if (!(p > 0)) return -INFINITY;
    if (p >= 1) return INFINITY;
    if (p == 0.5) return 0;
    return p < 0.5 ? -t_upper(p, df) : t_upper(1 - p, df);
}
