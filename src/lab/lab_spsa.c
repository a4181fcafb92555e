/* Simultaneous perturbation (Spall 1992, 1998): all parameters are shaken at once,
 * by a random sign each, and the difference of the two outcomes is the slope in
 * that direction. Step k moves by gain / (k + 1 + stability)^0.602, the shake
 * shrinks by (k + 1)^0.101, Spall's practical exponents.
 *
 * The outcomes' unit is not known, so the first iterations only measure how far
 * two outcomes differ and set the gain such that the first move is as long as the
 * config says. */
#include "base/samebits.h"
#include "laatta/rng.h"
#include "lab/lab_tune_methods.h"

#include <math.h>

enum { CALIBRATION = 10 };

static double power(double base, double exponent)
{
    return lt_same_exp(exponent * lt_same_log(base));
}

/* How far the points lie from the centre: four times the first move, for a wide
 * shake drowns less in noise, and never too little to change an integer. */
double lab_spsa_reach(const lab_tune *t, uint32_t i)
{
    double reach = 4 * t->config.step / power((double)t->iteration + 1, 0.101);
    double needed = lab_tune_grain(t, i) / 2;
    return reach > needed ? reach : needed;
}

static double clip(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

void lab_spsa_draw(lab_tune *t)
{
    uint32_t n = t->config.dims;
    lt_rng rng;
    lt_rng_seed(&rng, lt_seed_of(t->config.seed, t->iteration));
    for (uint32_t i = 0; i < n; i++) {
        double shake = lab_spsa_reach(t, i) * (lt_rng_next(&rng) >> 63 ? 1 : -1);
        t->points[i] = clip(t->mean[i] + shake);
        t->points[n + i] = clip(t->mean[i] - shake);
    }
}

void lab_spsa_tell(lab_tune *t, const double *outcomes)
{
    double difference = outcomes[0] - outcomes[1], step = t->config.step;
    double stability = t->config.horizon / 10.0 + 1;
    if (t->gain == 0) {
        t->seen += fabs(difference);
        double count = (double)t->iteration + 1;
        if (count < CALIBRATION || t->seen == 0) return;
        t->gain = step * power(count + stability, 0.602) / (t->seen / count);
        return;
    }
    double move = t->gain * difference / power((double)t->iteration + 1 + stability, 0.602);
    if (move > 2 * step) move = 2 * step;
    if (move < -2 * step) move = -2 * step;
    for (uint32_t i = 0; i < t->config.dims; i++) {
        /* The sign of the shake; at a wall one of the points may not have moved. */
        double shake = t->points[i] - t->points[t->config.dims + i];
        t->mean[i] = clip(t->mean[i] + (shake > 0 ? move : shake < 0 ? -move : 0));
    }
}
