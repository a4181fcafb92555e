/* The tuning as a state machine: what the store has, what is to be queued next. */
#include "lab/lead_tune.h"

#include "base/clock.h"
#include "lab/lab_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tuning {
    const lab_lead *lead;
    lab_tune_result *out;
    lab_experiment experiment;
    json_t *plan;
    lab_config *points;  /* all configurations so far, iteration by iteration */
    size_t count, room;  /* of points */
    double *outcomes;    /* of all games: goal.games a point; NAN until known */
    uint64_t iterations; /* to do in all; 0: no limit */
    double until;        /* by the clock; 0: no limit */
    char line[96];
} tuning;

/* --- points and outcomes ------------------------------------------------------------ */

lt_status lab_tune_spec(const lab_tune_goal *goal, const char *player, const double *values,
                        lab_config *out, lt_error *err)
{
    snprintf(out->spec, sizeof out->spec, "%s", player);
    out->settings = goal->config.dims;
    for (uint32_t p = 0; p < goal->config.dims; p++) {
        strcpy(out->setting[p].name, goal->key[p]);
        lab_tune_value(goal, p, values[p], out->setting[p].value);
        LT_TRY(lab_spec_put(out->spec, out->setting[p].name, out->setting[p].value, err));
    }
    return LT_OK;
}

static bool make_room(tuning *t, size_t points)
{
    if (points <= t->room) return true;
    size_t room = points + points / 2 + 64, games = t->out->goal.games;
    lab_config *grown = realloc(t->points, room * sizeof *grown);
    if (grown) t->points = grown;
    double *outcomes = realloc(t->outcomes, room * games * sizeof *outcomes);
    if (outcomes) t->outcomes = outcomes;
    lab_tune_step *steps =
        realloc(t->out->steps, (room / t->out->tune.population + 1) * sizeof *steps);
    if (steps) t->out->steps = steps;
    if (!grown || !outcomes || !steps) return false;
    for (size_t i = t->room * games; i < room * games; i++) t->outcomes[i] = NAN;
    t->room = room;
    return true;
}

static lt_status point_of(const tuning *t, uint32_t i, lab_config *out, lt_error *err)
{
    double values[LAB_TUNE_DIMS];
    lab_tune_point(&t->out->tune, i, values);
    *out = (lab_config){.games = t->out->goal.games,
                        .first = t->out->tune.iteration * t->out->goal.games};
    return lab_tune_spec(&t->out->goal, t->experiment.player, values, out, err);
}

static bool take(void *ctx, const lab_result *result)
{
    tuning *t = ctx;
    const lab_config *found = lab_config_find(t->points, t->count, result->config);
    if (!found || result->game < found->first || result->game - found->first >= t->out->goal.games)
        return true;
    size_t at = (size_t)(found - t->points);
    t->outcomes[at * t->out->goal.games + result->game - found->first] =
        lab_metric_game(&t->out->goal.metric, &result->outcome);
    return true;
}

/* --- one iteration -------------------------------------------------------------------- */

static bool complete(const tuning *t)
{
    size_t from = t->out->tune.iteration * t->out->tune.population, games = t->out->goal.games;
    if (from + t->out->tune.population > t->count) return false;
    for (size_t i = from * games; i < (from + t->out->tune.population) * games; i++)
        if (isnan(t->outcomes[i])) return false;
    return true;
}

/* The score of all points together. On one seed they share their luck, so what is
 * independent is the average of each seed; medians only exist for points. */
static void join_scores(const tuning *t, const double *games, const double *outcomes,
                        lab_tune_step *step)
{
    lab_sums sums = {0};
    uint32_t population = t->out->tune.population;
    if (t->out->goal.metric.kind == LAB_METRIC_MEDIAN) {
        for (uint32_t i = 0; i < population; i++) lab_sums_add(&sums, outcomes[i]);
    } else {
        for (size_t g = 0; g < t->out->goal.games; g++) {
            double sum = 0;
            for (uint32_t i = 0; i < population; i++) sum += games[i * t->out->goal.games + g];
            lab_sums_add(&sums, sum / population);
        }
    }
    step->score = sums.mean;
    step->interval = lab_sums_interval(&sums, LAB_MEAN, 0.95);
}

