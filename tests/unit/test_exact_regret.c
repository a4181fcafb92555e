/* Regret: exact expected scores of players, checked by recursion, by the sum of
 * what their moves give away, and by games; on any number of threads. */
#include "testing.h"

#include "laatta/laatta.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static t48_regret regret_of(const char *player, uint8_t rows, uint8_t cols, uint64_t games)
{
    t48_regret_config config = {.player = player,
                                .rules = {.shape = {rows, cols}, .fours = 0.1},
                                .blunders = 5,
                                .sample = games > 0,
                                .games = games ? games : 2,
                                .seed = 1,
                                .threads = 2};
    static t48_regret regret;
    lt_error err;
    if (t48_regret_run(&config, &regret, &err) != LT_OK) fail_msg("%s", err.text);
    return regret;
}

static void assert_near(double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-9)) fail_msg("%.12f is not %.12f", got, expected);
}

static void random_is_worth_what_is_known(void **state)
{
    (void)state;
    t48_regret two = regret_of("random", 2, 2, 0), three = regret_of("random", 3, 2, 0);
    assert_int_equal(two.method, T48_REGRET_DISTRIBUTION);
    assert_near(two.expected, 19.6565401755);
    assert_near(three.expected, 61.1688802953);
    assert_int_equal(two.positions, 476); /* it meets every board that has a move */
    assert_int_equal(three.positions, 68340);
    if (!getenv("LAATTA_TEST_SHORT"))
        assert_near(regret_of("random", 2, 4, 0).expected, 124.6593474761);
}

static void optimal_has_no_regret(void **state)
{
    (void)state;
    t48_regret r = regret_of("optimal", 2, 3, 0);
    assert_int_equal(r.method, T48_REGRET_EXACT);
    assert_near(r.expected, 480.2582717760);
    assert_true(r.regret == 0 && r.erred == 0 && r.errors == 0 && r.blunders == 0);
    /* Whoever plays for a tile gives points away, but never the tile. */
    t48_regret tile = regret_of("optimal:aim=64", 2, 3, 0);
    assert_true(tile.regret > 1 && tile.regret < 480);
}

/* The expected score of a player from a board on, by plain recursion. */
static struct {
    t48_board board;
    double value;
} known[1000];
static unsigned known_count;

static double plain_spawn(t48_player *player, const t48_rules *rules, const t48_grid *grid,
                          unsigned tiles);

static double plain_state(t48_player *player, const t48_rules *rules, const t48_grid *grid)
{
    for (unsigned i = 0; i < known_count; i++)
        if (known[i].board == t48_view(grid)) return known[i].value;
    t48_state state = t48_state_from_grid(grid, rules);
    t48_dir dir = t48_player_choose(player, &state);
    if (dir == T48_NONE) return 0;
    t48_grid after = *grid;
    uint64_t gained;
    t48_grid_move(&after, dir, &gained);
    double value = (double)gained + plain_spawn(player, rules, &after, 1);
    assert_in_range(known_count, 0, 999);
    known[known_count].board = t48_view(grid);
    known[known_count++].value = value;
    return value;
}

static double plain_spawn(t48_player *player, const t48_rules *rules, const t48_grid *grid,
                          unsigned tiles)
{
    double sum = 0;
    unsigned empty = t48_grid_empty_cells(grid);
    for (unsigned c = 0; c < t48_shape_cells(grid->shape); c++)
        for (uint8_t level = 1; level <= 2 && grid->level[c] == 0; level++) {
            t48_grid child = *grid;
            child.level[c] = level;
            sum += (level == 1 ? 1 - rules->fours : rules->fours) / empty *
                   (tiles > 1 ? plain_spawn(player, rules, &child, tiles - 1)
                              : plain_state(player, rules, &child));
        }
    return sum;
}

/* Every player of the table, so that a new one is measured as soon as it is there.
 * Those that cannot be made for a board this small say so. */
static void every_player_can_be_measured(void **state)
{
    (void)state;
    t48_rules rules = {.shape = {2, 2}, .fours = 0.1};
    t48_grid empty = t48_grid_empty(rules.shape);
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        t48_player *player;
        lt_error err;
        if (t48_player_new(&player, info->name, &rules, &err) != LT_OK) {
            assert_true(strlen(err.text) > 0);
            print_message("# %s: %s\n", info->name, err.text);
            continue;
        }
        t48_regret_config config = {
            .player = info->name, .rules = rules, .games = 20, .seed = 1, .threads = 1};
        static t48_regret r;
        assert_int_equal(t48_regret_run(&config, &r, &err), LT_OK);
        assert_near(r.optimal, 66.9641494571);
        if (r.method == T48_REGRET_EXACT) {
            known_count = 0;
            assert_near(r.expected, plain_spawn(player, &rules, &empty, 2));
            assert_near(r.regret, r.regret_by_loss);
        }
        t48_player_free(player);
    }
}

