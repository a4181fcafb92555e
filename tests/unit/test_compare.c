/* Comparisons of two players: the same pairs as two simulations, ends of each kind. */
#include "testing.h"

#include "laatta/compare.h"

static t48_compare_config config_of(const char *a, const char *b, uint64_t games)
{
    return (t48_compare_config){.a = a,
                                .b = b,
                                .rules = {.shape = {3, 3}, .fours = 0.1},
                                .games = games,
                                .seed = 4,
                                .threads = 2};
}

static lt_sprt_state run(const t48_compare_config *config)
{
    t48_comparison *comparison;
    assert_int_equal(t48_compare_run(&comparison, config, NULL), LT_OK);
    lt_sprt_state now = lt_sprt_look(t48_comparison_pairs(comparison));
    t48_comparison_free(comparison);
    return now;
}

static double mean_of(const char *player, uint64_t games, unsigned reach)
{
    t48_compare_config c = config_of(player, player, games);
    t48_sim_config config = {
        .player = player, .rules = c.rules, .games = games, .seed = c.seed, .threads = 1};
    t48_sim *sim;
    assert_int_equal(t48_sim_run(&sim, &config, NULL), LT_OK);
    double sum = 0;
    for (uint64_t i = 0; i < games; i++) {
        const t48_outcome *o = t48_sim_outcome(sim, i);
        sum += reach ? o->max_level >= reach : (double)o->score;
    }
    t48_sim_free(sim);
    return sum / (double)games;
}

/* Batches are games 0, 1, 2, ... of both, none twice and none left out. */
static void pairs_are_those_of_two_simulations(void **state)
{
    (void)state;
    for (unsigned reach = 0; reach <= 6; reach += 6) {
        t48_compare_config config = config_of("greedy", "random", 333);
        config.until = T48_UNTIL_ALL;
        config.reach = reach;
        lt_sprt_state now = run(&config);
        assert_int_equal(now.pairs, 333);
        assert_float_equal(now.mean_a, mean_of("greedy", 333, reach), 1e-9);
        assert_float_equal(now.mean_b, mean_of("random", 333, reach), 1e-9);
        assert_int_equal(now.verdict, LT_A_BETTER);
    }
}

static void it_ends_when_it_is_clear(void **state)
{
    (void)state;
    t48_compare_config config = config_of("greedy", "random", 5000);
    lt_sprt_state now = run(&config);
    assert_int_equal(now.verdict, LT_A_BETTER);
    assert_true(now.pairs < 5000);
    config = config_of("greedy", "greedy", 400);
    now = run(&config);
    assert_int_equal(now.verdict, LT_SAME);
    assert_int_equal(now.pairs, 400);
}

/* The pair that decides is the last that counts, and the limit of games ends it undecided. */
static void it_ends_when_the_test_decides(void **state)
{
    (void)state;
    t48_compare_config config = config_of("greedy", "random", 5000);
    lt_sprt_config test = lt_sprt_defaults(false);
    test.min_pairs = 10;
    test.d1 = 0.5;
    config.test = &test;
    config.until = T48_UNTIL_DECIDED;
    lt_sprt_state now = run(&config);
    assert_int_equal(now.decision, LT_SPRT_BETTER);
    assert_int_equal(now.decided_at, now.pairs);
    config.a = "random";
    assert_int_equal(run(&config).verdict, LT_SAME);
    config.b = "greedy";
    assert_int_equal(run(&config).decision, LT_SPRT_NOT_BETTER);
    config.reach = 6;
    config.games = 10;
    test.relative = false;
    test.d1 = 0.001;
    assert_int_equal(run(&config).decision, LT_SPRT_UNDECIDED);
}

static void refuse(const t48_compare_config *config)
{
    t48_comparison *comparison;
    lt_error err;
    assert_int_equal(t48_compare_run(&comparison, config, &err), LT_BAD_INPUT);
    assert_null(comparison);
    assert_true(err.text[0]);
}

static void what_is_wrong_is_refused_before_any_game(void **state)
{
    (void)state;
    t48_compare_config config = config_of("greedy", "nobody", 100);
    refuse(&config);
    config = config_of("greedy", "random", 1);
    refuse(&config);
    config = config_of("greedy", "random", 99); /* fewer than the test's least */
    config.until = T48_UNTIL_DECIDED;
    refuse(&config);
    config = config_of("greedy", "random", 100);
    config.reach = 6;
    lt_sprt_config test = lt_sprt_defaults(false); /* relative, which no rate is */
    config.test = &test;
    refuse(&config);
}

static void a_comparison_is_cancelled(void **state)
{
    (void)state;
    int flag = 1;
    lt_control control = {.ctx = &flag, .cancelled = lt_flagged};
    t48_compare_config config = config_of("greedy", "random", 100);
    config.control = &control;
    t48_comparison *comparison;
    assert_int_equal(t48_compare_run(&comparison, &config, NULL), LT_CANCELLED);
    assert_string_equal(t48_comparison_player(comparison, 0), "greedy");
    assert_int_equal(t48_comparison_pairs(comparison)->pairs, 0);
    assert_int_equal(lt_sprt_look(t48_comparison_pairs(comparison)).verdict, LT_UNCLEAR);
    t48_comparison_free(comparison);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_two_simulations),
        cmocka_unit_test(it_ends_when_it_is_clear),
        cmocka_unit_test(it_ends_when_the_test_decides),
        cmocka_unit_test(what_is_wrong_is_refused_before_any_game),
        cmocka_unit_test(a_comparison_is_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
