/* The sequential test: golden ratios, and error rates on simulated players whose
 * difference is known. */
#include "testing.h"

#include "base/llr.h"
#include "base/samebits.h"
#include "laatta/rng.h"
#include "laatta/sprt.h"

#include <math.h>
#include <stdio.h>

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.15g is not %.15g", a, b);
}

/* Differences 1, 2, 3, 4: mean 5/2, variance 5/4. H0 at 0: 5/4 + 25/4 = 15/2; H1 at
 * 1: 5/4 + 9/4 = 7/2; ratio 4/2 ln(15/7). */
static void the_mean_ratio_equals_the_hand_computed(void **state)
{
    (void)state;
    lt_sprt_config config = lt_sprt_defaults(false);
    config.relative = false;
    config.d1 = 1;
    lt_sprt test;
    assert_int_equal(lt_sprt_init(&test, &config, NULL), LT_OK);
    double a[] = {11, 32, 5, 8}, b[] = {10, 30, 2, 4};
    for (int i = 0; i < 4; i++) lt_sprt_add(&test, a[i], b[i]);
    lt_sprt_state s = lt_sprt_look(&test);
    near(s.llr, 2 * log(15.0 / 7), 1e-12);
    near(s.difference, 2.5, 1e-12);
    near(s.stdev, sqrt(5.0 / 3), 1e-12);
    near(s.upper, log(19), 1e-12);
    near(s.lower, -log(19), 1e-12);
    near(s.fixed.low, 2.5 - 3.182446305284263 * sqrt(5.0 / 12), 1e-9);
    assert_int_equal(s.decision, LT_SPRT_GO_ON);
}

/* Relative to B's mean: pairs (3, 2), (5, 4), d0 = 0, d1 = 1. a - b = 1, 1 has variance
 * 0, so take (3, 2), (6, 4): a - b = 1, 2: mean 3/2, variance 1/4, lost ln 10;
 * a - 2b = -1, -2: the same. Ratio 0, as 150 % lies between 100 % and 200 %. With d1 =
 * 1/2: a - 1.5 b = 0, 0: nothing lost. Ratio 2/2 ln 10. */
static void the_relative_ratio_equals_the_hand_computed(void **state)
{
    (void)state;
    lt_llr_pairs pairs = {2, 4.5, 3, 4.5, 2, 3};
    near(lt_llr_mean(&pairs, 0, 1, true), 0, 1e-12);
    near(lt_llr_mean(&pairs, 0, 0.5, true), log(10), 1e-12);
}

static double likelihood(double a, double b, double rest, double d, double x)
{
    double sum = 0;
    if (a > 0) sum += a * log(x);
    if (b > 0) sum += b * log(x - d);
    if (rest > 0) sum += rest * log(1 + d - 2 * x);
    return sum;
}

/* The largest likelihood on a fine grid: the slow twin of the closed form. */
static double searched(double a, double b, double rest, double d)
{
    double low = d > 0 ? d : 0, high = (1 + d) / 2, best = -INFINITY;
    for (int i = 0; i <= 200000; i++) {
        double value = likelihood(a, b, rest, d, low + (high - low) * i / 200000);
        if (value > best) best = value;
    }
    return best;
}

