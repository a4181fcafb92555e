/* Quantiles, intervals, bootstrap and many comparisons, against values computed
 * with thirty digits and against simulations with a known truth. */
#include "testing.h"

#include "base/quantiles.h"
#include "base/samebits.h"
#include "base/stats.h"
#include "laatta/rng.h"
#include "lab/lab_bootstrap.h"
#include "lab/lab_multiple.h"
#include "lab/lab_sums.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.15g is not %.15g", a, b);
}

static void normal_quantiles_match_thirty_digits(void **state)
{
    (void)state;
    static const double golden[][2] = {
        {0.975, 1.9599639845400542},  {0.995, 2.5758293035489008},
        {0.9, 1.2815515655446005},    {0.5001, 0.0002506628300880351},
        {1e-6, -4.7534243088228989},  {1e-12, -7.0344838253011319},
        {0.025, -1.9599639845400542}, {0.5, 0}};
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        near(lt_normal_quantile(golden[i][0]), golden[i][1], 1e-11);
        near(lt_normal_cdf(golden[i][1]), golden[i][0], 1e-14);
    }
    assert_true(lt_normal_quantile(0) == -INFINITY && lt_normal_quantile(1) == INFINITY);
}

static void t_quantiles_match_thirty_digits(void **state)
{
    (void)state;
    static const double golden[][3] = {
        {1, 0.975, 12.706204736174705},      {2, 0.975, 4.3026527297494639},
        {2.5, 0.975, 3.5746548420036832},    {3, 0.995, 5.8409093097333573},
        {4, 0.6, 0.27072229470759742},       {5, 1e-7, -39.341819616899587},
        {10, 0.975, 2.2281388519862747},     {29, 0.95, 1.6991270265334978},
        {30, 0.975, 2.0422724563012383},     {99, 0.975, 1.9842169515864175},
        {1000, 0.999, 3.0984021639129229},   {123456, 0.975, 1.9599832002451868},
        {5000000, 0.995, 2.5758302868587739}};
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        double df = golden[i][0], p = golden[i][1], t = golden[i][2];
        near(lt_t_quantile(p, df), t, 1e-9);
        near(lt_t_tail(t, df), 1 - p, 1e-10);
    }
    /* With one degree of freedom the quantile is a tangent. */
    for (double p = 0.01; p < 0.5; p += 0.01)
        near(lt_t_quantile(p, 1) * tan(3.14159265358979323846 * p), -1, 1e-12);
}

/* Wilson's bounds are the rates p at which |hits / n - p| is z standard
 * deviations of p: the definition itself, at several levels. */
static void wilson_solves_its_equation(void **state)
{
    (void)state;
    static const double levels[] = {0.5, 0.9, 0.95, 0.99, 0.999999};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        for (uint64_t hits = 1; hits < 40; hits += 7) {
            lt_interval w = lt_wilson(hits, 40, levels[i]);
            double z = lt_normal_quantile((1 + levels[i]) / 2), share = (double)hits / 40;
            near((share - w.low) / sqrt(w.low * (1 - w.low) / 40), z, 1e-9);
            near((w.high - share) / sqrt(w.high * (1 - w.high) / 40), z, 1e-9);
        }
    assert_true(lt_wilson(0, 10, 0.99).low == 0 && lt_wilson(10, 10, 0.99).high == 1);
    assert_true(lt_wilson(0, 0, 0.99).low == 0 && lt_wilson(0, 0, 0.99).high == 1);
    lt_interval t = lt_t_interval(10, 2, 16, 0.99);
    near(t.high - 10, 2.9467128834752384 * 2 / 4, 1e-9);
    assert_true(lt_t_interval(10, 0, 1, 0.95).high == INFINITY);
}

