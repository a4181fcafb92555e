/* Solvers against each other, against known answers, and on several threads. */
#include "testing.h"

#include "laatta/npuzzle.h"
#include "npuzzle/solver/solver.h"

#include <string.h>

static np_session *open_session(int rows, int cols, bool blank_first, const char *solver,
                                const char *heuristic, int threads)
{
    np_position goal;
    np_session *session;
    lt_error err;
    np_position_goal(&goal, rows, cols, blank_first);
    np_options options = {.solver = solver,
                          .heuristic = heuristic,
                          .resources = {.threads = threads, .no_cache = true}};
    if (np_session_new(&session, &goal, &options, &err) != LT_OK) fail_msg("%s", err.text);
    return session;
}

static np_solution solve(np_session *session, const np_position *board)
{
    np_solution solution;
    lt_error err;
    if (np_session_solve(session, board, &solution, &err) != LT_OK) fail_msg("%s", err.text);
    return solution;
}

static int length_of(np_session *session, const np_position *board)
{
    np_solution solution = solve(session, board);
    assert_true(solution.optimal);
    assert_int_equal(strlen(solution.moves), solution.length);
    np_solution_release(&solution);
    return solution.length;
}

static np_position board_of(const char *text)
{
    np_position p;
    lt_error err;
    if (np_position_parse(&p, 0, 0, text, strlen(text), &err) != LT_OK) fail_msg("%s", err.text);
    return p;
}

/* The document says 20; breadth-first search says 16. */
static void the_described_example_takes_16_moves(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"astar", "none"},
        {"astar", "manhattan"},
        {"ida", "none"},
        {"ida", "manhattan"},
        {"ida", "linear-conflict"},
        {"ida", "walking-distance"},
        {"ida", "pdb:partition=5-5-5"},
        {"ida:prune=2", "manhattan"},
        {"astar", "pdb:partition=5-5-5"},
        {"astar", "walking-distance"},
        /* These build larger tables, which takes a sanitizer long. */
        {"auto", NULL},
        {"anytime", NULL},
    };
    size_t count = sizeof pairs / sizeof pairs[0] - (test_amount(100) < 100 ? 2 : 0);
    np_position board = board_of("5 1 0 4 6 7 3 8 2 14 10 11 9 13 15 12");
    for (size_t i = 0; i < count; i++) {
        np_session *s = open_session(4, 4, false, pairs[i][0], pairs[i][1], 2);
        assert_int_equal(length_of(s, &board), 16);
        np_session_free(s);
    }
}

/* All 181,440 boards: ida with each informed heuristic agrees with the table. */
static void every_8_puzzle_is_solved_optimally(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"ida", "manhattan"}, {"ida", "linear-conflict"}, {"ida", "walking-distance"},
        {"ida", "pdb"},       {"astar", "manhattan"},     {"anytime", NULL},
        {"ida", "none"},      {"astar", "none"},
    };
    enum { PAIRS = sizeof pairs / sizeof pairs[0], BOARDS = 181440 };
    /* Blind search of one 8-puzzle takes as long as a thousand informed ones. */
    static const uint64_t every[PAIRS] = {11, 23, 11, 3, 61, 61, 18001, 9001};
    np_session *truth = open_session(3, 3, false, "ida", "table", 1), *session[PAIRS];
    for (size_t i = 0; i < PAIRS; i++)
        session[i] = open_session(3, 3, false, pairs[i][0], pairs[i][1], 1);
    uint64_t step = BOARDS / test_amount(BOARDS);
    np_position goal;
    np_position_goal(&goal, 3, 3, false);
    for (uint64_t n = 0; n < 2 * BOARDS; n += step) {
        /* The n-th permutation of nine; half of them are solvable. */
        np_position p = goal;
        uint8_t left[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        uint64_t rest = n;
        for (int c = 0; c < 9; c++) {
            uint64_t i = rest % (uint64_t)(9 - c);
            rest /= (uint64_t)(9 - c);
            p.tile[c] = left[i];
            if (left[i] == 0) p.blank = (uint8_t)c;
            memmove(left + i, left + i + 1, (size_t)(8 - c - (int)i));
        }
        if (np_position_reaches(&p, &goal, NULL) != LT_OK) continue;
        int best = length_of(truth, &p);
        for (size_t i = 0; i < PAIRS; i++)
            if (n / step % every[i] == 0) assert_int_equal(length_of(session[i], &p), best);
    }
    for (size_t i = 0; i < PAIRS; i++) np_session_free(session[i]);
    np_session_free(truth);
}

