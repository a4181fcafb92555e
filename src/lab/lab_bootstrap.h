/* Bootstrap intervals: what resampling says a mean is worth.
 *
 * They assume independent games and nothing about the outcomes' distribution. The same
 * values, resamples and seed give the same interval. Cost: count * resamples
 * draws. */
#ifndef LAB_BOOTSTRAP_H
#define LAB_BOOTSTRAP_H

#include "base/stats.h"
#include "laatta/status.h"

#include <stddef.h>
#include <stdint.h>

enum { LAB_BOOTSTRAP_RESAMPLES = 2000 };

typedef struct lab_bootstrap {
    double estimate; /* of the values as they are */
    double bias;     /* mean of the resampled estimates minus the estimate */
    double error;    /* their standard deviation: the standard error */
    lt_interval interval;
} lab_bootstrap;

/* The mean, with Efron's bias-corrected and accelerated (BCa) interval. */
lt_status lab_bootstrap_mean(const double *values, size_t count, uint32_t resamples, double level,
                             uint64_t seed, lab_bootstrap *result, lt_error *err);

#endif