static void same_bits_functions_are_right(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 5);
    for (int i = 0; i < 20000; i++) {
        double x = (lt_rng_unit(&rng) - 0.5) * 200, y = exp((lt_rng_unit(&rng) - 0.5) * 600);
        near(lt_same_exp(x) / exp(x), 1, 4e-15);
        near(lt_same_log(y), log(y), 4e-16 * (1 + fabs(log(y))));
    }
    assert_true(lt_same_log(1) == 0 && lt_same_exp(0) == 1);
    lab_sums sums = {0}, fourth = {0};
    for (int i = 0; i < 200000; i++) {
        double z = lt_same_normal(&rng);
        lab_sums_add(&sums, z);
        lab_sums_add(&fourth, z * z * z * z);
    }
    near(sums.mean, 0, 0.01);
    near(lab_sums_stdev(&sums), 1, 0.01);
    near(fourth.mean, 3, 0.1);
}

static void sums_equal_two_passes(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 9);
    double values[1000];
    lab_sums all = {0};
    for (int i = 0; i < 1000; i++) {
        values[i] = 1e6 + lt_rng_unit(&rng);
        lab_sums_add(&all, values[i]);
    }
    lt_summary s = lt_summarise(values, 1000);
    near(all.mean, s.mean, 1e-7);
    near(lab_sums_stdev(&all), s.stdev, 1e-7);
    assert_int_equal(all.games, 1000);
}

static double skewed(lt_rng *rng)
{
    return lt_same_exp(lt_same_normal(rng));
}

/* Means of samples of a log-normal distribution, whose truth is known. */
static void bootstrap_intervals_cover_the_truth(void **state)
{
    (void)state;
    uint64_t samples = test_amount(1000), mean_in = 0;
    double values[150];
    for (uint64_t i = 0; i < samples; i++) {
        lt_rng rng;
        lt_rng_seed(&rng, lt_seed_of(77, i));
        for (int j = 0; j < 150; j++) values[j] = skewed(&rng);
        lab_bootstrap b;
        assert_int_equal(lab_bootstrap_mean(values, 150, 1000, 0.95, i, &b, NULL), LT_OK);
        mean_in += b.interval.low <= exp(0.5) && exp(0.5) <= b.interval.high;
    }
    printf("# bootstrap at 95 %%, 150 log-normal values, %llu samples: the mean's interval covers "
           "%.1f %%\n",
           (unsigned long long)samples, 100 * (double)mean_in / (double)samples);
    /* So skewed a distribution costs a mean's interval some cover at this size. */
    assert_true(lt_wilson95(mean_in, samples).high >= 0.92);
    assert_true(lt_wilson95(mean_in, samples).low <= 0.97);
}

static void bootstrap_repeats_itself_and_knows_its_error(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    static double values[COUNT];
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    for (int i = 0; i < COUNT; i++) values[i] = lt_same_normal(&rng);
    lab_bootstrap a, b, c;
    assert_int_equal(lab_bootstrap_mean(values, COUNT, 2000, 0.95, 3, &a, NULL), LT_OK);
    assert_int_equal(lab_bootstrap_mean(values, COUNT, 2000, 0.95, 3, &b, NULL), LT_OK);
    assert_int_equal(lab_bootstrap_mean(values, COUNT, 2000, 0.95, 4, &c, NULL), LT_OK);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(memcmp(&a, &c, sizeof a) != 0);
    /* For normal values the interval is that of t, and the errors are known. */
    near(a.error, 0.01, 0.0006);
    near(a.interval.high - a.estimate, 0.0196, 0.0015);
    near(a.interval.low - a.estimate, -0.0196, 0.0015);
    lt_summary s = lt_summarise(values, COUNT);
    near(a.estimate, s.mean, 1e-12);
    /* A sample without spread has no doubt; one value is allowed. */
    double same[3] = {7, 7, 7};
    assert_int_equal(lab_bootstrap_mean(same, 3, 200, 0.95, 1, &a, NULL), LT_OK);
    assert_true(a.interval.low == 7 && a.interval.high == 7 && a.bias == 0);
    assert_int_equal(lab_bootstrap_mean(same, 1, 200, 0.95, 1, &a, NULL), LT_OK);
    assert_true(a.interval.low == 7 && a.interval.high == 7);
    lt_error err;
    assert_int_equal(lab_bootstrap_mean(same, 0, 200, 0.95, 1, &a, &err), LT_BAD_INPUT);
    assert_int_equal(lab_bootstrap_mean(same, 3, 20, 0.95, 1, &a, &err), LT_BAD_INPUT);
    assert_int_equal(lab_bootstrap_mean(same, 3, 200, 1, 1, &a, &err), LT_BAD_INPUT);
}