static void losses_and_games_agree_with_the_sweep(void **state)
{
    (void)state;
    static const char *const players[] = {"worstcase:depth=2", "snake:depth=2", "alphabeta:depth=2",
                                          "greedy"};
    for (size_t i = 0; i < 4; i++) {
        t48_regret r = regret_of(players[i], 2, 3, 0);
        assert_int_equal(r.method, T48_REGRET_EXACT);
        assert_true(fabs(r.regret - r.regret_by_loss) < 1e-8);
        assert_true(r.regret > 0 && r.erred > 0 && r.erred < r.positions);
        assert_int_equal(r.blunders, 5);
        for (unsigned b = 0; b + 1 < r.blunders; b++)
            assert_true(r.blunder[b].loss >= r.blunder[b + 1].loss);
        /* Games agree with it, within four standard errors. */
        t48_regret s = regret_of(players[i], 2, 3, test_amount(10000));
        assert_int_equal(s.method, T48_REGRET_SAMPLED);
        assert_true(fabs(s.expected - r.expected) < 2 * s.regret_margin);
        assert_true(fabs(s.mean_score - r.expected) < 2 * s.mean_score_margin);
        assert_true(s.regret_margin <= 1.0001 * s.mean_score_margin);
        assert_true(s.blunder[0].loss <= r.blunder[0].loss);
    }
}

/* circle counts its turns and montecarlo draws: neither is a function of the board. */
static void players_that_draw_or_remember_are_sampled(void **state)
{
    (void)state;
    t48_regret circle = regret_of("circle", 2, 2, 0);
    assert_int_equal(circle.method, T48_REGRET_SAMPLED);
    assert_true(circle.remembers && !circle.stochastic);
    t48_regret drawing = regret_of("montecarlo:playouts=2", 2, 2, 0);
    assert_int_equal(drawing.method, T48_REGRET_SAMPLED);
    assert_true(drawing.stochastic);
}

/* All that was still to be had is lost with a game that is given up. */
static void a_game_given_up_is_lost(void **state)
{
    (void)state;
    t48_regret r = regret_of("circle:blocked=end", 2, 2, test_amount(4000));
    assert_true(fabs(r.expected - r.mean_score) < 2 * (r.regret_margin + r.mean_score_margin));
    assert_true(fabs(r.regret - r.regret_by_loss) < 3 * r.mean_score_margin);
}

/* Nothing but the time depends on the number of threads. */
static void threads_change_nothing(void **state)
{
    (void)state;
    static t48_regret one, many;
    for (int sample = 0; sample <= 1; sample++)
        for (int threads = 1; threads <= 3; threads++) {
            t48_regret_config config = {.player = "snake:depth=1",
                                        .rules = {.shape = {2, 3}, .fours = 0.1},
                                        .blunders = 20,
                                        .sample = sample,
                                        .games = 200,
                                        .seed = 5,
                                        .threads = threads};
            t48_regret *r = threads == 1 ? &one : &many;
            assert_int_equal(t48_regret_run(&config, r, NULL), LT_OK);
            if (threads == 1) continue;
            assert_true(one.expected == many.expected && one.regret == many.regret);
            assert_int_equal(one.positions, many.positions);
            assert_int_equal(one.blunders, many.blunders);
            for (unsigned b = 0; b < one.blunders; b++)
                assert_int_equal(one.blunder[b].board, many.blunder[b].board);
        }
}

static bool always(void *ctx)
{
    (void)ctx;
    return true;
}

static void what_cannot_be_done_is_refused(void **state)
{
    (void)state;
    static t48_regret r;
    lt_error err;
    t48_regret_config config = {
        .player = "greedy", .rules = {.shape = {4, 4}, .fours = 0.1}, .threads = 1};
    assert_int_equal(t48_regret_run(&config, &r, &err), LT_UNSUPPORTED);
    config.rules.shape = (t48_shape){2, 2};
    config.player = "nobody";
    assert_int_equal(t48_regret_run(&config, &r, &err), LT_BAD_INPUT);
    config.player = "greedy";
    t48_exact_config exact = {.rules = {.shape = {2, 2}, .fours = 0.2}, .threads = 1};
    t48_exact_result result;
    t48_exact_table *table;
    assert_int_equal(t48_exact_solve(&exact, &result, &table, NULL), LT_OK);
    config.table = table;
    assert_int_equal(t48_regret_run(&config, &r, &err), LT_BAD_INPUT);
    config.rules.fours = 0.2;
    assert_int_equal(t48_regret_run(&config, &r, &err), LT_OK);
    lt_control control = {.cancelled = always};
    config.control = &control;
    assert_int_equal(t48_regret_run(&config, &r, &err), LT_CANCELLED);
    t48_exact_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_is_worth_what_is_known),
        cmocka_unit_test(optimal_has_no_regret),
        cmocka_unit_test(every_player_can_be_measured),
        cmocka_unit_test(losses_and_games_agree_with_the_sweep),
        cmocka_unit_test(players_that_draw_or_remember_are_sampled),
        cmocka_unit_test(a_game_given_up_is_lost),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(what_cannot_be_done_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
