/* Tables of perfect play and the player that reads them. */
#include "testing.h"

#include "base/files.h"
#include "base/stats.h"
#include "laatta/laatta.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static t48_exact_table *make(uint8_t rows, uint8_t cols, unsigned aim)
{
    t48_exact_config config = {
        .rules = {.shape = {rows, cols}, .fours = 0.1}, .threads = 1, .aim = aim};
    t48_exact_result result;
    t48_exact_table *table;
    lt_error err;
    if (t48_exact_solve(&config, &result, &table, &err) != LT_OK) fail_msg("%s", err.text);
    return table;
}

static int set_up(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/laatta-exact-%ld.table", (long)getpid());
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

/* A saved table answers as the one in memory, for both ways the board may lie. */
static void a_saved_table_answers_as_before(void **state)
{
    (void)state;
    for (unsigned aim = 0; aim <= 6; aim += 6) {
        t48_exact_table *made = make(2, 3, aim), *mapped;
        assert_int_equal(t48_exact_table_save(made, path, NULL), LT_OK);
        assert_int_equal(t48_exact_table_open(&mapped, path, true, NULL), LT_OK);
        t48_exact_about a = t48_exact_table_about(made), b = t48_exact_table_about(mapped);
        assert_int_equal(b.entries, 14883);
        assert_true(a.game_value == b.game_value && a.aim == b.aim && a.entries == b.entries);
        lt_rng rng;
        t48_spawn_rng(&rng, 3);
        for (int i = 0; i < 2000; i++) {
            t48_board board = lt_rng_next(&rng) & 0x0000000003330333ull;
            double one[T48_DIRS], two[T48_DIRS], turned[T48_DIRS];
            t48_dir best, same, other;
            unsigned legal = t48_exact_table_moves(made, board, (t48_shape){2, 3}, one, &best);
            assert_int_equal(t48_exact_table_moves(mapped, board, (t48_shape){2, 3}, two, &same),
                             legal);
            assert_int_equal(best, same);
            t48_grid grid = t48_board_grid(board, (t48_shape){2, 3});
            t48_grid upright = t48_grid_empty((t48_shape){3, 2});
            for (unsigned c = 0; c < 6; c++) upright.level[c % 3 * 2 + c / 3] = grid.level[c];
            t48_exact_table_moves(mapped, t48_view(&upright), upright.shape, turned, &other);
            for (int d = 0; d < T48_DIRS; d++) {
                int across = 3 - d; /* up <-> left, right <-> down */
                assert_true(one[d] == two[d] || (isnan(one[d]) && isnan(two[d])));
                assert_true(one[d] == turned[across] || (isnan(one[d]) && isnan(turned[across])));
            }
        }
        t48_exact_table_free(made);
        t48_exact_table_free(mapped);
    }
}

/* Any byte changed, and any end cut off, is noticed. */
static void damage_is_noticed(void **state)
{
    (void)state;
    t48_exact_table *table = make(2, 2, 0);
    assert_int_equal(t48_exact_table_save(table, path, NULL), LT_OK);
    t48_exact_table_free(table);
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(path, 1 << 20, &bytes, &length, NULL), LT_OK);
    for (size_t i = 0; i < length; i += i < 80 ? 1 : 7) {
        bytes[i] ^= 4;
        assert_int_equal(lt_file_save(path, bytes, length, NULL), LT_OK);
        lt_error err;
        assert_int_equal(t48_exact_table_open(&table, path, true, &err), LT_DAMAGED);
        assert_null(table);
        bytes[i] ^= 4;
    }
    for (size_t cut = 0; cut < length; cut += 61) {
        assert_int_equal(lt_file_save(path, bytes, cut, NULL), LT_OK);
        assert_int_equal(t48_exact_table_open(&table, path, false, NULL), LT_DAMAGED);
    }
    assert_int_equal(lt_file_save(path, bytes, length, NULL), LT_OK);
    assert_int_equal(t48_exact_table_open(&table, path, true, NULL), LT_OK);
    t48_exact_table_free(table);
    free(bytes);
}

static lt_status new_player(const char *spec, uint8_t rows, uint8_t cols, double fours,
                            lt_error *err)
{
    t48_rules rules = {.shape = {rows, cols}, .fours = fours};
    t48_player *player;
    lt_status status = t48_player_new(&player, spec, &rules, err);
    t48_player_free(player);
    return status;
}

