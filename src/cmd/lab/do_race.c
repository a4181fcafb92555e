/* laatta lab race: the best configuration of a sweep with a fraction of its games.
 *
 * What a race decides follows from its plan and the outcomes in the store alone
 * (lab/lab_race.h), so a race that was killed goes on where it was. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/race_report.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"metric", "M", "mean, log-score or reach:TILE (default mean)"},
    {"games", "CAP", "games that the finalists play (default 100)"},
    {"budget", "N", "games of all together (default: a twentieth of the whole sweep)"},
    {"eta", "E", "one in E goes on to the next round (default 3)"},
    CLI_LAB_CREW,
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

/* The plan: as asked for, or as stored when nothing was asked for. */
static bool asked_plan(const cli_args *args, const lab_experiment *x, json_t **plan)
{
    lab_measure measure;
    uint64_t cap, budget, eta;
    lt_error err;
    const char *metric = cli_value(args, "metric");
    bool any =
        metric || cli_flag(args, "games") || cli_flag(args, "budget") || cli_flag(args, "eta");
    *plan = NULL;
    if (!metric) metric = "mean";
    if (lab_measure_parse(metric, false, &measure, &err) != LT_OK) {
        cli_usage_error(args, "%s", err.text);
        return false;
    }
    if (!cli_u64(args, "games", 100, 1, 1000000, &cap) ||
        !cli_u64(args, "budget", 0, 1, INT64_MAX, &budget) ||
        !cli_u64(args, "eta", 3, 2, 1000, &eta))
        return false;
    if (any || !x->plan || !x->plan[0])
        *plan = json_pack("{s:s, s:I, s:I, s:I}", "metric", metric, "cap", (json_int_t)cap,
                          "budget", (json_int_t)budget, "eta", (json_int_t)eta);
    return true;
}

/* A sweep that waits to be played in full is not raced; a race that was killed
 * may have games waiting, of its own. */
static lt_status check_waiting(const racing *r, const char *text, bool *same, lt_error *err)
{
    const lab_experiment *x = &r->experiment;
    lab_progress p;
    bool raced = x->plan && x->plan[0];
    *same = raced && strcmp(text, x->plan) == 0;
    LT_TRY(lab_progress_of(r->store, x->id, &p, err));
    if (*same || p.waiting + p.leased == 0) return LT_OK;
    if (raced)
        return lt_fail(err, LT_BAD_INPUT,
                       "%s is being raced otherwise: %s; laatta lab race %s goes on with that",
                       x->name, x->plan, x->name);
    return lt_fail(err, LT_BAD_INPUT,
                   "%s has %llu games waiting to be played in full; laatta lab work --only %s "
                   "does that first, and laatta lab sweep --race makes a sweep without",
                   x->name, (unsigned long long)(p.waiting + p.leased), x->name);
}

static lt_status begin(racing *r, const json_t *plan, lt_error *err)
{
    const char *metric = json_string_value(json_object_get(plan, "metric"));
    if (!metric)
        return lt_fail(err, LT_DAMAGED, "the plan of %s cannot be read", r->experiment.name);
    snprintf(r->metric, sizeof r->metric, "%s", metric);
    LT_TRY(lab_measure_parse(metric, false, &r->measure, err));
    LT_TRY(lab_configs(r->store, r->experiment.id, &r->configs, &r->count, err));
    lab_race_config config = {.k = (uint32_t)r->count,
                              .cap = (uint32_t)json_integer_value(json_object_get(plan, "cap")),
                              .budget =
                                  (uint64_t)json_integer_value(json_object_get(plan, "budget")),
                              .eta = (uint32_t)json_integer_value(json_object_get(plan, "eta")),
                              .metric = lab_measure_metric(&r->measure),
                              .seed = r->experiment.seed};
    LT_TRY(lab_race_init(&r->race, &config, err));
    r->begun = true;
    r->places = malloc(r->count * sizeof *r->places);
    r->asked = malloc(r->count * sizeof *r->asked);
    r->next = malloc(r->count * sizeof *r->next);
    return r->places && r->asked && r->next ? LT_OK
                                            : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

/* Keeps the plan with the sweep, once it has proved to be one. */
static lt_status adopt(racing *r, json_t **plan, lt_error *err)
{
    LT_TRY(cli_lab_usable(&r->experiment, LAB_SWEEP, err));
    if (!*plan) LT_TRY(cli_lab_plan_read(&r->experiment, plan, err));
    char *text = cli_lab_plan_text(*plan);
    bool same = false;
    lt_status status =
        text ? check_waiting(r, text, &same, err) : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) status = begin(r, *plan, err);
    if (status == LT_OK && !same) status = lab_set_plan(r->store, r->experiment.id, text, err);
    free(text);
    return status;
}

static void end(racing *r)
{
    if (r->begun) lab_race_release(&r->race);
    free(r->experiment.plan);
    free(r->configs);
    free(r->places);
    free(r->asked);
    free(r->next);
}

/* --- the race itself ------------------------------------------------------------- */

static bool take(void *ctx, const lab_result *result)
{
    racing *r = ctx;
    const lab_config *config = lab_config_find(r->configs, r->count, result->config);
    if (!config || result->game >= r->race.config.cap) return true;
    r->seconds += result->seconds;
    if (result->game < r->race.plan.target[0]) {
        r->first_seconds += result->seconds;
        r->first_games++;
    }
    r->told = lab_race_tell(&r->race, (uint32_t)(config - r->configs), (uint32_t)result->game,
                            lab_measure_game(&r->measure, &result->outcome), &r->err);
    return r->told == LT_OK;
}

