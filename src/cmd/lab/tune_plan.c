/* Options to plan and plan to search; every value is tried on the player first. */
#include "cmd/lab/tune_plan.h"

#include "base/spec.h"
#include "lab/lab_grid.h"
#include "lab/recipe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct asking {
    const cli_args *args;
    const lab_experiment *experiment;
    json_t *params;
} asking;

/* The number that a spec gives for a key; false if it gives none. */
static bool value_in(const char *whole, const char *key, double *value)
{
    lt_text text;
    lt_text_init(&text);
    bool found =
        lt_spec_get(whole, key, &text) && lt_parse_real(lt_text_str(&text), text.length, value);
    lt_text_release(&text);
    return found;
}

/* Does the player take this value? */
static bool accepts(const lab_experiment *x, const char *key, double value, lt_error *err)
{
    char spec[LAB_SPEC_MAX], text[LAB_VALUE_MAX], whole[LAB_SPEC_MAX];
    snprintf(spec, sizeof spec, "%s", x->player);
    snprintf(text, sizeof text, "%.6g", value);
    return lab_spec_put(spec, key, text, err) == LT_OK &&
           lab_spec_whole(spec, &x->rules, whole, err) == LT_OK;
}

/* KEY=LOW:HIGH or KEY=LOW:HIGH:int, taken apart. */
static bool split(const char *text, char key[LAB_VALUE_MAX], double *low, double *high,
                  bool *integer)
{
    size_t name = strcspn(text, "=");
    if (text[name] != '=' || name == 0 || name >= LAB_VALUE_MAX) return false;
    memcpy(key, text, name);
    key[name] = '\0';
    const char *from = text + name + 1;
    size_t first = strcspn(from, ":");
    if (from[first] != ':') return false;
    const char *to = from + first + 1;
    size_t second = strcspn(to, ":");
    *integer = strcmp(to + second, ":int") == 0;
    return (*integer || !to[second]) && lt_parse_real(from, first, low) &&
           lt_parse_real(to, second, high) && isfinite(*low) && isfinite(*high);
}

static bool take_param(void *ctx, const char *text)
{
    asking *a = ctx;
    char key[LAB_VALUE_MAX];
    double low, high, start;
    bool integer;
    lt_error err;
    if (!split(text, key, &low, &high, &integer)) {
        cli_usage_error(a->args, "--param takes KEY=LOW:HIGH or KEY=LOW:HIGH:int, not \"%s\"",
                        text);
        return false;
    }
    if (!(low < high)) {
        cli_usage_error(a->args, "--param %s: the range from %g to %g is empty", key, low, high);
        return false;
    }
    if (!accepts(a->experiment, key, low, &err) || !accepts(a->experiment, key, high, &err)) {
        cli_fail(a->args, &err);
        return false;
    }
    /* A player that refuses what lies between whole numbers wants them. */
    if (!accepts(a->experiment, key, floor(low) + 0.5, &err) && floor(low) + 0.5 < high &&
        floor(low) == low)
        integer = true;
    if (!value_in(a->experiment->player, key, &start)) {
        cli_usage_error(a->args, "%s is not a number and cannot be tuned", key);
        return false;
    }
    if (start < low || start > high) {
        cli_usage_error(a->args,
                        "--param %s: the player's own %g, where the search starts, is not within "
                        "%g to %g",
                        key, start, low, high);
        return false;
    }
    for (size_t i = 0; i < json_array_size(a->params); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(a->params, i), "key")), key) ==
            0) {
            cli_usage_error(a->args, "--param %s is given twice", key);
            return false;
        }
    json_array_append_new(a->params, json_pack("{s:s, s:f, s:f, s:f, s:b}", "key", key, "low", low,
                                               "high", high, "start", start, "int", integer));
    return true;
}

bool tune_plan_ask(const cli_args *args, uint64_t iterations, lab_experiment *x, json_t **plan)
{
    const char *player = cli_value(args, "player"), *metric = cli_value(args, "metric");
    const char *method = cli_value(args, "method");
    uint64_t games, seed, population;
    lab_tune_goal read;
    lab_tune tune;
    lt_error err;
    *x = (lab_experiment){.kind = LAB_TUNE, .attempts = 5};
    if (!method) method = "cma";
    if (strcmp(method, "cma") != 0 && strcmp(method, "spsa") != 0) {
        cli_usage_error(args, "--method takes cma or spsa, not \"%s\"", method);
        return false;
    }
    if (!cli_rules(args, &x->rules) || !cli_lab_spec(args, player, &x->rules, x->player) ||
        !cli_u64(args, "games", 50, 1, 1000000, &games) ||
        !cli_u64(args, "population", 0, 4, LAB_TUNE_POPULATION, &population) ||
        !cli_u64(args, "seed", 1, 0, INT64_MAX - 1, &seed))
        return false;
    x->seed = seed;
    asking a = {args, x, json_array()};
    if (!cli_each(args, "param", take_param, &a)) {
        json_decref(a.params);
        return false;
    }
    size_t dims = json_array_size(a.params);
    *plan = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:i, s:i, s:f, s:o}", "player", player,
                      "method", method, "metric", metric ? metric : "mean", "games",
                      (json_int_t)games, "iterations", (json_int_t)iterations, "population",
                      (json_int_t)population, "seed", (json_int_t)seed, "rows", x->rules.shape.rows,
                      "cols", x->rules.shape.cols, "fours", x->rules.fours, "params", a.params);
    if (dims < 1 || dims > LAB_SETTINGS_MAX) {
        cli_usage_error(args, "1 to %d --param KEY=LOW:HIGH are needed, not %zu", LAB_SETTINGS_MAX,
                        dims);
        return false;
    }
    lt_status status = lab_tune_goal_read(*plan, &read, &err);
    if (status == LT_OK) status = lab_tune_init(&tune, &read.config, &err);
    if (status == LT_OK)
        lab_tune_release(&tune);
    else
        cli_usage_error(args, "%s", err.text);
    return status == LT_OK;
}
