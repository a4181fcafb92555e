/* Networks with a stage of walls: what they are shown, that they learn to live longer,
 * that a resumed run equals an uninterrupted one, and that players use them. */
#include "directory_testing.h"

#include "laatta/player.h"
#include "twenty48/net/net_train.h"
#include "twenty48/net/net_walls.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Cell by cell: 15 less the number of different larger tiles. */
static t48_board plain_ranked(t48_board board, unsigned first)
{
    t48_board out = 0;
    for (unsigned i = 0; i < 16; i++) {
        unsigned level = board >> (4 * i) & 15, larger = 0;
        for (unsigned other = level + 1; other <= 15; other++)
            for (unsigned j = 0; j < 16; j++)
                if ((board >> (4 * j) & 15) == other) {
                    larger++;
                    break;
                }
        unsigned rank = 15 - larger < first ? first : 15 - larger;
        out |= (t48_board)(level < first ? level : rank) << (4 * i);
    }
    return out;
}

static void large_tiles_are_shown_by_their_rank(void **state)
{
    (void)state;
    assert_true(t48_ranked(0x000000000000abe9ull, 11) == 0x000000000000aef9ull);
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    uint64_t boards = test_amount(100000);
    for (uint64_t n = 0; n < boards; n++) {
        t48_board board = lt_rng_next(&rng);
        for (unsigned empty = lt_rng_below(&rng, 14); empty > 0; empty--)
            board &= ~(15ull << (4 * lt_rng_below(&rng, 16)));
        unsigned first = 2 + lt_rng_below(&rng, 14);
        t48_board shown = t48_ranked(board, first);
        assert_true(shown == plain_ranked(board, first));
        assert_true(t48_ranked(t48_transpose(board), first) == t48_transpose(shown));
        unsigned different = 0;
        for (unsigned level = first; level <= 15; level++)
            for (unsigned i = 0; i < 16; i++)
                if ((board >> (4 * i) & 15) == level) {
                    different++;
                    break;
                }
        /* None shares a rank: then the legal moves are the same, and ranks stay. */
        if (different > 16 - first) continue;
        assert_int_equal(t48_board_legal(shown, (t48_shape){4, 4}),
                         t48_board_legal(board, (t48_shape){4, 4}));
        assert_true(t48_ranked(shown, first) == shown);
    }
}

static void boards_to_begin_with_can_be_played(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 2);
    unsigned most = 0;
    for (int n = 0; n < 5000; n++) {
        t48_board laid = t48_walls_laid(0, &rng), plain = t48_walls_plain(&rng);
        assert_true(t48_board_legal(laid, (t48_shape){4, 4}) != 0);
        assert_true(t48_board_legal(plain, (t48_shape){4, 4}) != 0);
        assert_true(t48_reaches(plain, 13));
        unsigned large = lt_popcount64(t48_from_level(laid, 9));
        assert_in_range(large, 2, 7);
        if (large > most) most = large;
    }
    assert_int_equal(most, 7);
    for (int n = 0; n < 5000; n++) {
        t48_board laid = t48_walls_laid(14, &rng);
        assert_true(t48_board_legal(laid, (t48_shape){4, 4}) != 0);
        assert_true(t48_reaches(laid, 14) && !t48_reaches(laid, 15));
        assert_in_range(lt_popcount64(t48_from_level(laid, 9)), 1, 6);
        assert_in_range(t48_walls_age(laid), 7400, 15000);
    }
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
    rule.stage = layout.stages - 1;
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

static const char *const net = "0123,4567,0145,1256@12+11";

