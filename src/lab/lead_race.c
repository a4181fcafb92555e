/* The race as a state machine: what the store has, what is to be queued next. */
#include "lab/lead_race.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct racing {
    const lab_lead *lead;
    lab_race_result *out;
    bool begun;            /* the race is to be released */
    bool heard;            /* the store's results were told once */
    lab_race_games *asked; /* room to ask */
    lab_config *next;      /* room to extend */
    uint64_t before;       /* games that were there when this process came */
    lt_status told;        /* of the last outcome */
    lt_error err;
    char line[64];
} racing;

/* --- the plan --------------------------------------------------------------------- */

static json_t *plan_of(const lab_race_terms *ask)
{
    return json_pack("{s:s, s:I, s:I, s:I}", "metric", ask->metric, "cap", (json_int_t)ask->cap,
                     "budget", (json_int_t)ask->budget, "eta", (json_int_t)ask->eta);
}

/* A sweep that waits to be played in full is not raced; a race that was killed
 * may have games waiting, of its own. */
static lt_status check_waiting(const racing *r, const char *text, bool *same, lt_error *err)
{
    const lab_experiment *x = &r->out->experiment;
    lab_progress p;
    bool raced = x->plan && x->plan[0];
    *same = raced && strcmp(text, x->plan) == 0;
    LT_TRY(lab_progress_of(r->lead->store, x->id, &p, err));
    if (*same || p.waiting + p.leased == 0) return LT_OK;
    if (raced)
        return lt_fail(err, LT_BAD_INPUT,
                       "%s is being raced otherwise: %s; laatta lab race %s goes on with that",
                       x->name, x->plan, x->name);
    return lt_fail(err, LT_BAD_INPUT,
                   "%s has %llu games waiting to be played in full; laatta lab work --only %s "
                   "does that first, and laatta lab sweep --race makes a sweep without",
                   x->name, (unsigned long long)p.waiting + p.leased, x->name);
}

static lt_status begin(racing *r, const json_t *plan, lt_error *err)
{
    const char *metric = json_string_value(json_object_get(plan, "metric"));
    json_int_t cap = json_integer_value(json_object_get(plan, "cap"));
    json_int_t budget = json_integer_value(json_object_get(plan, "budget"));
    json_int_t eta = json_integer_value(json_object_get(plan, "eta"));
    if (!metric || cap < 1 || cap > 1000000 || budget < 0 || eta < 2 || eta > 1000)
        return lt_fail(err, LT_DAMAGED, "the plan of %s cannot be read", r->out->experiment.name);
    LT_TRY(lab_metric_parse(metric, false, &r->out->metric, err));
    LT_TRY(
        lab_configs(r->lead->store, r->out->experiment.id, &r->out->configs, &r->out->count, err));
    lab_race_config config = {.k = (uint32_t)r->out->count,
                              .cap = (uint32_t)cap,
                              .budget = (uint64_t)budget,
                              .eta = (uint32_t)eta,
                              .figure = lab_metric_figure(&r->out->metric),
                              .seed = r->out->experiment.seed};
    LT_TRY(lab_race_init(&r->out->race, &config, err));
    r->begun = true;
    r->out->places = malloc(r->out->count * sizeof *r->out->places);
    r->asked = malloc(r->out->count * sizeof *r->asked);
    r->next = malloc(r->out->count * sizeof *r->next);
    return r->out->places && r->asked && r->next ? LT_OK
                                                 : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

/* Keeps the plan with the sweep, once it has proved to be one. */
static lt_status adopt(racing *r, const lab_race_terms *ask, lt_error *err)
{
    const lab_experiment *x = &r->out->experiment;
    static const lab_race_terms usual = {"mean", 100, 0, 3};
    json_t *plan = NULL;
    bool same = false, planned = x->plan && x->plan[0];
    LT_TRY(lab_lead_usable(x, LAB_SWEEP, err));
    if (!ask && planned)
        LT_TRY(lab_plan_read(x, &plan, err));
    else
        plan = plan_of(ask ? ask : &usual);
    char *text = plan ? lab_plan_text(plan) : NULL;
    lt_status status =
        text ? check_waiting(r, text, &same, err) : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) status = begin(r, plan, err);
    if (status == LT_OK && !same) status = lab_set_plan(r->lead->store, x->id, text, err);
    free(text);
    json_decref(plan);
    return status;
}

/* --- the race itself ------------------------------------------------------------- */

static bool take(void *ctx, const lab_result *result)
{
    racing *r = ctx;
    const lab_config *config = lab_config_find(r->out->configs, r->out->count, result->config);
    if (!config || result->game >= r->out->race.config.cap) return true;
    r->out->seconds += result->seconds;
    if (result->game < r->out->race.plan.target[0]) {
        r->out->first_seconds += result->seconds;
        r->out->first_games++;
    }
    r->told =
        lab_race_tell(&r->out->race, (uint32_t)(config - r->out->configs), (uint32_t)result->game,
                      lab_metric_game(&r->out->metric, &result->outcome), &r->err);
    return r->told == LT_OK;
}

