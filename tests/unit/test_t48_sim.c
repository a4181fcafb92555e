/* Simulation: the same on any number of threads, and cut short cleanly. */
#include "testing.h"

#include "laatta/sim.h"

#include <stdatomic.h>
#include <string.h>

static t48_sim *simulate(const char *spec, uint64_t games, int threads)
{
    t48_sim_config config = {.player = spec,
                             .rules = t48_rules_default(),
                             .games = games,
                             .seed = 5,
                             .threads = threads};
    t48_sim *sim;
    lt_error err = {LT_OK, ""};
    if (t48_sim_run(&sim, &config, &err) != LT_OK) fail_msg("%s: %s", spec, err.text);
    return sim;
}

static void threads_do_not_change_the_games(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        uint64_t games;
    } runs[] = {{"random", 5000},
                {"greedy", 300},
                {"snake:depth=1", 12},
                {"worstcase:depth=1", 12},
                {"montecarlo:playouts=2", 6}};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        t48_sim *one = simulate(runs[i].spec, runs[i].games, 1);
        for (int threads = 2; threads <= 5; threads++) {
            t48_sim *many = simulate(runs[i].spec, runs[i].games, threads);
            assert_int_equal(t48_sim_played(many), runs[i].games);
            assert_int_equal(t48_sim_moves(many), t48_sim_moves(one));
            for (uint64_t g = 0; g < runs[i].games; g++) {
                const t48_outcome *a = t48_sim_outcome(one, g), *b = t48_sim_outcome(many, g);
                assert_true(a->score == b->score && a->moves == b->moves &&
                            a->max_level == b->max_level);
            }
            t48_sim_free(many);
        }
        t48_sim_free(one);
    }
}

/* What stands on the last board, counted on the grid of a recorded game. */
static void last_tiles_are_counted(void **state)
{
    (void)state;
    static const char *const specs[] = {"random", "greedy", "snake:depth=1"};
    t48_rules rules = t48_rules_default();
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        t48_sim *sim = simulate(specs[i], 60, 2);
        t48_player *player;
        assert_int_equal(t48_player_new(&player, specs[i], &rules, NULL), LT_OK);
        for (uint64_t g = 0; g < 60; g++) {
            t48_game *game;
            uint8_t tiles[T48_TILES] = {0};
            assert_int_equal(
                t48_play_recorded(player, &rules, NULL, 0, lt_seed_of(5, g), &game, NULL), LT_OK);
            t48_grid grid = t48_state_grid(t48_game_state(game));
            for (int c = 0; c < 16; c++)
                if (grid.level[c]) tiles[grid.level[c]]++;
            assert_memory_equal(tiles, t48_sim_outcome(sim, g)->tiles, sizeof tiles);
            t48_game_free(game);
        }
        t48_player_free(player);
        t48_sim_free(sim);
    }
}

/* Levels past the last column are counted together. */
static void large_tiles_are_counted_together(void **state)
{
    (void)state;
    t48_rules rules = {.shape = {5, 5}, .fours = 0.1};
    t48_grid grid = {.shape = rules.shape, .level = {17, 18, 20, 16, 15, 15, 1, 1, 2}};
    t48_state position = t48_state_from_grid(&grid, &rules);
    t48_outcome o = t48_outcome_of(&position);
    static const uint8_t tiles[T48_TILES] = {
        [0] = 2, [17] = 1, [16] = 1, [15] = 2, [1] = 2, [2] = 1};
    assert_memory_equal(o.tiles, tiles, sizeof tiles);
    assert_int_equal(o.max_level, 20);
}

/* Any single game can be played again from its seed. */
static void a_game_stands_alone(void **state)
{
    (void)state;
    t48_sim *sim = simulate("greedy", 50, 2);
    t48_rules rules = t48_rules_default();
    t48_player *player;
    assert_int_equal(t48_player_new(&player, "greedy", &rules, NULL), LT_OK);
    for (uint64_t g = 0; g < 50; g++) {
        t48_outcome o;
        t48_play(player, &rules, NULL, lt_seed_of(5, g), NULL, NULL, &o);
        assert_true(o.score == t48_sim_outcome(sim, g)->score);
    }
    t48_player_free(player);
    t48_sim_free(sim);
}

