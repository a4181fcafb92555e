/* laatta lab tune: parameters that make a player better, found by noisy games.
 *
 * The points of an iteration are configurations of the experiment; iteration i
 * plays games i * N .. i * N + N - 1 of each, so that all its points meet the same
 * seeds and no two iterations do. The search is a function of the plan and the
 * outcomes (lab/lab_tune.h): a run that was killed tells a fresh search what the
 * store has and goes on, bit for bit. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/tune_plan.h"
#include "cmd/lab/tune_trace.h"

#include "base/clock.h"
#include "lab/lab_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"player", "SPEC", "who is tuned; its own values are the start"},
    {"param", "KEY=LOW:HIGH", "a parameter and its range (:int after it: whole numbers); many"},
    {"method", "M", "cma, or spsa when games are costly (default cma)"},
    {"metric", "M", "mean, median, log-score or reach:TILE (default mean)"},
    {"games", "N", "games of each point of an iteration (default 50)"},
    {"population", "P", "points of an iteration, for cma (default 4 + 3 ln parameters)"},
    {"iterations", "N", "stop after so many (default 50)"},
    {"time", "SECONDS", "stop after the iteration that is under way then"},
    {"seed", "S", "seed of the experiment and of the search (default 1)"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    CLI_LAB_CREW,
    {"svg", "FILE", "draw the way that the search took"},
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

typedef struct tuning {
    lab_store *store;
    lab_experiment experiment;
    json_t *plan;
    tune_plan goal;
    lab_tune tune;
    bool begun;          /* tune is to be released */
    lab_config *points;  /* all configurations so far, iteration by iteration */
    size_t count, room;  /* of points */
    double *outcomes;    /* of all games: goal.games a point; NAN until known */
    tune_step *steps;    /* one a finished iteration */
    uint64_t iterations; /* to do in all; 0: no limit */
    double until;        /* by the clock; 0: no limit */
    int threads;
    double lease;
    char line[96];
} tuning;

/* --- points and outcomes ------------------------------------------------------------ */

static bool make_room(tuning *t, size_t points)
{
    if (points <= t->room) return true;
    size_t room = points + points / 2 + 64, games = t->goal.games;
    lab_config *grown = realloc(t->points, room * sizeof *grown);
    if (grown) t->points = grown;
    double *outcomes = realloc(t->outcomes, room * games * sizeof *outcomes);
    if (outcomes) t->outcomes = outcomes;
    tune_step *steps = realloc(t->steps, (room / t->tune.population + 1) * sizeof *steps);
    if (steps) t->steps = steps;
    if (!grown || !outcomes || !steps) return false;
    for (size_t i = t->room * games; i < room * games; i++) t->outcomes[i] = NAN;
    t->room = room;
    return true;
}

/* The spec of some values of the parameters. */
static lt_status spec_of(const tuning *t, const char *start, const double *values, lab_config *out,
                         lt_error *err)
{
    snprintf(out->spec, sizeof out->spec, "%s", start);
    out->settings = t->goal.config.dims;
    for (uint32_t p = 0; p < t->goal.config.dims; p++) {
        strcpy(out->setting[p].name, t->goal.key[p]);
        tune_plan_value(&t->goal, p, values[p], out->setting[p].value);
        LT_TRY(lab_spec_put(out->spec, out->setting[p].name, out->setting[p].value, err));
    }
    return LT_OK;
}

static lt_status point_of(const tuning *t, uint32_t i, lab_config *out, lt_error *err)
{
    double values[LAB_TUNE_DIMS];
    lab_tune_point(&t->tune, i, values);
    *out = (lab_config){.games = t->goal.games, .first = t->tune.iteration * t->goal.games};
    return spec_of(t, t->experiment.player, values, out, err);
}

static bool take(void *ctx, const lab_result *result)
{
    tuning *t = ctx;
    size_t low = 0, high = t->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (t->points[middle].id <= result->config)
            low = middle;
        else
            high = middle;
    }
    t->outcomes[low * t->goal.games + result->game - t->points[low].first] =
        lab_measure_game(&t->goal.measure, &result->outcome);
    return true;
}

/* --- one iteration -------------------------------------------------------------------- */

static bool complete(const tuning *t)
{
    size_t from = t->tune.iteration * t->tune.population, games = t->goal.games;
    if (from + t->tune.population > t->count) return false;
    for (size_t i = from * games; i < (from + t->tune.population) * games; i++)
        if (isnan(t->outcomes[i])) return false;
    return true;
}

/* The score of all points together. On one seed they share their luck, so what is
 * independent is the average of each seed; medians only exist for points. */
