/* The sliding puzzle for the page: reading a board, and solving it within a time. */
#include "wasm/engine.h"

#include "laatta/npuzzle.h"

#include <stdio.h>
#include <string.h>

/* The session of the last call; its tables serve the next board of that kind. */
static struct {
    np_session *session;
    int rows, cols;
    double seconds;
    char solver[64];
} kept;

static const uint64_t MEMORY = (uint64_t)256 << 20;

const char *engine_puzzle_parse(const char *text, uint32_t rows, uint32_t cols)
{
    np_position p, goal;
    lt_error err;
    if (np_position_parse(&p, (int)rows, (int)cols, text, strlen(text), &err) != LT_OK)
        return engine_error(&err);
    np_position_goal(&goal, p.rows, p.cols, false);
    if (np_position_reaches(&p, &goal, &err) != LT_OK) return engine_error(&err);
    json *j = engine_begin();
    json_open(j, NULL, '{');
    json_int(j, "rows", p.rows);
    json_int(j, "cols", p.cols);
    json_open(j, "tiles", '[');
    for (int i = 0; i < np_position_cells(&p); i++) json_int(j, NULL, p.tile[i]);
    json_close(j, ']');
    json_close(j, '}');
    return engine_end();
}

static lt_status session_for(const np_position *p, const char *solver, double seconds,
                             lt_error *err)
{
    if (kept.session && kept.rows == p->rows && kept.cols == p->cols && kept.seconds == seconds &&
        strcmp(kept.solver, solver) == 0)
        return LT_OK;
    np_session_free(kept.session);
    kept.session = NULL;
    np_position goal;
    np_position_goal(&goal, p->rows, p->cols, false);
    np_options options = {.solver = solver,
                          .seconds = seconds,
                          .resources = {.threads = 1, .memory = MEMORY, .no_cache = true}};
    LT_TRY(np_session_new(&kept.session, &goal, &options, err));
    kept.rows = p->rows;
    kept.cols = p->cols;
    kept.seconds = seconds;
    snprintf(kept.solver, sizeof kept.solver, "%s", solver);
    return LT_OK;
}

const char *engine_puzzle_solve(const char *text, uint32_t rows, uint32_t cols, const char *solver,
                                double seconds)
{
    np_position p;
    np_solution solution;
    lt_error err;
    if (np_position_parse(&p, (int)rows, (int)cols, text, strlen(text), &err) != LT_OK ||
        session_for(&p, solver, seconds, &err) != LT_OK ||
        np_session_solve(kept.session, &p, &solution, &err) != LT_OK)
        return engine_error(&err);
    json *j = engine_begin();
    json_open(j, NULL, '{');
    json_chars(j, "moves", solution.moves, (size_t)solution.length);
    json_bool(j, "optimal", solution.optimal);
    json_int(j, "lowerBound", solution.lower_bound);
    json_real(j, "nodes", (double)solution.nodes);
    json_real(j, "seconds", solution.seconds);
    json_real(j, "setupSeconds", solution.setup_seconds);
    json_string(j, "solver", solution.solver);
    json_string(j, "heuristic", solution.heuristic);
    json_close(j, '}');
    np_solution_release(&solution);
    return engine_end();
}
