/* Play in this process, add games as results call for them, leave everything so that
 * it can be gone on with after any end. */
#include "lab/lead.h"

#include <math.h>
#include <stdlib.h>

typedef struct leading {
    const lab_lead *lead;
    const lab_leader *leader;
} leading;

/* Somebody else may have paused or cancelled it since. */
static lt_status look_again(const leading *l, uint64_t leased, lt_error *err)
{
    lab_experiment now;
    lab_progress progress;
    lab_store *store = l->lead->store;
    LT_TRY(lab_find_id(store, l->leader->experiment->id, &now, err));
    free(now.plan);
    if (now.state != LAB_ACTIVE)
        return lt_fail(err, LT_CANCELLED, "%s was %s by somebody", now.name,
                       lab_state_name(now.state));
    if (leased) return LT_OK;
    LT_TRY(lab_progress_of(store, now.id, &progress, err));
    if (progress.failed)
        return lt_fail(err, LT_LIMIT, "%llu games of %s failed (see laatta lab status %s)",
                       (unsigned long long)progress.failed, now.name, now.name);
    return LT_OK;
}

static lt_status more(void *ctx, uint64_t leased, bool *added, lt_error *err)
{
    const leading *l = ctx;
    LT_TRY(look_again(l, leased, err));
    return l->leader->more(l->leader->ctx, leased, added, err);
}

static void show(void *ctx, const lt_progress *playing)
{
    const leading *l = ctx;
    lt_progress line = *playing;
    line.what = l->leader->experiment->name;
    l->leader->show(l->leader->ctx, &line);
    lt_report(l->lead->control, &line);
}

static bool cancelled(void *ctx)
{
    const leading *l = ctx;
    return lt_cancelled(l->lead->control);
}

lt_status lab_lead_play(const lab_lead *lead, const lab_leader *leader, lt_error *err)
{
    leading l = {lead, leader};
    lt_control control = {&l, show, cancelled};
    lab_work_config config = {.threads = lead->threads,
                              .allowed = lead->allowed,
                              .experiment = leader->experiment->id,
                              .lease = lead->lease,
                              .patience = lead->patience,
                              .control = &control,
                              .say = lead->say,
                              .say_ctx = lead->say_ctx,
                              .more = more,
                              .more_ctx = &l};
    lab_work_done done;
    return lab_work(lead->store, &config, &done, err);
}

static lt_status set_state(const lab_lead *lead, lab_experiment *x, lab_state state, lt_error *err)
{
    if (x->state == state) return LT_OK;
    LT_TRY(lab_set_state(lead->store, x->id, state, err));
    x->state = state;
    return LT_OK;
}

lt_status lab_lead_end(const lab_lead *lead, lab_experiment *x, lt_error *err)
{
    lab_progress p;
    LT_TRY(lab_progress_of(lead->store, x->id, &p, err));
    return p.waiting + p.leased ? LT_OK : set_state(lead, x, LAB_DONE, err);
}

lt_status lab_lead_again(const lab_lead *lead, lab_experiment *x, lt_error *err)
{
    return set_state(lead, x, LAB_ACTIVE, err);
}

lt_status lab_lead_known(lab_store *store, const char *name, bool *known,
                         lab_experiment *experiment, lt_error *err)
{
    lt_status status = lab_find(store, name, experiment, err);
    *known = status == LT_OK;
    return status == LT_BAD_INPUT ? LT_OK : status;
}

lt_status lab_lead_usable(const lab_experiment *x, lab_kind kind, lt_error *err)
{
    if (x->kind != kind)
        return lt_fail(err, LT_BAD_INPUT, "%s is of kind %s, not %s", x->name,
                       lab_kind_name(x->kind), lab_kind_name(kind));
    if (x->state == LAB_CANCELLED)
        return lt_fail(err, LT_BAD_INPUT, "%s was cancelled; choose another name", x->name);
    if (x->state == LAB_PAUSED)
        return lt_fail(err, LT_BAD_INPUT, "%s is paused; laatta lab resume %s lets it go on",
                       x->name, x->name);
    return LT_OK;
}

char *lab_plan_text(const json_t *plan)
{
    return json_dumps(plan, JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(17));
}

lt_status lab_plan_read(const lab_experiment *x, json_t **plan, lt_error *err)
{
    *plan = json_loads(x->plan ? x->plan : "", 0, NULL);
    if (json_is_object(*plan)) return LT_OK;
    json_decref(*plan);
    *plan = NULL;
    return lt_fail(err, LT_DAMAGED, "the plan of %s cannot be read", x->name);
}

lt_status lab_plan_store(lab_store *store, const lab_experiment *x, const json_t *plan,
                         lt_error *err)
{
    char *text = lab_plan_text(plan);
    lt_status status = text ? lab_set_plan(store, x->id, text, err)
                            : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(text);
    return status;
}

lt_status lab_lead_note(lab_store *store, uint64_t experiment, uint64_t step, json_t *note,
                        lt_error *err)
{
    char *text = json_dumps(note, JSON_COMPACT | JSON_REAL_PRECISION(10));
    json_decref(note);
    lt_status status = text ? lab_note(store, experiment, step, text, err)
                            : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(text);
    return status;
}

json_t *lab_json_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}
