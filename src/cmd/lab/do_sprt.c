/* laatta lab sprt: is A better than B? Options of the test that lab/lead_sprt.h leads. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/sprt_report.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"a", "SPEC", "the player that may be better"},
    {"b", "SPEC", "the player it is compared with"},
    {"metric", LAB_METRIC_CHOICES, LAB_METRICS " (default mean)"},
    {"d0", "X", "A is no better than this: 0.01 or 1% (default 0)"},
    {"d1", "Y", "A is better by this: 0.02 or 2% of B's mean, or points of a rate (default 2%)"},
    {"alpha", "P", "chance to call A better when it is not (default 0.05)"},
    {"beta", "P", "chance to miss that it is better by d1 (default 0.05)"},
    {"max", "PAIRS", "give up after so many (default: never)"},
    {"seed", "S", "seed of the experiment (default 1)"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    CLI_LAB_CREW,
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

/* "0.02" or "2%". */
static bool read_share(const cli_args *args, const char *name, double fallback, double *value)
{
    const char *text = cli_value(args, name);
    *value = fallback;
    if (!text) return true;
    size_t length = strlen(text);
    bool percent = length > 1 && text[length - 1] == '%';
    if (lt_parse_real(text, length - percent, value) && isfinite(*value)) {
        if (percent) *value /= 100;
        return true;
    }
    cli_usage_error(args, "--%s takes a share such as 0.02 or 2%%, not \"%s\"", name, text);
    return false;
}

/* What the options describe; false after saying why not. */
static bool ask(const cli_args *args, lab_sprt_terms *a)
{
    const char *first = cli_value(args, "a"), *second = cli_value(args, "b");
    const char *metric = cli_value(args, "metric");
    lt_error err;
    if (!first || !second) {
        cli_usage_error(args, "--a SPEC and --b SPEC are needed");
        return false;
    }
    a->metric = metric ? metric : "mean";
    if (!cli_rules(args, &a->rules) || !cli_lab_spec(args, first, &a->rules, a->a) ||
        !cli_lab_spec(args, second, &a->rules, a->b) || !read_share(args, "d0", 0, &a->d0) ||
        !read_share(args, "d1", 0.02, &a->d1) || !cli_real(args, "alpha", 0.05, 0, 1, &a->alpha) ||
        !cli_real(args, "beta", 0.05, 0, 1, &a->beta) ||
        !cli_u64(args, "max", 0, 2, INT32_MAX, &a->max) ||
        !cli_u64(args, "seed", 1, 0, INT64_MAX, &a->seed))
        return false;
    if (lab_sprt_terms_check(a, &err) == LT_OK) return true;
    cli_usage_error(args, "%s", err.text);
    return false;
}

static int run(const cli_args *args)
{
    lab_sprt_terms asked;
    lab_sprt_verdict verdict;
    lab_lead lead;
    lt_control control;
    lt_error err;
    uint64_t max;
    int exit_status = 2;
    const char *name = args->words ? args->word[0] : NULL;
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    if (name && lab_name_check(name, &err) != LT_OK) return cli_usage_error(args, "%s", err.text);
    bool goes_on = name && !cli_flag(args, "a") && !cli_flag(args, "b");
    if (!cli_u64(args, "max", 0, 2, INT32_MAX, &max) || (!goes_on && !ask(args, &asked)) ||
        !cli_lab_lead(args, &lead, &control, &exit_status))
        return exit_status;
    lt_status status = lab_sprt_run(&lead, name, goes_on ? NULL : &asked,
                                    cli_flag(args, "max") ? &max : NULL, &verdict, &err);
    cli_control_done();
    if (status == LT_OK) {
        exit_status = cli_flag(args, "json") ? sprt_print_json(&verdict) : sprt_print(&verdict);
    } else {
        exit_status = cli_fail(args, &err);
        if (status == LT_CANCELLED)
            fprintf(stderr, "%llu pairs so far; laatta lab sprt %s goes on from here\n",
                    (unsigned long long)verdict.test.pairs, verdict.name);
    }
    lab_close(lead.store);
    return exit_status;
}

const cli_command lab_do_sprt = {
    .name = "lab sprt",
    .summary = "is A better than B? plays pairs of games until that is clear",
    .synopsis = "[NAME] --a SPEC --b SPEC [--metric M] [--max PAIRS] [--threads T] [--db URL]",
    .options = options,
    .details =
        "Both play the same games; after every pair a likelihood ratio weighs \"A is better by\n"
        "d1\" against \"A is better by d0 at most\", and the test stops by itself with error\n"
        "rates alpha and beta. Ends with 0 when it was decided, 1 when not. After Ctrl-C or a\n"
        "crash laatta lab sprt NAME goes on, and with a larger --max after its end; laatta lab\n"
        "work may help from anywhere.\n"
        "\n"
        "examples:\n"
        "  laatta lab sprt --a worstcase:depth=2,monotonic=0.8 --b worstcase:depth=2\n"
        "  laatta lab sprt deeper --a snake:depth=3 --b snake:depth=2 --metric reach:2048 "
        "--d1 5%\n",
    .run = run,
};
