/* The bench lines of the puzzle: node counts of solvers on bench/np_suite.inc. */
#include "laatta/bench.h"
#include "laatta/npuzzle.h"

#include <stdio.h>
#include <string.h>

static const struct suite_line {
    const char *board, *solver, *heuristic;
} suite[] = {
#define X(board, solver, heuristic) {board, solver, heuristic},
#include "bench/np_suite.inc"
#undef X
};

size_t np_bench_count(void)
{
    return sizeof suite / sizeof suite[0];
}

lt_status np_bench_run(size_t index, lt_bench_line *line, lt_error *err)
{
    const struct suite_line *s = &suite[index];
    memset(line, 0, sizeof *line);
    snprintf(line->name, sizeof line->name, "%s, %s: %s", s->solver, s->heuristic, s->board);
    np_position start, goal;
    LT_TRY(np_position_parse(&start, 0, 0, s->board, strlen(s->board), err));
    np_position_goal(&goal, start.rows, start.cols, false);
    np_options options = {
        .solver = s->solver, .heuristic = s->heuristic, .threads = 1, .no_cache = true};
    np_session *session;
    LT_TRY(np_session_new(&session, &goal, &options, err));
    np_solution solution;
    lt_status status = np_session_solve(session, &start, &solution, err);
    if (status == LT_OK) {
        line->work = solution.nodes;
        line->result = (uint64_t)solution.length;
        for (const char *move = solution.moves; *move; move++)
            line->result = line->result * 31 + (uint64_t)(unsigned char)*move;
        np_solution_release(&solution);
    }
    np_session_free(session);
    return status;
}
