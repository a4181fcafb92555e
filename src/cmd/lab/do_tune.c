/* laatta lab tune: parameters that make a player better, found by noisy games.
 * Options of the tuning that lab/lead_tune.h leads. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/tune_plan.h"
#include "cmd/lab/tune_report.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {
    {"player", "SPEC", "who is tuned; its own values are the start"},
    {"param", "KEY=LOW:HIGH", "a parameter and its range (:int after it: whole numbers); many"},
    {"method", "cma|spsa", "cma, or spsa when games are costly (default cma)"},
    {"metric", LAB_METRIC_CHOICES_OF_MANY, LAB_METRICS_OF_MANY " (default mean)"},
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

static bool ask(const cli_args *args, lab_tune_terms *a)
{
    uint64_t planned;
    if (!cli_real(args, "time", 0, 0, 1e9, &a->seconds) ||
        !cli_u64(args, "iterations", 0, 1, 1000000, &a->iterations))
        return false;
    if (!cli_flag(args, "player")) return true;
    planned = a->iterations ? a->iterations : a->seconds > 0 ? 0 : LAB_TUNE_ITERATIONS;
    return tune_plan_ask(args, planned, &a->experiment, &a->plan);
}

static int run(const cli_args *args)
{
    int exit_status = 2;
    lt_error err;
    if (args->words != 1)
        return cli_usage_error(args, args->words ? "\"%s\" was not expected" : "a NAME is needed%s",
                               args->words ? args->word[1] : "");
    if (lab_name_check(args->word[0], &err) != LT_OK) return cli_usage_error(args, "%s", err.text);
    lab_tune_terms asked = {.name = args->word[0]};
    lab_tune_result *t = calloc(1, sizeof *t);
    lab_lead lead = {0};
    lt_control control;
    if (t && ask(args, &asked) && cli_lab_lead(args, &lead, &control, &exit_status)) {
        lt_status status = lab_tune_run(&lead, &asked, t, &err), stopped = status;
        cli_control_done();
        if (status == LT_OK) status = tune_print(t, cli_flag(args, "json"), &err);
        const char *svg = cli_value(args, "svg");
        if (svg && t->begun && (status == LT_OK || stopped == LT_CANCELLED)) {
            lt_error drawing;
            if (tune_draw(t, svg, &drawing) != LT_OK && status == LT_OK)
                status = (err = drawing).status;
        }
        exit_status = status == LT_OK ? 0 : cli_fail(args, &err);
        if (stopped == LT_CANCELLED)
            fprintf(stderr, "%llu iterations so far; laatta lab tune %s goes on from here\n",
                    (unsigned long long)t->tune.iteration, args->word[0]);
        lab_tune_result_release(t);
    }
    lab_close(lead.store);
    json_decref(asked.plan);
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
        "it is better. laatta lab tune NAME goes on with one that was stopped or killed, and\n"
        "shows one that has ended; with a larger --iterations, or --time, that goes on too.\n"
        "\n"
        "examples:\n"
        "  laatta lab tune weights --player worstcase:depth=1 --param monotonic=0:2 \\\n"
        "      --param empty=0:3 --metric log-score --games 40 --svg weights.svg\n"
        "  laatta lab tune weights --iterations 100\n",
    .run = run,
};
