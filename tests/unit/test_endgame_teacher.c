/* Tables that teach: what they say and what they leave, and that training learns it. */
#include "endgame_testing.h"

#include "twenty48/endgame/endgame_leaf.h"
#include "twenty48/endgame/endgame_teacher.h"

#include <math.h>

static t48_board board_of(const char *text)
{
    t48_grid grid;
    lt_error err;
    assert_int_equal(t48_grid_parse(text, (t48_shape){4, 4}, &grid, &err), LT_OK);
    return t48_view(&grid);
}

static void new_learner_of(t48_learner *learner, const char *net, float value)
{
    t48_net_layout layout;
    assert_int_equal(t48_net_layout_parse(&layout, (t48_shape){4, 4}, net, NULL), LT_OK);
    assert_int_equal(t48_learner_init(learner, &layout, NULL), LT_OK);
    t48_learner_fill(learner, value);
}

static void new_learner(t48_learner *learner, float value)
{
    new_learner_of(learner, "0123,4567", value);
}

static void test_what_tables_teach(void **state)
{
    (void)state;
    char path[128];
    lt_error err;
    t48_endgame_set *set;
    t48_learner learner;
    t48_pattern pattern = pattern_of("L-32", "####\n##..\n....\n....", 32);
    path_in(path, "L-32");
    build(&pattern, path, 1);
    assert_int_equal(t48_endgame_set_open(&set, directory, &err), LT_OK);
    new_learner(&learner, 5000);
    t48_teacher teacher = t48_endgame_teacher(set);
    double p;
    float value = -1;
    /* The board itself is worth 5,000 to the learner, more than the table makes of it:
     * that is what is to be unlearned. */
    t48_board known = board_of("2048 1024 512 256/128 64 2 0/2 0 0 0/0 0 0 0");
    assert_true(t48_endgame_probe(set, known, &p, NULL) && p > 0.5);
    assert_int_equal(teacher.says(teacher.ctx, &learner, false, known, &value), T48_TAUGHT_EXACT);
    assert_true(fabs((double)value - (p * (128 + 5000) + (1 - p) * 64)) < 2);
    /* A small chance is the least, and what no table knows is not taught. */
    t48_board poor = known;
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    do {
        poor = known;
        for (unsigned i = 7; i < 15; i++) poor |= (uint64_t)lt_rng_below(&rng, 5) << (4 * i);
    } while (!t48_endgame_probe(set, poor, &p, NULL) || p >= 0.5);
    assert_int_equal(teacher.says(teacher.ctx, &learner, false, poor, &value), T48_TAUGHT_LEAST);
    assert_true(value > 0 && value < 0.5f * 5128 + 64);
    value = -1;
    t48_board other = board_of("2048 1024 512 256/128 0 64 0/2 0 0 0/0 0 0 0");
    assert_int_equal(teacher.says(teacher.ctx, &learner, false, other, &value), T48_TAUGHT_NOT);
    assert_true(value == -1);
    t48_learner_release(&learner);
    t48_endgame_set_free(set);
    unlink(path);
}

/* To a stage of walls a table says the chance itself, and always the least: walls may move. */
static void test_what_tables_teach_walls(void **state)
{
    (void)state;
    char path[128];
    lt_error err;
    t48_endgame_set *set;
    t48_learner learner;
    t48_pattern pattern = pattern_of("L-32", "####\n##..\n....\n....", 32);
    path_in(path, "L-32");
    build(&pattern, path, 1);
    assert_int_equal(t48_endgame_set_open(&set, directory, &err), LT_OK);
    new_learner_of(&learner, "0123,4567+5", 5000);
    t48_teacher teacher = t48_endgame_teacher(set);
    double p;
    float value = -1;
    t48_board likely = board_of("1024 512 256 128/64 32 2 0/2 0 0 0/0 0 0 0");
    assert_true(t48_endgame_probe(set, likely, &p, NULL) && p > 0.5);
    assert_int_equal(teacher.says(teacher.ctx, &learner, true, likely, &value), T48_TAUGHT_LEAST);
    assert_true(fabs((double)value - p * T48_WALLS_WHOLE) < 2);
    assert_true(fabs(t48_learner_walls(&learner, likely) - 5000) < 1);
    /* A board whose walls get to merge is in no crunch any more. */
    t48_board passed = board_of("1024 512 256 128/64 32 32 0/2 0 0 0/0 0 0 0");
    assert_true(t48_learner_walls(&learner, passed) == T48_WALLS_WHOLE);
    t48_learner_release(&learner);
    t48_endgame_set_free(set);
    unlink(path);
}

