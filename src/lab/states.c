/* Kinds and states of experiments: their names, and changing a state. */
#include "laatta/lab.h"

#include <stdlib.h>

const char *lab_kind_name(lab_kind kind)
{
    static const char *const names[] = {"queue", "sweep", "sprt", "race", "tune"};
    return (unsigned)kind < LAB_KINDS ? names[kind] : "?";
}

const char *lab_state_name(lab_state state)
{
    static const char *const names[] = {"active", "paused", "cancelled", "done"};
    return (unsigned)state < LAB_STATES ? names[state] : "?";
}

lab_state lab_state_now(const lab_experiment *x, const lab_progress *p)
{
    bool played = p->games > 0 && p->waiting + p->leased == 0;
    bool led = x->kind == LAB_SPRT || x->kind == LAB_TUNE || (x->plan && x->plan[0]);
    return x->state == LAB_ACTIVE && played && !led ? LAB_DONE : x->state;
}

lt_status lab_change_state(lab_store *store, const char *name, lab_state state,
                           lab_progress *progress, lt_error *err)
{
    lab_experiment x;
    LT_TRY(lab_find(store, name, &x, err));
    lt_status status = lab_progress_of(store, x.id, progress, err);
    lab_state now = status == LT_OK ? lab_state_now(&x, progress) : x.state;
    if (status == LT_OK && (now == LAB_CANCELLED || now == LAB_DONE))
        status = lt_fail(err, LT_BAD_INPUT, "%s %s; nothing is left to play", x.name,
                         now == LAB_DONE ? "is done" : "was cancelled");
    if (status == LT_OK) status = lab_set_state(store, x.id, state, err);
    if (status == LT_OK) status = lab_progress_of(store, x.id, progress, err);
    free(x.plan);
    return status;
}