static void join_scores(const tuning *t, const double *games, const double *outcomes,
                        tune_step *step)
{
    lab_sums sums = {0};
    uint32_t population = t->tune.population;
    if (t->goal.measure.kind == LAB_MEASURE_MEDIAN) {
        for (uint32_t i = 0; i < population; i++) lab_sums_add(&sums, outcomes[i]);
    } else {
        for (size_t g = 0; g < t->goal.games; g++) {
            double sum = 0;
            for (uint32_t i = 0; i < population; i++) sum += games[i * t->goal.games + g];
            lab_sums_add(&sums, sum / population);
        }
    }
    step->score = sums.mean;
    step->interval = lab_sums_interval(&sums, LAB_MEAN, 0.95);
}

static lt_status tell(tuning *t, lt_error *err)
{
    double outcomes[LAB_TUNE_POPULATION];
    double *games = t->outcomes + t->tune.iteration * t->tune.population * t->goal.games;
    tune_step *step = &t->steps[t->tune.iteration];
    uint32_t best = 0;
    double *sorted = malloc(t->goal.games * sizeof *sorted);
    if (!sorted) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (uint32_t i = 0; i < t->tune.population; i++) {
        memcpy(sorted, games + i * t->goal.games, t->goal.games * sizeof *sorted);
        outcomes[i] = lab_measure_games(&t->goal.measure, sorted, t->goal.games);
        if (outcomes[i] > outcomes[best]) best = i;
    }
    free(sorted);
    join_scores(t, games, outcomes, step);
    step->best_score = outcomes[best];
    lab_tune_point(&t->tune, best, step->best);
    LT_TRY(lab_tune_tell(&t->tune, outcomes, err));
    lab_tune_recommend(&t->tune, step->mean);
    step->sigma = lab_tune_spread(&t->tune);
    return LT_OK;
}

static json_t *json_values(const tuning *t, const double *values)
{
    json_t *object = json_object();
    for (uint32_t p = 0; p < t->goal.config.dims; p++)
        json_object_set_new(object, t->goal.key[p], json_real(values[p]));
    return object;
}

static lt_status note(tuning *t, lt_error *err)
{
    uint64_t number = t->tune.iteration;
    const tune_step *s = &t->steps[number - 1];
    json_t *body = json_pack("{s:I, s:I, s:o, s:o, s:f, s:o, s:o, s:f}", "step", (json_int_t)number,
                             "games", (json_int_t)(number * t->tune.population * t->goal.games),
                             "best", json_values(t, s->best), "mean", json_values(t, s->mean),
                             "score", s->score, "low", cli_json_real(s->interval.low), "high",
                             cli_json_real(s->interval.high), "sigma", s->sigma);
    return cli_lab_note(t->store, t->experiment.id, number, body, err);
}

/* The points that the store has must be those that this search would try. */
static lt_status same_points(const tuning *t, lt_error *err)
{
    for (uint32_t i = 0; i < t->tune.population; i++) {
        lab_config point;
        LT_TRY(point_of(t, i, &point, err));
        if (strcmp(point.spec, t->points[t->tune.iteration * t->tune.population + i].spec) != 0)
            return lt_fail(err, LT_DAMAGED,
                           "iteration %llu of %s was made by another version of the search",
                           (unsigned long long)t->tune.iteration + 1, t->experiment.name);
    }
    return LT_OK;
}

/* Reads what is new and tells every iteration that is complete. */
static lt_status advance(tuning *t, lt_error *err)
{
    uint64_t from = t->tune.iteration * t->goal.games, before = t->tune.iteration;
    if (!t->count) return LT_OK;
    LT_TRY(lab_results(t->store, t->experiment.id, 0, from, false, take, t, err));
    while (complete(t)) {
        LT_TRY(same_points(t, err));
        LT_TRY(tell(t, err));
    }
    return t->tune.iteration > before ? note(t, err) : LT_OK;
}

static bool enough(const tuning *t)
{
    return (t->iterations && t->tune.iteration >= t->iterations) ||
           (t->until > 0 && lt_clock_now() >= t->until);
}

/* All configurations of the store, as after a lost connection one cannot know
 * whether the last ones were added. */