static void heuristics_agree_on_random_15_puzzles(void **state)
{
    (void)state;
    static const char *const heuristics[] = {"pdb:partition=5-5-5", "pdb:partition=snake-5",
                                             "walking-distance", "linear-conflict"};
    np_session *s[4];
    lt_rng rng;
    lt_rng_seed(&rng, 4);
    for (int i = 0; i < 4; i++) s[i] = open_session(4, 4, false, "ida", heuristics[i], 2);
    uint64_t boards = test_amount(30);
    for (uint64_t n = 0; n < boards; n++) {
        np_position p;
        np_position_goal(&p, 4, 4, false);
        np_position_shuffle(&p, 80, &rng);
        int best = length_of(s[0], &p);
        for (int i = 1; i < 4; i++) assert_int_equal(length_of(s[i], &p), best);
    }
    for (int i = 0; i < 4; i++) np_session_free(s[i]);
}

/* Any goal, also with the blank inside the board, on boards that are not square. */
static void any_goal_can_be_reached(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 8);
    for (int round = 0; round < 60; round++) {
        int rows = 2 + (int)lt_rng_below(&rng, 2), cols = 2 + (int)lt_rng_below(&rng, 3);
        np_position plain, goal, p;
        np_position_goal(&plain, rows, cols, false);
        np_position_random(&goal, &plain, &rng);
        np_position_random(&p, &goal, &rng);
        int best = -1;
        static const char *const pairs[][2] = {
            {"ida", "pdb"}, {"astar", "linear-conflict"}, {"ida", "walking-distance"}};
        for (int i = 0; i < 3; i++) {
            if (rows * cols < 6 && i == 0) continue;
            np_session *s;
            lt_error err;
            np_options options = {.solver = pairs[i][0],
                                  .heuristic = pairs[i][1],
                                  .resources = {.threads = 1, .no_cache = true}};
            assert_int_equal(np_session_new(&s, &goal, &options, &err), LT_OK);
            int length = length_of(s, &p);
            if (best >= 0) assert_int_equal(length, best);
            best = length;
            np_session_free(s);
        }
    }
}

/* Enough nodes to be cut into parts: one thread and many give the same answer. */
static void threads_do_not_change_the_answer(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 3, 5};
    bool brief = test_amount(100) < 100;
    np_position board = board_of("14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0");
    /* Cut into parts on 2^18 nodes: a board of millions, or of some 700,000. */
    if (brief) board = board_of("3 7 15 8 6 4 11 0 5 13 12 14 1 2 9 10");
    np_solution first = {.moves = NULL};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        np_session *s = open_session(4, 4, false, "ida:prune=8",
                                     brief ? "manhattan" : "pdb:partition=5-5-5", threads[i]);
        np_solution one = solve(s, &board);
        if (i == 0) {
            first = one;
        } else {
            assert_string_equal(one.moves, first.moves);
            assert_true(one.nodes == first.nodes);
            np_solution_release(&one);
        }
        np_session_free(s);
    }
    assert_true(first.nodes > (brief ? 1u << 18 : 1000000u));
    np_solution_release(&first);
}

/* Pruning must lose no length: the same boards with and without the automaton. */
static void the_automaton_loses_no_solution(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 31);
    static const int shapes[][2] = {{2, 5}, {3, 3}, {3, 4}, {5, 2}};
    for (size_t i = 0; i < 4; i++) {
        np_session *full =
            open_session(shapes[i][0], shapes[i][1], false, "ida:prune=14", "manhattan", 1);
        np_session *plain =
            open_session(shapes[i][0], shapes[i][1], false, "ida:prune=2", "manhattan", 1);
        for (uint64_t n = 0; n < test_amount(40); n++) {
            np_position p;
            np_position_goal(&p, shapes[i][0], shapes[i][1], false);
            np_position_shuffle(&p, 60, &rng);
            assert_int_equal(length_of(full, &p), length_of(plain, &p));
        }
        np_session_free(full);
        np_session_free(plain);
    }
}

