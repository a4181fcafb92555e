/* Boards that a table knows, as leaves of a search: collapses, values, equal results
 * for any number of threads, and players with and without tables. */
#include "testing.h"

#include "base/files.h"
#include "laatta/player.h"
#include "laatta/rng.h"
#include "twenty48/endgame/endgame_leaf.h"
#include "twenty48/endgame/endgame_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char directory[64], table_path[128];

static t48_board board_of(const char *text)
{
    t48_grid grid;
    lt_error err;
    assert_int_equal(t48_grid_parse(text, (t48_shape){4, 4}, &grid, &err), LT_OK);
    return t48_view(&grid);
}

static int make_table(void **state)
{
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/laatta-leaf-XXXXXX");
    if (!mkdtemp(directory)) return -1;
    snprintf(table_path, sizeof table_path, "%s/L" T48_ENDGAME_SUFFIX, directory);
    static const char text[] = "target 32\n####\n##..\n....\n....";
    t48_pattern pattern;
    t48_endgame_built built;
    lt_error err;
    return t48_pattern_parse(&pattern, "L-32", text, sizeof text - 1, &err) != LT_OK ||
           t48_endgame_build(&pattern, table_path, &(t48_endgame_means){.threads = 2}, &built,
                             &err) != LT_OK;
}

static int remove_table(void **state)
{
    (void)state;
    return unlink(table_path) || rmdir(directory);
}

static void test_collapses(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after;
        unsigned target;
        uint64_t points;
    } cases[] = {
        /* Everything in order: one tile is left, where the largest was. */
        {"2048 4096 8192 16384/1024 512 2 0/0 0 0 0/4 0 0 2", "0 0 0 32768/0 0 0 0/0 0 0 0/0 0 0 0",
         9, 64512},
        {"16384 8192 2 0/2048 4096 0 0/1024 512 0 0/4 0 0 2", "32768 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0",
         9, 64512},
        /* A gap ends it, */
        {"2048 0 8192 16384/1024 512 2 0/0 0 0 0/4 0 0 2",
         "4096 0 8192 16384/0 0 0 0/0 0 0 0/0 0 0 0", 9, 7168},
        /* and so does a wall that is not beside the last: two of a kind stand apart. */
        {"16384 8192 4096 2048/1024 512 2 0/0 0 0 0/4 0 0 2",
         "16384 8192 4096 2048/2048 0 0 0/0 0 0 0/0 0 0 0", 9, 3072},
        /* Nothing of the target's level: the new tile lies beside the smallest wall. */
        {"16384 8192 4096 2048/1024 0 2 0/0 0 0 0/4 0 0 2",
         "16384 8192 4096 2048/1024 512 0 0/0 0 0 0/0 0 0 0", 9, 0},
        {"64 32 0 0/0 2 0 0/0 4 0 0/0 0 0 0", "128 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", 5, 192},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t points;
        t48_board after =
            t48_endgame_collapsed(board_of(cases[i].before), cases[i].target, &points);
        assert_true(after == board_of(cases[i].after));
        assert_int_equal(points, cases[i].points);
    }
    assert_int_equal(t48_endgame_points_to(board_of("64 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"), 5), 128);
    assert_int_equal(t48_endgame_points_to(board_of("64 16 0 0/0 0 0 0/0 0 0 0/0 0 0 0"), 5), 80);
}

/* An evaluation that can be followed by hand: 1000 for each empty cell. */
static t48_value empties(const void *ctx, t48_board after)
{
    (void)ctx;
    return 1000 * (t48_value)t48_board_empty_cells(after, (t48_shape){4, 4});
}

