/* Networks with a stage of walls: what they are shown, that they learn to pass crunches,
 * that a resumed run equals an uninterrupted one, and that players use them. */
#include "directory_testing.h"

#include "laatta/player.h"
#include "twenty48/endgame/endgame.h"
#include "twenty48/endgame/endgame_table.h"
#include "twenty48/net/net_train.h"
#include "twenty48/net/net_walls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Cell by cell: the most walls that the board has of which all differ, the lowest of the level that
 * so many begin at, and how it is shown; 0: it is in no crunch. */
static unsigned plain_crunch(t48_board board, unsigned last, unsigned fewest, t48_board *shown)
{
    for (unsigned n = 6; n >= fewest; n--) {
        unsigned count[16] = {0}, walls = 0, lowest = last + 6 - n;
        bool twice = false;
        *shown = 0;
        for (unsigned i = 0; i < 16; i++) {
            unsigned level = board >> (4 * i) & 15;
            count[level]++;
            *shown |= (t48_board)(level < lowest ? level : lowest + 1) << (4 * i);
        }
        for (unsigned level = lowest; level < 16; level++) {
            twice |= count[level] > 1;
            walls += count[level];
        }
        if (!twice && walls == n && count[lowest] == 1) return n;
    }
    return 0;
}

typedef struct kind {
    unsigned last, fewest, walls;
} kind;

static kind draw_kind(lt_rng *rng)
{
    kind k = {T48_CRUNCH_LAST_LEAST +
                  lt_rng_below(rng, T48_CRUNCH_LAST_MAX - T48_CRUNCH_LAST_LEAST + 1),
              1 + lt_rng_below(rng, 6), 0};
    k.walls = k.fewest + lt_rng_below(rng, 7 - k.fewest);
    return k;
}

static void walls_are_shown_alike(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    uint64_t boards = test_amount(100000), met[7] = {0};
    for (uint64_t n = 0; n < boards; n++) {
        kind k = draw_kind(&rng);
        /* Mostly boards that are in a crunch, or miss one by a tile. */
        t48_board board = n % 4 ? t48_walls_crunch(k.walls, k.last, &rng) : lt_rng_next(&rng);
        t48_board shown;
        board &= ~(15ull << (4 * lt_rng_below(&rng, 16)));
        if (n % 3) board |= (t48_board)lt_rng_below(&rng, 16) << (4 * lt_rng_below(&rng, 16));
        unsigned walls = plain_crunch(board, k.last, k.fewest, &shown);
        met[walls]++;
        assert_int_equal(t48_crunch(board, k.last, k.fewest), walls);
        assert_int_equal(t48_crunch(t48_transpose(board), k.last, k.fewest), walls);
        if (walls) assert_true(t48_crunch_shown(board, t48_crunch_level(walls, k.last)) == shown);
    }
    for (unsigned walls = 0; walls <= 6; walls++)
        assert_in_range(met[walls], boards / 100, boards * 9 / 10);
}

static void boards_to_begin_with_can_be_played(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 2);
    for (int n = 0; n < 5000; n++) {
        kind k = draw_kind(&rng);
        t48_board board = t48_walls_crunch(k.walls, k.last, &rng);
        assert_true(t48_board_legal(board, (t48_shape){4, 4}) != 0);
        assert_in_range(t48_crunch(board, k.last, k.fewest), k.walls, 6); /* by small tiles */
    }
    for (int n = 0; n < 5000; n++) {
        t48_board laid = t48_walls_laid(14, &rng);
        assert_true(t48_board_legal(laid, (t48_shape){4, 4}) != 0);
        assert_true(t48_reaches(laid, 14) && !t48_reaches(laid, 15));
        assert_in_range(lt_popcount64(t48_from_level(laid, 9)), 1, 6);
        assert_in_range(t48_walls_age(laid), 7400, 15000);
    }
}

