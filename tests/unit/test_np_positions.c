/* Sliding-puzzle positions: notation, moves, parity, goals. */
#include "testing.h"

#include "laatta/npuzzle.h"
#include "npuzzle/task.h"

#include <stdio.h>
#include <string.h>

static lt_status parse(np_position *p, int rows, int cols, const char *text, lt_error *err)
{
    return np_position_parse(p, rows, cols, text, strlen(text), err);
}

static void every_separator_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"1 2 3 4 5 6 7 8 0", "1,2,3,4,5,6,7,8,0",
                                        "1 2 3/4 5 6/7 8 0", "1 2 3\n4 5 6\n7 8 .",
                                        " 1, 2, 3 /4\t5 6 / 7 8 . "};
    np_position goal, p;
    np_position_goal(&goal, 3, 3, false);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(parse(&p, 0, 0, texts[i], NULL), LT_OK);
        assert_true(np_position_equal(&p, &goal));
        assert_int_equal(p.blank, 8);
    }
    assert_int_equal(parse(&p, 0, 0, "1 2 3 4 / 5 6 7 0", NULL), LT_OK);
    assert_int_equal(p.rows, 2);
    assert_int_equal(p.cols, 4);
    assert_int_equal(parse(&p, 2, 4, "1 2 3 4 5 6 7 0", NULL), LT_OK);
    assert_int_equal(p.rows, 2);
}

static void bad_boards_are_refused_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"", "an empty board"},
        {"1 2 3 4 5", "5 tiles are no square board"},
        {"1 2 3 3", "tile 3 is there twice and 0 is missing"},
        {"1 0 0 3", "the blank 0 is there twice and 2 is missing"},
        {"1 2 4 0", "tile 4; a 2x2 board has tiles 1 to 3 and a 0"},
        {"1 x 2 0", "\"x\" is not a tile"},
        {"1 -2 3 0", "\"-2\" is not a tile"},
        {"1 2 / 3", "the rows have different lengths"},
        {"0", "a 1x1 board; boards go from 2x2 to 16x16"},
        {"1 2 3 999", "tile 999 is too large"},
        {"99999999999999999999999 0 1 2", "is not a tile"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        np_position p;
        lt_error err;
        assert_int_equal(parse(&p, 0, 0, bad[i].text, &err), LT_BAD_INPUT);
        if (!strstr(err.text, bad[i].reason)) fail_msg("%s: %s", bad[i].text, err.text);
    }
    np_position p;
    lt_error err;
    assert_int_equal(parse(&p, 3, 3, "1 2 3 0", &err), LT_BAD_INPUT);
    assert_string_equal(err.text, "4 tiles given; a 3x3 board has 9 (with the blank)");
    assert_int_equal(parse(&p, 3, 0, "", &err), LT_BAD_INPUT);
    assert_string_equal(err.text, "a 3x0 board; boards go from 2x2 to 16x16");
    int rows, cols;
    assert_int_equal(np_shape_parse(&rows, &cols, "3x4", &err), LT_OK);
    assert_true(rows == 3 && cols == 4);
    static const char *const shapes[] = {"", "3", "x", "1x4", "4x17", "3x", "axb", "3x4x5"};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        assert_int_equal(np_shape_parse(&rows, &cols, shapes[i], &err), LT_BAD_INPUT);
}

static void writing_and_reading_are_inverse(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 5);
    for (int rows = 2; rows <= 16; rows++)
        for (int cols = 2; cols <= 16; cols++) {
            np_position goal, p, q;
            char text[NP_TEXT_MAX];
            np_position_goal(&goal, rows, cols, (rows + cols) % 2);
            np_position_random(&p, &goal, &rng);
            assert_int_equal(np_position_reaches(&p, &goal, NULL), LT_OK);
            np_position_format(&p, false, text);
            assert_true(strlen(text) < NP_TEXT_MAX);
            assert_int_equal(parse(&q, 0, 0, text, NULL), LT_OK);
            assert_true(np_position_equal(&p, &q));
            np_position_format(&p, true, text);
            assert_int_equal(parse(&q, rows, cols, text, NULL), LT_OK);
            assert_true(np_position_equal(&p, &q));
        }
}

