/* ida: iterative-deepening A* (Korf, 1985), pruned by an automaton, on all cores. */
#include "base/clock.h"
#include "npuzzle/search/deepen.h"
#include "npuzzle/solver/solver.h"

static const lt_param params[] = {
    {.name = "prune",
     .summary = "longest redundant path the automaton knows; 2 forbids undoing only",
     .type = LT_INT,
     .initial = 14,
     .low = 2,
     .high = 24},
};

/* The length for small searches, which do not repay the making of a longer automaton. */
enum { SMALL_PRUNE = 10 };

static lt_status solve(const np_request *r, np_answer *answer, lt_error *err)
{
    const char *heuristic = r->heuristic ? r->heuristic : "pdb";
    /* A redundant path is a solution too, so counting them all prunes only undoing. */
    int prune = r->count_all ? NP_PRUNE_UNDO : lt_params_int(r->params, "prune");
    LT_TRY(np_workshop_heuristic(r->workshop, heuristic, err));
    const np_automaton *automaton;
    LT_TRY(np_workshop_automaton(r->workshop, prune < SMALL_PRUNE ? prune : SMALL_PRUNE, false,
                                 &automaton, err));
    np_deepen d = {.task = r->task,
                   .heuristic = &r->workshop->heuristic,
                   .automaton = automaton,
                   .resources = r->resources,
                   .count_all = r->count_all,
                   .deadline = r->seconds > 0 ? lt_clock_now() + r->seconds : 0};
    lt_status status = np_deepen_start(&d, err);
    while (status == LT_OK && !d.found && !d.stopped) {
        bool was_small = !d.large;
        status = np_deepen_step(&d, err);
        if (status == LT_OK && d.large && was_small && prune > SMALL_PRUNE)
            status = np_workshop_automaton(r->workshop, prune, true, &d.automaton, err);
    }
    answer->nodes = d.nodes;
    answer->solutions = d.solutions;
    answer->lower_bound = d.bound;
    if (status == LT_OK && d.stopped)
        status = lt_cancelled(r->resources->control)
                     ? lt_fail(err, LT_CANCELLED, "stopped; no solution is shorter than %d moves",
                               d.bound)
                     : lt_fail(err, LT_LIMIT,
                               "no solution in %g s; none is shorter than %d moves (try --solver "
                               "anytime)",
                               r->seconds, d.bound);
    if (status == LT_OK) {
        status = np_answer_set(answer, d.path, d.length, err);
        answer->optimal = r->workshop->heuristic.ops->admissible;
    }
    np_deepen_release(&d);
    return status;
}

const np_solver_ops np_solver_ida = {
    .name = "ida",
    .summary = "iterative deepening: optimal, no memory, all cores",
    LT_PARAMS(params),
    .solve = solve,
};