static void the_rate_ratio_equals_hand_computed_and_searched(void **state)
{
    (void)state;
    /* Never apart: H1 needs P(1, 0) >= d1, so each pair costs ln(1 - d1). */
    near(lt_llr_rate(0, 0, 50, 0, 0.05), 50 * log(0.95), 1e-12);
    /* Always apart: x is 1/2 under 0 and (1 + d) / 2 under d. */
    near(lt_llr_rate(3, 1, 0, 0, 0.2), 3 * log(0.6 / 0.5) + log(0.4 / 0.5), 1e-12);
    near(lt_llr_rate(0, 0, 0, 0, 0.2), 0, 0);
    static const unsigned counts[][3] = {{7, 3, 90},   {3, 7, 90}, {0, 9, 20}, {9, 0, 20},
                                         {40, 35, 25}, {1, 0, 0},  {0, 1, 300}};
    static const double gaps[][2] = {{0, 0.02}, {-0.05, 0.05}, {0.1, 0.4}, {-0.5, -0.3}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (size_t j = 0; j < sizeof gaps / sizeof *gaps; j++) {
            double a = counts[i][0], b = counts[i][1], rest = counts[i][2];
            double slow = searched(a, b, rest, gaps[j][1]) - searched(a, b, rest, gaps[j][0]);
            near(lt_llr_rate(counts[i][0], counts[i][1], counts[i][2], gaps[j][0], gaps[j][1]),
                 slow, 1e-5);
        }
}

static void equal_players_are_not_better_at_once(void **state)
{
    (void)state;
    for (int rate = 0; rate <= 1; rate++) {
        lt_sprt_config config = lt_sprt_defaults(rate);
        lt_sprt test;
        assert_int_equal(lt_sprt_init(&test, &config, NULL), LT_OK);
        for (int i = 0; i < 200; i++) lt_sprt_add(&test, i % 2, i % 2);
        lt_sprt_state s = lt_sprt_look(&test);
        assert_int_equal(s.decision, LT_SPRT_NOT_BETTER);
        /* Scores: at the first look. Rates: ln(0.955 / 0.045) / -ln 0.98 = 151.2 pairs. */
        assert_int_equal(s.decided_at, rate ? 152 : 100);
    }
}

static void bad_configurations_are_refused(void **state)
{
    (void)state;
    lt_sprt test;
    lt_error err;
#define REFUSED(change)                                                \
    do {                                                               \
        lt_sprt_config c = lt_sprt_defaults(true);                     \
        change;                                                        \
        assert_int_equal(lt_sprt_init(&test, &c, &err), LT_BAD_INPUT); \
    } while (0)
    REFUSED(c.alpha = 0);
    REFUSED(c.beta = 0.5);
    REFUSED(c.d1 = c.d0);
    REFUSED(c.d1 = NAN);
    REFUSED(c.d1 = 1.5);
    REFUSED(c.relative = true);
    REFUSED(c.min_pairs = 1);
    REFUSED(c.max_pairs = 50);
    REFUSED(c.level = 1);
}

static void a_limit_ends_undecided(void **state)
{
    (void)state;
    lt_sprt_config config = lt_sprt_defaults(true);
    config.max_pairs = 120;
    lt_sprt test;
    assert_int_equal(lt_sprt_init(&test, &config, NULL), LT_OK);
    for (int i = 0; i < 119; i++) lt_sprt_add(&test, i % 3 == 0, i % 3 == 1);
    assert_int_equal(test.decision, LT_SPRT_GO_ON);
    lt_sprt_add(&test, 1, 0);
    assert_int_equal(test.decision, LT_SPRT_UNDECIDED);
    assert_int_equal(test.decided_at, 120);
}

/* --- simulated players ------------------------------------------------------- */

typedef double player(lt_rng *rng, double strength);

static double normal(lt_rng *rng, double strength)
{
    return strength + lt_same_normal(rng);
}

/* Scores as 2048 gives them: in the main a power of two, with a long tail to the
 * right; standard deviation about 0.6 of the mean. */
static double score(lt_rng *rng, double strength)
{
    double u = lt_rng_unit(rng);
    double tile = u < 0.30 ? 512 : u < 0.80 ? 1024 : u < 0.98 ? 2048 : 4096;
    return strength * tile * (8 + 5 * lt_rng_unit(rng));
}

/* No luck at all: the mean of these. */
static double constant(lt_rng *rng, double strength)
{
    (void)rng;
    return strength * 10.5 * (0.30 * 512 + 0.50 * 1024 + 0.18 * 2048 + 0.02 * 4096);
}

/* One in fifty games is worth as much as all others: skewness about 7. */
static double jackpot(lt_rng *rng, double strength)
{
    double tile = lt_rng_unit(rng) < 0.02 ? 50 : 1;
    return strength * tile * (0.5 + lt_rng_unit(rng));
}

/* The same mean for the same strength, but fewer jackpots and better common games:
 * until the first jackpot it looks better than it is. */
static double steady(lt_rng *rng, double strength)
{
    double often = (1.98 * strength - 1.2 * 0.98) / 50;
    double tile = lt_rng_unit(rng) < often ? 50 : 1.2 * 0.98 / (1 - often);
    return tile * (0.5 + lt_rng_unit(rng));
}

static double reach(lt_rng *rng, double strength)
{
    return lt_rng_unit(rng) < strength;
}

typedef struct scenario {
    const char *name;
    player *play;
    bool rate;
    double d0, d1;
    bool relative;
    double b, a0, a1; /* strengths: B; A when H0 is just true; A when H1 is just true */
    player *rival;    /* how B plays; NULL: like A */
} scenario;

static const scenario scenarios[] = {
    {"normal, gap 0.1 sd", normal, false, 0, 0.1, false, 5, 5, 5.1, NULL},
    {"normal, gap 0.4 sd", normal, false, 0, 0.4, false, 5, 5, 5.4, NULL},
    {"normal, -0.1 to 0.1 sd", normal, false, -0.1, 0.1, false, 5, 4.9, 5.1, NULL},
    {"2048 scores, 5 %", score, false, 0, 0.05, true, 1, 1, 1.05, NULL},
    {"2048 scores, 10 %", score, false, 0, 0.10, true, 1, 1, 1.10, NULL},
    {"2048 scores, 30 %", score, false, 0, 0.30, true, 1, 1, 1.30, NULL},
    {"jackpots, 50 %", jackpot, false, 0, 0.50, true, 1, 1, 1.50, NULL},
    {"steady against jackpots, 50 %", steady, false, 0, 0.50, true, 1, 1, 1.50, jackpot},
    {"rates 30 %, 5 points", reach, true, 0, 0.05, false, 0.30, 0.30, 0.35, NULL},
    {"rates 97 %, 2 points", reach, true, 0, 0.02, false, 0.97, 0.97, 0.99, NULL},
    {"rates 1 %, 3 points", reach, true, 0, 0.03, false, 0.01, 0.01, 0.04, NULL},
    {"rates 50 %, -2 to 3 points", reach, true, -0.02, 0.03, false, 0.5, 0.48, 0.53, NULL},
};

typedef struct tally {
    uint64_t better, tests, missed_fixed, missed_anytime;
    double pairs, fixed_pairs;
} tally;

static tally simulate(const scenario *s, const lt_sprt_config *config, double strength,
                      uint64_t tests, uint64_t seed)
{
    tally t = {.tests = tests};
    player *rival = s->rival ? s->rival : s->play;
    double truth = s->play == normal || s->play == reach
                       ? strength - s->b
                       : (strength - s->b) * (s->play == score ? 10.5 * 1115.14 : 1.98);
    for (uint64_t i = 0; i < tests; i++) {
        lt_rng rng;
        lt_rng_seed(&rng, lt_seed_of(seed, i));
        lt_sprt test;
        assert_int_equal(lt_sprt_init(&test, config, NULL), LT_OK);
        while (test.decision == LT_SPRT_GO_ON) {
            double a = s->play(&rng, strength);
            lt_sprt_add(&test, a, rival(&rng, s->b));
        }
        lt_sprt_state end = lt_sprt_look(&test);
        t.better += end.decision == LT_SPRT_BETTER;
        t.pairs += (double)end.decided_at / (double)tests;
        t.fixed_pairs += end.fixed_pairs / (double)tests;
        t.missed_fixed += truth < end.fixed.low || truth > end.fixed.high;
        t.missed_anytime += truth < end.anytime.low || truth > end.anytime.high;
    }
    return t;
}

static void report(const char *what, uint64_t errors, const tally *t)
{
    lt_interval w = lt_wilson95(errors, t->tests);
    printf("# %-34s %5.2f %% (%.2f..%.2f)  %6.0f pairs, fixed %6.0f, missed: fixed %4.1f %%, "
           "anytime %4.1f %%\n",
           what, 100.0 * (double)errors / (double)t->tests, 100 * w.low, 100 * w.high, t->pairs,
           t->fixed_pairs, 100.0 * (double)t->missed_fixed / (double)t->tests,
           100.0 * (double)t->missed_anytime / (double)t->tests);
}

/* At both ends of the indifferent zone, where errors are likeliest. */
static void error_rates_hold(void **state)
{
    (void)state;
    uint64_t tests = test_amount(2000);
    /* Few tests say little: among as many scenarios some look bad by chance. */
    double level = tests < 2000 ? 0.9999 : 0.95;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        const scenario *s = &scenarios[i];
        lt_sprt_config config = lt_sprt_defaults(s->rate);
        config.d0 = s->d0;
        config.d1 = s->d1;
        config.relative = s->relative;
        char what[80];
        tally h0 = simulate(s, &config, s->a0, tests, 2 * i);
        snprintf(what, sizeof what, "%s: alpha", s->name);
        report(what, h0.better, &h0);
        tally h1 = simulate(s, &config, s->a1, tests, 2 * i + 1);
        snprintf(what, sizeof what, "%s: beta", s->name);
        report(what, tests - h1.better, &h1);
        assert_true(lt_wilson(h0.better, tests, level).low <= config.alpha);
        assert_true(lt_wilson(tests - h1.better, tests, level).low <= config.beta);
        if (h0.fixed_pairs > 5 * (double)config.min_pairs)
            assert_true(h0.pairs + h1.pairs < 0.7 * (h0.fixed_pairs + h1.fixed_pairs));
    }
}