static lt_status read_points(tuning *t, lt_error *err)
{
    lab_config *points;
    size_t count;
    LT_TRY(lab_configs(t->store, t->experiment.id, &points, &count, err));
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
    size_t from = t->tune.iteration * t->tune.population;
    if (from < t->count)
        return lt_fail(err, LT_LIMIT, "games of iteration %llu of %s are missing",
                       (unsigned long long)t->tune.iteration + 1, t->experiment.name);
    if (enough(t)) return LT_OK;
    if (!make_room(t, from + t->tune.population))
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (uint32_t i = 0; i < t->tune.population; i++)
        LT_TRY(point_of(t, i, &t->points[from + i], err));
    lt_status status =
        lab_extend(t->store, &t->experiment, t->points + from, t->tune.population, err);
    if (status == LT_OK) {
        t->count = from + t->tune.population;
        *added = true;
    } else if (status == LT_UNAVAILABLE) {
        lt_error again;
        if (lab_reopen(t->store, &again) == LT_OK) return read_points(t, err);
    }
    return status;
}

static void show(void *ctx, lt_progress *line)
{
    tuning *t = ctx;
    uint64_t number = t->tune.iteration;
    line->total = t->iterations;
    line->done = number;
    line->unit = "iterations";
    if (!number) return;
    const tune_step *s = &t->steps[number - 1];
    snprintf(t->line, sizeof t->line, "%s %.5g [%.5g, %.5g], spread %.3f", t->goal.metric, s->score,
             s->interval.low, s->interval.high, s->sigma);
    line->note = t->line;
}

/* --- the whole ------------------------------------------------------------------------- */

static lt_status enter(tuning *t, const char *name, lt_error *err)
{
    lab_experiment found = {0};
    bool known;
    LT_TRY(cli_lab_known(t->store, name, &known, &found, err));
    if (known) {
        json_t *asked = t->plan;
        t->plan = NULL;
        t->experiment = found;
        lt_status status = cli_lab_usable(&found, LAB_TUNE, err);
        if (status == LT_OK) status = cli_lab_plan_read(&found, &t->plan, err);
        if (status == LT_OK && asked && !json_equal(asked, t->plan))
            status = lt_fail(err, LT_BAD_INPUT,
                             "%s has another plan; without --player laatta lab tune %s goes on "
                             "with that, or choose another name",
                             name, name);
        json_decref(asked);
        return status;
    }
    if (!t->plan) return lt_fail(err, LT_BAD_INPUT, "--player SPEC is needed");
    snprintf(t->experiment.name, sizeof t->experiment.name, "%s", name);
    t->experiment.plan = cli_lab_plan_text(t->plan);
    if (!t->experiment.plan) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    return lab_add(t->store, &t->experiment, NULL, 0, err);
}

static lt_status search(tuning *t, lt_error *err)
{
    LT_TRY(tune_plan_read(t->plan, &t->goal, err));
    LT_TRY(lab_tune_init(&t->tune, &t->goal.config, err));
    t->begun = true;
    LT_TRY(read_points(t, err));
    LT_TRY(advance(t, err));
    cli_lab_lead lead = {.store = t->store,
                         .experiment = &t->experiment,
                         .threads = t->threads,
                         .lease = t->lease,
                         .more = more,
                         .show = show,
                         .ctx = t};
    lab_work_done done;
    return enough(t) ? LT_OK : cli_lab_play(&lead, &done, err);
}

static void print_values(const tuning *t, const double *values)
{
    for (uint32_t p = 0; p < t->goal.config.dims; p++) {
        char start[LAB_VALUE_MAX], now[LAB_VALUE_MAX];
        tune_plan_value(&t->goal, p, t->goal.config.params[p].start, start);
        tune_plan_value(&t->goal, p, values[p], now);
        printf("  %-14s %10s  (start %s, range %g to %g)\n", t->goal.key[p], now, start,
               t->goal.config.params[p].low, t->goal.config.params[p].high);
    }
}

static lt_status print(const cli_args *args, const tuning *t, lt_error *err)
{
    double values[LAB_TUNE_DIMS];
    lab_config found, start = {0};
    uint64_t n = t->tune.iteration, games = n * t->tune.population * t->goal.games;
    lab_tune_recommend(&t->tune, values);
    LT_TRY(spec_of(t, t->goal.player, values, &found, err));
    for (uint32_t p = 0; p < t->goal.config.dims; p++) values[p] = t->goal.config.params[p].start;
    LT_TRY(spec_of(t, t->goal.player, values, &start, err));
    const tune_step *first = t->steps, *last = n ? &t->steps[n - 1] : NULL;
    if (cli_flag(args, "json")) {
        cli_print_json(
            json_pack("{s:s, s:s, s:s, s:I, s:I, s:s, s:o, s:o, s:o}", "name", t->experiment.name,
                      "method", t->goal.config.method == LAB_TUNE_CMA ? "cma" : "spsa", "metric",
                      t->goal.metric, "iterations", (json_int_t)n, "games", (json_int_t)games,
                      "player", found.spec, "recommended", json_values(t, n ? last->mean : values),
                      "score", n ? json_real(last->score) : json_null(), "sigma",
                      n ? json_real(last->sigma) : json_null()));
        return LT_OK;
    }
    printf("%s: %llu iterations of %u points, %zu games each: %llu games\n", t->experiment.name,
           (unsigned long long)n, t->tune.population, t->goal.games, (unsigned long long)games);
    if (!n) return LT_OK;
    printf("%s of all points: %.6g [%.6g, %.6g] at first, %.6g [%.6g, %.6g] at last\n",
           t->goal.metric, first->score, first->interval.low, first->interval.high, last->score,
           last->interval.low, last->interval.high);
    printf("recommended (spread %.3f of the ranges):\n", last->sigma);
    print_values(t, last->mean);
    printf("\nplayer: %s\nIs it better than the start? On fresh seeds:\n"
           "  laatta lab sprt --a %s \\\n      --b %s --metric %s --seed %llu\n",
           found.spec, found.spec, t->goal.player,
           t->goal.measure.kind == LAB_MEASURE_MEDIAN ? "mean" : t->goal.metric,
           (unsigned long long)t->experiment.seed + 1);
    return LT_OK;
}

