/* High tiles as networks are shown them, against plain twins. The level above which a
 * network is shown a board a step lower is chosen for it: no other
 * one plays better, and what is chosen without being asked is what the file says. Those of the
 * large networks were measured (data/nets/README.md); games that tell are too long for a test. */
#include "testing.h"

#include "laatta/player.h"
#include "laatta/sim.h"
#include "twenty48/net/net.h"
#include "twenty48/net/net_kernel.h"

#include <stdio.h>
#include <string.h>

static void a_board_reaches_what_its_highest_tile_does(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 3);
    for (uint64_t n = 0; n < test_amount(200000); n++) {
        /* Mostly low tiles, so that every level is sometimes not reached. */
        t48_board board = lt_rng_next(&rng) & lt_rng_next(&rng) & lt_rng_next(&rng);
        unsigned highest = 0;
        for (t48_board rest = board; rest; rest >>= 4)
            if ((rest & 15) > highest) highest = rest & 15;
        for (unsigned level = 1; level < 16; level++)
            assert_int_equal(t48_reaches(board, level), highest >= level);
    }
}

/* How many tiles there are of each level; returns the highest. */
static unsigned count_levels(t48_board board, unsigned count[16])
{
    unsigned top = 0;
    memset(count, 0, 16 * sizeof *count);
    for (unsigned i = 0; i < 16; i++) {
        unsigned level = board >> (4 * i) & 15;
        count[level]++;
        if (level > top) top = level;
    }
    return top;
}

/* The lowering in plain words: count the levels, find the gap, step down above it. */
static t48_board lowered_plainly(t48_board board, unsigned highest)
{
    for (;;) {
        unsigned count[16], top = count_levels(board, count), gap = 0;
        if (top <= highest) return board;
        for (unsigned level = 1; level < top; level++)
            if (count[level] == 0 && (level == 1 || count[level - 1] < 2)) gap = level;
        for (unsigned level = top - 1; gap == 0 && level >= 1; level--)
            if (count[level] == 0) gap = level;
        if (gap == 0) return board;
        for (unsigned i = 0; i < 16; i++)
            if ((board >> (4 * i) & 15) > gap) board -= 1ull << (4 * i);
    }
}

static void boards_are_lowered_as_said(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 4);
    for (uint64_t n = 0; n < test_amount(300000); n++) {
        /* A narrow range of levels: gaps are few, and pairs many. */
        t48_board board = lt_rng_next(&rng);
        if (n % 2) board = (board & lt_rng_next(&rng)) | 0x8888888888888888u;
        for (unsigned highest = 8; highest <= 15; highest++)
            assert_true(t48_lowered(board, highest) == lowered_plainly(board, highest));
    }
}

/* Only with a gap from level `guide` on, of those from 10 on the highest that lasts. */
static t48_board guided_plainly(t48_board board, unsigned guide)
{
    for (;;) {
        unsigned count[16], top = count_levels(board, count), gap = 0, any = 0;
        for (unsigned level = 1; level < top; level++) {
            if (count[level] > 0) continue;
            any = level;
            if (level >= 10 && count[level - 1] < 2) gap = level;
        }
        if (top < 14 || any < guide) return board;
        if (gap == 0) gap = any;
        for (unsigned i = 0; i < 16; i++)
            if ((board >> (4 * i) & 15) > gap) board -= 1ull << (4 * i);
    }
}

static void late_boards_are_guided_as_said(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 5);
    unsigned guided = 0;
    for (uint64_t n = 0; n < test_amount(300000); n++) {
        t48_board board = lt_rng_next(&rng) & lt_rng_next(&rng);
        if (n % 2) board |= 0xe0b0c000ull;
        for (unsigned guide = 10; guide <= 13; guide++) {
            t48_board shown = t48_guided(board, guide);
            assert_true(shown == guided_plainly(board, guide));
            assert_int_equal(t48_board_legal(shown, (t48_shape){4, 4}),
                             t48_board_legal(board, (t48_shape){4, 4}));
            guided += shown != board;
        }
        assert_true(t48_guided(board, 0) == board);
    }
    assert_true(guided > 0);
}

/* A lone 16384 is played as a lone 8192 is, unless that is not wanted. */
static void a_player_is_guided(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_player *player[2];
    static const char *const spec[] = {"ntuple:depth=2,tables=none",
                                       "ntuple:depth=2,tables=none,guide=16"};
    static const char *const board[] = {"16384 4 4 2/2 0 0 2/0 0 2 0/0 0 0 0",
                                        "8192 4 4 2/2 0 0 2/0 0 2 0/0 0 0 0"};
    for (int i = 0; i < 2; i++) {
        lt_error err;
        if (t48_player_new(&player[i], spec[i], &rules, &err) != LT_OK) fail_msg("%s", err.text);
        t48_advice advice[2];
        for (int k = 0; k < 2; k++) {
            t48_grid grid;
            assert_int_equal(t48_grid_parse(board[k], rules.shape, &grid, NULL), LT_OK);
            t48_state position = t48_state_from_grid(&grid, &rules);
            memset(&advice[k], 0, sizeof advice[k]);
            t48_player_advise(player[i], &position, &advice[k]);
        }
        for (int d = 0; d < T48_DIRS; d++)
            assert_int_equal(advice[0].value[d] == advice[1].value[d], i == 0);
        t48_player_free(player[i]);
    }
}

static double mean_score(const char *spec, uint64_t games)
{
    t48_sim_config config = {.player = spec,
                             .rules = {.shape = {4, 4}, .fours = 0.1},
                             .seed = 3,
                             .games = games,
                             .threads = 1};
    t48_sim *sim;
    lt_error err = {LT_OK, ""};
    if (t48_sim_run(&sim, &config, &err) != LT_OK) fail_msg("%s: %s", spec, err.text);
    double sum = 0;
    for (uint64_t i = 0; i < games; i++) sum += (double)t48_sim_outcome(sim, i)->score;
    t48_sim_free(sim);
    return sum / (double)games;
}

static void the_small_network_is_shown_what_suits_it(void **state)
{
    (void)state;
    uint64_t games = test_amount(24);
    if (games < 24) skip(); /* a few games say nothing */
    double chosen = mean_score("ntuple:depth=1,net=4x4-small.net", games);
    assert_true(chosen == mean_score("ntuple:depth=1,net=4x4-small.net,downgrade=12", games));
    for (unsigned level = 10; level <= 15; level++) {
        char spec[80];
        snprintf(spec, sizeof spec, "ntuple:depth=1,net=4x4-small.net,downgrade=%u", level);
        double other = mean_score(spec, games);
        if (other > chosen) fail_msg("downgrade=%u: %.0f, chosen %.0f", level, other, chosen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_reaches_what_its_highest_tile_does),
        cmocka_unit_test(boards_are_lowered_as_said),
        cmocka_unit_test(late_boards_are_guided_as_said),
        cmocka_unit_test(a_player_is_guided),
        cmocka_unit_test(the_small_network_is_shown_what_suits_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