/* What laatta compare does: looks at the interval now and then, up to 1,000 pairs, and calls
 * one of two players better that are equal. */
static void equal_players_are_seldom_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        player *a, *b;
        bool rate;
        double strength;
    } rivals[] = {
        {"normal", normal, normal, false, 5},
        {"2048 scores", score, score, false, 1},
        {"2048 scores against a constant", score, constant, false, 1},
        {"jackpots", jackpot, jackpot, false, 1},
        {"steady against jackpots", steady, jackpot, false, 1},
        {"rates 50 %", reach, reach, true, 0.5},
        {"rates 2 %", reach, reach, true, 0.02},
        {"rates 97 %", reach, reach, true, 0.97},
    };
    uint64_t tests = test_amount(1000);
    for (size_t k = 0; k < sizeof rivals / sizeof *rivals; k++) {
        lt_sprt_config config = lt_sprt_defaults(rivals[k].rate);
        uint64_t wrong = 0;
        for (uint64_t i = 0; i < tests; i++) {
            lt_rng rng;
            lt_rng_seed(&rng, lt_seed_of(100 + k, i));
            lt_sprt test;
            assert_int_equal(lt_sprt_init(&test, &config, NULL), LT_OK);
            bool apart = false;
            while (!apart && test.pairs < 1000) {
                for (uint64_t n = lt_sprt_stretch(&test); n > 0 && test.pairs < 1000; n--) {
                    double a = rivals[k].a(&rng, rivals[k].strength);
                    lt_sprt_add(&test, a, rivals[k].b(&rng, rivals[k].strength));
                }
                lt_sprt_state s = lt_sprt_look(&test);
                apart = s.anytime.low > 0 || s.anytime.high < 0;
            }
            wrong += apart;
        }
        lt_interval w = lt_wilson95(wrong, tests);
        printf("# compare, %-32s %5.2f %% (%.2f..%.2f)\n", rivals[k].name,
               100.0 * (double)wrong / (double)tests, 100 * w.low, 100 * w.high);
        assert_true(w.low <= 1 - config.level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mean_ratio_equals_the_hand_computed),
        cmocka_unit_test(the_relative_ratio_equals_the_hand_computed),
        cmocka_unit_test(the_rate_ratio_equals_hand_computed_and_searched),
        cmocka_unit_test(equal_players_are_not_better_at_once),
        cmocka_unit_test(bad_configurations_are_refused),
        cmocka_unit_test(a_limit_ends_undecided),
        cmocka_unit_test(error_rates_hold),
        cmocka_unit_test(equal_players_are_seldom_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
