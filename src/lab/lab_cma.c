/* CMA-ES as in Hansen's tutorial (arXiv:1604.00772): weighted recombination,
 * cumulative step-size adaptation, rank-one and rank-mu update of the shape.
 *
 * Added for tuning games: points are reflected at the walls (lab_tune_fold), an
 * integer parameter keeps enough spread to reach its neighbours, and no spread
 * grows beyond the ranges. */
#include "base/samebits.h"
#include "laatta/rng.h"
#include "lab/lab_eigen.h"
#include "lab/lab_tune_methods.h"

#include <math.h>
#include <string.h>

/* The strategy's constants, functions of dimension and population alone. */
typedef struct constants {
    uint32_t parents;
    double weights[LAB_TUNE_POPULATION / 2];
    double effective;             /* the variance effective number of parents */
    double path_shape, path_step; /* how fast the paths forget */
    double rank_one, rank_mu;     /* how much a generation changes the shape */
    double damping;
    double expected; /* length of a standard normal vector */
} constants;

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void find_constants(constants *k, const lab_tune *t)
{
    double n = t->config.dims, lambda = t->population, sum = 0, squares = 0;
    k->parents = t->population / 2;
    for (uint32_t i = 0; i < k->parents; i++) {
        k->weights[i] = lt_same_log((lambda + 1) / 2) - lt_same_log(i + 1);
        sum += k->weights[i];
    }
    for (uint32_t i = 0; i < k->parents; i++) {
        k->weights[i] /= sum;
        squares += k->weights[i] * k->weights[i];
    }
    double mu = 1 / squares;
    k->effective = mu;
    k->path_shape = (4 + mu / n) / (n + 4 + 2 * mu / n);
    k->path_step = (mu + 2) / (n + mu + 5);
    k->rank_one = 2 / ((n + 1.3) * (n + 1.3) + mu);
    k->rank_mu = least(1 - k->rank_one, 2 * (mu - 2 + 1 / mu) / ((n + 2) * (n + 2) + mu));
    double excess = sqrt((mu - 1) / (n + 1)) - 1;
    k->damping = 1 + 2 * (excess > 0 ? excess : 0) + k->path_step;
    k->expected = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

void lab_cma_decompose(lab_tune *t)
{
    double copy[LAB_TUNE_DIMS][LAB_TUNE_DIMS];
    memcpy(copy, t->shape, sizeof copy);
    lab_eigen(copy[0], t->axes[0], t->lengths, t->config.dims, LAB_TUNE_DIMS);
    for (uint32_t i = 0; i < t->config.dims; i++)
        t->lengths[i] = sqrt(t->lengths[i] > 1e-30 ? t->lengths[i] : 1e-30);
}

void lab_cma_init(lab_tune *t)
{
    t->sigma = t->config.step;
    for (uint32_t i = 0; i < t->config.dims; i++) t->shape[i][i] = 1;
}

void lab_cma_draw(lab_tune *t)
{
    uint32_t n = t->config.dims;
    lt_rng rng;
    lt_rng_seed(&rng, lt_seed_of(t->config.seed, t->iteration));
    for (uint32_t p = 0; p < t->population; p++) {
        double *point = t->points + (size_t)p * n, scaled[LAB_TUNE_DIMS];
        for (uint32_t i = 0; i < n; i++) scaled[i] = t->lengths[i] * lt_same_normal(&rng);
        for (uint32_t i = 0; i < n; i++) {
            double sum = 0;
            for (uint32_t j = 0; j < n; j++) sum += t->axes[i][j] * scaled[j];
            point[i] = t->mean[i] + t->sigma * sum;
        }
    }
}

/* The numbers of the best points, best first; the earlier of equals. */
static void select_parents(const lab_tune *t, const double *outcomes, uint32_t *parents,
                           uint32_t count)
{
    uint32_t taken = 0;
    for (uint32_t i = 0; i < t->population; i++) {
        uint32_t at = taken < count ? taken : count;
        while (at > 0 && outcomes[parents[at - 1]] < outcomes[i]) at--;
        if (at == count) continue;
        if (taken < count) taken++;
        memmove(parents + at + 1, parents + at, (taken - 1 - at) * sizeof *parents);
        parents[at] = i;
    }
}

/* The paths: where the means have been going, with and without the shape. Returns
 * whether the step's path is short enough for the shape's path to grow. */
static bool update_paths(lab_tune *t, const constants *k, const double *move)
{
    uint32_t n = t->config.dims;
    double length = 0, fresh = sqrt(k->path_step * (2 - k->path_step) * k->effective);
    double turned[LAB_TUNE_DIMS];
    for (uint32_t j = 0; j < n; j++) {
        double sum = 0;
        for (uint32_t i = 0; i < n; i++) sum += t->axes[i][j] * move[i];
        turned[j] = sum / t->lengths[j];
    }
    for (uint32_t i = 0; i < n; i++) {
        double whitened = 0;
        for (uint32_t j = 0; j < n; j++) whitened += t->axes[i][j] * turned[j];
        t->path_step[i] = (1 - k->path_step) * t->path_step[i] + fresh * whitened;
        length += t->path_step[i] * t->path_step[i];
    }
    double age = 2 * (double)(t->iteration + 1);
    double settled = 1 - lt_same_exp(age * lt_same_log(1 - k->path_step));
    bool calm = length / n / settled < 2 + 4.0 / (n + 1);
    fresh = calm ? sqrt(k->path_shape * (2 - k->path_shape) * k->effective) : 0;
    for (uint32_t i = 0; i < n; i++)
        t->path_shape[i] = (1 - k->path_shape) * t->path_shape[i] + fresh * move[i];
    double rate = k->path_step / k->damping * (sqrt(length) / k->expected - 1);
    t->sigma *= lt_same_exp(least(rate, 1));
    return calm;
}

/* Keeps every parameter's spread between what noise or an integer asks for and the
 * range, and the step size where its numbers stay normal. */
static void bound_spread(lab_tune *t)
{
    uint32_t n = t->config.dims;
    double largest = 0, raise = INFINITY, needed[LAB_TUNE_DIMS];
    for (uint32_t i = 0; i < n; i++) {
        double spread = t->sigma * sqrt(t->shape[i][i]), grain = 0.3 * lab_tune_grain(t, i);
        needed[i] = grain > t->config.noise_floor ? grain : t->config.noise_floor;
        if (spread > largest) largest = spread;
        raise = least(raise, needed[i] / spread);
    }
    if (largest > 1) t->sigma /= largest;
    /* All too small: a longer step. Some too small: a shape that is wider there. */
    if (raise > 1) t->sigma *= raise;
    if (t->sigma < 1e-20) t->sigma = 1e-20;
    for (uint32_t i = 0; i < n; i++) {
        double wanted = needed[i] / t->sigma;
        if (t->shape[i][i] < wanted * wanted) t->shape[i][i] = wanted * wanted;
    }
}

/* Later centres weigh more, so that the way from the start is forgotten. */
static void update_average(lab_tune *t)
{
    double weight = 2 / ((double)t->iteration + 2);
    for (uint32_t i = 0; i < t->config.dims; i++)
        t->average[i] += (lab_tune_fold(t->mean[i]) - t->average[i]) * weight;
}

void lab_cma_tell(lab_tune *t, const double *outcomes)
{
    uint32_t n = t->config.dims, parents[LAB_TUNE_POPULATION / 2] = {0};
    constants k;
    find_constants(&k, t);
    select_parents(t, outcomes, parents, k.parents);
    double move[LAB_TUNE_DIMS] = {0}, sigma = t->sigma;
    for (uint32_t p = 0; p < k.parents; p++)
        for (uint32_t i = 0; i < n; i++)
            move[i] +=
                k.weights[p] * ((t->points[(size_t)parents[p] * n + i] - t->mean[i]) / sigma);
    bool calm = update_paths(t, &k, move);
    double keep = 1 - k.rank_one - k.rank_mu;
    if (!calm) keep += k.rank_one * k.path_shape * (2 - k.path_shape);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double sum = keep * t->shape[i][j] + k.rank_one * t->path_shape[i] * t->path_shape[j];
            for (uint32_t p = 0; p < k.parents; p++) {
                const double *point = t->points + (size_t)parents[p] * n;
                sum += k.rank_mu * k.weights[p] * ((point[i] - t->mean[i]) / sigma) *
                       ((point[j] - t->mean[j]) / sigma);
            }
            t->shape[i][j] = t->shape[j][i] = sum;
        }
    /* The cube repeats with period 2, reflections included. */
    for (uint32_t i = 0; i < n; i++) {
        double x = t->mean[i] + sigma * move[i];
        t->mean[i] = x - 2 * floor(x / 2);
    }
    update_average(t);
    bound_spread(t);
    lab_cma_decompose(t);
}
