/* Games: where tiles appear, undo and redo, winning, records. */
#include "testing.h"

#include "laatta/game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static t48_game *new_game(t48_shape shape, double fours, uint64_t seed)
{
    t48_rules rules = {shape, fours};
    t48_game *game;
    assert_int_equal(t48_game_new(&game, &rules, seed, NULL, NULL), LT_OK);
    return game;
}

/* Tries directions in turn until `moves` were made or the game is over. */
static void play_some(t48_game *game, size_t moves)
{
    lt_rng rng;
    lt_rng_seed(&rng, 99);
    for (size_t done = 0; done < moves && t48_game_phase(game) != T48_OVER;) {
        bool moved;
        assert_int_equal(t48_game_move(game, (t48_dir)lt_rng_below(&rng, 4), &moved, NULL), LT_OK);
        done += moved;
    }
}

static void tiles_appear_uniformly_with_the_given_share_of_fours(void **state)
{
    (void)state;
    static const double shares[] = {0.1, 0, 1, 0.37};
    for (size_t k = 0; k < 4; k++)
        for (int large = 0; large <= 1; large++) {
            t48_rules rules = {large ? (t48_shape){5, 5} : (t48_shape){4, 4}, shares[k]};
            lt_rng rng;
            lt_rng_seed(&rng, k);
            unsigned count[25] = {0}, fours = 0, tries = 160000;
            unsigned cells = t48_shape_cells(rules.shape);
            for (unsigned i = 0; i < tries; i++) {
                t48_state s = t48_state_empty(&rules);
                t48_state_spawn(&s, &rng);
                t48_grid grid = t48_state_grid(&s);
                for (unsigned c = 0; c < cells; c++) {
                    count[c] += grid.level[c] != 0;
                    fours += grid.level[c] == 2;
                }
            }
            double expected = (double)tries / cells;
            for (unsigned c = 0; c < cells; c++)
                assert_true(fabs(count[c] - expected) < 5 * sqrt(expected));
            double sd = sqrt(tries * shares[k] * (1 - shares[k]));
            assert_true(fabs(fours - tries * shares[k]) <= 5 * sd + 1e-9);
        }
}

static void undo_and_redo_walk_the_history(void **state)
{
    (void)state;
    t48_game *game = new_game((t48_shape){4, 4}, 0.1, 5);
    play_some(game, 80);
    size_t length = t48_game_length(game);
    assert_true(length > 20);
    t48_grid end = t48_state_grid(t48_game_state(game));
    t48_state start = t48_game_state_at(game, 0);
    while (t48_game_undo(game)) continue;
    assert_int_equal(t48_game_length(game), 0);
    assert_true(t48_game_state(game)->board == start.board);
    assert_int_equal(t48_game_redoable(game), length);
    while (t48_game_redo(game)) continue;
    t48_grid again = t48_state_grid(t48_game_state(game));
    assert_true(t48_grid_equal(&end, &again));
    assert_false(t48_game_redo(game));

    /* The same move after undo makes the same tile appear; it forgets the redo list. */
    t48_dir dir = t48_game_move_at(game, length - 3);
    for (int i = 0; i < 3; i++) t48_game_undo(game);
    bool moved;
    assert_int_equal(t48_game_move(game, dir, &moved, NULL), LT_OK);
    assert_true(moved);
    assert_int_equal(t48_game_redoable(game), 0);
    t48_game_free(game);
}

static void an_illegal_move_changes_nothing(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_grid grid;
    assert_int_equal(t48_grid_parse("2 0 0 0/4 0 0 0/2 0 0 0/4 0 0 0", rules.shape, &grid, NULL),
                     LT_OK);
    t48_game *game;
    assert_int_equal(t48_game_new(&game, &rules, 1, &grid, NULL), LT_OK);
    bool moved = true;
    assert_int_equal(t48_game_move(game, T48_LEFT, &moved, NULL), LT_OK);
    assert_false(moved);
    assert_int_equal(t48_game_length(game), 0);
    t48_grid after = t48_state_grid(t48_game_state(game));
    assert_true(t48_grid_equal(&grid, &after));
    t48_game_free(game);
}

static void winning_asks_once(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_grid grid;
    assert_int_equal(
        t48_grid_parse("1024 1024 0 0/0 0 0 0/0 0 0 0/0 0 0 0", rules.shape, &grid, NULL), LT_OK);
    t48_game *game;
    bool moved;
    assert_int_equal(t48_game_new(&game, &rules, 1, &grid, NULL), LT_OK);
    assert_int_equal(t48_game_phase(game), T48_PLAYING);
    assert_int_equal(t48_game_move(game, T48_LEFT, &moved, NULL), LT_OK);
    assert_int_equal(t48_game_phase(game), T48_WON);
    assert_int_equal(t48_game_state(game)->score, 2048);
    t48_game_keep_playing(game);
    assert_int_equal(t48_game_phase(game), T48_PLAYING);
    t48_game_free(game);
}

