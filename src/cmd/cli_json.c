/* Results for programs to read: every object says which build it comes from. */
#include "cmd/cli_json.h"

#include "cmd/cli_output.h"
#include "laatta/version.h"

#include <stdio.h>
#include <stdlib.h>

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block) cli_no_memory();
    return block;
}

void cli_json_begin(void)
{
    json_set_alloc_funcs(allocate, free);
}

static void add_build(json_t *object)
{
    const lt_build *build = lt_build_info();
    json_object_set_new(object, "build",
                        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "version", build->version,
                                  "commit", build->commit, "compiler", build->compiler, "flags",
                                  build->flags, "level", build->level, "bench", build->bench));
}

static int print(json_t *value, size_t how)
{
    if (json_is_object(value)) add_build(value);
    int failed = json_dumpf(value, stdout, how);
    json_decref(value);
    putchar('\n');
    return failed ? 1 : 0;
}

int cli_print_json(json_t *value)
{
    return cli_print_json_digits(value, 12);
}

int cli_print_json_digits(json_t *value, unsigned digits)
{
    return print(value, JSON_REAL_PRECISION(digits));
}

int cli_print_json_line(json_t *value)
{
    return print(value, JSON_COMPACT | JSON_REAL_PRECISION(6));
}

lt_interval cli_bounded(const lt_summary *score)
{
    return score->count > 1 ? score->mean95 : (lt_interval){score->mean, score->mean};
}

json_t *cli_json_score(t48_results *results)
{
    static const unsigned percents[] = {5, 25, 75, 95};
    lt_summary score = t48_results_score(results);
    lt_interval mean95 = cli_bounded(&score);
    json_t *quantiles = json_object();
    for (size_t i = 0; results->games && i < sizeof percents / sizeof percents[0]; i++) {
        char name[8];
        snprintf(name, sizeof name, "%u", percents[i]);
        json_object_set_new(quantiles, name,
                            json_real(t48_results_quantile(results, percents[i] / 100.0)));
    }
    return json_pack("{s:f, s:f, s:f, s:f, s:[f,f], s:o}", "mean", score.mean, "median",
                     score.median, "stdev", score.stdev, "max", score.max, "mean95", mean95.low,
                     mean95.high, "quantiles", quantiles);
}
