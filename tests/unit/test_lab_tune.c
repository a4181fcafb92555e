/* Tuning: known minima in several dimensions, walls, integers, noise, and a resumed
 * search that goes on bit for bit. Outcomes are negated costs: more is better. */
#include "testing.h"

#include "base/samebits.h"
#include "laatta/rng.h"
#include "lab/lab_eigen.h"
#include "lab/lab_tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef double cost(const double *x, uint32_t n);

static double sphere(const double *x, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += (x[i] - 1) * (x[i] - 1);
    return sum;
}

static double rosenbrock(const double *x, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i + 1 < n; i++) {
        double bend = x[i + 1] - x[i] * x[i], off = 1 - x[i];
        sum += 100 * bend * bend + off * off;
    }
    return sum;
}

/* Axes from 1 to 1000 in length, turned by a reflection at a skew plane. */
static double ellipsoid(const double *x, uint32_t n)
{
    double dot = 0, square = 0, sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        dot += (i + 1) * (x[i] - 1);
        square += (i + 1) * (i + 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        double y = x[i] - 1 - 2 * dot * (i + 1) / square;
        sum += pow(1e6, (double)i / (n - 1)) * y * y;
    }
    return sum;
}

static lab_tune_config box(uint32_t dims, double low, double high, double start)
{
    lab_tune_config c = {.dims = dims, .seed = dims};
    for (uint32_t i = 0; i < dims; i++) c.params[i] = (lab_tune_param){low, high, start, false};
    return c;
}

/* Runs until the recommended point costs less than `goal`; returns evaluations. */
static uint64_t minimise(const lab_tune_config *config, cost *of, double goal, uint64_t most)
{
    lab_tune tune;
    assert_int_equal(lab_tune_init(&tune, config, NULL), LT_OK);
    double values[LAB_TUNE_DIMS], outcomes[LAB_TUNE_POPULATION];
    uint64_t count = 0;
    for (;;) {
        lab_tune_recommend(&tune, values);
        if (of(values, config->dims) < goal) break;
        if (count >= most)
            fail_msg("cost %g after %d points", of(values, config->dims), (int)count);
        for (uint32_t i = 0; i < tune.population; i++) {
            lab_tune_point(&tune, i, values);
            for (uint32_t j = 0; j < config->dims; j++)
                assert_true(values[j] >= config->params[j].low &&
                            values[j] <= config->params[j].high);
            outcomes[i] = -of(values, config->dims);
        }
        count += tune.population;
        assert_int_equal(lab_tune_tell(&tune, outcomes, NULL), LT_OK);
    }
    lab_tune_release(&tune);
    return count;
}

static void known_minima_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        cost *of;
        uint64_t most; /* points, for each dimension */
    } functions[] = {
        {"sphere", sphere, 400}, {"rosenbrock", rosenbrock, 1500}, {"ellipsoid", ellipsoid, 1500}};
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (uint32_t n = 2; n <= 8; n++) {
            lab_tune_config config = box(n, -3, 4, 0);
            uint64_t points = minimise(&config, functions[f].of, 1e-10, functions[f].most * n);
            printf("# cma %s in %u dimensions: 1e-10 after %llu points\n", functions[f].name, n,
                   (unsigned long long)points);
        }
}

/* The best point lies in a corner: the walls must not keep the search away. */
static double slope(const double *x, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) sum += i % 2 ? x[i] + 3 : 4 - x[i];
    return sum;
}

static void corners_are_found_and_walls_respected(void **state)
{
    (void)state;
    lab_tune_config config = box(4, -3, 4, 1);
    minimise(&config, slope, 1e-6, 4000);
    config.method = LAB_TUNE_SPSA;
    minimise(&config, slope, 1e-6, 4000);
}

static double lattice(const double *x, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        assert_true(floor(x[i]) == x[i]);
        sum += (x[i] - 2 - i) * (x[i] - 2 - i) * (i + 1);
    }
    return sum;
}

static void integers_reach_their_minimum(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 6; n++) {
        lab_tune_config config = box(n, -20, 20, -15);
        for (uint32_t i = 0; i < n; i++) config.params[i].integer = true;
        minimise(&config, lattice, 0.5, 3000);
    }
}

/* A quadratic bowl of cost 0.18 at the start, under noise of deviation 0.1. */
static double noisy_end(lab_tune_method method, uint64_t seed, uint64_t points)
{
    lab_tune_config config = box(4, 0, 1, 0.5);
    config.method = method;
    config.seed = seed;
    config.noise_floor = 0.06;
    config.horizon = (uint32_t)(points / 2);
    static const double optimum[] = {0.3, 0.7, 0.2, 0.75};
    lab_tune tune;
    lt_rng rng;
    lt_rng_seed(&rng, seed);
    assert_int_equal(lab_tune_init(&tune, &config, NULL), LT_OK);
    double values[4], outcomes[8], end = 0;
    for (uint64_t count = 0; count < points; count += tune.population) {
        for (uint32_t i = 0; i < tune.population; i++) {
            lab_tune_point(&tune, i, values);
            outcomes[i] = 0.1 * lt_same_normal(&rng);
            for (int j = 0; j < 4; j++)
                outcomes[i] -= (values[j] - optimum[j]) * (values[j] - optimum[j]);
        }
        assert_int_equal(lab_tune_tell(&tune, outcomes, NULL), LT_OK);
    }
    lab_tune_recommend(&tune, values);
    for (int j = 0; j < 4; j++) end += (values[j] - optimum[j]) * (values[j] - optimum[j]);
    lab_tune_release(&tune);
    return end;
}

