/* laatta lab race: the best configuration of a sweep with a fraction of its games.
 * Options of the race that lab/lead_race.h leads. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/race_report.h"

#include <stdio.h>

static const cli_option options[] = {
    {"metric", LAB_METRIC_CHOICES, LAB_METRICS " (default mean)"},
    {"games", "CAP", "games that the finalists play (default 100)"},
    {"budget", "N", "games of all together (default: a twentieth of the whole sweep)"},
    {"eta", "E", "one in E goes on to the next round (default 3)"},
    CLI_LAB_CREW,
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

static int run(const cli_args *args)
{
    const char *metric = cli_value(args, "metric");
    lab_race_terms ask = {.metric = metric ? metric : "mean"};
    lab_race_result result;
    lab_metric parsed;
    lab_lead lead;
    lt_control control;
    lt_error err;
    int exit_status = 2;
    if (args->words != 1) return cli_usage_error(args, "one experiment is needed");
    if (lab_metric_parse(ask.metric, false, &parsed, &err) != LT_OK)
        return cli_usage_error(args, "%s", err.text);
    if (!cli_u64(args, "games", 100, 1, 1000000, &ask.cap) ||
        !cli_u64(args, "budget", 0, 1, INT64_MAX, &ask.budget) ||
        !cli_u64(args, "eta", 3, 2, 1000, &ask.eta) ||
        !cli_lab_lead(args, &lead, &control, &exit_status))
        return exit_status;
    bool any =
        metric || cli_flag(args, "games") || cli_flag(args, "budget") || cli_flag(args, "eta");
    lt_status status = lab_race_run(&lead, args->word[0], any ? &ask : NULL, &result, &err);
    cli_control_done();
    if (status == LT_OK) {
        exit_status = cli_flag(args, "json") ? race_print_json(&result) : race_print(&result);
        lab_race_result_release(&result);
    } else {
        exit_status = cli_fail(args, &err);
        if (status == LT_CANCELLED)
            fprintf(stderr, "laatta lab race %s goes on from here\n", args->word[0]);
    }
    lab_close(lead.store);
    return exit_status;
}

const cli_command lab_do_race = {
    .name = "lab race",
    .summary = "find the best configuration of a sweep with a fraction of its games",
    .synopsis = "NAME [--metric M] [--games CAP] [--budget N] [--threads T] [--db URL]",
    .options = options,
    .details =
        "Rounds of successive halving: all configurations play a few games on the same\n"
        "seeds, the best third plays on, until the finalists have played CAP games. One that\n"
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
