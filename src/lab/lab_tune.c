/* What the methods share: the config, the unit cube, the iterations. */
#include "lab/lab_tune.h"

#include "base/samebits.h"
#include "lab/lab_tune_methods.h"

#include <math.h>
#include <stdlib.h>

double lab_tune_fold(double x)
{
    x -= 2 * floor(x / 2);
    return x > 1 ? 2 - x : x;
}

/* Values of an integer parameter have equal shares of the unit interval. */
double lab_tune_grain(const lab_tune *tune, uint32_t i)
{
    const lab_tune_param *p = &tune->config.params[i];
    return p->integer ? 1 / (p->high - p->low + 1) : 0;
}

static double to_value(const lab_tune_param *p, double x)
{
    double value =
        p->integer ? p->low + floor(x * (p->high - p->low + 1)) : p->low + x * (p->high - p->low);
    return value < p->low ? p->low : value > p->high ? p->high : value;
}

static double to_unit(const lab_tune_param *p)
{
    return p->integer ? (p->start - p->low + 0.5) / (p->high - p->low + 1)
                      : (p->start - p->low) / (p->high - p->low);
}

static bool whole(double x)
{
    return floor(x) == x && fabs(x) < 0x1p52;
}

static lt_status check_param(const lab_tune_param *p, uint32_t i, lt_error *err)
{
    if (!isfinite(p->low) || !isfinite(p->high) || !isfinite(p->high - p->low) ||
        !(p->low < p->high))
        return lt_fail(err, LT_BAD_INPUT,
                       "parameter %u: a range goes from a lower to a higher number, not from %g "
                       "to %g",
                       i + 1, p->low, p->high);
    if (!(p->start >= p->low && p->start <= p->high))
        return lt_fail(err, LT_BAD_INPUT, "parameter %u: the start %g is not within %g to %g",
                       i + 1, p->start, p->low, p->high);
    if (p->integer && !(whole(p->low) && whole(p->high) && whole(p->start)))
        return lt_fail(err, LT_BAD_INPUT,
                       "parameter %u is an integer, but its range or start is not: %g to %g, %g",
                       i + 1, p->low, p->high, p->start);
    return LT_OK;
}

static lt_status check(const lab_tune_config *c, lt_error *err)
{
    if (c->dims < 1 || c->dims > LAB_TUNE_DIMS)
        return lt_fail(err, LT_BAD_INPUT, "tuning takes 1 to %d parameters, not %u", LAB_TUNE_DIMS,
                       c->dims);
    for (uint32_t i = 0; i < c->dims; i++) LT_TRY(check_param(&c->params[i], i, err));
    if (c->method == LAB_TUNE_CMA && (c->population < 4 || c->population > LAB_TUNE_POPULATION))
        return lt_fail(err, LT_BAD_INPUT, "CMA-ES takes 4 to %d points an iteration, not %u",
                       LAB_TUNE_POPULATION, c->population);
    if (c->method == LAB_TUNE_SPSA && c->population != 2)
        return lt_fail(err, LT_BAD_INPUT, "SPSA takes 2 points an iteration, not %u",
                       c->population);
    if (!(c->step > 0 && c->step <= 1))
        return lt_fail(err, LT_BAD_INPUT,
                       "a first step is a share of the ranges above 0 and up to 1, not %g",
                       c->step);
    if (!(c->noise_floor >= 0 && c->noise_floor <= 0.5))
        return lt_fail(err, LT_BAD_INPUT,
                       "a noise floor is a share of the ranges from 0 to 0.5, not %g",
                       c->noise_floor);
    return LT_OK;
}

static void draw(lab_tune *tune)
{
    if (tune->config.method == LAB_TUNE_CMA)
        lab_cma_draw(tune);
    else
        lab_spsa_draw(tune);
}

static void prepare(lab_tune *tune)
{
    if (tune->config.method == LAB_TUNE_CMA) lab_cma_decompose(tune);
    draw(tune);
}

lt_status lab_tune_init(lab_tune *tune, const lab_tune_config *config, lt_error *err)
{
    *tune = (lab_tune){.config = *config};
    lab_tune_config *c = &tune->config;
    bool cma = c->method == LAB_TUNE_CMA;
    if (c->population == 0)
        c->population = cma && c->dims ? 4 + (uint32_t)(3 * lt_same_log(c->dims)) : 2;
    if (c->step == 0) c->step = cma ? 0.2 : 0.05;
    if (c->horizon == 0) c->horizon = 200;
    LT_TRY(check(c, err));
    tune->population = c->population;
    tune->points = calloc((size_t)c->population * c->dims, sizeof *tune->points);
    if (!tune->points) return lt_fail(err, LT_NO_MEMORY, "no memory for %u points", c->population);
    for (uint32_t i = 0; i < c->dims; i++)
        tune->mean[i] = tune->average[i] = to_unit(&c->params[i]);
    if (cma) lab_cma_init(tune);
    prepare(tune);
    return LT_OK;
}

void lab_tune_release(lab_tune *tune)
{
    free(tune->points);
    tune->points = NULL;
}

static void in_units(const lab_tune *tune, const double *point, double *values)
{
    for (uint32_t i = 0; i < tune->config.dims; i++)
        values[i] = to_value(&tune->config.params[i], lab_tune_fold(point[i]));
}

void lab_tune_point(const lab_tune *tune, uint32_t i, double *values)
{
    in_units(tune, tune->points + (size_t)i * tune->config.dims, values);
}

void lab_tune_recommend(const lab_tune *tune, double *values)
{
    bool averaged = tune->config.method == LAB_TUNE_CMA && tune->config.noise_floor > 0;
    in_units(tune, averaged ? tune->average : tune->mean, values);
}

lt_status lab_tune_tell(lab_tune *tune, const double *outcomes, lt_error *err)
{
    for (uint32_t i = 0; i < tune->population; i++)
        if (!isfinite(outcomes[i]))
            return lt_fail(err, LT_BAD_INPUT, "the outcome of point %u is not a number: %g", i,
                           outcomes[i]);
    if (tune->config.method == LAB_TUNE_CMA)
        lab_cma_tell(tune, outcomes);
    else
        lab_spsa_tell(tune, outcomes);
    tune->iteration++;
    draw(tune);
    return LT_OK;
}

double lab_tune_spread(const lab_tune *tune)
{
    double largest = 0;
    for (uint32_t i = 0; i < tune->config.dims; i++) {
        double spread = tune->config.method == LAB_TUNE_CMA ? tune->sigma * sqrt(tune->shape[i][i])
                                                            : lab_spsa_reach(tune, i);
        if (spread > largest) largest = spread;
    }
    return largest;
}