static lt_status tell(tuning *t, lt_error *err)
{
    double outcomes[LAB_TUNE_POPULATION];
    double *games =
        t->outcomes + t->out->tune.iteration * t->out->tune.population * t->out->goal.games;
    lab_tune_step *step = &t->out->steps[t->out->tune.iteration];
    uint32_t best = 0;
    double *sorted = malloc(t->out->goal.games * sizeof *sorted);
    if (!sorted) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (uint32_t i = 0; i < t->out->tune.population; i++) {
        memcpy(sorted, games + i * t->out->goal.games, t->out->goal.games * sizeof *sorted);
        outcomes[i] = lab_metric_games(&t->out->goal.metric, sorted, t->out->goal.games);
        if (outcomes[i] > outcomes[best]) best = i;
    }
    free(sorted);
    join_scores(t, games, outcomes, step);
    step->best_score = outcomes[best];
    lab_tune_point(&t->out->tune, best, step->best);
    LT_TRY(lab_tune_tell(&t->out->tune, outcomes, err));
    lab_tune_recommend(&t->out->tune, step->mean);
    step->sigma = lab_tune_spread(&t->out->tune);
    return LT_OK;
}

static json_t *json_values(const tuning *t, const double *values)
{
    json_t *object = json_object();
    for (uint32_t p = 0; p < t->out->goal.config.dims; p++)
        json_object_set_new(object, t->out->goal.key[p], json_real(values[p]));
    return object;
}

static lt_status note(tuning *t, lt_error *err)
{
    uint64_t number = t->out->tune.iteration;
    const lab_tune_step *s = &t->out->steps[number - 1];
    json_t *body = json_pack(
        "{s:I, s:I, s:o, s:o, s:f, s:o, s:o, s:f}", "step", (json_int_t)number, "games",
        (json_int_t)number * t->out->tune.population * (json_int_t)t->out->goal.games, "best",
        json_values(t, s->best), "mean", json_values(t, s->mean), "score", s->score, "low",
        lab_json_real(s->interval.low), "high", lab_json_real(s->interval.high), "sigma", s->sigma);
    return lab_lead_note(t->lead->store, t->experiment.id, number, body, err);
}

/* The points that the store has must be those that this search would try. */
static lt_status same_points(const tuning *t, lt_error *err)
{
    for (uint32_t i = 0; i < t->out->tune.population; i++) {
        lab_config point;
        LT_TRY(point_of(t, i, &point, err));
        if (strcmp(point.spec,
                   t->points[t->out->tune.iteration * t->out->tune.population + i].spec) != 0)
            return lt_fail(err, LT_DAMAGED,
                           "iteration %llu of %s was made by another version of the search",
                           (unsigned long long)t->out->tune.iteration + 1, t->experiment.name);
    }
    return LT_OK;
}

/* Reads what is new and tells every iteration that is complete. */
static lt_status advance(tuning *t, lt_error *err)
{
    uint64_t from = t->out->tune.iteration * t->out->goal.games, before = t->out->tune.iteration;
    if (!t->count) return LT_OK;
    LT_TRY(lab_results(t->lead->store, t->experiment.id, 0, from, false, take, t, err));
    while (complete(t)) {
        LT_TRY(same_points(t, err));
        LT_TRY(tell(t, err));
    }
    return t->out->tune.iteration > before ? note(t, err) : LT_OK;
}

static bool enough(const tuning *t)
{
    return (t->iterations && t->out->tune.iteration >= t->iterations) ||
           (t->until > 0 && lt_clock_now() >= t->until);
}

/* All configurations of the store, as after a lost connection one cannot know
 * whether the last ones were added. */