static void records_replay_to_the_same_game(void **state)
{
    (void)state;
    static const t48_shape shapes[] = {{4, 4}, {2, 2}, {3, 5}, {8, 8}};
    for (size_t i = 0; i < 4; i++) {
        t48_game *game = new_game(shapes[i], 0.25, 1000 + i), *back;
        play_some(game, 300);
        char *text, *player;
        lt_error err = {LT_OK, ""};
        assert_int_equal(t48_record_save(game, "someone:x=1", &text, &err), LT_OK);
        if (t48_record_load(text, strlen(text), &back, &player, &err) != LT_OK)
            fail_msg("%s", err.text);
        assert_string_equal(player, "someone:x=1");
        assert_int_equal(t48_game_length(back), t48_game_length(game));
        t48_grid a = t48_state_grid(t48_game_state(game)), b = t48_state_grid(t48_game_state(back));
        assert_true(t48_grid_equal(&a, &b));
        assert_true(t48_game_state(game)->score == t48_game_state(back)->score);
        free(text);
        free(player);
        t48_game_free(game);
        t48_game_free(back);
    }
}

/* A spec may hold a path of any length and kind; a record that is written can be read. */
static void any_player_is_recorded(void **state)
{
    (void)state;
    char longest[3000], *text, *player;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *given[] = {longest, "ntuple:net=\"a\nb\"", ""};
    const char *kept[] = {NULL, "ntuple:net=\"a?b\"", "unknown"};
    for (size_t i = 0; i < 3; i++) {
        t48_game *game = new_game((t48_shape){4, 4}, 0.1, 7), *back;
        lt_error err = {LT_OK, ""};
        play_some(game, 20);
        assert_int_equal(t48_record_save(game, given[i], &text, &err), LT_OK);
        if (t48_record_load(text, strlen(text), &back, &player, &err) != LT_OK)
            fail_msg("%s", err.text);
        if (kept[i])
            assert_string_equal(player, kept[i]);
        else
            assert_true(strlen(player) > 900 && strncmp(player, longest, strlen(player)) == 0);
        free(text);
        free(player);
        t48_game_free(game);
        t48_game_free(back);
    }
}

static void a_game_past_65536_is_recorded(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_grid grid;
    const char *start = "32768 16384 8192 4096/256 512 1024 2048/128 64 32 16/2 2 4 8";
    assert_int_equal(t48_grid_parse(start, rules.shape, &grid, NULL), LT_OK);
    grid.level[1] = 15;
    t48_game *game, *back;
    assert_int_equal(t48_game_new(&game, &rules, 7, &grid, NULL), LT_OK);
    bool moved;
    assert_int_equal(t48_game_move(game, T48_LEFT, &moved, NULL), LT_OK);
    assert_int_equal(t48_state_max_level(t48_game_state(game)), 16);
    play_some(game, 50);
    char *text, *player;
    assert_int_equal(t48_record_save(game, "-", &text, NULL), LT_OK);
    assert_non_null(strstr(text, "65536"));
    assert_int_equal(t48_record_load(text, strlen(text), &back, &player, NULL), LT_OK);
    assert_true(t48_game_state(game)->score == t48_game_state(back)->score);
    free(text);
    free(player);
    t48_game_free(game);
    t48_game_free(back);
}

/* Any changed or cut byte is noticed, by the checksum or before it. */
static void damaged_records_are_refused(void **state)
{
    (void)state;
    t48_game *game = new_game((t48_shape){4, 4}, 0.1, 3), *back;
    play_some(game, 100);
    char *text, *player;
    assert_int_equal(t48_record_save(game, "random", &text, NULL), LT_OK);
    size_t length = strlen(text);
    for (size_t i = 0; i + 1 < length; i++) {
        lt_error err;
        text[i] ^= 1;
        assert_int_equal(t48_record_load(text, length, &back, &player, &err), LT_DAMAGED);
        assert_null(back);
        text[i] ^= 1;
        assert_int_equal(t48_record_load(text, i, &back, &player, &err), LT_DAMAGED);
    }
    assert_int_equal(t48_record_load(text, length, &back, &player, NULL), LT_OK);
    t48_game_free(back);
    free(player);
    free(text);
    t48_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_appear_uniformly_with_the_given_share_of_fours),
        cmocka_unit_test(undo_and_redo_walk_the_history),
        cmocka_unit_test(an_illegal_move_changes_nothing),
        cmocka_unit_test(winning_asks_once),
        cmocka_unit_test(records_replay_to_the_same_game),
        cmocka_unit_test(any_player_is_recorded),
        cmocka_unit_test(a_game_past_65536_is_recorded),
        cmocka_unit_test(damaged_records_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
