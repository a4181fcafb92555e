/* The puzzle's solver on a thread of its own. */
#include "tui/tui_solver.h"

#include "tui/tui_screen.h"
#include "tui/tui_thread.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct tui_solver {
    pthread_mutex_t lock;
    np_position start, goal;
    double seconds;
    /* Under the lock: */
    double deadline; /* of the solver at work, tables included */
    bool cancelled, ended, taken;
    char doing[64];
    np_solution solution;
    lt_status status;
    lt_error err;
    int owners; /* the thread, and the game that started it */
};

/* Enough for the tables of a 15-puzzle; a game should not take half the machine. */
static const uint64_t memory_limit = 1u << 29;
/* For making tables; and past the time that the solver keeps by itself. */
static const double table_seconds = 20, slack_seconds = 2;

static void let_go(tui_solver *s)
{
    pthread_mutex_lock(&s->lock);
    bool last = --s->owners == 0;
    pthread_mutex_unlock(&s->lock);
    if (!last) return;
    if (s->ended && !s->taken && s->status == LT_OK) np_solution_release(&s->solution);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static bool cancelled(void *ctx)
{
    tui_solver *s = ctx;
    pthread_mutex_lock(&s->lock);
    bool answer = s->cancelled || tui_now() > s->deadline;
    pthread_mutex_unlock(&s->lock);
    return answer;
}

static void progress(void *ctx, const lt_progress *p)
{
    tui_solver *s = ctx;
    pthread_mutex_lock(&s->lock);
    snprintf(s->doing, sizeof s->doing, "%.60s", p->what ? p->what : "solving");
    pthread_mutex_unlock(&s->lock);
}

/* Sets how long the work may go on; false when nobody wants it any more. */
static bool allow(tui_solver *s, double seconds)
{
    pthread_mutex_lock(&s->lock);
    s->deadline = tui_now() + seconds;
    snprintf(s->doing, sizeof s->doing, "solving");
    bool wanted = !s->cancelled;
    pthread_mutex_unlock(&s->lock);
    return wanted;
}

static lt_status solve(tui_solver *s, const char *name, np_solution *solution, lt_error *err)
{
    lt_control control = {.ctx = s, .progress = progress, .cancelled = cancelled};
    np_options options = {.solver = name,
                          .seconds = s->seconds,
                          .resources = {.memory = memory_limit, .control = &control}};
    np_session *session;
    LT_TRY(np_session_new(&session, &s->goal, &options, err));
    lt_status status = LT_CANCELLED;
    /* Tables are made first, once for all times, and not at the cost of the search.
     * Whatever goes wrong there, the solver meets it again and says so. */
    if (allow(s, table_seconds)) np_session_prepare(session, NULL);
    if (allow(s, s->seconds + slack_seconds))
        status = np_session_solve(session, &s->start, solution, err);
    else
        lt_fail(err, LT_CANCELLED, "cancelled");
    np_session_free(session);
    return status;
}

static void *work(void *ctx)
{
    tui_solver *s = ctx;
    np_solution solution = {0};
    lt_error err = {0};
    lt_status status = solve(s, "auto", &solution, &err);
    if (status == LT_LIMIT || status == LT_CANCELLED || status == LT_NO_MEMORY)
        status = solve(s, "anytime", &solution, &err);
    pthread_mutex_lock(&s->lock);
    s->solution = solution;
    s->status = status;
    s->err = err;
    s->ended = true;
    pthread_mutex_unlock(&s->lock);
    tui_wake();
    let_go(s);
    return NULL;
}

lt_status tui_solver_start(tui_solver **solver, const np_position *start, const np_position *goal,
                           double seconds, lt_error *err)
{
    *solver = NULL;
    tui_solver *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "no memory for the solver");
    s->start = *start;
    s->goal = *goal;
    s->seconds = seconds;
    s->owners = 2;
    snprintf(s->doing, sizeof s->doing, "solving");
    pthread_mutex_init(&s->lock, NULL);
    lt_status status = tui_thread(work, s, "the solver", err);
    if (status != LT_OK) {
        pthread_mutex_destroy(&s->lock);
        free(s);
        return status;
    }
    *solver = s;
    return LT_OK;
}

bool tui_solver_take(tui_solver *solver, np_solution *solution, lt_status *status, lt_error *err)
{
    pthread_mutex_lock(&solver->lock);
    bool ended = solver->ended && !solver->taken;
    if (ended) {
        *solution = solver->solution;
        *status = solver->status;
        *err = solver->err;
        solver->taken = true;
    }
    pthread_mutex_unlock(&solver->lock);
    return ended;
}

void tui_solver_doing(tui_solver *solver, char *out, size_t size)
{
    pthread_mutex_lock(&solver->lock);
    snprintf(out, size, "%s", solver->doing);
    pthread_mutex_unlock(&solver->lock);
}

void tui_solver_free(tui_solver *solver)
{
    if (!solver) return;
    pthread_mutex_lock(&solver->lock);
    solver->cancelled = true;
    pthread_mutex_unlock(&solver->lock);
    let_go(solver);
}
