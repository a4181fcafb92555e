/* Conformance: what holds for every player in the table. */
#include "game_testing.h"

#include "laatta/player.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const t48_shape shapes[] = {{4, 4}, {2, 2}, {2, 3}, {3, 3}, {4, 3}, {5, 5}, {8, 2}};

/* A player may refuse a size, but only when it is made, and with a reason. */
static t48_player *make(const char *spec, t48_shape shape)
{
    t48_rules rules = {shape, 0.1};
    t48_player *player;
    lt_error err = {LT_OK, ""};
    lt_status status = t48_player_new(&player, spec, &rules, &err);
    if (status == LT_OK) return player;
    if (status != LT_UNSUPPORTED && status != LT_UNAVAILABLE) fail_msg("%s: %s", spec, err.text);
    assert_true(strlen(err.text) > 10);
    return NULL;
}

enum { MOVES_MAX = 40 };

static size_t play(t48_player *player, t48_shape shape, uint64_t seed, t48_dir *moves)
{
    t48_rules rules = {shape, 0.1};
    lt_rng rng;
    t48_state s = first_position(&rules, seed, &rng);
    t48_player_begin(player, seed);
    /* Searches on large boards take their time. */
    size_t count = 0, most = t48_shape_cells(shape) > 16 ? 3 : test_amount(4 * MOVES_MAX) / 4 + 4;
    while (count < most) {
        t48_dir dir = t48_player_choose(player, &s);
        assert_true((dir == T48_NONE) == (t48_state_legal(&s) == 0));
        if (dir == T48_NONE) break;
        assert_true(t48_state_move(&s, dir));
        t48_state_spawn(&s, &rng);
        moves[count++] = dir;
    }
    return count;
}

static void every_player_plays_legally_and_repeatably(void **state)
{
    (void)state;
    unsigned made = 0;
    for (size_t i = 0; i < t48_player_count(); i++)
        for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
            const char *name = t48_player_info_at(i)->name;
            t48_player *a = make(name, shapes[k]), *b = make(name, shapes[k]);
            if (!a) continue;
            made++;
            t48_dir first[MOVES_MAX + 4], second[MOVES_MAX + 4];
            size_t n = play(a, shapes[k], 42, first);
            assert_int_equal(play(b, shapes[k], 42, second), n);
            assert_memory_equal(first, second, n * sizeof *first);
            /* And the same player again, with whatever it remembers of the first game. */
            assert_int_equal(play(a, shapes[k], 42, second), n);
            assert_memory_equal(first, second, n * sizeof *first);
            t48_player_free(a);
            t48_player_free(b);
        }
    assert_true(made >= 8 * sizeof shapes / sizeof shapes[0] / 2);
}

static void advice_names_the_move_that_is_played(void **state)
{
    (void)state;
    for (size_t i = 0; i < t48_player_count(); i++) {
        const char *name = t48_player_info_at(i)->name;
        t48_shape shape = {4, 4};
        t48_player *player = make(name, shape);
        if (!player) continue;
        t48_rules rules = t48_rules_default();
        lt_rng rng;
        t48_state s = first_position(&rules, 11, &rng);
        for (int n = 0; n < 12; n++) {
            t48_advice advice;
            t48_player_begin(player, (uint64_t)n);
            t48_dir dir = t48_player_choose(player, &s);
            t48_player_begin(player, (uint64_t)n);
            t48_player_advise(player, &s, &advice);
            assert_int_equal(advice.best, dir);
            assert_int_equal(advice.legal, t48_state_legal(&s));
            assert_true(advice.nodes > 0 && strlen(advice.unit) > 0);
            for (int d = 0; d < T48_DIRS; d++)
                assert_true(isnan(advice.value[d]) == !(advice.legal >> d & 1));
            if (advice.line_length) assert_int_equal(advice.line[0].dir, dir);
            if (dir == T48_NONE) break;
            t48_state_move(&s, dir);
            t48_state_spawn(&s, &rng);
        }
        t48_player_free(player);
    }
}

/* The written-out spec makes the same player. */
static void specs_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < t48_player_count(); i++) {
        t48_player *player = make(t48_player_info_at(i)->name, shapes[0]);
        if (!player) continue;
        t48_player *again = make(t48_player_spec(player), shapes[0]);
        assert_non_null(again);
        assert_string_equal(t48_player_spec(player), t48_player_spec(again));
        t48_player_free(player);
        t48_player_free(again);
    }
}

/* Every parameter takes both ends of its range and nothing beyond. */
static void parameters_keep_to_their_ranges(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    for (size_t i = 0; i < t48_player_count(); i++) {
        const t48_player_info *info = t48_player_info_at(i);
        for (size_t p = 0; p < info->param_count; p++) {
            const lt_param *param = &info->params[p];
            char spec[200];
            t48_player *player;
            lt_error err;
            assert_true(strlen(param->summary) > 5);
            if (param->type == LT_INT || param->type == LT_REAL) {
                assert_true(param->initial >= param->low && param->initial <= param->high);
                snprintf(spec, sizeof spec, "%s:%s=%g", info->name, param->name, param->high + 1);
            } else {
                snprintf(spec, sizeof spec, "%s:%s=%0190d", info->name, param->name, 7);
            }
            lt_status status = t48_player_new(&player, spec, &rules, &err);
            assert_true(status != LT_OK);
        }
    }
}

static void bad_specs_are_refused_with_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *part;
    } bad[] = {
        {"", "there are alphabeta"},
        {"nobody", "there are alphabeta"},
        {"worstcase:depht=4", "it has depth, eval, smoothness"},
        {"worstcase:depth=99", "from 0 to 12"},
        {"worstcase:depth=", "whole number"},
        {"worstcase:depth", "needs a value"},
        {"worstcase:depth=1.5", "whole number"},
        {"worstcase:smoothness=abc", "a number"},
        {"worstcase:eval=nothing", "there are five"},
        {"alphabeta:smoothness=0.1,groups=1", "it has depth, eval, monotonicity"},
        {"random:eval=five", "it has none"},
        {"expectiminimax:placement=best", "mean|worst"},
    };
    t48_rules rules = t48_rules_default();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        t48_player *player;
        lt_error err;
        assert_int_equal(t48_player_new(&player, bad[i].spec, &rules, &err), LT_BAD_INPUT);
        assert_null(player);
        if (!strstr(err.text, bad[i].part)) fail_msg("%s: %s", bad[i].spec, err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_plays_legally_and_repeatably),
        cmocka_unit_test(advice_names_the_move_that_is_played),
        cmocka_unit_test(specs_round_trip),
        cmocka_unit_test(parameters_keep_to_their_ranges),
        cmocka_unit_test(bad_specs_are_refused_with_what_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
