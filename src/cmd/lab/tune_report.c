/* The end of a tuning: what is recommended, and the way there. */
#include "cmd/lab/tune_report.h"
#include "cmd/cli_json.h"

#include "cmd/cli.h"
#include "cmd/lab/tune_trace.h"

#include <jansson.h>
#include <stdio.h>

static json_t *json_values(const lab_tune_result *t, const double *values)
{
    json_t *object = json_object();
    for (uint32_t p = 0; p < t->goal.config.dims; p++)
        json_object_set_new(object, t->goal.key[p], json_real(values[p]));
    return object;
}

static void print_values(const lab_tune_result *t, const double *values)
{
    for (uint32_t p = 0; p < t->goal.config.dims; p++) {
        char start[LAB_VALUE_MAX], now[LAB_VALUE_MAX];
        lab_tune_value(&t->goal, p, t->goal.config.params[p].start, start);
        lab_tune_value(&t->goal, p, values[p], now);
        printf("  %-14s %10s  (start %s, range %g to %g)\n", t->goal.key[p], now, start,
               t->goal.config.params[p].low, t->goal.config.params[p].high);
    }
}

lt_status tune_print(const lab_tune_result *t, bool json, lt_error *err)
{
    double values[LAB_TUNE_DIMS];
    lab_config found;
    uint64_t n = t->tune.iteration, games = n * t->tune.population * t->goal.games;
    lab_tune_recommend(&t->tune, values);
    LT_TRY(lab_tune_spec(&t->goal, t->goal.player, values, &found, err));
    for (uint32_t p = 0; p < t->goal.config.dims; p++) values[p] = t->goal.config.params[p].start;
    const lab_tune_step *first = t->steps, *last = n ? &t->steps[n - 1] : NULL;
    if (json) {
        cli_print_json(json_pack("{s:s, s:s, s:s, s:I, s:I, s:s, s:o, s:o, s:o}", "name", t->name,
                                 "method", t->goal.config.method == LAB_TUNE_CMA ? "cma" : "spsa",
                                 "metric", t->goal.metric.name, "iterations", (json_int_t)n,
                                 "games", (json_int_t)games, "player", found.spec, "recommended",
                                 json_values(t, n ? last->mean : values), "score",
                                 n ? json_real(last->score) : json_null(), "sigma",
                                 n ? json_real(last->sigma) : json_null()));
        return LT_OK;
    }
    printf("%s: %llu iterations of %u points, %zu games each: %llu games\n", t->name,
           (unsigned long long)n, t->tune.population, t->goal.games, (unsigned long long)games);
    if (!n) return LT_OK;
    printf("%s of all points: %.6g [%.6g, %.6g] at first, %.6g [%.6g, %.6g] at last\n",
           t->goal.metric.name, first->score, first->interval.low, first->interval.high,
           last->score, last->interval.low, last->interval.high);
    printf("recommended (spread %.3f of the ranges):\n", last->sigma);
    print_values(t, last->mean);
    printf("\nplayer: %s\nIs it better than the start? On fresh seeds:\n"
           "  laatta lab sprt --a %s \\\n      --b %s --metric %s --seed %llu\n",
           found.spec, found.spec, t->goal.player,
           t->goal.metric.kind == LAB_METRIC_MEDIAN ? "mean" : t->goal.metric.name,
           (unsigned long long)t->seed + 1);
    return LT_OK;
}

lt_status tune_draw(const lab_tune_result *t, const char *path, lt_error *err)
{
    tune_trace trace = {.title = t->name,
                        .metric = t->goal.metric.name,
                        .config = &t->goal.config,
                        .steps = t->steps,
                        .count = t->tune.iteration};
    for (uint32_t p = 0; p < t->goal.config.dims; p++) trace.keys[p] = t->goal.key[p];
    return tune_trace_svg(&trace, path, err);
}