/* Counting against a plain walk over all paths, on the 2x3 board. */
static uint64_t count_paths(const np_position *p, const np_position *goal, int left)
{
    if (left == 0) return np_position_equal(p, goal);
    uint64_t sum = 0;
    for (int m = 0; m < 4; m++) {
        np_position q = *p;
        if (np_position_move(&q, (np_move)m)) sum += count_paths(&q, goal, left - 1);
    }
    return sum;
}

static void all_shortest_solutions_are_counted(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 77);
    np_position goal;
    np_position_goal(&goal, 2, 3, false);
    np_session *s;
    np_options options = {
        .heuristic = "manhattan", .count_all = true, .resources = {.threads = 2, .no_cache = true}};
    assert_int_equal(np_session_new(&s, &goal, &options, NULL), LT_OK);
    for (uint64_t n = 0; n < test_amount(100); n++) {
        np_position p = goal;
        np_position_shuffle(&p, 14, &rng);
        np_solution solution = solve(s, &p);
        assert_true(solution.solutions == count_paths(&p, &goal, solution.length));
        np_solution_release(&solution);
    }
    np_session_free(s);
}

static void limits_end_a_search_with_a_reason(void **state)
{
    (void)state;
    np_position goal, board = board_of("14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0");
    np_position_goal(&goal, 4, 4, false);
    np_session *s;
    np_solution solution;
    lt_error err;
    np_options options = {.solver = "astar", .resources = {.memory = 20000000, .no_cache = true}};
    assert_int_equal(np_session_new(&s, &goal, &options, NULL), LT_OK);
    assert_int_equal(np_session_solve(s, &board, &solution, &err), LT_LIMIT);
    assert_non_null(strstr(err.text, "astar has used the 20 MB it may take"));
    np_session_free(s);
    options = (np_options){.solver = "ida",
                           .heuristic = "manhattan",
                           .seconds = 0.05,
                           .resources = {.threads = 2, .no_cache = true}};
    assert_int_equal(np_session_new(&s, &goal, &options, NULL), LT_OK);
    assert_int_equal(np_session_solve(s, &board, &solution, &err), LT_LIMIT);
    assert_non_null(strstr(err.text, "none is shorter than"));
    np_session_free(s);
    options = (np_options){.solver = "idastar"};
    assert_int_equal(np_session_new(&s, &goal, &options, &err), LT_BAD_INPUT);
    assert_string_equal(err.text,
                        "there is no solver \"idastar\"; there are anytime, astar, auto, ida");
}

static bool say_stop(void *ctx)
{
    (void)ctx;
    return true;
}

static void cancelling_stops_every_solver(void **state)
{
    (void)state;
    lt_control control = {.cancelled = say_stop};
    np_position goal, board;
    lt_rng rng;
    lt_rng_seed(&rng, 2);
    np_position_goal(&goal, 5, 5, false);
    np_position_random(&board, &goal, &rng);
    static const char *const solvers[] = {"ida", "astar"};
    for (int i = 0; i < 2; i++) {
        np_session *s;
        np_solution solution;
        np_options options = {.solver = solvers[i],
                              .heuristic = "manhattan",
                              .resources = {.threads = 2, .no_cache = true, .control = &control}};
        assert_int_equal(np_session_new(&s, &goal, &options, NULL), LT_OK);
        assert_int_equal(np_session_solve(s, &board, &solution, NULL), LT_CANCELLED);
        np_session_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_described_example_takes_16_moves),
        cmocka_unit_test(every_8_puzzle_is_solved_optimally),
        cmocka_unit_test(heuristics_agree_on_random_15_puzzles),
        cmocka_unit_test(any_goal_can_be_reached),
        cmocka_unit_test(threads_do_not_change_the_answer),
        cmocka_unit_test(the_automaton_loses_no_solution),
        cmocka_unit_test(all_shortest_solutions_are_counted),
        cmocka_unit_test(limits_end_a_search_with_a_reason),
        cmocka_unit_test(cancelling_stops_every_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