static lt_status note_round(racing *r, uint32_t round, lt_error *err)
{
    LT_TRY(lab_race_ranking(&r->race, r->places, err));
    const lab_race_place *leader = &r->places[0];
    json_t *note = json_pack(
        "{s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "round", (json_int_t)round, "alive",
        (json_int_t)r->race.active_count, "games", (json_int_t)lab_race_played(&r->race), "leader",
        (json_int_t)r->configs[leader->configuration].id, "score", cli_json_real(leader->sums.mean),
        "low", cli_json_real(leader->own.low), "high", cli_json_real(leader->own.high));
    return cli_lab_note(r->store, r->experiment.id, round, note, err);
}

/* Tells the race what the store has. All games below the last round's target are
 * there, so only later ones are read. */
static lt_status learn(racing *r, lt_error *err)
{
    uint32_t before = r->race.round;
    uint64_t from = r->heard && before ? r->race.plan.target[before - 1] : 0;
    r->told = LT_OK;
    LT_TRY(lab_results(r->store, r->experiment.id, 0, from, false, take, r, err));
    if (r->told != LT_OK) {
        *err = r->err;
        return r->told;
    }
    r->heard = true;
    uint32_t finished = r->race.round + r->race.done;
    return finished > before ? note_round(r, finished, err) : LT_OK;
}

static lt_status more(void *ctx, uint64_t leased, bool *added, lt_error *err)
{
    racing *r = ctx;
    if (leased) return LT_OK;
    LT_TRY(learn(r, err));
    if (lab_race_done(&r->race)) return LT_OK;
    size_t stretches = lab_race_ask(&r->race, r->asked, r->count), wanted = 0;
    for (size_t i = 0; i < stretches; i++) {
        lab_config *config = &r->configs[r->asked[i].configuration];
        uint64_t games = (uint64_t)r->asked[i].from + r->asked[i].count;
        if (games <= config->games)
            return lt_fail(err, LT_LIMIT, "game %u of run %llu is missing and nobody plays it",
                           r->asked[i].from, (unsigned long long)config->id);
        r->next[wanted] = *config;
        r->next[wanted++].games = games;
    }
    LT_TRY(lab_extend(r->store, &r->experiment, r->next, wanted, err));
    for (size_t i = 0; i < wanted; i++)
        r->configs[r->asked[i].configuration].games = r->next[i].games;
    *added = true;
    return LT_OK;
}

static void show(void *ctx, lt_progress *line)
{
    racing *r = ctx;
    snprintf(r->line, sizeof r->line, "round %u of %u, %u still in", r->race.round + 1,
             r->race.plan.rounds, r->race.active_count);
    /* What is handed in counts at the end of a round; the worker's own count is live. */
    line->done += r->before;
    line->total = lab_race_most(&r->race);
    line->note = r->line;
}

static lt_status race(racing *r, lt_error *err)
{
    double began = lt_clock_now(), processor = lt_clock_cpu();
    LT_TRY(learn(r, err));
    r->before = lab_race_played(&r->race);
    cli_lab_lead lead = {.store = r->store,
                         .experiment = &r->experiment,
                         .threads = r->threads,
                         .lease = r->lease,
                         .more = more,
                         .show = show,
                         .ctx = r};
    lt_status status = LT_OK;
    if (!lab_race_done(&r->race)) status = cli_lab_play(&lead, &r->work, err);
    r->elapsed = lt_clock_now() - began;
    r->processor = lt_clock_cpu() - processor;
    if (status == LT_OK) status = lab_race_ranking(&r->race, r->places, err);
    return status;
}

static int run(const cli_args *args)
{
    racing r = {0};
    json_t *plan = NULL;
    int exit_status = 2;
    lt_error err;
    if (!cli_lab_crew(args, &r.threads, &r.lease)) return 2;
    r.store = cli_lab_experiment(args, &r.experiment, &exit_status);
    if (!r.store) return exit_status;
    if (asked_plan(args, &r.experiment, &plan)) {
        lt_status status = adopt(&r, &plan, &err);
        if (status == LT_OK) status = race(&r, &err);
        if (status == LT_OK)
            exit_status = cli_flag(args, "json") ? race_print_json(&r) : race_print(&r);
        else
            exit_status = cli_fail(args, &err);
        if (status == LT_CANCELLED)
            fprintf(stderr, "laatta lab race %s goes on from here\n", r.experiment.name);
    }
    json_decref(plan);
    end(&r);
    lab_close(r.store);
    return exit_status;
}

const cli_command lab_do_race = {
    .name = "lab race",
    .summary = "find the best configuration of a sweep with a fraction of its games",
    .synopsis = "NAME [--metric M] [--games CAP] [--budget N] [--threads T] [--db URL]",
    .options = options,
    .details =
        "Rounds of successive halving: all configurations play a few games on the same\n"
        "seeds, the best third plays on, until the finalists have played CAP games. Whoever\n"
        "is shown to be worse leaves at once. The games are played here, and by any\n"
        "laatta lab work that helps. After Ctrl-C or a crash the same command goes on.\n"
        "\n"
        "examples:\n"
        "  laatta lab sweep wide --race --player worstcase:depth=2 \\\n"
        "      --grid monotonic=0:2:0.1 --grid empty=0.4:2.4:0.2\n"
        "  laatta lab race wide --metric reach:2048 --budget 5000\n"
        "  laatta lab race wide --json\n",
    .run = run,
};