static lt_status note_round(racing *r, uint32_t round, lt_error *err)
{
    LT_TRY(lab_race_ranking(&r->out->race, r->out->places, err));
    const lab_race_place *leader = &r->out->places[0];
    json_t *note = json_pack(
        "{s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "round", (json_int_t)round, "alive",
        (json_int_t)r->out->race.active_count, "games", (json_int_t)lab_race_played(&r->out->race),
        "leader", (json_int_t)r->out->configs[leader->configuration].id, "score",
        lab_json_real(leader->sums.mean), "low", lab_json_real(leader->own.low), "high",
        lab_json_real(leader->own.high));
    return lab_lead_note(r->lead->store, r->out->experiment.id, round, note, err);
}

/* Tells the race what the store has. All games below the last round's target are
 * there, so only later ones are read. */
static lt_status learn(racing *r, lt_error *err)
{
    uint32_t before = r->out->race.round;
    uint64_t from = r->heard && before ? r->out->race.plan.target[before - 1] : 0;
    r->told = LT_OK;
    LT_TRY(lab_results(r->lead->store, r->out->experiment.id, 0, from, false, take, r, err));
    if (r->told != LT_OK) {
        *err = r->err;
        return r->told;
    }
    r->heard = true;
    uint32_t finished = r->out->race.round + r->out->race.done;
    return finished > before ? note_round(r, finished, err) : LT_OK;
}

static lt_status more(void *ctx, uint64_t leased, bool *added, lt_error *err)
{
    racing *r = ctx;
    if (leased) return LT_OK;
    LT_TRY(learn(r, err));
    if (lab_race_done(&r->out->race)) return LT_OK;
    size_t stretches = lab_race_ask(&r->out->race, r->asked, r->out->count), wanted = 0;
    for (size_t i = 0; i < stretches; i++) {
        lab_config *config = &r->out->configs[r->asked[i].configuration];
        uint64_t games = (uint64_t)r->asked[i].from + r->asked[i].count;
        if (games <= config->games)
            return lt_fail(err, LT_LIMIT,
                           "game %u of configuration %llu is missing and nobody plays it",
                           r->asked[i].from, (unsigned long long)config->id);
        r->next[wanted] = *config;
        r->next[wanted++].games = games;
    }
    LT_TRY(lab_extend(r->lead->store, &r->out->experiment, r->next, wanted, err));
    for (size_t i = 0; i < wanted; i++)
        r->out->configs[r->asked[i].configuration].games = r->next[i].games;
    *added = true;
    return LT_OK;
}

static void show(void *ctx, lt_progress *line)
{
    racing *r = ctx;
    snprintf(r->line, sizeof r->line, "round %u of %u, %u still in", r->out->race.round + 1,
             r->out->race.plan.rounds, r->out->race.active_count);
    /* What is handed in counts at the end of a round; the worker's own count is live. */
    line->done += r->before;
    line->total = lab_race_most(&r->out->race);
    line->note = r->line;
}

static lt_status race(racing *r, lt_error *err)
{
    lab_race_result *out = r->out;
    double began = lt_clock_now(), processor = lt_clock_cpu();
    lab_leader leader = {&out->experiment, more, show, r};
    LT_TRY(learn(r, err));
    r->before = lab_race_played(&out->race);
    lt_status status = LT_OK;
    if (!lab_race_done(&out->race)) {
        LT_TRY(lab_lead_again(r->lead, &out->experiment, err));
        status = lab_lead_play(r->lead, &leader, err);
    }
    out->elapsed = lt_clock_now() - began;
    out->processor = lt_clock_cpu() - processor;
    LT_TRY(status);
    LT_TRY(lab_race_ranking(&out->race, out->places, err));
    return lab_lead_end(r->lead, &out->experiment, err);
}

static void release(lab_race_result *result, bool begun)
{
    if (begun) lab_race_release(&result->race);
    free(result->experiment.plan);
    free(result->configs);
    free(result->places);
    *result = (lab_race_result){0};
}

void lab_race_result_release(lab_race_result *result)
{
    release(result, true);
}

lt_status lab_race_run(const lab_lead *lead, const char *name, const lab_race_terms *ask,
                       lab_race_result *result, lt_error *err)
{
    racing r = {.lead = lead, .out = result};
    *result = (lab_race_result){0};
    lt_status status = lab_find(lead->store, name, &result->experiment, err);
    if (status == LT_OK) status = adopt(&r, ask, err);
    if (status == LT_OK) status = race(&r, err);
    free(r.asked);
    free(r.next);
    if (status != LT_OK) release(result, r.begun);
    return status;
}
