/* The normal distribution and Student's t: probabilities and quantiles.
 *
 * Right to about 1e-13 relative; the tests hold them to 1e-9 against values
 * computed with thirty digits. They use the machine's exp, log and erfc, so the
 * last bits may differ between machines. */
#ifndef LT_QUANTILES_H
#define LT_QUANTILES_H

/* P(Z <= z) of a standard normal variable. */
double lt_normal_cdf(double z);

/* The z with P(Z <= z) = p; minus or plus infinity for p <= 0 and p >= 1. */
double lt_normal_quantile(double p);

/* P(T > t) of Student's t with df > 0 degrees of freedom (any real number). */
double lt_t_tail(double t, double df);

/* The t with P(T <= t) = p, for tails down to 1e-100; minus or plus infinity for p <= 0 and p >= 1.
 */
double lt_t_quantile(double p, double df);

#endif