static void test_one_value_for_both(void **state)
{
    (void)state;
    lt_error err;
    t48_endgame_set *set;
    assert_int_equal(t48_endgame_set_open(&set, directory, &err), LT_OK);
    t48_endgame_leaf leaf = {.set = set, .plain = {.value = empties, .point = 16}};
    t48_leaf with = t48_endgame_leaf_of(&leaf);
    t48_board known = board_of("2048 1024 512 256/128 64 2 0/2 0 0 0/0 0 0 0");
    double p;
    assert_true(t48_endgame_probe(set, known, &p, NULL));
    assert_true(p > 0.5 && p < 1);
    /* No 32 among the walls: no points of a collapse, seven walls stay. */
    double expected = p * (16 * 128 + 9000) + (1 - p) * 16 * 64;
    assert_true(fabs((double)with.value(with.ctx, known) - fmax(expected, 8000)) < 2);
    t48_board chain = board_of("128 256 512 1024/64 32 2 0/2 0 0 0/0 0 0 0");
    assert_true(t48_endgame_probe(set, chain, &p, NULL));
    expected = p * (16.0 * (128 + 64 + 128 + 256 + 512 + 1024 + 2048) + 15000) + (1 - p) * 16 * 64;
    assert_true(fabs((double)with.value(with.ctx, chain) - expected) < 2);
    t48_board other = board_of("1024 1024 256 128/64 32 2 0/2 0 0 0/0 0 0 0");
    assert_true(with.value(with.ctx, other) == empties(NULL, other));

    /* A search over it equals the plain one, for any number of threads. */
    t48_rules rules = {.shape = {4, 4}, .fours = 0.1};
    t48_expectimax *engine;
    with.symmetric = with.cached = true;
    t48_expectimax_config config = {.table_bits = 12};
    assert_int_equal(t48_expectimax_new(&engine, &with, &rules, &config, &err), LT_OK);
    t48_expectimax_result one, many;
    t48_expectimax_limits limits = {.depth = 2, .threads = 1, .values = true};
    t48_expectimax_search(engine, chain, &limits, &one);
    limits.threads = 3;
    t48_expectimax_search(engine, chain, &limits, &many);
    for (int d = 0; d < T48_DIRS; d++) {
        assert_true(one.value[d] == many.value[d]);
        uint64_t gained;
        t48_board after = t48_board_move(chain, rules.shape, (t48_dir)d, &gained);
        if (after != chain)
            assert_true(one.value[d] ==
                        (t48_value)gained * 16 + t48_expectimax_plain(&with, &rules, after, 1));
    }
    t48_expectimax_free(engine);
    t48_endgame_set_free(set);
}

static t48_value much(const void *ctx, t48_board after)
{
    (void)ctx;
    (void)after;
    return 100000;
}

/* A table whose walls may move is believed, even where it says less than the evaluation, if the
 * unit is the chance to pass a crunch and the table is of just that. */
static void test_moving_walls_are_believed(void **state)
{
    (void)state;
    static const char text[] = "target 32\n####\n##..\n....\n....\n####\n.##.\n....\n....";
    char path[128];
    t48_pattern pattern;
    t48_endgame_built built;
    t48_endgame_set *set = NULL;
    lt_error err;
    snprintf(path, sizeof path, "%s/moving" T48_ENDGAME_SUFFIX, directory);
    if (t48_pattern_parse(&pattern, "moving", text, sizeof text - 1, &err) != LT_OK ||
        t48_endgame_build(&pattern, path, &(t48_endgame_means){.threads = 2}, &built, &err) ||
        t48_endgame_set_open(&set, directory, &err))
        fail_msg("%s", err.text);
    t48_board none = board_of("2048 1024 512 256/128 64 2 0/2 0 0 0/0 0 0 0"), board;
    double p;
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    do {
        board = board_of("1024 512 256 128/64 32 0 0/0 0 0 0/0 0 0 0");
        for (unsigned i = 6; i < 15; i++) board |= (uint64_t)lt_rng_below(&rng, 5) << (4 * i);
    } while (!t48_endgame_probe(set, board, &p, NULL) || p > 0.9);
    for (unsigned crunch = 0; crunch < 8; crunch++) {
        t48_endgame_leaf leaf = {.set = set, .plain = {.value = much}, .crunch = crunch};
        t48_leaf with = t48_endgame_leaf_of(&leaf);
        t48_value value = with.value(with.ctx, board);
        bool passes = crunch == 5 || crunch == 6; /* another 32, or the 64 that it makes */
        assert_true(passes ? fabs((double)value - p * 100000) < 2 : value == 100000);
        assert_true(with.value(with.ctx, none) == 100000); /* no 32: it would not merge */
    }
    t48_endgame_set_free(set);
    unlink(path);
}

