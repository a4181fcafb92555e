/* What every solver is: one const np_solver_ops in solver_NAME.c. */
#ifndef NP_SOLVER_H
#define NP_SOLVER_H

#include "npuzzle/search/heuristic.h"

/* What a session keeps between boards. */
typedef struct np_workshop {
    np_frame frame;
    np_resources resources;
    np_heuristic heuristic;
    char heuristic_spec[LT_PARAM_TEXT]; /* of the open heuristic; "" when none is */
    np_automaton automaton[2];          /* one for small searches, one for large */
    int automaton_length[2];            /* as asked for; 0 when there is none */
    double setup_seconds;               /* spent on tables since the solver was called */
} np_workshop;

typedef struct np_request {
    const np_task *task;
    np_workshop *workshop;
    const char *heuristic; /* a spec, or NULL for the solver's choice */
    const lt_params *params;
    const np_resources *resources;
    double seconds; /* 0: no limit */
    bool count_all;
} np_request;

/* What a solver answers, in the task's own terms. */
typedef struct np_answer {
    uint8_t *moves; /* owned by the answer */
    int length;     /* -1: none */
    bool optimal;
    int lower_bound;
    uint64_t nodes, solutions;
    const char *solver; /* who found it, when the solver asked another one */
} np_answer;

typedef struct np_solver_ops {
    const char *name, *summary;
    const lt_param *params;
    size_t param_count;
    lt_status (*solve)(const np_request *request, np_answer *answer, lt_error *err);
} np_solver_ops;

lt_status np_solver_find(const char *spec, const np_solver_ops **ops, lt_params *params,
                         lt_error *err);
/* Calls the solver a spec names on the same request. */
lt_status np_solver_call(const char *spec, const np_request *request, np_answer *answer,
                         lt_error *err);

/* Makes sure the workshop holds this heuristic. */
lt_status np_workshop_heuristic(np_workshop *workshop, const char *spec, lt_error *err);
/* The automaton of this length, made when it is not there. A long one prunes
 * more but takes longer to make: `large` says which of the two kept it replaces. */
lt_status np_workshop_automaton(np_workshop *workshop, int length, bool large,
                                const np_automaton **automaton, lt_error *err);
void np_workshop_release(np_workshop *workshop);

/* Copies `length` moves into the answer (replacing a longer answer). */
lt_status np_answer_set(np_answer *answer, const uint8_t *moves, int length, lt_error *err);

#endif