/* What was kept comes back, all numbers of walls that are asked for, and nothing else. */
static void kept_boards_are_taken_in_turn(void **state)
{
    (void)state;
    static t48_pool pool;
    t48_net_layout layout;
    lt_rng rng;
    uint64_t turn = 0;
    memset(&pool, 0, sizeof pool);
    lt_rng_seed(&rng, 4);
    assert_int_equal(t48_net_layout_parse(&layout, (t48_shape){4, 4}, "01+12-9", NULL), LT_OK);
    assert_int_equal(t48_walls_take(&pool, &layout, 3, &turn, &rng), 0);
    t48_walls_keep(&pool, &layout, 0x21);  /* none */
    t48_walls_keep(&pool, &layout, 0xe21); /* one wall, which this network does not know */
    t48_walls_keep(&pool, &layout, 0xd0e21);
    assert_int_equal(t48_walls_take(&pool, &layout, 3, &turn, &rng), 0);
    static const t48_board boards[] = {0xcd0e21, 0xbcd0e21, 0xbcd0ea00000221, 0x9bcd0ea00021};
    for (unsigned i = 0; i < 4; i++) {
        t48_walls_keep(&pool, &layout, boards[i]);
        assert_true(t48_walls_take(&pool, &layout, 3 + i, &turn, &rng) == boards[i]);
    }
    unsigned times[4] = {0};
    for (int n = 0; n < 400; n++) {
        t48_board taken = t48_walls_take(&pool, &layout, 4, &turn, &rng);
        for (unsigned i = 0; i < 4; i++) times[i] += taken == boards[i];
    }
    assert_int_equal(times[0], 0);
    assert_int_equal(times[1] + times[2] + times[3], 400);
    for (unsigned i = 1; i < 4; i++) assert_in_range(times[i], 50, 300);
}

static t48_train *new_run(const char *text)
{
    t48_net_layout layout;
    lt_error err;
    t48_train *train;
    if (t48_net_layout_parse(&layout, (t48_shape){4, 4}, text, &err) != LT_OK)
        fail_msg("%s", err.text);
    t48_rule rule = {
        .rate = 1, .lambda = 0.5f, .steps = 3, .coherent = true, .restarts = 0.3, .laid = 0.5};
    rule.stage = t48_net_levels(&layout);
    assert_int_equal(t48_train_new(&train, &layout, &rule, 7, NULL), LT_OK);
    return train;
}

static void run(t48_train *train, uint64_t games, const char *checkpoint)
{
    t48_train_limits limits = {.games = games,
                               .threads = 1,
                               .window_games = 20,
                               .round_moves = 20000,
                               .checkpoint = checkpoint,
                               .checkpoint_seconds = 1e9};
    lt_error err;
    if (t48_train_run(train, &limits, &err) != LT_OK) fail_msg("%s", err.text);
}

static const char *const net = "0123,4567,0145,1256@12+8-6";

/* The share of games, of a few hundred, in which so many walls get to merge by the best values. */
static double passed(const t48_train *train, unsigned walls)
{
    const t48_net_layout *layout = &train->learner.layout;
    lt_rng rng;
    lt_rng_seed(&rng, 9);
    int won = 0, games = 300;
    for (int game = 0; game < games; game++) {
        t48_board board = t48_walls_crunch(walls, layout->walls, &rng);
        for (;;) {
            t48_board best = board;
            float value = -INFINITY;
            bool through = false;
            for (int d = 0; d < T48_DIRS && !through; d++) {
                t48_board after = t48_board_move(board, layout->shape, (t48_dir)d, NULL);
                if (after == board) continue;
                unsigned now = t48_net_crunch(layout, after);
                through = now == 0;
                if (through) break;
                uint32_t index[T48_NET_LOOKUPS_MAX];
                t48_net_indices_walls(layout, layout->tuples, now, after, index);
                float sum = 0;
                for (unsigned i = 0; i < layout->lookups; i++)
                    sum += train->learner.weight[index[i]].value;
                if (sum <= value) continue;
                value = sum;
                best = after;
            }
            won += through;
            if (through || best == board) break;
            board = t48_learn_spawn(best, T48_ONES, &rng);
        }
    }
    return (double)won / games;
}

static void it_learns_to_pass_crunches(void **state)
{
    (void)state;
    uint64_t games = test_amount(6000) + 600;
    t48_train *train = new_run(net);
    double six = passed(train, 6), four = passed(train, 4);
    t48_learner_fill(&train->learner, T48_WALLS_WHOLE);
    run(train, games, NULL);
    assert_true(passed(train, 6) > six + (games > 2000 ? 0.2 : 0.02));
    assert_true(passed(train, 4) > four + (games > 2000 ? 0.2 : 0.0));
    const t48_train_point *last = &train->point[train->points - 1];
    assert_in_range(last->mean, 0, T48_WALLS_WHOLE);
    /* The stages that are chosen by level have learned nothing. */
    const t48_net_layout *layout = &train->learner.layout;
    assert_int_equal(layout->stages, 5);
    for (uint64_t i = 0; i < 2 * (uint64_t)layout->stage_size; i++)
        assert_true(train->learner.weight[i].value == train->learner.weight[0].value);
    t48_train_free(train);
}

