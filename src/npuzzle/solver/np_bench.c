/* The bench lines of the puzzle: solutions and node counts of solvers on
 * bench/np_suite.inc, and of the parts of `anytime` that know no clock on random
 * boards of the sizes in bench/np_anytime.inc. */
#include "laatta/bench.h"
#include "laatta/npuzzle.h"
#include "npuzzle/search/beam.h"
#include "npuzzle/search/construct.h"
#include "npuzzle/search/stages.h"
#include "npuzzle/solver/solver.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct suite_line {
    const char *board, *solver, *heuristic;
} suite[] = {
#define X(board, solver, heuristic) {board, solver, heuristic},
#include "bench/np_suite.inc"
#undef X
};

static const struct anytime_line {
    int rows, cols;
    uint32_t width;
    bool staged;
} anytime[] = {
#define X(rows, cols, width, staged) {rows, cols, width, staged},
#include "bench/np_anytime.inc"
#undef X
};

enum { SUITE = sizeof suite / sizeof suite[0], ANYTIME = sizeof anytime / sizeof anytime[0] };

size_t np_bench_count(void)
{
    return SUITE + ANYTIME;
}

static lt_status bench_solver(const struct suite_line *s, lt_bench_line *line, lt_error *err)
{
    snprintf(line->name, sizeof line->name, "%s, %s: %s", s->solver, s->heuristic, s->board);
    np_position start, goal;
    LT_TRY(np_position_parse(&start, 0, 0, s->board, strlen(s->board), err));
    np_position_goal(&goal, start.rows, start.cols, false);
    np_options options = {.solver = s->solver,
                          .heuristic = s->heuristic,
                          .resources = {.threads = 1, .no_cache = true}};
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

/* Takes over `moves`. */
static void add_moves(lt_bench_line *line, uint8_t *moves, int length)
{
    line->result = line->result * 31 + (uint64_t)length;
    for (int i = 0; i < length; i++) line->result = line->result * 31 + moves[i];
    free(moves);
}

/* A beam without a deadline, through stages or not. */
static lt_status bench_beam(const struct anytime_line *a, const np_task *task, lt_bench_line *line,
                            lt_error *err)
{
    np_heuristic heuristic;
    np_resources alone = {.threads = 1, .no_cache = true};
    LT_TRY(np_heuristic_open(&heuristic, "linear-conflict", &task->frame, &alone, err));
    np_stages stages;
    lt_status status = a->staged ? np_stages_init(&stages, &task->frame, err) : LT_OK;
    if (status == LT_OK) {
        atomic_int best;
        atomic_init(&best, INT_MAX);
        np_beam beam = {.task = task,
                        .heuristic = &heuristic,
                        .stages = a->staged ? &stages : NULL,
                        .width = a->width,
                        .seed = 1,
                        .best = &best};
        status = np_beam_run(&beam, err);
        line->work = beam.nodes;
        if (beam.moves) add_moves(line, beam.moves, beam.length);
        if (a->staged) np_stages_release(&stages);
    }
    np_heuristic_close(&heuristic);
    return status;
}

static lt_status bench_anytime(const struct anytime_line *a, lt_bench_line *line, lt_error *err)
{
    snprintf(line->name, sizeof line->name, "anytime on %dx%d: construction, %sbeam of %u", a->rows,
             a->cols, a->staged ? "staged " : "", (unsigned)a->width);
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    np_position start, goal;
    np_position_goal(&goal, a->rows, a->cols, false);
    np_position_random(&start, &goal, &rng);
    np_task task;
    uint8_t *moves;
    int length;
    LT_TRY(np_task_init(&task, &start, &goal, err));
    LT_TRY(np_construct(&task, &moves, &length, err));
    add_moves(line, moves, length);
    return bench_beam(a, &task, line, err);
}

lt_status np_bench_run(size_t index, lt_bench_line *line, lt_error *err)
{
    memset(line, 0, sizeof *line);
    return index < SUITE ? bench_solver(&suite[index], line, err)
                         : bench_anytime(&anytime[index - SUITE], line, err);
}