static lt_status draw(const tuning *t, const char *path, lt_error *err)
{
    tune_trace trace = {.title = t->experiment.name,
                        .metric = t->goal.metric,
                        .config = &t->goal.config,
                        .steps = t->steps,
                        .count = t->tune.iteration};
    for (uint32_t p = 0; p < t->goal.config.dims; p++) trace.keys[p] = t->goal.key[p];
    return tune_trace_svg(&trace, path, err);
}

static int run(const cli_args *args)
{
    double seconds;
    int exit_status = 2;
    lt_error err;
    if (args->words != 1)
        return cli_usage_error(args, args->words ? "\"%s\" was not expected" : "a NAME is needed%s",
                               args->words ? args->word[1] : "");
    if (strlen(args->word[0]) >= LAB_NAME_MAX)
        return cli_usage_error(args, "a name has at most %d characters", LAB_NAME_MAX - 1);
    tuning *t = calloc(1, sizeof *t);
    if (!t) return 1;
    bool asked = cli_lab_crew(args, &t->threads, &t->lease) &&
                 cli_real(args, "time", 0, 0, 1e9, &seconds) &&
                 cli_u64(args, "iterations", seconds > 0 ? 0 : 50, 1, 1000000, &t->iterations) &&
                 (!cli_flag(args, "player") || tune_plan_ask(args, &t->experiment, &t->plan));
    if (asked) {
        if (seconds > 0) t->until = lt_clock_now() + seconds;
        t->store = cli_lab_open(args, &exit_status);
    }
    lt_status status = t->store ? enter(t, args->word[0], &err) : LT_UNAVAILABLE;
    if (status == LT_OK) status = search(t, &err);
    lt_status stopped = status;
    if (status == LT_OK) status = print(args, t, &err);
    const char *svg = cli_value(args, "svg");
    if (svg && t->begun && (status == LT_OK || stopped == LT_CANCELLED)) {
        lt_error drawing;
        if (draw(t, svg, &drawing) != LT_OK && status == LT_OK) status = (err = drawing).status;
    }
    if (t->store) exit_status = status == LT_OK ? 0 : cli_fail(args, &err);
    if (stopped == LT_CANCELLED)
        fprintf(stderr, "%llu iterations so far; laatta lab tune %s goes on from here\n",
                (unsigned long long)t->tune.iteration, t->experiment.name);
    lab_close(t->store);
    if (t->begun) lab_tune_release(&t->tune);
    json_decref(t->plan);
    free(t->experiment.plan);
    free(t->points);
    free(t->outcomes);
    free(t->steps);
    free(t);
    return exit_status;
}

const cli_command lab_do_tune = {
    .name = "lab tune",
    .summary = "find parameters that make a player better",
    .synopsis =
        "NAME --player SPEC --param KEY=LOW:HIGH... [--metric M] [--iterations N] [--db URL]",
    .options = options,
    .details =
        "CMA-ES (or SPSA) over noisy games: each iteration plays some points on the same,\n"
        "fresh seeds and moves on. The end is a spec to paste and the test that tells whether\n"
        "it is better. laatta lab tune NAME goes on with one that was stopped or killed, and a\n"
        "larger --iterations with one that has ended.\n"
        "\n"
        "examples:\n"
        "  laatta lab tune weights --player worstcase:depth=1 --param monotonic=0:2 \\\n"
        "      --param empty=0:3 --metric log-score --games 40 --svg weights.svg\n"
        "  laatta lab tune weights --iterations 100\n",
    .run = run,
};
