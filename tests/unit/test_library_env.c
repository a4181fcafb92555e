/* Games side by side are the games of a simulation, whatever the size, and arrays hold what
 * the positions say. */
#include "testing.h"

#include "laatta/env.h"

#include <string.h>

enum { COUNT = 37 };

/* Everything that a step can tell. */
typedef struct arrays {
    uint8_t level[COUNT * T48_CELLS_MAX], final_level[COUNT * T48_CELLS_MAX];
    float reward[COUNT];
    uint8_t terminated[COUNT], truncated[COUNT], legal[4 * COUNT], refused[COUNT];
    uint64_t score[COUNT];
    uint32_t moves[COUNT];
} arrays;

static t48_env_out out_of(arrays *a)
{
    return (t48_env_out){a->level,   a->reward, a->terminated, a->truncated,  a->legal,
                         a->refused, a->score,  a->moves,      a->final_level};
}

static t48_env *make(t48_shape shape, t48_env_restart restart, unsigned until, uint32_t moves)
{
    t48_env_config config = {.rules = {shape, 0.1},
                             .count = COUNT,
                             .seed = 5,
                             .restart = restart,
                             .until = until,
                             .moves = moves};
    t48_env *env;
    lt_error err;
    if (t48_env_new(&env, &config, &err) != LT_OK) fail_msg("%s", err.text);
    return env;
}

/* The plain twin: one game, by the public functions of laatta/game.h. */
typedef struct twin {
    t48_state state;
    lt_rng tiles;
    uint64_t episode;
    bool over;
} twin;

static void begin(twin *t, t48_rules rules, size_t index, uint64_t episode)
{
    t48_spawn_rng(&t->tiles, lt_seed_of(5, index + episode * COUNT));
    t->state = t48_state_empty(&rules);
    t->episode = episode;
    t->over = false;
    t48_state_start(&t->state, &t->tiles);
}

static void compare(const twin *t, const arrays *a, size_t i)
{
    t48_grid grid = t48_state_grid(&t->state);
    unsigned cells = t48_shape_cells(grid.shape), legal = t48_state_legal(&t->state);
    assert_memory_equal(a->level + i * cells, grid.level, cells);
    assert_int_equal(a->score[i], t->state.score);
    assert_int_equal(a->moves[i], t->state.moves);
    for (int d = 0; d < T48_DIRS; d++)
        assert_int_equal(a->legal[4 * i + (size_t)d], legal >> d & 1);
}

static void games_are_those_of_the_twin(void **unused)
{
    (void)unused;
    static const t48_shape shapes[] = {{4, 4}, {2, 2}, {3, 3}, {2, 4}, {4, 2}, {3, 4}, {5, 3}};
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        t48_rules rules = {shapes[s], 0.1};
        t48_env *env = make(shapes[s], T48_RESTART_NEXT, 0, 0);
        static arrays a;
        static twin twins[COUNT];
        t48_env_out out = out_of(&a);
        t48_env_reset(env, 5, &out);
        for (size_t i = 0; i < COUNT; i++) {
            begin(&twins[i], rules, i, 0);
            compare(&twins[i], &a, i);
        }
        lt_rng rng;
        lt_rng_seed(&rng, s);
        uint64_t ended = 0;
        for (uint64_t n = 0; n < test_amount(1500); n++) {
            int32_t actions[COUNT];
            for (size_t i = 0; i < COUNT; i++) actions[i] = (int32_t)lt_rng_below(&rng, 4);
            assert_int_equal(t48_env_step(env, actions, sizeof *actions, &out, NULL), LT_OK);
            for (size_t i = 0; i < COUNT; i++) {
                twin *t = &twins[i];
                uint64_t before = t->state.score;
                bool moved = false, fresh = t->over;
                if (fresh)
                    begin(t, rules, i, t->episode + 1);
                else if ((moved = t48_state_move(&t->state, (t48_dir)actions[i])))
                    t48_state_spawn(&t->state, &t->tiles);
                compare(t, &a, i);
                t->over = t48_state_legal(&t->state) == 0;
                ended += t->over;
                assert_int_equal(a.terminated[i], t->over);
                assert_int_equal(a.refused[i], !moved && !fresh);
                assert_true(a.reward[i] == (fresh ? 0 : (float)(t->state.score - before)));
            }
        }
        assert_true(ended > 0 || getenv("LAATTA_TEST_SHORT"));
        t48_env_free(env);
    }
}

