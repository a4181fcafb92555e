/* Giving a network more stages: what was learned stays, and what is new knows nothing, or all
 * that was known. Which stage a board belongs to is tested in test_net_values.c. */
#include "net_testing.h"

#include "twenty48/net/net.h"
#include "twenty48/net/net_learn.h"

#include <string.h>

/* Stages that were there stay, less what they are no longer shown. */
static void new_stages_know_nothing(void **state)
{
    (void)state;
    t48_shape four = {4, 4};
    t48_net_layout two = layout_of(four, "012,5@14"), more = layout_of(four, "012,5@13@14@15");
    t48_learner from, to;
    assert_int_equal(t48_learner_init(&from, &two, NULL), LT_OK);
    assert_int_equal(t48_learner_init(&to, &more, NULL), LT_OK);
    for (uint64_t i = 0; i < two.size; i++)
        from.weight[i] = (t48_weight){.value = (float)(i + 1), .strength = 9};
    assert_int_equal(t48_learner_promote(&to, &from, false, 0, NULL), LT_OK);
    for (unsigned stage = 0; stage < 4; stage++)
        for (uint32_t i = 0; i < two.stage_size; i++) {
            uint64_t content = i < two.offset[1] ? i : i - two.offset[1];
            bool known = stage == 0   ? !t48_reaches(content, 13)
                         : stage == 2 ? !t48_reaches(content, 15)
                                      : false;
            const t48_weight *w = &to.weight[stage * more.stage_size + i];
            float value = known ? from.weight[(stage == 2) * two.stage_size + i].value : 0;
            assert_true(w->value == value);
            assert_int_equal(w->strength, known ? 9 : 0);
        }
    /* Or what was known of their boards: 13 of the first stage, 15 of the second. */
    assert_int_equal(t48_learner_promote(&to, &from, true, 0, NULL), LT_OK);
    for (unsigned stage = 0; stage < 4; stage++)
        for (uint32_t i = 0; i < two.stage_size; i++) {
            uint64_t content = i < two.offset[1] ? i : i - two.offset[1];
            bool known = stage == 3 || !t48_reaches(content, more.begins[stage + 1]);
            assert_true(to.weight[stage * more.stage_size + i].value ==
                        (known ? from.weight[(stage >= 2) * two.stage_size + i].value : 0));
        }
    t48_learner_release(&to);
    /* A stage for boards with more tiles, after the one they had: only tuples that see all of
     * these tiles know them to be gone. */
    more = layout_of(four, "012,5@14@14.13");
    assert_int_equal(t48_learner_init(&to, &more, NULL), LT_OK);
    assert_int_equal(t48_learner_promote(&to, &from, true, 0, NULL), LT_OK);
    for (unsigned stage = 1; stage < 3; stage++)
        for (uint32_t i = 0; i < two.stage_size; i++) {
            uint64_t content = i < two.offset[1] ? i : i - two.offset[1];
            bool known = stage == 2 || t48_net_stage(&more, content) < 2;
            assert_true(to.weight[stage * more.stage_size + i].value ==
                        (known ? from.weight[two.stage_size + i].value : 0));
        }
    static const char *const others[] = {"012,5", "012,6@14", "012,5@12@13", "012,5@14.13"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        t48_net_layout other = layout_of(four, others[i]);
        t48_learner none;
        lt_error err;
        assert_int_equal(t48_learner_init(&none, &other, NULL), LT_OK);
        assert_int_equal(t48_learner_promote(&none, &from, false, 0, &err), LT_BAD_INPUT);
        assert_non_null(strstr(err.text, "may only get more stages"));
        t48_learner_release(&none);
    }
    t48_learner_release(&from);
    t48_learner_release(&to);
}

/* With --new copy no board is worth anything else than before, whatever stages there are. */
static void stages_that_are_copies_change_no_value(void **state)
{
    (void)state;
    static const char *const grown[] = {"0145,1256@14@14.13", "0145,1256@13.12.11@14@14.13.12.1",
                                        "0145,1256@2@9.8@14@14.9@14.9.8@15+9"};
    t48_shape four = {4, 4};
    t48_net_layout two = layout_of(four, "0145,1256@14");
    t48_learner from;
    lt_rng rng;
    lt_rng_seed(&rng, 8);
    assert_int_equal(t48_learner_init(&from, &two, NULL), LT_OK);
    for (uint64_t i = 0; i < two.size; i++)
        from.weight[i].value = (float)((int)lt_rng_below(&rng, 2001) - 1000);
    for (size_t k = 0; k < sizeof grown / sizeof grown[0]; k++) {
        t48_net_layout more = layout_of(four, grown[k]);
        t48_learner to;
        assert_int_equal(t48_learner_init(&to, &more, NULL), LT_OK);
        assert_int_equal(t48_learner_promote(&to, &from, true, 0, NULL), LT_OK);
        unsigned met = 0;
        for (int i = 0; i < 20000; i++) {
            t48_board board = random_board(&rng, four);
            if (i % 2) board |= 0xe00000000000dcbull; /* 16384, 8192, 4096, 2048 or more */
            met |= 1u << t48_net_stage(&more, board);
            assert_true(t48_learner_value(&to, board) == t48_learner_value(&from, board));
        }
        assert_true(lt_popcount64(met) >= 3);
        t48_learner_release(&to);
    }
    t48_learner_release(&from);
}

/* More stages of walls come before those that are there, and think the same of every board. */
static void new_walls_are_certain(void **state)
{
    (void)state;
    t48_shape four = {4, 4};
    t48_net_layout two = layout_of(four, "012,5@14+9"), more = layout_of(four, "012,5@14+11-9");
    t48_learner from, to;
    assert_int_equal(t48_learner_init(&from, &two, NULL), LT_OK);
    for (uint64_t i = 0; i < two.size; i++)
        from.weight[i] = (t48_weight){.value = (float)(i + 1), .strength = 9};
    for (int copy = 0; copy < 2; copy++) {
        assert_int_equal(t48_learner_init(&to, &more, NULL), LT_OK);
        assert_int_equal(t48_learner_promote(&to, &from, copy, 1600, NULL), LT_OK);
        uint64_t size = two.stage_size;
        assert_memory_equal(to.weight + size, from.weight + size, size * sizeof *to.weight);
        assert_memory_equal(to.weight + 4 * size, from.weight + 2 * size, size * sizeof *to.weight);
        for (uint64_t i = 2 * size; i < 4 * size; i++)
            assert_true(to.weight[i].value == 1600.0f / 16 && to.weight[i].strength == 0);
        t48_learner_release(&to);
    }
    /* Walls that begin at another level are others. */
    t48_net_layout other = layout_of(four, "012,5@14+11-8");
    assert_int_equal(t48_learner_init(&to, &other, NULL), LT_OK);
    assert_int_equal(t48_learner_promote(&to, &from, false, 0, NULL), LT_BAD_INPUT);
    t48_learner_release(&to);
    t48_learner_release(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_stages_know_nothing),
        cmocka_unit_test(stages_that_are_copies_change_no_value),
        cmocka_unit_test(new_walls_are_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
