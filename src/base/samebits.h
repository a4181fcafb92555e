/* exp, log and normal variates with the same bits on every machine.
 *
 * The C library's functions differ in the last bit between machines. These use
 * only additions, products, quotients and square roots, which IEEE 754 fixes,
 * in one order (the build forbids contraction): a search steered by them takes
 * the same path everywhere. Right to about 1e-15 relative. */
#ifndef LT_SAMEBITS_H
#define LT_SAMEBITS_H

#include "laatta/rng.h"

/* The natural logarithm of x > 0, finite and not subnormal. */
double lt_same_log(double x);

/* exp(x) for |x| <= 700; outside, exp of the nearer end. */
double lt_same_exp(double x);

/* A standard normal variate; takes a varying number of draws from rng. */
double lt_same_normal(lt_rng *rng);

#endif