static void a_resumed_run_equals_an_uninterrupted_one(void **state)
{
    (void)state;
    const char *path = in_directory("resume.train");
    uint64_t games = test_amount(100) + 60;
    t48_train *whole = new_run(net), *half = new_run(net), *rest;
    run(whole, games, NULL);
    run(half, 40, path);
    t48_train_free(half);
    assert_int_equal(t48_train_load(&rest, path, NULL), LT_OK);
    run(rest, games, path);
    assert_int_equal(whole->moves, rest->moves);
    assert_memory_equal(whole->learner.weight, rest->learner.weight,
                        whole->learner.layout.size * sizeof(t48_weight));
    assert_memory_equal(whole->worker, rest->worker, sizeof *whole->worker);
    t48_train_free(rest);
    t48_train_free(whole);
}

static t48_dir chosen(const char *spec, const t48_grid *grid)
{
    t48_rules rules = t48_rules_default();
    t48_player *player;
    lt_error err;
    if (t48_player_new(&player, spec, &rules, &err) != LT_OK) fail_msg("%s", err.text);
    t48_state at = t48_state_from_grid(grid, &rules);
    t48_player_begin(player, 1);
    t48_dir dir = t48_player_choose(player, &at);
    t48_player_free(player);
    return dir;
}

/* The move after which the chance is largest, the first of equal ones. */
static t48_dir best_chance(const t48_net *walls, t48_board board)
{
    t48_dir best = T48_NONE;
    int32_t value = INT32_MIN;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_board after = t48_board_move(board, (t48_shape){4, 4}, (t48_dir)d, NULL);
        if (after == board || t48_net_walls(walls, after) <= value) continue;
        value = t48_net_walls(walls, after);
        best = (t48_dir)d;
    }
    return best;
}

/* A network of points, and one of walls beside it or as its last stage: boards in a crunch are
 * played by the walls, all others by the points. */
static void crunches_are_played_by_the_walls(void **state)
{
    (void)state;
    char early[128], walls[128], both[128], file[128], spec[3][400];
    snprintf(early, sizeof early, "%s", in_directory("early.train"));
    snprintf(walls, sizeof walls, "%s", in_directory("walls.train"));
    snprintf(both, sizeof both, "%s", in_directory("both.train"));
    snprintf(file, sizeof file, "%s", in_directory("both.net"));
    t48_train *points = new_run("0145,1256@10"), *late = new_run("0145,1256+10-9"), *other;
    points->rule.stage = 0;
    run(points, 200, early);
    run(late, 600, walls);
    lt_error err;
    if (t48_train_join(points, late, &err) != LT_OK || t48_train_save(points, both, &err) != LT_OK)
        fail_msg("%s", err.text);
    t48_net_packing packing = {.size = 2000000, .step = 0.5, .games = 40};
    assert_int_equal(t48_net_quantize(both, &packing, file, NULL, NULL), LT_OK);
    t48_net *packed, *one, *two;
    assert_int_equal(t48_net_open(&packed, file, NULL), LT_OK);
    assert_int_equal(t48_net_open(&one, early, NULL), LT_OK);
    assert_int_equal(t48_net_open(&two, walls, NULL), LT_OK);
    snprintf(spec[0], sizeof spec[0], "ntuple:depth=1,tables=none,net=%s,walls=%s", file, file);
    snprintf(spec[1], sizeof spec[1], "ntuple:depth=1,tables=none,net=%s,walls=%s", early, walls);
    snprintf(spec[2], sizeof spec[2], "ntuple:depth=1,tables=none,net=%s,walls=none", early);
    lt_rng rng;
    lt_rng_seed(&rng, 3);
    int differ = 0;
    for (int i = 0; i < 200; i++) {
        t48_board board = lt_rng_next(&rng) & lt_rng_next(&rng);
        assert_in_range(t48_net_value(packed, board) - t48_net_value(one, board) + 16 * 16, 0,
                        2 * 16 * 16);
        if (!t48_crunch(board, 9, 5))
            assert_int_equal(t48_net_walls(packed, board), T48_NET_WALLS_WHOLE);
        board = t48_walls_crunch(5 + (unsigned)i % 2, 9, &rng);
        assert_in_range(t48_net_walls(packed, board) - t48_net_walls(two, board) + 16 * 16, 0,
                        2 * 16 * 16);
        t48_grid grid = t48_board_grid(board, (t48_shape){4, 4});
        assert_int_equal(chosen(spec[0], &grid), best_chance(packed, board));
        t48_dir dir = chosen(spec[1], &grid);
        assert_int_equal(dir, best_chance(two, board));
        differ += dir != chosen(spec[2], &grid);
    }
    assert_true(differ > 0);
    /* A stage of walls is asked by itself in searches of three moves. */
    snprintf(spec[0], sizeof spec[0], "ntuple:depth=3,tables=none,net=%s", file);
    snprintf(spec[1], sizeof spec[1], "ntuple:depth=3,tables=none,net=%s,walls=%s", file, file);
    snprintf(spec[2], sizeof spec[2], "ntuple:depth=3,tables=none,net=%s,walls=none", file);
    for (int i = differ = 0; i < 50; i++) {
        t48_grid grid = t48_board_grid(t48_walls_crunch(6, 9, &rng), (t48_shape){4, 4});
        t48_dir dir = chosen(spec[0], &grid);
        assert_int_equal(dir, chosen(spec[1], &grid));
        differ += dir != chosen(spec[2], &grid);
    }
    assert_true(differ > 0);
    /* A network without walls is none to play crunches with. */
    t48_rules rules = t48_rules_default();
    t48_player *player;
    snprintf(spec[1], sizeof spec[1], "ntuple:net=%s,walls=%s", early, early);
    assert_int_equal(t48_player_new(&player, spec[1], &rules, &err), LT_BAD_INPUT);
    assert_non_null(strstr(err.text, "knows no walls"));
    assert_int_equal(t48_train_load(&other, walls, NULL), LT_OK);
    /* Walls of another level are another network; other tuples, and none at all, too. */
    assert_int_equal(t48_train_promote(other, "0145,1256@10+8", false, 0, &err), LT_BAD_INPUT);
    static const char *const strangers[] = {"0145,1256+8", "0145,1256+9", "0145,1257+10-9",
                                            "0145,1256@11"};
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        t48_train *stranger = new_run(strangers[i]);
        assert_int_equal(t48_train_join(points, stranger, &err), LT_BAD_INPUT);
        t48_train_free(stranger);
    }
    t48_train_free(other);
    t48_net_free(two);
    t48_net_free(one);
    t48_net_free(packed);
    t48_train_free(late);
    t48_train_free(points);
}

