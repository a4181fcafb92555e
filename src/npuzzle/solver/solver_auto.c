/* auto: the solver and the heuristic that suit the board.
 *
 *   up to 9 cells      ida with the table of all positions (milliseconds to make)
 *   up to 16 cells     ida with pattern tables: those cached, or quick ones
 *   more               anytime: the time asked for, or its own default
 *
 * When --time ends ida early, anytime gets the last fifth of it.
 *
 * Counting all solutions is a matter for ida on any board. */
#include "npuzzle/solver/solver.h"

enum { TABLE_CELLS = 9, OPTIMAL_CELLS = 16 };
static const double OPTIMAL_SHARE = 0.8;

static lt_status solve(const np_request *r, np_answer *answer, lt_error *err)
{
    np_request own = *r;
    int cells = r->task->frame.cells;
    if (cells > OPTIMAL_CELLS && !r->count_all) return np_solver_call("anytime", &own, answer, err);
    if (!own.heuristic)
        own.heuristic = cells <= TABLE_CELLS ? "table" : cells <= 25 ? "pdb" : "linear-conflict";
    if (r->seconds > 0 && !r->count_all) own.seconds = OPTIMAL_SHARE * r->seconds;
    lt_status status = np_solver_call("ida", &own, answer, err);
    if (status != LT_LIMIT || r->count_all) return status;
    /* Out of time without the shortest solution: any is better than none. */
    own.seconds = (1 - OPTIMAL_SHARE) * r->seconds;
    return np_solver_call("anytime", &own, answer, err);
}

const np_solver_ops np_solver_auto = {
    .name = "auto",
    .summary = "chooses solver and heuristic for the board",
    .solve = solve,
};
