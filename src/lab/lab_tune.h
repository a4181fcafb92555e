/* Tuning: parameters of a player that make it play better, by noisy games.
 *
 * Two methods, both ask for a few points, want one outcome each (more is
 * better) and move on:
 *   cma   CMA-ES: learns which directions go together; the one to take
 *   spsa  two points an iteration however many parameters; for costly games
 *
 *     while (games are left) {
 *         for (i = 0; i < tune.population; i++) lab_tune_point(&tune, i, values);
 *         ... play every point on the same seeds, fresh ones each iteration ...
 *         lab_tune_tell(&tune, outcomes, &err);
 *     }
 *     lab_tune_recommend(&tune, values);
 *
 * The points of an iteration are a function of config and outcomes told before:
 * asking again gives the same. All arithmetic is additions, products, quotients
 * and square roots in a fixed order (base/samebits.h), so equal outcomes lead to
 * equal points, bit for bit, under any compiler and on any machine with IEEE
 * doubles. A search that was ended goes on by telling a fresh one the same outcomes. */
#ifndef LAB_TUNE_H
#define LAB_TUNE_H

#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAB_TUNE_DIMS = 32, LAB_TUNE_POPULATION = 1024 };

typedef enum lab_tune_method { LAB_TUNE_CMA, LAB_TUNE_SPSA } lab_tune_method;

typedef struct lab_tune_param {
    double low, high; /* low < high; points never leave them */
    double start;     /* within them */
    bool integer;     /* then low and high are whole numbers, and so are all values */
} lab_tune_param;

typedef struct lab_tune_config {
    lab_tune_method method;
    uint32_t dims; /* 1 .. LAB_TUNE_DIMS */
    lab_tune_param params[LAB_TUNE_DIMS];
    uint32_t population; /* cma: points an iteration, 0 for 4 + 3 ln dims; spsa: 0 or 2 */
    double step;         /* first spread (cma) or first move (spsa) as a share of the ranges;
                            0 for 0.2 and 0.05 */
    double noise_floor;  /* cma: the spread never falls below this share of the ranges, and
                            the average of the centres is recommended. 0 for outcomes
                            without noise, about 0.06 for games; at most 0.5 */
    uint32_t horizon;    /* spsa: iterations intended, which set how fast it calms down;
                            0 for 200 */
    uint64_t seed;
} lab_tune_config;

/* Everything is in the unit cube: 0 is a parameter's low, 1 its high. */
typedef struct lab_tune {
    lab_tune_config config;        /* with the defaults filled in */
    uint32_t population;           /* points of an iteration */
    uint64_t iteration;            /* finished ones */
    double mean[LAB_TUNE_DIMS];    /* where the search is; cma: before folding into the cube */
    double average[LAB_TUNE_DIMS]; /* cma: of the centres, later ones weighing more */
    double sigma;                  /* cma: step size */
    double path_shape[LAB_TUNE_DIMS], path_step[LAB_TUNE_DIMS]; /* cma: evolution paths */
    double shape[LAB_TUNE_DIMS][LAB_TUNE_DIMS];                 /* cma: covariance */
    double axes[LAB_TUNE_DIMS][LAB_TUNE_DIMS]; /* cma: eigenvectors of shape, a column each */
    double lengths[LAB_TUNE_DIMS];             /* cma: square roots of its eigenvalues */
    double gain;                               /* spsa: 0 until calibrated */
    double seen;                               /* spsa: sum of absolute differences so far */
    double *points; /* population x dims: the present points, before folding */
} lab_tune;

lt_status lab_tune_init(lab_tune *tune, const lab_tune_config *config, lt_error *err);
void lab_tune_release(lab_tune *tune);

/* Point i of the present iteration, in the parameters' own units, into dims values. */
void lab_tune_point(const lab_tune *tune, uint32_t i, double *values);

/* The outcomes of all points, and on to the next iteration. Refuses outcomes that
 * are not finite and leaves everything as it was. */
lt_status lab_tune_tell(lab_tune *tune, const double *outcomes, lt_error *err);

/* What to use: the centre of the search (with a noise floor, the average of the
 * centres), not the luckiest point. */
void lab_tune_recommend(const lab_tune *tune, double *values);

/* The largest spread over the parameters as a share of their ranges: when it is
 * small, the search has settled. */
double lab_tune_spread(const lab_tune *tune);

#endif