/* The walls merge if success makes the lowest of them, or with a + two of which make it; or a tile
 * a level lower, where that is a wall, too. */
static void test_what_passes_a_crunch(void **state)
{
    (void)state;
    t48_pattern plain = {.target = 9}, first = {.target = 9, .next = 1};
    t48_board six = board_of("2048 4096 8192 16384/1024 512 2 0/0 0 0 0/4 0 0 2"),
              five = board_of("2048 4096 8192 16384/1024 256 2 0/0 0 0 0/4 0 0 2");
    assert_true(t48_endgame_passes(&plain, six, 9));
    assert_false(t48_endgame_passes(&plain, five, 9));
    assert_false(t48_endgame_passes(&plain, six, 8));
    assert_true(t48_endgame_passes(&first, five, 9));

    t48_pattern half = {.target = 8}, halves = {.target = 8, .next = 1}, quarter = {.target = 7};
    t48_board seven = board_of("2048 4096 8192 16384/1024 512 256 128/0 0 0 0/4 0 0 2");
    assert_true(t48_endgame_passes(&half, seven, 9));
    assert_false(t48_endgame_passes(&half, six, 9));  /* no 256 to merge with */
    assert_false(t48_endgame_passes(&half, five, 9)); /* the 512 that is made finds no other */
    assert_true(t48_endgame_passes(&halves, six, 9));
    assert_false(t48_endgame_passes(&halves, five, 9));
    assert_false(t48_endgame_passes(&quarter, seven, 9));
}

static t48_player *player_of(const char *tables)
{
    char spec[160];
    lt_error err;
    t48_player *player;
    t48_rules rules = {.shape = {4, 4}, .fours = 0.1};
    snprintf(spec, sizeof spec, "ntuple:depth=2,net=4x4-small.net,tables=%s", tables);
    if (t48_player_new(&player, spec, &rules, &err) != LT_OK) fail_msg("%s", err.text);
    return player;
}

static void test_player_tells_and_differs(void **state)
{
    (void)state;
    t48_player *with = player_of(directory), *without = player_of("none");
    assert_true(t48_player_content(with) != t48_player_content(without));
    t48_grid grid;
    lt_error err;
    t48_rules rules = {.shape = {4, 4}, .fours = 0.1};
    assert_int_equal(t48_grid_parse("2048 1024 512 256/128 64 2 0/2 0 0 0/0 0 0 2",
                                    (t48_shape){4, 4}, &grid, &err),
                     LT_OK);
    t48_state position = t48_state_from_grid(&grid, &rules);
    t48_advice told, plain;
    t48_player_advise(with, &position, &told);
    t48_player_advise(without, &position, &plain);
    int known = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        assert_null(plain.pattern[d]);
        assert_true(isnan(plain.chance[d]));
        if (!told.pattern[d]) continue;
        known++;
        assert_string_equal(told.pattern[d], "L-32");
        assert_true(told.chance[d] > 0 && told.chance[d] <= 1);
    }
    assert_true(known > 0);
    t48_player_free(with);
    t48_player_free(without);
    t48_player *none;
    assert_int_equal(
        t48_player_new(&none, "ntuple:net=4x4-small.net,tables=/no/where", &rules, &err),
        LT_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_collapses),
        cmocka_unit_test(test_one_value_for_both),
        cmocka_unit_test(test_moving_walls_are_believed),
        cmocka_unit_test(test_what_passes_a_crunch),
        cmocka_unit_test(test_player_tells_and_differs),
    };
    return cmocka_run_group_tests(tests, make_table, remove_table);
}
