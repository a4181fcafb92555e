/* Solutions of boards of any size: always legal, never longer for more time. */
#include "testing.h"

#include "laatta/npuzzle.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/search/construct.h"
#include "npuzzle/search/stages.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>

static void replay(const np_task *task, const uint8_t *moves, int length)
{
    np_task t = *task;
    for (int i = 0; i < length; i++) {
        int to = np_step(t.frame.rows, t.frame.cols, t.blank, (np_move)moves[i]);
        assert_true(to >= 0);
        t.board[t.blank] = t.board[to];
        t.board[to] = t.frame.goal_blank;
        t.blank = (uint8_t)to;
    }
    assert_true(np_task_solved(&t));
}

/* Every shape from 2x2 to 16x16, with the goal blank anywhere. */
static void construction_solves_every_shape(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 3);
    for (int rows = 2; rows <= 16; rows++)
        for (int cols = 2; cols <= 16; cols++) {
            if (test_amount(100) < 100 && rows * cols > 64) continue;
            np_position plain, goal, p;
            np_position_goal(&plain, rows, cols, false);
            int rounds = rows * cols <= 49 ? 20 : 2;
            for (int round = 0; round < rounds; round++) {
                if (round % 2)
                    np_position_random(&goal, &plain, &rng);
                else
                    goal = plain;
                np_position_random(&p, &goal, &rng);
                np_task task;
                uint8_t *moves;
                int length;
                assert_int_equal(np_task_init(&task, &p, &goal, NULL), LT_OK);
                assert_int_equal(np_construct(&task, &moves, &length, NULL), LT_OK);
                replay(&task, moves, length);
                free(moves);
            }
        }
}

/* A stage's count of moves falls by one along some move, until it is 0. */
static void stages_lead_to_their_end(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 6);
    np_position goal, p;
    np_position_goal(&goal, 6, 7, false);
    np_position_random(&p, &goal, &rng);
    np_task t;
    np_stages stages;
    assert_int_equal(np_task_init(&t, &p, &goal, NULL), LT_OK);
    assert_int_equal(np_stages_init(&stages, &t.frame, NULL), LT_OK);
    for (int i = 0; i < stages.count; i++) {
        np_stages_open(&stages, i);
        for (int left = np_stages_moves(&stages, t.board, t.blank); left > 0; left--) {
            bool moved = false;
            for (int m = 0; m < 4 && !moved; m++) {
                int to = np_step(6, 7, t.blank, (np_move)m);
                if (to < 0 || !np_stages_free(&stages, to)) continue;
                uint8_t tile = t.board[to];
                t.board[t.blank] = tile;
                t.board[to] = t.frame.goal_blank;
                moved = np_stages_moves(&stages, t.board, to) == left - 1;
                if (moved) {
                    t.blank = (uint8_t)to;
                } else {
                    t.board[to] = tile;
                    t.board[t.blank] = t.frame.goal_blank;
                }
            }
            assert_true(moved);
        }
    }
    for (int c = 0; c < 42; c++)
        if (stages.solved_by[c] < stages.count) assert_int_equal(t.board[c], c);
    np_stages_release(&stages);
}

static int solve_in(int rows, int cols, bool blank_first, uint64_t seed, double seconds,
                    int *lower_bound)
{
    np_position goal, p;
    np_session *s;
    np_solution solution;
    lt_error err;
    lt_rng rng;
    lt_rng_seed(&rng, seed);
    np_position_goal(&goal, rows, cols, blank_first);
    np_position_random(&p, &goal, &rng);
    np_options options = {
        .solver = "anytime", .seconds = seconds, .resources = {.threads = 2, .no_cache = true}};
    assert_int_equal(np_session_new(&s, &goal, &options, &err), LT_OK);
    if (np_session_solve(s, &p, &solution, &err) != LT_OK) fail_msg("%s", err.text);
    int length = solution.length;
    *lower_bound = solution.lower_bound;
    assert_true(length >= solution.lower_bound);
    assert_int_equal(solution.optimal, length == solution.lower_bound);
    np_solution_release(&solution);
    np_session_free(s);
    return length;
}

/* The session replays every answer, so what comes back is legal; threads share the work. */
static void every_size_is_answered_in_time(void **state)
{
    (void)state;
    static const int shapes[][2] = {{2, 2}, {2, 16}, {16, 3}, {5, 6}, {6, 6}, {7, 9}, {16, 16}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        int bound;
        int length = solve_in(shapes[i][0], shapes[i][1], i % 2, i, 0.4, &bound);
        assert_true(length > 0 || bound == 0);
    }
}

static void small_boards_are_proved_optimal(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        int bound;
        int length = solve_in(3, 4, false, seed, 20, &bound);
        assert_int_equal(length, bound);
    }
}

/* What is allocated, at its most, looked at whenever a beam asks whether to go on. */
typedef struct taken {
    size_t before, most;
} taken;

static size_t allocated(void)
{
#if defined(__GLIBC__)
    struct mallinfo2 info = mallinfo2(); /* all 0 under sanitizers */
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static bool look(void *ctx)
{
    taken *t = ctx;
    size_t now = allocated();
    if (now > t->before && now - t->before > t->most) t->most = now - t->before;
    return false;
}

/* However wide the first beam is asked to be. */
static void beams_keep_to_the_memory(void **state)
{
    (void)state;
    enum { BYTES = 24000000, OTHER = 4000000 }; /* for all, and what is not the beams' */
    for (int side = 4; side <= 6; side += 2) {
        lt_rng rng;
        lt_rng_seed(&rng, 5);
        np_position goal, p;
        np_position_goal(&goal, side, side, false);
        np_position_random(&p, &goal, &rng);
        taken t = {.before = allocated()};
        lt_control control = {.ctx = &t, .cancelled = look};
        np_options options = {
            .solver = "anytime:width=1000000",
            .heuristic = "linear-conflict",
            .seconds = 1,
            .resources = {.threads = 1, .memory = BYTES, .no_cache = true, .control = &control}};
        np_session *session;
        np_solution solution;
        assert_int_equal(np_session_new(&session, &goal, &options, NULL), LT_OK);
        assert_int_equal(np_session_solve(session, &p, &solution, NULL), LT_OK);
        assert_true(t.most <= BYTES + OTHER);
        np_solution_release(&solution);
        np_session_free(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(construction_solves_every_shape),
        cmocka_unit_test(stages_lead_to_their_end),
        cmocka_unit_test(every_size_is_answered_in_time),
        cmocka_unit_test(small_boards_are_proved_optimal),
        cmocka_unit_test(beams_keep_to_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
