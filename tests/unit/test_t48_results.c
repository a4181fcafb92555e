/* Results: the same figures in whatever order games come and questions are asked, and
 * the same as a plain twin that keeps everything. */
#include "testing.h"

#include "base/stats.h"
#include "laatta/results.h"
#include "laatta/rng.h"

#include <math.h>
#include <string.h>

enum { GAMES = 1000 };

static t48_outcome outcome[GAMES];

static void make_outcomes(void)
{
    lt_rng rng;
    lt_rng_seed(&rng, 5);
    for (int i = 0; i < GAMES; i++)
        outcome[i] = (t48_outcome){.score = 4 * lt_rng_below(&rng, 20000),
                                   .moves = 100 + lt_rng_below(&rng, 900),
                                   .max_level = (uint8_t)(7 + lt_rng_below(&rng, 6)),
                                   .tiles = {[1] = 2, [7] = 1}};
}

static void add(t48_results *r, int game)
{
    assert_int_equal(t48_results_add(r, &outcome[game], 0.5, NULL), LT_OK);
}

static void the_order_of_games_and_questions_does_not_show(void **state)
{
    (void)state;
    make_outcomes();
    t48_results forth = {0}, back = {0};
    for (int i = 0; i < GAMES; i++) {
        add(&forth, i);
        add(&back, GAMES - 1 - i);
        /* Questions in between, after few and after many games. */
        if (i % 7 == 0 || i == 500) t48_results_score(&back);
    }
    lt_summary f = t48_results_score(&forth), b = t48_results_score(&back);
    assert_memory_equal(&f, &b, sizeof f);
    assert_memory_equal(t48_results_scores(&forth), t48_results_scores(&back),
                        GAMES * sizeof(double));
    assert_memory_equal(forth.largest, back.largest, sizeof forth.largest);
    t48_results_release(&forth);
    t48_results_release(&back);
}

static void figures_are_those_of_a_plain_twin(void **state)
{
    (void)state;
    make_outcomes();
    t48_results r = {0};
    double scores[GAMES];
    uint64_t moves = 0, reached = 0;
    for (int i = 0; i < GAMES; i++) {
        add(&r, i);
        scores[i] = (double)outcome[i].score;
        moves += outcome[i].moves;
        reached += outcome[i].max_level >= 11;
    }
    lt_summary s = t48_results_score(&r), plain = lt_summarise(scores, GAMES);
    assert_memory_equal(&s, &plain, sizeof s);
    assert_true(s.median == (scores[499] + scores[500]) / 2);
    assert_true(s.min == scores[0] && s.max == scores[GAMES - 1]);
    assert_true(t48_results_quantile(&r, 0) == s.min && t48_results_quantile(&r, 1) == s.max);
    assert_true(t48_results_quantile(&r, 1.0 / 3) == scores[333]);
    assert_true(r.moves == moves && r.seconds == 0.5 * GAMES);
    assert_true(r.tiles[1] == 2 * GAMES && r.tiles[7] == GAMES);
    double share;
    lt_interval i = t48_results_reach(&r, 11, 0.95, &share), w = lt_wilson95(reached, GAMES);
    assert_true(t48_results_reached(&r, 11) == reached && share == (double)reached / GAMES);
    assert_true(i.low == w.low && i.high == w.high);
    unsigned lowest, highest;
    assert_true(t48_results_levels(&r, &lowest, &highest) && lowest == 7 && highest == 12);
    uint64_t bins[8], sum = 0, first = 0;
    t48_results_histogram(&r, 0, 10000, 8, bins);
    for (int k = 0; k < 8; k++) sum += bins[k];
    for (int k = 0; k < GAMES; k++) first += scores[k] < 10000;
    assert_true(sum == GAMES && bins[0] == first);
    t48_results_release(&r);
}

/* In bins: whatever is added to whatever, the sums are the same; what is exact is that of
 * the plain twin, and quantiles are as close as is promised. */
