/* What a session keeps: the open heuristic and the pruning automata. */
#include "base/clock.h"
#include "npuzzle/solver/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lt_status np_workshop_heuristic(np_workshop *w, const char *spec, lt_error *err)
{
    if (w->heuristic.ops && strcmp(w->heuristic_spec, spec) == 0) return LT_OK;
    if (strlen(spec) >= sizeof w->heuristic_spec)
        return lt_fail(err, LT_BAD_INPUT, "a heuristic's spec has at most %zu characters",
                       sizeof w->heuristic_spec - 1);
    double began = lt_clock_now();
    np_heuristic_close(&w->heuristic);
    lt_status status = np_heuristic_open(&w->heuristic, spec, &w->frame, &w->resources, err);
    w->setup_seconds += lt_clock_now() - began;
    snprintf(w->heuristic_spec, sizeof w->heuristic_spec, "%s", status == LT_OK ? spec : "");
    return status;
}

lt_status np_workshop_automaton(np_workshop *w, int length, bool large,
                                const np_automaton **automaton, lt_error *err)
{
    *automaton = &w->automaton[large];
    if (w->automaton_length[large] == length) return LT_OK;
    double began = lt_clock_now();
    np_automaton_release(&w->automaton[large]);
    w->automaton_length[large] = 0;
    LT_TRY(np_automaton_init(&w->automaton[large], &w->frame, length, err));
    w->automaton_length[large] = length;
    w->setup_seconds += lt_clock_now() - began;
    return LT_OK;
}

void np_workshop_release(np_workshop *w)
{
    np_heuristic_close(&w->heuristic);
    for (int i = 0; i < 2; i++) np_automaton_release(&w->automaton[i]);
}

lt_status np_answer_set(np_answer *answer, const uint8_t *moves, int length, lt_error *err)
{
    uint8_t *copy = malloc((size_t)length + 1);
    if (!copy) return lt_fail(err, LT_NO_MEMORY, "no memory for a solution");
    if (length) memcpy(copy, moves, (size_t)length);
    free(answer->moves);
    answer->moves = copy;
    answer->length = length;
    return LT_OK;
}