/* Parity against the obvious: walk all 2x3 positions from the goal and see. */
static void parity_agrees_with_a_walk(void **state)
{
    (void)state;
    np_position goal, queue[720];
    np_position_goal(&goal, 2, 3, false);
    int head = 0, tail = 0;
    queue[tail++] = goal;
    while (head < tail) {
        np_position p = queue[head++];
        for (int m = 0; m < 4; m++) {
            np_position q = p;
            if (!np_position_move(&q, (np_move)m)) continue;
            int i = 0;
            while (i < tail && !np_position_equal(&queue[i], &q)) i++;
            if (i == tail) queue[tail++] = q;
        }
    }
    assert_int_equal(tail, 360);
    for (int i = 0; i < tail; i++) {
        assert_int_equal(np_position_reaches(&queue[i], &goal, NULL), LT_OK);
        np_position q = queue[i];
        int a = q.tile[0] == 0 ? 1 : 0, b = q.tile[a + 1] == 0 ? a + 2 : a + 1;
        uint8_t swap = q.tile[a];
        q.tile[a] = q.tile[b];
        q.tile[b] = swap;
        assert_int_equal(np_position_reaches(&q, &goal, NULL), LT_UNSOLVABLE);
    }
}

static void shuffles_are_solvable_and_repeatable(void **state)
{
    (void)state;
    np_position goal, p, q;
    np_position_goal(&goal, 4, 5, false);
    lt_rng rng, again;
    lt_rng_seed(&rng, 9);
    lt_rng_seed(&again, 9);
    p = q = goal;
    np_position_shuffle(&p, 101, &rng);
    np_position_shuffle(&q, 101, &again);
    assert_true(np_position_equal(&p, &q));
    assert_false(np_position_equal(&p, &goal));
    assert_int_equal(np_position_reaches(&p, &goal, NULL), LT_OK);
    int way = abs(p.blank / 5 - 3) + abs(p.blank % 5 - 4);
    assert_int_equal(way % 2, 1);
}

/* A task's board must follow the user's board through any moves. */
static void tasks_follow_the_board_for_every_goal(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 11);
    for (int round = 0; round < 200; round++) {
        int rows = 2 + (int)lt_rng_below(&rng, 4), cols = 2 + (int)lt_rng_below(&rng, 4);
        np_position plain, goal, p;
        np_position_goal(&plain, rows, cols, false);
        np_position_random(&goal, &plain, &rng);
        np_position_random(&p, &goal, &rng);
        for (int i = 0; i < 20; i++) {
            np_task before, after;
            assert_int_equal(np_task_init(&before, &p, &goal, NULL), LT_OK);
            np_move m = (np_move)lt_rng_below(&rng, 4);
            if (!np_position_move(&p, m)) continue;
            assert_int_equal(np_task_init(&after, &p, &goal, NULL), LT_OK);
            np_position q;
            np_frame_position(&after.frame, &goal, after.board, &q);
            assert_true(np_position_equal(&p, &q));
            assert_int_equal(np_frame_turn(&after.frame, np_frame_turn(&after.frame, m)), m);
        }
        np_task solved;
        assert_int_equal(np_task_init(&solved, &goal, &goal, NULL), LT_OK);
        assert_true(np_task_solved(&solved));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_separator_is_read),
        cmocka_unit_test(bad_boards_are_refused_with_the_reason),
        cmocka_unit_test(writing_and_reading_are_inverse),
        cmocka_unit_test(parity_agrees_with_a_walk),
        cmocka_unit_test(shuffles_are_solvable_and_repeatable),
        cmocka_unit_test(tasks_follow_the_board_for_every_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