/* The same games, played on past the tile, hold it at the same move; a game that does
 * not get there is the whole game. */
static void a_game_ends_at_its_tile(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_grid start = {.shape = rules.shape, .level = {6}};
    t48_player *player;
    assert_int_equal(t48_player_new(&player, "greedy", &rules, NULL), LT_OK);
    unsigned passed = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        const t48_grid *from = seed & 1 ? &start : NULL;
        unsigned until = seed & 1 ? 8 : 9;
        t48_outcome part;
        t48_play(player, &rules, from, seed, t48_until, &until, &part);
        t48_game *whole, *same;
        assert_int_equal(t48_play_recorded(player, &rules, from, 0, seed, &whole, NULL), LT_OK);
        assert_int_equal(t48_play_recorded(player, &rules, from, until, seed, &same, NULL), LT_OK);
        assert_int_equal(t48_game_state(same)->moves, part.moves);
        while (t48_state_max_level(t48_game_state(whole)) >= until) t48_game_undo(whole);
        bool reached = part.max_level >= until;
        passed += reached;
        assert_int_equal(t48_game_state(whole)->moves + reached, part.moves);
        t48_game_free(whole);
        t48_game_free(same);
    }
    assert_in_range(passed, 5, 35);
    t48_player_free(player);
}

static void parts_that_cannot_be_played_are_refused(void **state)
{
    (void)state;
    static const struct {
        t48_grid start;
        unsigned until;
    } bad[] = {{{.shape = {4, 4}, .level = {11}}, 11},
               {{.shape = {4, 4}, .level = {11}}, 18},
               {{.shape = {4, 4}}, 11},
               {{.shape = {3, 4}, .level = {1}}, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        t48_sim_config config = {.player = "greedy",
                                 .rules = t48_rules_default(),
                                 .start = &bad[i].start,
                                 .until = bad[i].until,
                                 .games = 1};
        t48_sim *sim;
        lt_error err;
        assert_int_equal(t48_sim_run(&sim, &config, &err), LT_BAD_INPUT);
        assert_null(sim);
    }
}

/* It is asked after every move. */
typedef struct patience {
    _Atomic int asked;
    int most;
} patience;

static bool cancel_after(void *ctx)
{
    patience *p = ctx;
    return atomic_fetch_add(&p->asked, 1) >= p->most;
}

static void a_cancelled_run_keeps_a_gapless_beginning(void **state)
{
    (void)state;
    uint64_t played = 0;
    t48_sim *sim = NULL;
    /* A few dozen games at first. On a busy machine the thread that has the very first game may
     * stand still meanwhile; there is no beginning then, and it takes more. */
    for (int most = 20000; played == 0 && most <= 20000 << 8; most *= 4) {
        patience p = {.most = most};
        lt_control control = {.ctx = &p, .cancelled = cancel_after};
        t48_sim_config config = {.player = "greedy",
                                 .rules = t48_rules_default(),
                                 .games = 1000000,
                                 .seed = 5,
                                 .threads = 3,
                                 .control = &control};
        lt_error err;
        t48_sim_free(sim);
        assert_int_equal(t48_sim_run(&sim, &config, &err), LT_CANCELLED);
        assert_non_null(sim);
        played = t48_sim_played(sim);
    }
    assert_true(played > 0 && played < 1000000);
    t48_sim *whole = simulate("greedy", played, 2);
    for (uint64_t g = 0; g < played; g++)
        assert_true(t48_sim_outcome(sim, g)->score == t48_sim_outcome(whole, g)->score);
    t48_sim_free(whole);
    t48_sim_free(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_change_the_games),
        cmocka_unit_test(last_tiles_are_counted),
        cmocka_unit_test(large_tiles_are_counted_together),
        cmocka_unit_test(a_game_stands_alone),
        cmocka_unit_test(a_game_ends_at_its_tile),
        cmocka_unit_test(parts_that_cannot_be_played_are_refused),
        cmocka_unit_test(a_cancelled_run_keeps_a_gapless_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
