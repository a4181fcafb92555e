/* What tests of the puzzle's solvers share: sessions that keep nothing, and solutions
 * that must be optimal. */
#ifndef NP_TESTING_H
#define NP_TESTING_H

#include "testing.h"

#include "laatta/npuzzle.h"

static inline np_session *open_session(const np_position *goal, const char *solver,
                                       const char *heuristic)
{
    np_session *session;
    lt_error err;
    np_options options = {
        .solver = solver, .heuristic = heuristic, .resources = {.threads = 2, .no_cache = true}};
    if (np_session_new(&session, goal, &options, &err) != LT_OK) fail_msg("%s", err.text);
    return session;
}

static inline np_solution solve(np_session *session, const np_position *board)
{
    np_solution solution;
    lt_error err;
    if (np_session_solve(session, board, &solution, &err) != LT_OK) fail_msg("%s", err.text);
    assert_true(solution.optimal);
    return solution;
}

#endif
