/* A long search ends soon after it is asked to, whatever player searches: by processor
 * time, so that other work on the machine does not count. */
#include "game_testing.h"

#include "base/clock.h"
#include "laatta/sim.h"

#include <stdio.h>

typedef struct request {
    double from;  /* cancelled after so much processor time */
    double asked; /* when that was first said; 0: not yet */
} request;

static bool cancelled(void *ctx)
{
    request *r = ctx;
    double now = lt_clock_cpu();
    if (now < r->from) return false;
    if (r->asked == 0) r->asked = now;
    return true;
}

static const struct {
    const char *spec;
    t48_shape shape;
} searches[] = {
    {"alphabeta:depth=8", {8, 8}},
    {"alphabeta:depth=12", {4, 4}},
    {"worstcase:depth=12,smoothness=0,monotonic=0,empty=0,highest=0,merges=0", {8, 8}},
    {"worstcase:depth=12,smoothness=0,monotonic=0,empty=0,highest=0,merges=0", {4, 4}},
    {"expectiminimax:depth=12", {8, 8}},
    {"snake:depth=10", {8, 8}},
    {"montecarlo:playouts=100000", {8, 8}},
    {"montecarlo:playouts=100000", {4, 4}},
    {"walls:nodes=0,depth=16,table=0", {4, 4}},
    {"expectimax:depth=16,cut=0,table=0", {4, 4}},
    {"ntuple:depth=16,cut=0,margin=0,net=4x4-small.net", {4, 4}},
};

static void searches_end_when_asked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        t48_rules rules = {searches[i].shape, 0.1};
        t48_player *player;
        lt_error err;
        if (t48_player_new(&player, searches[i].spec, &rules, &err) != LT_OK)
            fail_msg("%s", err.text);
        request r = {.from = lt_clock_cpu() + 0.2};
        lt_control control = {.ctx = &r, .cancelled = cancelled};
        t48_outcome outcome;
        t48_player_control(player, &control);
        t48_end end = t48_play(player, &rules, NULL, 1, NULL, NULL, &outcome);
        /* The first question after the time was up may come late too. */
        double late = lt_clock_cpu() - r.from;
        assert_int_equal(end, T48_END_CANCELLED);
        assert_true(r.asked > 0);
        if (late > 0.5) fail_msg("%s went on for %.2f s", searches[i].spec, late);
        t48_player_free(player);
    }
}

/* What was searched before the stop must not be remembered as if it were right. */
static void a_stopped_player_plays_on_as_before(void **state)
{
    (void)state;
    static const char *const specs[] = {"worstcase", "expectimax:depth=3",
                                        "ntuple:depth=2,net=4x4-small.net"};
    t48_rules rules = t48_rules_default();
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        t48_player *used, *fresh;
        assert_int_equal(t48_player_new(&used, specs[i], &rules, NULL), LT_OK);
        assert_int_equal(t48_player_new(&fresh, specs[i], &rules, NULL), LT_OK);
        lt_rng tiles;
        t48_state s = first_position(&rules, 3, &tiles);
        for (int move = 0; move < 60; move++) {
            request r = {.from = 0};
            lt_control control = {.ctx = &r, .cancelled = cancelled};
            t48_player_control(used, &control);
            t48_player_choose(used, &s);
            t48_player_control(used, NULL);
            t48_dir dir = t48_player_choose(used, &s);
            assert_int_equal(dir, t48_player_choose(fresh, &s));
            if (dir == T48_NONE) break;
            t48_state_move(&s, dir);
            t48_state_spawn(&s, &tiles);
        }
        t48_player_free(used);
        t48_player_free(fresh);
    }
}

/* The watcher sees every move and can end the game. */
static bool third(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    unsigned *moves = ctx;
    assert_true(t48_state_legal(before) >> dir & 1);
    assert_int_equal(after->moves, before->moves + 1);
    return ++*moves < 3;
}

static void a_watcher_ends_the_game(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_player *player;
    t48_outcome outcome;
    unsigned moves = 0;
    assert_int_equal(t48_player_new(&player, "random", &rules, NULL), LT_OK);
    assert_int_equal(t48_play(player, &rules, NULL, 1, third, &moves, &outcome), T48_END_WATCHER);
    assert_int_equal(outcome.moves, 3);
    assert_int_equal(t48_play(player, &rules, NULL, 1, NULL, NULL, &outcome), T48_END_OVER);
    assert_true(outcome.moves > 3);
    t48_player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_end_when_asked),
        cmocka_unit_test(a_stopped_player_plays_on_as_before),
        cmocka_unit_test(a_watcher_ends_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