/* k equal configurations: the best's own interval misses the truth far too often,
 * the joint one does not, and the flattery is what was announced. */
static void the_best_of_many_is_flattered(void **state)
{
    (void)state;
    enum { K = 50, GAMES = 100 };
    uint64_t trials = test_amount(2000), own = 0, joint = 0, certain = 0;
    double lifted = 0, announced = 0;
    for (uint64_t i = 0; i < trials; i++) {
        lt_rng rng;
        lt_rng_seed(&rng, lt_seed_of(31, i));
        lab_sums sums[K] = {{0}};
        for (int j = 0; j < K; j++)
            for (int g = 0; g < GAMES; g++) lab_sums_add(&sums[j], lt_same_normal(&rng));
        lab_best_of best;
        assert_int_equal(lab_best_of_sums(sums, K, LAB_MEAN, 0.95, &best, NULL), LT_OK);
        own += best.own.low > 0 || best.own.high < 0;
        joint += best.joint.low > 0 || best.joint.high < 0;
        certain += best.best_for_certain;
        lifted += sums[best.best].mean / (double)trials;
        announced += best.flattery / (double)trials;
        assert_true(best.flattered && best.k == K);
    }
    printf("# best of %d equal ones: its own 95 %% interval misses the truth in %.1f %%, the joint "
           "one in %.1f %%; lifted by %.4f, announced %.4f\n",
           K, 100 * (double)own / (double)trials, 100 * (double)joint / (double)trials, lifted,
           announced);
    assert_true(lt_wilson95(own, trials).low > 0.3);
    assert_true(lt_wilson95(joint, trials).low <= 0.05);
    assert_true(lt_wilson95(certain, trials).low <= 0.05);
    if (trials >= 2000) near(lifted, announced, 0.05 * announced);
}

static void the_best_of_counts_its_rivals(void **state)
{
    (void)state;
    lab_sums sums[4] = {{1000, 0.9, 90}, {1000, 0.5, 250}, {1000, 0.89, 97.9}, {0}};
    lab_best_of best;
    assert_int_equal(lab_best_of_sums(sums, 4, LAB_RATE, 0.95, &best, NULL), LT_OK);
    assert_int_equal(best.best, 0);
    assert_int_equal(best.k, 3);
    assert_int_equal(best.rivals, 1);
    assert_false(best.best_for_certain);
    assert_int_equal(lab_best_of_sums(sums, 2, LAB_RATE, 0.95, &best, NULL), LT_OK);
    assert_true(best.best_for_certain);
    assert_int_equal(lab_best_of_sums(sums, 1, LAB_RATE, 0.95, &best, NULL), LT_OK);
    assert_false(best.flattered);
    assert_int_equal(lab_best_of_sums(sums + 3, 1, LAB_RATE, 0.95, &best, NULL), LT_BAD_INPUT);
    near(lab_joint_level(0.95, 10), 0.995, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_quantiles_match_thirty_digits),
        cmocka_unit_test(t_quantiles_match_thirty_digits),
        cmocka_unit_test(wilson_solves_its_equation),
        cmocka_unit_test(same_bits_functions_are_right),
        cmocka_unit_test(sums_equal_two_passes),
        cmocka_unit_test(bootstrap_intervals_cover_the_truth),
        cmocka_unit_test(bootstrap_repeats_itself_and_knows_its_error),
        cmocka_unit_test(the_best_of_many_is_flattered),
        cmocka_unit_test(the_best_of_counts_its_rivals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