static void optimal_refuses_what_it_cannot_play(void **state)
{
    (void)state;
    lt_error err;
    assert_int_equal(new_player("optimal", 4, 4, 0.1, &err), LT_UNSUPPORTED);
    assert_non_null(strstr(err.text, "3x3; the positions of 4x4 are too many"));
    assert_int_equal(new_player("optimal", 3, 3, 0.1, &err), LT_UNSUPPORTED);
    assert_non_null(strstr(err.text, "--save"));
    assert_int_equal(new_player("optimal:aim=12", 2, 3, 0.1, &err), LT_BAD_INPUT);
    assert_int_equal(new_player("optimal:aim=256", 2, 3, 0.1, &err), LT_BAD_INPUT);
    assert_int_equal(new_player("optimal:table=/nowhere/x", 2, 3, 0.1, &err), LT_UNAVAILABLE);
    t48_exact_table *table = make(2, 3, 6);
    assert_int_equal(t48_exact_table_save(table, path, NULL), LT_OK);
    t48_exact_table_free(table);
    char spec[128];
    snprintf(spec, sizeof spec, "optimal:table=%s", path);
    assert_int_equal(new_player(spec, 2, 3, 0.1, &err), LT_BAD_INPUT);
    assert_non_null(strstr(err.text, "aims at 64"));
    snprintf(spec, sizeof spec, "optimal:aim=64,table=%s", path);
    assert_int_equal(new_player(spec, 2, 3, 0.1, &err), LT_OK);
    assert_int_equal(new_player(spec, 3, 2, 0.1, &err), LT_OK);
    assert_int_equal(new_player(spec, 2, 3, 0.2, &err), LT_BAD_INPUT);
    assert_int_equal(new_player(spec, 2, 4, 0.1, &err), LT_BAD_INPUT);
}

/* The value of a position is the mean over new tiles of the best that follows. */
static void advice_is_the_mean_of_what_follows(void **state)
{
    (void)state;
    t48_rules rules = {.shape = {2, 3}, .fours = 0.1};
    t48_player *player;
    assert_int_equal(t48_player_new(&player, "optimal", &rules, NULL), LT_OK);
    t48_grid grid;
    assert_int_equal(t48_grid_parse("2 4 8/0 0 2", (t48_shape){0, 0}, &grid, NULL), LT_OK);
    t48_state before = t48_state_from_grid(&grid, &rules);
    t48_advice advice;
    t48_player_advise(player, &before, &advice);
    assert_int_equal(advice.legal, 1u << T48_DOWN | 1u << T48_LEFT);
    for (int d = T48_DOWN; d <= T48_LEFT; d++) {
        t48_grid after = grid;
        uint64_t gained;
        t48_grid_move(&after, (t48_dir)d, &gained);
        double mean = 0;
        unsigned empty = t48_grid_empty_cells(&after);
        for (unsigned c = 0; c < 6; c++)
            for (uint8_t level = 1; level <= 2 && after.level[c] == 0; level++) {
                t48_grid next = after;
                next.level[c] = level;
                t48_state there = t48_state_from_grid(&next, &rules);
                t48_advice deeper;
                t48_player_advise(player, &there, &deeper);
                if (deeper.best != T48_NONE)
                    mean += (level == 1 ? 0.9 : 0.1) / empty * deeper.value[deeper.best];
            }
        assert_true(fabs(advice.value[d] - ((double)gained + mean)) < 1e-9);
    }
    /* A board that no game meets has no values, and still a move. */
    assert_int_equal(t48_grid_parse("64 0 0/0 0 64", (t48_shape){0, 0}, &grid, NULL), LT_OK);
    before = t48_state_from_grid(&grid, &rules);
    t48_player_advise(player, &before, &advice);
    assert_true(isnan(advice.value[T48_RIGHT]) && advice.best != T48_NONE);
    t48_player_free(player);
}

static double sim_margin(const t48_sim *sim, unsigned level, double *mean)
{
    uint64_t n = t48_sim_played(sim);
    double *number = malloc((size_t)n * sizeof *number);
    for (uint64_t i = 0; i < n; i++) {
        const t48_outcome *o = t48_sim_outcome(sim, i);
        number[i] = level ? o->max_level >= level : (double)o->score;
    }
    lt_summary s = lt_summarise(number, (size_t)n);
    free(number);
    *mean = s.mean;
    return s.mean95.high - s.mean;
}

/* What a million games say agrees with what was computed: the score for the one
 * aim, the share of games for the other. (The seed is fixed, so that a miss would be
 * a fault and not bad luck; four standard errors are allowed.) */
static void a_million_games_agree(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        unsigned level;
        double expected;
    } run[] = {{"optimal", 0, 480.2582717760}, {"optimal:aim=64", 6, .939263692431}};
    for (int i = 0; i < 2; i++) {
        t48_sim_config config = {.player = run[i].spec,
                                 .rules = {.shape = {2, 3}, .fours = 0.1},
                                 .games = test_amount(i == 0 ? 1000000 : 200000),
                                 .seed = 1,
                                 .threads = 2};
        t48_sim *sim;
        assert_int_equal(t48_sim_run(&sim, &config, NULL), LT_OK);
        double mean, margin = sim_margin(sim, run[i].level, &mean);
        print_message("# %s: %.6f +- %.6f, exact %.6f\n", run[i].spec, mean, margin,
                      run[i].expected);
        assert_true(fabs(mean - run[i].expected) < 2 * margin);
        t48_sim_free(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_table_answers_as_before),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(optimal_refuses_what_it_cannot_play),
        cmocka_unit_test(advice_is_the_mean_of_what_follows),
        cmocka_unit_test(a_million_games_agree),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