/* Where a table knows a good chance to pass the crunch, its best move is made without a search. */
static void known_chances_are_not_searched(void **state)
{
    (void)state;
    static const char picture[] = "target 32\n####\n##..\n....\n....\n####\n.##.\n....\n....";
    char points[128], walls[128], table[128], spec[400];
    snprintf(points, sizeof points, "%s", in_directory("points.train"));
    snprintf(walls, sizeof walls, "%s", in_directory("late.train"));
    snprintf(table, sizeof table, "%s", in_directory("L.endgame"));
    t48_train *early = new_run("0145,1256@10"), *late = new_run("0145,1256+5");
    early->rule.stage = 0;
    run(early, 50, points);
    run(late, 50, walls);
    t48_pattern pattern;
    t48_endgame_built built;
    t48_endgame_set *set = NULL;
    t48_player *player = NULL;
    lt_error err;
    t48_rules rules = t48_rules_default();
    snprintf(spec, sizeof spec, "ntuple:tables=%s,net=%s,walls=%s", directory, points, walls);
    if (t48_pattern_parse(&pattern, "L", picture, sizeof picture - 1, &err) != LT_OK ||
        t48_endgame_build(&pattern, table, &(t48_endgame_means){.threads = 2}, &built, &err) ||
        t48_endgame_set_open(&set, directory, &err) || t48_player_new(&player, spec, &rules, &err))
        fail_msg("%s", err.text);
    lt_rng rng;
    lt_rng_seed(&rng, 5);
    int known = 0;
    t48_player_begin(player, 1);
    for (int i = 0; i < 300; i++) {
        t48_board board = t48_walls_crunch(6, 5, &rng);
        double chance[T48_DIRS], best = 0;
        for (int d = 0; d < T48_DIRS; d++) {
            t48_board after = t48_board_move(board, rules.shape, (t48_dir)d, NULL);
            bool knows = after != board && t48_endgame_probe(set, after, &chance[d], NULL);
            if (!knows) chance[d] = 0;
            if (chance[d] > best) best = chance[d];
        }
        t48_grid grid = t48_board_grid(board, rules.shape);
        t48_state at = t48_state_from_grid(&grid, &rules);
        uint64_t before = t48_player_nodes(player);
        t48_dir dir = t48_player_choose(player, &at);
        if (best <= 0.3) continue;
        assert_true(t48_player_nodes(player) - before <= T48_DIRS);
        assert_true(chance[dir] == 0 || chance[dir] == best);
        known += chance[dir] == best;
    }
    assert_in_range(known, 20, 290);
    t48_player_free(player);
    t48_endgame_set_free(set);
    t48_train_free(late);
    t48_train_free(early);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_are_shown_alike),
        cmocka_unit_test(boards_to_begin_with_can_be_played),
        cmocka_unit_test(kept_boards_are_taken_in_turn),
        cmocka_unit_test(it_learns_to_pass_crunches),
        cmocka_unit_test(a_resumed_run_equals_an_uninterrupted_one),
        cmocka_unit_test(crunches_are_played_by_the_walls),
        cmocka_unit_test(known_chances_are_not_searched),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