/* At once, never, at a tile, after some moves. */
static void games_end_as_asked(void **unused)
{
    (void)unused;
    static arrays a, before;
    t48_env_out out = out_of(&a);
    const uint8_t actions[COUNT] = {0};
    uint8_t turns[COUNT];
    t48_env *same = make((t48_shape){2, 2}, T48_RESTART_SAME, 0, 0);
    t48_env_reset(same, 5, &out);
    bool ended = false;
    for (unsigned n = 0; n < 60; n++) {
        memset(turns, (int)(n % 4), sizeof turns);
        memset(a.final_level, 0, sizeof a.final_level);
        t48_env_step(same, turns, 1, &out, NULL);
        for (size_t i = 0; i < COUNT; i++) {
            t48_grid last = t48_grid_empty((t48_shape){2, 2});
            memcpy(last.level, a.final_level + 4 * i, 4);
            if (a.terminated[i]) assert_int_equal(t48_grid_legal(&last), 0);
            if (a.terminated[i]) assert_int_not_equal(t48_grid_max_level(&last), 0);
            if (a.terminated[i]) assert_int_equal(t48_env_state(same, i)->moves, 0);
            ended |= a.terminated[i];
        }
    }
    assert_true(ended);
    t48_env_free(same);

    t48_env *none = make((t48_shape){4, 4}, T48_RESTART_NONE, 3, 0);
    t48_env_reset(none, 5, &out);
    for (unsigned n = 0; n < 200; n++) {
        memset(turns, (int)(n % 4), sizeof turns);
        t48_env_step(none, turns, 1, &out, NULL);
    }
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(a.terminated[i], 1);
        assert_int_equal(t48_state_max_level(t48_env_state(none, i)), 3);
    }
    before = a;
    t48_env_step(none, actions, 1, &out, NULL);
    assert_memory_equal(a.level, before.level, COUNT * 16);
    t48_env_free(none);

    t48_env *cut = make((t48_shape){4, 4}, T48_RESTART_NEXT, 0, 2);
    t48_env_reset(cut, 5, &out);
    for (unsigned n = 0; n < 20; n++) {
        memset(turns, (int)(n % 4), sizeof turns);
        t48_env_step(cut, turns, 1, &out, NULL);
        for (size_t i = 0; i < COUNT; i++) assert_int_equal(a.truncated[i], a.moves[i] == 2);
    }
    t48_env_free(cut);
}

static void bad_input_changes_nothing(void **unused)
{
    (void)unused;
    static arrays a, before;
    t48_env_out out = out_of(&a);
    lt_error err;
    t48_env *env = make((t48_shape){4, 4}, T48_RESTART_NEXT, 0, 0);
    t48_env_reset(env, 5, &out);
    before = a;
    int64_t actions[COUNT] = {0};
    actions[COUNT - 1] = -1;
    assert_int_equal(t48_env_step(env, actions, sizeof *actions, &out, &err), LT_BAD_INPUT);
    assert_string_equal(err.text, "action 36 is -1; 0 is up, 1 right, 2 down and 3 left");
    assert_memory_equal(&a, &before, sizeof a);
    int16_t narrow[COUNT] = {-1};
    assert_int_equal(t48_env_step(env, narrow, sizeof *narrow, &out, &err), LT_BAD_INPUT);
    assert_string_equal(err.text, "action 0 is -1; 0 is up, 1 right, 2 down and 3 left");
    assert_int_equal(t48_env_step(env, actions, 3, &out, &err), LT_BAD_INPUT);
    t48_env_free(env);
    t48_env_config config = {.rules = {{9, 4}, 0.1}, .count = 1};
    assert_int_equal(t48_env_new(&env, &config, &err), LT_BAD_INPUT);
    config.rules.shape = (t48_shape){2, 2};
    config.count = 0;
    assert_int_equal(t48_env_new(&env, &config, &err), LT_BAD_INPUT);
    config.count = 1;
    config.until = 6;
    assert_int_equal(t48_env_new(&env, &config, &err), LT_BAD_INPUT);
    assert_null(env);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_those_of_the_twin),
        cmocka_unit_test(games_end_as_asked),
        cmocka_unit_test(bad_input_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