static void it_learns_to_live_longer(void **state)
{
    (void)state;
    uint64_t games = test_amount(600) + 60;
    t48_train *train = new_run(net);
    run(train, games, NULL);
    const t48_train_point *first = &train->point[0], *last = &train->point[train->points - 1];
    assert_true(last->mean > (games > 200 ? 2.5 : 1.1) * first->mean);
    assert_true(last->mean <= T48_WALLS_MOVES);
    /* The stages that are chosen by level have learned nothing. */
    const t48_net_layout *layout = &train->learner.layout;
    assert_int_equal(layout->stages, 3);
    for (uint64_t i = 0; i < 2 * (uint64_t)layout->stage_size; i++)
        assert_true(train->learner.weight[i].value == 0);
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

/* One network of points and one of walls become one, whose late boards are played by the
 * walls and whose early ones by the points. */
static void two_networks_become_one_to_play_with(void **state)
{
    (void)state;
    char early[128], walls[128], both[128], file[128], spec[400];
    snprintf(early, sizeof early, "%s", in_directory("early.train"));
    snprintf(walls, sizeof walls, "%s", in_directory("walls.train"));
    snprintf(both, sizeof both, "%s", in_directory("both.train"));
    snprintf(file, sizeof file, "%s", in_directory("both.net"));
    t48_train *points = new_run("0145,1256@10"), *late = new_run("0145,1256+11"), *other;
    points->rule.stage = 0;
    run(points, 200, early);
    run(late, 60, walls);
    lt_error err;
    if (t48_train_join(points, late, &err) != LT_OK || t48_train_save(points, both, &err) != LT_OK)
        fail_msg("%s", err.text);
    t48_net_packing packing = {.size = 2000000, .step = 0.5, .games = 12};
    assert_int_equal(t48_net_quantize(both, &packing, file, NULL, NULL), LT_OK);
    t48_net *packed, *one, *two;
    assert_int_equal(t48_net_open(&packed, file, NULL), LT_OK);
    assert_int_equal(t48_net_open(&one, early, NULL), LT_OK);
    assert_int_equal(t48_net_open(&two, walls, NULL), LT_OK);
    lt_rng rng;
    lt_rng_seed(&rng, 3);
    for (int i = 0; i < 1000; i++) {
        t48_board board = lt_rng_next(&rng) & lt_rng_next(&rng);
        assert_in_range(t48_net_value(packed, board) - t48_net_value(one, board) + 16 * 16, 0,
                        2 * 16 * 16);
        assert_in_range(t48_net_walls(packed, board) - t48_net_walls(two, board) + 16 * 16, 0,
                        2 * 16 * 16);
    }
    int differ = 0;
    for (int i = 0; i < 200; i++) {
        t48_board board = t48_walls_laid(0, &rng);
        if (!t48_reaches(board, 14)) board = (board & ~15ull) | 14;
        t48_grid grid = t48_board_grid(board, (t48_shape){4, 4});
        t48_dir best = T48_NONE, dir[2];
        int32_t value = INT32_MIN;
        for (int d = 0; d < T48_DIRS; d++) {
            t48_board after = t48_board_move(board, (t48_shape){4, 4}, (t48_dir)d, NULL);
            if (after == board || t48_net_walls(packed, after) <= value) continue;
            value = t48_net_walls(packed, after);
            best = (t48_dir)d;
        }
        for (int never = 0; never < 2; never++) {
            snprintf(spec, sizeof spec, "ntuple:depth=1,net=%s%s", file, never ? ",walls=16" : "");
            dir[never] = chosen(spec, &grid);
        }
        assert_int_equal(dir[0], best);
        differ += dir[1] != best;
    }
    assert_true(differ > 0);
    assert_int_equal(t48_train_load(&other, walls, NULL), LT_OK);
    /* Walls of another level are another network; other tuples, and none at all, too. */
    assert_int_equal(t48_train_promote(other, "0145,1256@10+12", false, &err), LT_BAD_INPUT);
    static const char *const strangers[] = {"0145,1256+12", "0145,1257+11", "0145,1256@11"};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_tiles_are_shown_by_their_rank),
        cmocka_unit_test(boards_to_begin_with_can_be_played),
        cmocka_unit_test(it_learns_to_live_longer),
        cmocka_unit_test(a_resumed_run_equals_an_uninterrupted_one),
        cmocka_unit_test(two_networks_become_one_to_play_with),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
