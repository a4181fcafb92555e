/* Leading an experiment: play in this process, add games as results call for them,
 * leave everything so that the same command goes on after any end. */
#include "cmd/lab/cli_lab.h"

#include "base/threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct leading {
    const cli_lab_lead *lead;
    lt_control bar; /* the command line's own */
} leading;

static void say(void *ctx, const char *text)
{
    (void)ctx;
    cli_control_done();
    fprintf(stderr, "laatta lab: %s\n", text);
}

/* Somebody else may have paused or cancelled it since. */
static lt_status look_again(const cli_lab_lead *lead, uint64_t leased, lt_error *err)
{
    lab_experiment now;
    lab_progress progress;
    LT_TRY(lab_find_id(lead->store, lead->experiment->id, &now, err));
    free(now.plan);
    if (now.state != LAB_ACTIVE)
        return lt_fail(err, LT_CANCELLED, "%s was %s by somebody", now.name,
                       lab_state_name(now.state));
    if (leased) return LT_OK;
    LT_TRY(lab_progress_of(lead->store, now.id, &progress, err));
    if (progress.failed)
        return lt_fail(err, LT_LIMIT, "%llu games of %s failed (see laatta lab status %s)",
                       (unsigned long long)progress.failed, now.name, now.name);
    return LT_OK;
}

static lt_status more(void *ctx, uint64_t leased, bool *added, lt_error *err)
{
    const leading *l = ctx;
    LT_TRY(look_again(l->lead, leased, err));
    return l->lead->more(l->lead->ctx, leased, added, err);
}

static void show(void *ctx, const lt_progress *playing)
{
    leading *l = ctx;
    lt_progress line = *playing;
    line.what = l->lead->experiment->name;
    l->lead->show(l->lead->ctx, &line);
    l->bar.progress(l->bar.ctx, &line);
}

static bool cancelled(void *ctx)
{
    const leading *l = ctx;
    return l->bar.cancelled(l->bar.ctx);
}

bool cli_lab_crew(const cli_args *args, int *threads, double *lease)
{
    uint64_t count;
    if (!cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &count) ||
        !cli_real(args, "lease", 15, 0.2, 86400, lease))
        return false;
    *threads = (int)count;
    return true;
}

lt_status cli_lab_play(const cli_lab_lead *lead, lab_work_done *done, lt_error *err)
{
    leading l = {lead, cli_control()};
    lt_control control = {&l, show, cancelled};
    lab_work_config config = {.threads = lead->threads,
                              .experiment = lead->experiment->id,
                              .lease = lead->lease,
                              .patience = 60,
                              .control = &control,
                              .say = say,
                              .more = more,
                              .more_ctx = &l};
    lt_status status = lab_work(lead->store, &config, done, err);
    cli_control_done();
    return status;
}

lt_status cli_lab_known(lab_store *store, const char *name, bool *known, lab_experiment *experiment,
                        lt_error *err)
{
    lt_status status = lab_find(store, name, experiment, err);
    *known = status == LT_OK;
    return status == LT_BAD_INPUT ? LT_OK : status;
}

lt_status cli_lab_usable(const lab_experiment *x, lab_kind kind, lt_error *err)
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

char *cli_lab_plan_text(const json_t *plan)
{
    return json_dumps(plan, JSON_SORT_KEYS | JSON_COMPACT | JSON_REAL_PRECISION(17));
}

lt_status cli_lab_plan_read(const lab_experiment *x, json_t **plan, lt_error *err)
{
    *plan = json_loads(x->plan ? x->plan : "", 0, NULL);
    return json_is_object(*plan)
               ? LT_OK
               : lt_fail(err, LT_DAMAGED, "the plan of %s cannot be read", x->name);
}

lt_status cli_lab_note(lab_store *store, uint64_t experiment, uint64_t step, json_t *note,
                       lt_error *err)
{
    char *text = json_dumps(note, JSON_COMPACT | JSON_REAL_PRECISION(10));
    json_decref(note);
    lt_status status = text ? lab_note(store, experiment, step, text, err)
                            : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(text);
    return status;
}

json_t *cli_json_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}