static void binned_results_are_near_a_plain_twin(void **state)
{
    (void)state;
    make_outcomes();
    t48_results plain = {0}, whole = {.binned = true}, parts[3], joined = {.binned = true};
    for (int k = 0; k < 3; k++) parts[k] = (t48_results){.binned = true};
    for (int i = 0; i < GAMES; i++) {
        add(&plain, i);
        add(&whole, GAMES - 1 - i);
        add(&parts[i * i % 3], i);
    }
    for (int k = 2; k >= 0; k--) {
        assert_int_equal(t48_results_merge(&joined, &parts[k], NULL), LT_OK);
        t48_results_release(&parts[k]);
    }
    assert_true(t48_results_equal(&whole, &joined));
    lt_summary p = t48_results_score(&plain), b = t48_results_score(&joined);
    assert_true(b.count == p.count && b.mean == p.mean && b.min == p.min && b.max == p.max);
    assert_true(fabs(b.stdev - p.stdev) < 1e-9 * p.stdev);
    assert_true(joined.moves == plain.moves && joined.seconds == plain.seconds);
    assert_memory_equal(joined.largest, plain.largest, sizeof plain.largest);
    assert_memory_equal(joined.tiles, plain.tiles, sizeof plain.tiles);
    for (int q = 0; q <= 100; q++) {
        double exact = t48_results_quantile(&plain, q / 100.0);
        assert_true(fabs(t48_results_quantile(&joined, q / 100.0) - exact) <= exact / 128);
    }
    uint64_t a[9], c[9], sum = 0;
    t48_results_histogram(&plain, 1000, 9000, 9, a);
    t48_results_histogram(&joined, 1000, 9000, 9, c);
    for (int k = 0; k < 9; k++) {
        assert_true(c[k] <= a[k] + 3 && a[k] <= c[k] + 3);
        sum += c[k];
    }
    assert_int_equal(sum, GAMES);
    assert_null(t48_results_scores(&joined));
    add(&joined, 0);
    assert_false(t48_results_equal(&whole, &joined));
    t48_results_release(&plain);
    t48_results_release(&whole);
    t48_results_release(&joined);
}

/* Bins meet without gaps, and none is wider than a 128th of where it begins. */
static void bins_are_narrow(void **state)
{
    (void)state;
    unsigned last = t48_score_bin_of(UINT64_MAX);
    for (unsigned bin = 1; bin <= last; bin++) {
        uint64_t low = t48_score_bin_low(bin), before = t48_score_bin_low(bin - 1);
        assert_int_equal(t48_score_bin_of(low), bin);
        assert_int_equal(t48_score_bin_of(low - 1), bin - 1);
        assert_true(low - before == 1 || (low - before) * 128 <= before);
    }
    /* Squares of scores past 32 bits, and scores past all reason. */
    t48_results r = {.binned = true};
    t48_outcome large[3] = {{.score = 5000000000}, {.score = 3000000000}, {.score = UINT64_MAX}};
    for (int i = 0; i < 2; i++) assert_int_equal(t48_results_add(&r, &large[i], 0, NULL), LT_OK);
    lt_summary s = t48_results_score(&r);
    assert_true(s.mean == 4e9 && fabs(s.stdev - sqrt(2e18)) < 1);
    assert_int_equal(t48_results_add(&r, &large[2], 0, NULL), LT_OK);
    s = t48_results_score(&r);
    assert_true(s.max < 2e12 && isfinite(s.stdev) && s.median >= 4.9e9);
    t48_results_release(&r);
}

static void without_games_there_are_no_figures(void **state)
{
    (void)state;
    t48_results r = {0};
    unsigned lowest, highest;
    double share;
    assert_true(t48_results_score(&r).count == 0 && t48_results_score(&r).mean == 0);
    assert_true(t48_results_quantile(&r, 0.5) == 0);
    assert_false(t48_results_levels(&r, &lowest, &highest));
    t48_results_reach(&r, 11, 0.95, &share);
    assert_true(share == 0);
    /* One game: no deviation, and an interval without bounds. */
    t48_outcome lone = {.score = 100, .max_level = 4};
    assert_int_equal(t48_results_add(&r, &lone, 0, NULL), LT_OK);
    lt_summary s = t48_results_score(&r);
    assert_true(s.mean == 100 && s.stdev == 0 && isinf(s.mean95.high));
    t48_results_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_games_and_questions_does_not_show),
        cmocka_unit_test(figures_are_those_of_a_plain_twin),
        cmocka_unit_test(binned_results_are_near_a_plain_twin),
        cmocka_unit_test(bins_are_narrow),
        cmocka_unit_test(without_games_there_are_no_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
