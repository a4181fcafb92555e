/* Sessions: a goal, a solver and its tables; every answer is replayed. */
#include "base/clock.h"
#include "npuzzle/solver/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct np_session {
    np_position goal;
    char solver[LT_PARAM_TEXT], heuristic[LT_PARAM_TEXT];
    const np_solver_ops *ops;
    lt_params params;
    np_options options;
    np_workshop workshop;
};

lt_status np_session_new(np_session **session, const np_position *goal, const np_options *options,
                         lt_error *err)
{
    *session = NULL;
    np_session *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "no memory for a session");
    s->goal = *goal;
    s->options = *options;
    const char *solver = options->solver ? options->solver : "auto";
    const char *heuristic = options->heuristic ? options->heuristic : "";
    lt_params ignored;
    const np_heuristic_ops *heuristic_ops;
    lt_status status = np_solver_find(solver, &s->ops, &s->params, err);
    if (status == LT_OK && heuristic[0])
        status = np_heuristic_find(heuristic, &heuristic_ops, &ignored, err);
    if (status == LT_OK &&
        (strlen(solver) >= sizeof s->solver || strlen(heuristic) >= sizeof s->heuristic))
        status = lt_fail(err, LT_BAD_INPUT, "a spec has at most %d characters", LT_PARAM_TEXT - 1);
    if (status != LT_OK) {
        free(s);
        return status;
    }
    snprintf(s->solver, sizeof s->solver, "%s", solver);
    snprintf(s->heuristic, sizeof s->heuristic, "%s", heuristic);
    s->options.solver = s->options.heuristic = NULL;
    np_frame_init(&s->workshop.frame, goal);
    s->workshop.resources = np_resources_filled(&options->resources);
    *session = s;
    return LT_OK;
}

void np_session_free(np_session *session)
{
    if (!session) return;
    np_workshop_release(&session->workshop);
    free(session);
}

/* Writes the answer as the user sees the board, checking every move on the way. */
static lt_status replay(const np_session *s, const np_position *start, const np_answer *answer,
                        np_solution *solution, lt_error *err)
{
    solution->moves = malloc((size_t)answer->length + 1);
    if (!solution->moves) return lt_fail(err, LT_NO_MEMORY, "no memory for a solution");
    np_position p = *start;
    for (int i = 0; i < answer->length; i++) {
        np_move move = np_frame_turn(&s->workshop.frame, (np_move)answer->moves[i]);
        solution->moves[i] = np_move_letter(move);
        if (!np_position_move(&p, move))
            return lt_fail(err, LT_DAMAGED, "move %d of the solution found leaves the board",
                           i + 1);
    }
    solution->moves[answer->length] = '\0';
    if (!np_position_equal(&p, &s->goal))
        return lt_fail(err, LT_DAMAGED, "the solution found does not end on the goal");
    return LT_OK;
}

static void describe(const np_session *s, const np_answer *answer, np_solution *solution)
{
    const np_heuristic *h = &s->workshop.heuristic;
    snprintf(solution->solver, sizeof solution->solver, "%s",
             answer->solver ? answer->solver : s->ops->name);
    const char *name = !h->ops ? "" : h->ops->describe ? h->ops->describe(h->tables) : h->ops->name;
    snprintf(solution->heuristic, sizeof solution->heuristic, "%s", name);
}

lt_status np_session_solve(np_session *s, const np_position *start, np_solution *solution,
                           lt_error *err)
{
    memset(solution, 0, sizeof *solution);
    np_task task;
    LT_TRY(np_task_init(&task, start, &s->goal, err));
    s->workshop.setup_seconds = 0;
    np_request request = {.task = &task,
                          .workshop = &s->workshop,
                          .heuristic = s->heuristic[0] ? s->heuristic : NULL,
                          .params = &s->params,
                          .resources = &s->workshop.resources,
                          .seconds = s->options.seconds,
                          .count_all = s->options.count_all};
    np_answer answer = {.length = -1};
    double began = lt_clock_now();
    lt_status status = s->ops->solve(&request, &answer, err);
    solution->setup_seconds = s->workshop.setup_seconds;
    solution->seconds = lt_clock_now() - began - solution->setup_seconds;
    solution->nodes = answer.nodes;
    solution->solutions = s->options.count_all ? answer.solutions : 0;
    solution->lower_bound = answer.lower_bound;
    if (status == LT_OK) {
        solution->length = answer.length;
        solution->optimal = answer.optimal;
        if (answer.optimal) solution->lower_bound = answer.length;
        describe(s, &answer, solution);
        status = replay(s, start, &answer, solution, err);
    }
    free(answer.moves);
    if (status != LT_OK) np_solution_release(solution);
    return status;
}

lt_status np_session_prepare(np_session *s, lt_error *err)
{
    np_solution solution;
    lt_status status = np_session_solve(s, &s->goal, &solution, err);
    np_solution_release(&solution);
    return status;
}

void np_solution_release(np_solution *solution)
{
    free(solution->moves);
    solution->moves = NULL;
}
