/* The solver of the sliding puzzle on a thread of its own: the screen stays
 * alive, the time is limited, and it can be cancelled.
 *
 * First the solver that proves its answer gets the time; if it does not finish,
 * the one that always has an answer gets as much again. */
#ifndef TUI_SOLVER_H
#define TUI_SOLVER_H

#include "laatta/npuzzle.h"

typedef struct tui_solver tui_solver;

lt_status tui_solver_start(tui_solver **solver, const np_position *start, const np_position *goal,
                           double seconds, lt_error *err);
/* True once it has ended: *status and *err tell how. On LT_OK the solution is
 * the caller's. tui_wake tells when there is something to take. */
bool tui_solver_take(tui_solver *solver, np_solution *solution, lt_status *status, lt_error *err);
/* What it is doing, for people. */
void tui_solver_doing(tui_solver *solver, char *out, size_t size);
/* Cancels if need be and lets go of it; the thread cleans up behind itself. */
void tui_solver_free(tui_solver *solver);

#endif