static void noise_is_survived(void **state)
{
    (void)state;
    for (lab_tune_method method = LAB_TUNE_CMA; method <= LAB_TUNE_SPSA; method++) {
        double sum = 0, worst = 0;
        uint64_t runs = test_amount(100);
        for (uint64_t i = 0; i < runs; i++) {
            double end = noisy_end(method, i, 2000);
            sum += end / (double)runs;
            worst = fmax(worst, end);
        }
        printf("# %s, noisy bowl, start 0.1825, noise 0.1, 2000 points: mean cost %.4f, worst "
               "%.4f\n",
               method == LAB_TUNE_CMA ? "cma" : "spsa", sum, worst);
        assert_true(sum < 0.01);
        assert_true(worst < 0.06);
    }
}

static void advance(lab_tune *tune, uint64_t iterations)
{
    double values[LAB_TUNE_DIMS], outcomes[LAB_TUNE_POPULATION];
    for (uint64_t k = 0; k < iterations; k++) {
        for (uint32_t i = 0; i < tune->population; i++) {
            lab_tune_point(tune, i, values);
            outcomes[i] = -rosenbrock(values, tune->config.dims);
        }
        assert_int_equal(lab_tune_tell(tune, outcomes, NULL), LT_OK);
    }
}

static lab_tune_config mixed(lab_tune_method method, double floor)
{
    lab_tune_config config = box(5, -2, 3, 0.1);
    config.method = method;
    config.noise_floor = floor;
    config.params[3] = (lab_tune_param){-4, 9, 2, true};
    return config;
}

/* The same bits from every compiler and at every level of optimisation: this
 * number holds in all builds. */
static void the_path_is_the_same_in_every_build(void **state)
{
    (void)state;
    static const uint64_t golden[] = {0x9ec0c00cf0b25f2c, 0x1960d58f128be7c9};
    for (lab_tune_method method = LAB_TUNE_CMA; method <= LAB_TUNE_SPSA; method++) {
        lab_tune_config config = mixed(method, 0);
        lab_tune tune;
        assert_int_equal(lab_tune_init(&tune, &config, NULL), LT_OK);
        advance(&tune, 100);
        uint64_t hash = 0;
        for (uint32_t i = 0; i < tune.population * 5; i++) {
            uint64_t bits;
            memcpy(&bits, &tune.points[i], sizeof bits);
            hash = lt_mix64(hash + bits);
        }
        lab_tune_release(&tune);
        if (hash != golden[method]) fail_msg("0x%016llx", (unsigned long long)hash);
    }
}

static void bad_configs_and_outcomes_are_refused(void **state)
{
    (void)state;
    lab_tune tune;
    lt_error err;
#define REFUSED(change)                                                 \
    do {                                                                \
        lab_tune_config c = mixed(LAB_TUNE_CMA, 0);                     \
        change;                                                         \
        assert_int_equal(lab_tune_init(&tune, &c, &err), LT_BAD_INPUT); \
    } while (0)
    REFUSED(c.dims = 0);
    REFUSED(c.dims = LAB_TUNE_DIMS + 1);
    REFUSED(c.params[0].high = c.params[0].low);
    REFUSED(c.params[0].low = NAN);
    REFUSED(c.params[1].start = 7);
    REFUSED(c.params[3].low = 0.5);
    REFUSED(c.population = 3);
    REFUSED(c.population = LAB_TUNE_POPULATION + 1);
    REFUSED(c.step = -1);
    REFUSED(c.noise_floor = 0.6);
    REFUSED(c.method = LAB_TUNE_SPSA; c.population = 5);
    lab_tune_config config = mixed(LAB_TUNE_CMA, 0);
    assert_int_equal(lab_tune_init(&tune, &config, NULL), LT_OK);
    assert_int_equal(tune.population, 8); /* 4 + 3 ln 5 = 8.8 */
    double outcomes[8] = {0, 1, 2, INFINITY, 4, 5, 6, 7};
    assert_int_equal(lab_tune_tell(&tune, outcomes, &err), LT_BAD_INPUT);
    assert_int_equal(tune.iteration, 0);
    lab_tune_release(&tune);
}

static void eigenvectors_give_the_matrix_back(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 6);
    for (size_t n = 1; n <= 12; n++) {
        double a[12][16], copy[12][16], v[12][16], values[12];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++)
                a[i][j] = a[j][i] = copy[i][j] = copy[j][i] = lt_same_normal(&rng);
        lab_eigen(copy[0], v[0], values, n, 16);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double sum = 0, dot = 0;
                for (size_t k = 0; k < n; k++) {
                    sum += v[i][k] * values[k] * v[j][k];
                    dot += v[k][i] * v[k][j];
                }
                assert_true(fabs(sum - a[i][j]) < 1e-12);
                assert_true(fabs(dot - (i == j)) < 1e-13);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_minima_are_found),
        cmocka_unit_test(corners_are_found_and_walls_respected),
        cmocka_unit_test(integers_reach_their_minimum),
        cmocka_unit_test(noise_is_survived),
        cmocka_unit_test(the_path_is_the_same_in_every_build),
        cmocka_unit_test(bad_configs_and_outcomes_are_refused),
        cmocka_unit_test(eigenvectors_give_the_matrix_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