typedef struct saying {
    t48_taught taught;
    float all;
} saying;

static t48_taught all_are_worth(const void *ctx, const t48_learner *learner, bool walls,
                                t48_board after, float *value)
{
    const saying *s = ctx;
    (void)learner;
    (void)walls;
    (void)after;
    *value = s->all;
    return s->taught;
}

/* Learns with a teacher to whom all boards are worth the same. */
static void learn_from(t48_learner *learner, const t48_rule *rule, t48_taught taught, float all)
{
    t48_worker worker = {.turn = 0};
    t48_tally tally;
    lt_rng_seed(&worker.rng, 1);
    saying s = {.taught = taught, .all = all};
    learner->teacher = (t48_teacher){.says = all_are_worth, .ctx = &s};
    t48_learn_round(learner, rule, &worker, 40000, 0, NULL, NULL, &tally);
}

/* What a board learns so. */
static double learned_from(t48_taught taught, float all)
{
    t48_learner learner;
    t48_rule rule = {.rate = 1, .lambda = 0.5f, .steps = 3, .coherent = true};
    new_learner(&learner, 0);
    learn_from(&learner, &rule, taught, all);
    double value = t48_learner_value(&learner, board_of("0 0 0 0/0 0 0 2/0 0 0 0/0 0 0 4"));
    t48_learner_release(&learner);
    return value;
}

static void test_it_is_learned(void **state)
{
    (void)state;
    double value = learned_from(T48_TAUGHT_EXACT, 70000);
    if (fabs(value - 70000) > 3500) fail_msg("%.0f was learned, not 70000", value);
    /* And nothing else: not the points of the moves that follow. */
    assert_true(learned_from(T48_TAUGHT_EXACT, 0) == 0);
    /* What it is worth at least leaves those. */
    double plain = learned_from(T48_TAUGHT_NOT, 0), least = learned_from(T48_TAUGHT_LEAST, 0);
    assert_true(plain > 100 && least == plain);
    assert_true(learned_from(T48_TAUGHT_LEAST, 70000) > 66500);
}

/* Games in a crunch learn from a teacher as well. */
static double walls_learned_from(t48_taught taught, float all)
{
    t48_learner learner;
    t48_rule rule = {.rate = 1, .steps = 1, .coherent = true, .stage = 1};
    new_learner_of(&learner, "0123,4567+5", 0);
    learn_from(&learner, &rule, taught, all);
    double value =
        t48_learner_walls(&learner, board_of("1024 512 256 128/64 32 2 0/0 0 0 0/0 0 0 0"));
    t48_learner_release(&learner);
    return value;
}

static void test_walls_learn_it(void **state)
{
    (void)state;
    /* Nearly all such games pass, which is worth the whole; the teacher says otherwise. */
    double value = walls_learned_from(T48_TAUGHT_EXACT, 70000);
    if (fabs(value - 70000) > 3500) fail_msg("%.0f was learned, not 70000", value);
    double plain = walls_learned_from(T48_TAUGHT_NOT, 0);
    double least = walls_learned_from(T48_TAUGHT_LEAST, 0);
    if (!(plain > 95000 && fabs(least - plain) < 5000))
        fail_msg("%.0f was learned alone, %.0f from one who says nothing new", plain, least);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_tables_teach),
        cmocka_unit_test(test_what_tables_teach_walls),
        cmocka_unit_test(test_it_is_learned),
        cmocka_unit_test(test_walls_learn_it),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
