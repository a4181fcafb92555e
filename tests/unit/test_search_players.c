/* The players built on expectimax: boards with 32768s and 65536s, sizes and evaluations
 * that they cannot play. */
#include "testing.h"

#include "laatta/player.h"
#include "twenty48/lowered.h"

#include <string.h>

static t48_grid parsed(const char *text)
{
    t48_grid grid;
    assert_int_equal(t48_grid_parse(text, (t48_shape){0, 0}, &grid, NULL), LT_OK);
    return grid;
}

static t48_board board_of(const char *text)
{
    t48_grid grid = parsed(text);
    return t48_view(&grid);
}

static void boards_are_lowered_into_what_a_network_knows(void **state)
{
    (void)state;
    /* Below the limit: as it is. */
    t48_board board = board_of("16384 8192 4 2/0 0 0 0/0 0 0 0/0 0 0 0");
    assert_true(t48_lowered(board, 14) == board);
    /* The gap is at 16384: only the 32768 steps down. */
    board = board_of("32768 8192 4 2/0 0 0 0/0 0 0 0/0 0 0 0");
    assert_true(t48_lowered(board, 14) == board_of("16384 8192 4 2/0 0 0 0/0 0 0 0/0 0 0 0"));
    /* Two 8192 are about to fill 16384: the gap below them is closed instead. */
    board = board_of("32768 8192 8192 2/0 0 0 0/0 0 0 0/0 0 0 0");
    assert_true(t48_lowered(board, 14) == board_of("16384 4096 4096 2/0 0 0 0/0 0 0 0/0 0 0 0"));
    /* No gap: as it is. */
    board = board_of("32768 16384 8192 4096/256 512 1024 2048/128 64 32 16/0 2 4 8");
    assert_true(t48_lowered(board, 14) == board);
}

static void players_go_on_past_65536(void **state)
{
    (void)state;
    static const char *const positions[] = {
        "32768 32768 2 4/0 0 0 0/0 0 0 0/0 0 0 0",
        "65536 32768 16384 8192/512 1024 2048 4096/256 128 64 32/0 0 0 2",
        "65536 65536 4 2/8 16 32 64/0 0 0 0/0 0 0 0",
        "131072 65536 32768 16384/1024 2048 4096 8192/512 256 128 64/4 0 16 32"};
    t48_rules rules = t48_rules_default();
    t48_player *player;
    assert_int_equal(t48_player_new(&player, "expectimax:depth=2", &rules, NULL), LT_OK);
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        t48_grid grid = parsed(positions[i]);
        t48_state position = t48_state_from_grid(&grid, &rules);
        lt_rng rng;
        t48_spawn_rng(&rng, i);
        unsigned highest = t48_state_max_level(&position);
        for (int n = 0; n < 50; n++) {
            t48_dir dir = t48_player_choose(player, &position);
            if (dir == T48_NONE) break;
            assert_true(t48_state_move(&position, dir));
            t48_state_spawn(&position, &rng);
        }
        assert_true(t48_state_max_level(&position) >= highest);
    }
    t48_player_free(player);
}

static void wrong_sizes_and_evaluations_are_refused(void **state)
{
    (void)state;
    t48_rules large = {.shape = {5, 5}, .fours = 0.1};
    t48_player *player;
    lt_error err;
    assert_int_equal(t48_player_new(&player, "expectimax", &large, &err), LT_UNSUPPORTED);
    assert_non_null(strstr(err.text, "up to 4x4"));
    assert_int_equal(t48_player_new(&player, "ntuple", &large, &err), LT_UNSUPPORTED);
    assert_non_null(strstr(err.text, "up to 4x4"));
    t48_rules rules = t48_rules_default();
    assert_int_equal(t48_player_new(&player, "ntuple:net=/nonexistent", &rules, &err),
                     LT_UNAVAILABLE);
    assert_int_equal(t48_player_new(&player, "expectimax:eval=seven", &rules, &err),
                     LT_UNSUPPORTED);
    assert_non_null(strstr(err.text, "last move"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_lowered_into_what_a_network_knows),
        cmocka_unit_test(players_go_on_past_65536),
        cmocka_unit_test(wrong_sizes_and_evaluations_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