static lt_status read_points(tuning *t, lt_error *err)
{
    lab_config *points;
    size_t count;
    LT_TRY(lab_configs(t->lead->store, t->experiment.id, &points, &count, err));
    bool room = make_room(t, count);
    if (room && count) memcpy(t->points, points, count * sizeof *points);
    if (room) t->count = count;
    free(points);
    return room ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

static lt_status more(void *ctx, uint64_t leased, bool *added, lt_error *err)
{
    tuning *t = ctx;
    if (leased) return LT_OK;
    LT_TRY(advance(t, err));
    size_t from = t->out->tune.iteration * t->out->tune.population;
    if (from < t->count)
        return lt_fail(err, LT_LIMIT, "games of iteration %llu of %s are missing",
                       (unsigned long long)t->out->tune.iteration + 1, t->experiment.name);
    if (enough(t)) return LT_OK;
    if (!make_room(t, from + t->out->tune.population))
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (uint32_t i = 0; i < t->out->tune.population; i++)
        LT_TRY(point_of(t, i, &t->points[from + i], err));
    lt_status status =
        lab_extend(t->lead->store, &t->experiment, t->points + from, t->out->tune.population, err);
    if (status == LT_OK) {
        t->count = from + t->out->tune.population;
        *added = true;
    } else if (status == LT_UNAVAILABLE) {
        lt_error again;
        if (lab_reopen(t->lead->store, &again) == LT_OK) return read_points(t, err);
    }
    return status;
}

static void show(void *ctx, lt_progress *line)
{
    tuning *t = ctx;
    uint64_t number = t->out->tune.iteration;
    line->total = t->iterations;
    line->done = number;
    line->unit = "iterations";
    if (!number) return;
    const lab_tune_step *s = &t->out->steps[number - 1];
    snprintf(t->line, sizeof t->line, "%s %.5g [%.5g, %.5g], spread %.3f", t->out->goal.metric.name,
             s->score, s->interval.low, s->interval.high, s->sigma);
    line->note = t->line;
}

/* --- the whole ------------------------------------------------------------------------- */

/* The plan of one that is there; only the number of iterations may be another. */
static lt_status adopt(tuning *t, const lab_tune_terms *ask, lt_error *err)
{
    const lab_experiment *x = &t->experiment;
    LT_TRY(lab_lead_usable(x, LAB_TUNE, err));
    LT_TRY(lab_plan_read(x, &t->plan, err));
    const json_t *kept = json_object_get(t->plan, "iterations");
    json_int_t before = kept ? json_integer_value(kept) : LAB_TUNE_ITERATIONS;
    json_int_t limit = ask->iterations ? (json_int_t)ask->iterations : before;
    json_object_set_new(t->plan, "iterations", json_integer(limit));
    if (ask->plan) {
        json_t *asked = json_deep_copy(ask->plan);
        json_object_set_new(asked, "iterations", json_integer(limit));
        bool same = json_equal(asked, t->plan);
        json_decref(asked);
        if (!same)
            return lt_fail(err, LT_BAD_INPUT,
                           "%s has another plan; without --player laatta lab tune %s goes on "
                           "with that, or choose another name",
                           x->name, x->name);
    }
    return limit == before ? LT_OK : lab_plan_store(t->lead->store, x, t->plan, err);
}

static lt_status enter(tuning *t, const lab_tune_terms *ask, lt_error *err)
{
    bool known;
    LT_TRY(lab_lead_known(t->lead->store, ask->name, &known, &t->experiment, err));
    if (known) return adopt(t, ask, err);
    t->experiment = ask->experiment;
    if (!ask->plan) return lt_fail(err, LT_BAD_INPUT, "--player SPEC is needed");
    snprintf(t->experiment.name, sizeof t->experiment.name, "%s", ask->name);
    t->plan = json_incref(ask->plan);
    t->experiment.plan = lab_plan_text(t->plan);
    if (!t->experiment.plan) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    return lab_add(t->lead->store, &t->experiment, NULL, 0, err);
}

static lt_status search(tuning *t, const lab_tune_terms *ask, lt_error *err)
{
    lab_tune_result *out = t->out;
    strcpy(out->name, t->experiment.name);
    out->seed = t->experiment.seed;
    LT_TRY(lab_tune_goal_read(t->plan, &out->goal, err));
    LT_TRY(lab_tune_init(&out->tune, &out->goal.config, err));
    out->begun = true;
    t->iterations = ask->iterations ? ask->iterations : out->goal.iterations;
    if (ask->seconds > 0) t->until = lt_clock_now() + ask->seconds;
    LT_TRY(read_points(t, err));
    LT_TRY(advance(t, err));
    /* One that was limited by time alone needs a new limit to go on. */
    bool ended =
        (t->experiment.state == LAB_DONE || !t->iterations) && !ask->iterations && t->until <= 0;
    if (ended || enough(t)) return LT_OK;
    LT_TRY(lab_lead_again(t->lead, &t->experiment, err));
    lab_leader leader = {&t->experiment, more, show, t};
    return lab_lead_play(t->lead, &leader, err);
}

lt_status lab_tune_run(const lab_lead *lead, const lab_tune_terms *ask, lab_tune_result *result,
                       lt_error *err)
{
    tuning t = {.lead = lead, .out = result};
    *result = (lab_tune_result){0};
    lt_status status = enter(&t, ask, err);
    if (status == LT_OK) status = search(&t, ask, err);
    if (status == LT_OK) status = lab_lead_end(lead, &t.experiment, err);
    json_decref(t.plan);
    free(t.experiment.plan);
    free(t.points);
    free(t.outcomes);
    return status;
}

void lab_tune_result_release(lab_tune_result *result)
{
    if (result->begun) lab_tune_release(&result->tune);
    free(result->steps);
    *result = (lab_tune_result){0};
}
