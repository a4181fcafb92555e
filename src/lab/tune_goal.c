/* A plan of tuning from its JSON, which may come from a stranger's database. */
#include "lab/lead_tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The search's spread stays above this share of the ranges: games are noisy. */
static const double noise_floor = 0.06;
enum { GAMES_MOST = 1000000, ITERATIONS_MOST = 1000000 };

static lt_status read_params(const json_t *params, lab_tune_goal *out, lt_error *err)
{
    out->config.dims = (uint32_t)json_array_size(params);
    if (out->config.dims > LAB_SETTINGS_MAX)
        return lt_fail(err, LT_DAMAGED, "the plan has too many parameters");
    for (uint32_t p = 0; p < out->config.dims; p++) {
        const json_t *item = json_array_get(params, p);
        const char *key = json_string_value(json_object_get(item, "key"));
        if (!key || strlen(key) >= LAB_VALUE_MAX)
            return lt_fail(err, LT_DAMAGED, "the plan has a parameter without a name");
        strcpy(out->key[p], key);
        out->config.params[p] =
            (lab_tune_param){.low = json_number_value(json_object_get(item, "low")),
                             .high = json_number_value(json_object_get(item, "high")),
                             .start = json_number_value(json_object_get(item, "start")),
                             .integer = json_is_true(json_object_get(item, "int"))};
    }
    return LT_OK;
}

lt_status lab_tune_goal_read(const json_t *plan, lab_tune_goal *out, lt_error *err)
{
    const char *player = json_string_value(json_object_get(plan, "player"));
    const char *method = json_string_value(json_object_get(plan, "method"));
    const char *metric = json_string_value(json_object_get(plan, "metric"));
    json_int_t games = json_integer_value(json_object_get(plan, "games"));
    json_int_t iterations = json_integer_value(json_object_get(plan, "iterations"));
    json_int_t population = json_integer_value(json_object_get(plan, "population"));
    if (!player || !method || !metric || games < 1 || games > GAMES_MOST || iterations < 0 ||
        iterations > ITERATIONS_MOST || population < 0 || population > LAB_TUNE_POPULATION)
        return lt_fail(err, LT_DAMAGED, "the plan of the tuning cannot be read");
    *out = (lab_tune_goal){.games = (size_t)games, .iterations = (uint64_t)iterations};
    snprintf(out->player, sizeof out->player, "%s", player);
    LT_TRY(lab_metric_parse(metric, true, &out->metric, err));
    bool cma = strcmp(method, "cma") == 0;
    out->config =
        (lab_tune_config){.method = cma ? LAB_TUNE_CMA : LAB_TUNE_SPSA,
                          .population = cma ? (uint32_t)population : 0,
                          .noise_floor = cma ? noise_floor : 0,
                          .seed = (uint64_t)json_integer_value(json_object_get(plan, "seed"))};
    return read_params(json_object_get(plan, "params"), out, err);
}

void lab_tune_value(const lab_tune_goal *goal, uint32_t p, double value, char out[LAB_VALUE_MAX])
{
    snprintf(out, LAB_VALUE_MAX, goal->config.params[p].integer ? "%.0f" : "%.6g", value);
}
