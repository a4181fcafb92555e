/* laatta bench: the behaviour of the program as one number; and its speed. */
#include "cmd/cli_t48.h"

#include "base/clock.h"
#include "base/threads.h"
#include "laatta/bench.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"seconds", "S", "speed: how long each line is measured (default 2)"},
    {"player", "SPEC", "speed: measure only this player"},
    {"small", NULL, "leave out the lines on the full network 4x4.net"},
    {"json", NULL, "print one JSON object"},
    {0},
};

typedef lt_status line_fn(size_t index, lt_bench_line *line, lt_error *err);

/* Runs lines and joins them to *hash, printing them or adding them to `out`. */
static lt_status run_lines(size_t count, line_fn *run_line, bool json, json_t *out, uint64_t *hash,
                           lt_error *err)
{
    for (size_t i = 0; i < count; i++) {
        lt_bench_line line;
        LT_TRY(run_line(i, &line, err));
        *hash = lt_bench_join(*hash, &line);
        char result[20];
        snprintf(result, sizeof result, "%016llx", (unsigned long long)line.result);
        json_array_append_new(out, json_pack("{s:s, s:I, s:s}", "name", line.name, "work",
                                             (json_int_t)line.work, "result", result));
        if (!json) printf("%-70s %9llu  %s\n", line.name, (unsigned long long)line.work, result);
    }
    return LT_OK;
}

static int bench_behaviour(const cli_args *args)
{
    uint64_t hash = 0, network_hash = 0;
    bool json = cli_flag(args, "json");
    json_t *lines = json_array();
    lt_error err;
    lt_status status = run_lines(t48_bench_count(), t48_bench_run, json, lines, &hash, &err);
    if (status == LT_OK)
        status = run_lines(np_bench_count(), np_bench_run, json, lines, &hash, &err);
    if (status != LT_OK) {
        json_decref(lines);
        return cli_fail(args, &err);
    }
    char whole[20], network[20] = "";
    snprintf(whole, sizeof whole, "%016llx", (unsigned long long)hash);
    if (!cli_flag(args, "small")) {
        status = run_lines(t48_bench_network_count(), t48_bench_network_run, json, lines,
                           &network_hash, &err);
        if (status == LT_OK)
            snprintf(network, sizeof network, "%016llx", (unsigned long long)network_hash);
    }
    int code = status == LT_OK ? 0 : cli_fail(args, &err);
    if (json) {
        json_t *all = json_pack("{s:o, s:s}", "lines", lines, "bench", whole);
        if (network[0]) json_object_set_new(all, "network", json_string(network));
        int printed = cli_print_json(all);
        return code ? code : printed;
    }
    json_decref(lines);
    if (network[0]) printf("Network 4x4.net: %s\n", network);
    printf("Bench: %s\n", whole);
    return code;
}

/* What one measurement saw. */
typedef struct speed {
    uint64_t games, moves;
    double seconds, cpu; /* of the clock, of the processor */
} speed;

/* Plays with `threads` until about `seconds` have passed: a first guess at the
 * number of games, then one run of the right length. */
static lt_status measure(const char *spec, int threads, double seconds, speed *out, lt_error *err)
{
    lt_control control = cli_control();
    control.progress = NULL;
    t48_sim_config config = {.player = spec,
                             .rules = t48_rules_default(),
                             .seed = 1,
                             .threads = threads,
                             .control = &control};
    uint64_t games = 1;
    for (;;) {
        t48_sim *sim;
        config.games = games;
        double cpu = lt_clock_cpu();
        lt_status status = t48_sim_run(&sim, &config, err);
        assert(sim || status != LT_OK);
        if (!sim) return status;
        *out = (speed){t48_sim_played(sim), t48_sim_moves(sim), t48_sim_seconds(sim),
                       lt_clock_cpu() - cpu};
        t48_sim_free(sim);
        if (status != LT_OK || out->seconds >= seconds / 2) return status;
        double factor = out->seconds > 0 ? seconds / out->seconds : 100;
        games = (uint64_t)((double)games * (factor > 30 ? 30 : factor)) + 1;
    }
}

static int bench_speed(const cli_args *args)
{
    static const char *const specs[] = {"random",    "circle",         "greedy", "alphabeta",
                                        "worstcase", "expectiminimax", "snake",  "montecarlo"};
    const char *only = cli_value(args, "player");
    double seconds;
    if (!cli_real(args, "seconds", 2, 0.01, 3600, &seconds)) return 2;
    int cores = lt_cpu_count();
    json_t *lines = json_array();
    bool json = cli_flag(args, "json");
    if (!json)
        printf("%-28s %14s %12s   %d threads\n", "player (one thread)", "moves/s", "games/s",
               cores);
    for (size_t i = 0; i < (only ? 1 : sizeof specs / sizeof specs[0]); i++) {
        const char *spec = only ? only : specs[i];
        speed one, all;
        lt_error err;
        lt_status status = measure(spec, 1, seconds, &one, &err);
        if (status == LT_OK) status = measure(spec, cores, seconds, &all, &err);
        if (status != LT_OK) {
            json_decref(lines);
            return cli_fail(args, &err);
        }
        /* Speed by processor time, so that other work on the machine does not count;
         * the gain of several threads can only be seen by the clock. */
        double rate = (double)one.moves / one.cpu, games = (double)one.games / one.cpu;
        double gain = (double)all.moves / all.seconds / ((double)one.moves / one.seconds);
        if (!json) printf("%-28s %14.0f %12.1f   x %.2f\n", spec, rate, games, gain);
        json_array_append_new(lines, json_pack("{s:s, s:f, s:f, s:i, s:f}", "player", spec,
                                               "moves_per_second", rate, "games_per_second", games,
                                               "threads", cores, "threads_factor", gain));
    }
    if (json) return cli_print_json(json_pack("{s:o}", "speed", lines));
    json_decref(lines);
    return 0;
}

static int run(const cli_args *args)
{
    if (args->words == 0) return bench_behaviour(args);
    if (args->words == 1 && strcmp(args->word[0], "speed") == 0) return bench_speed(args);
    return cli_usage_error(args, "\"%s\" was not expected; it is bench or bench speed",
                           args->word[0]);
}

const cli_command cmd_bench = {
    .name = "bench",
    .summary = "fixed work: behaviour as one number, or speed",
    .synopsis = "[--small] [--json] | speed [--seconds S] [--player SPEC] [--json]",
    .options = options,
    .details =
        "Without a word it does fixed work and ends with \"Bench: HEX\", the same on every\n"
        "machine, compiler and number of threads: the behaviour of this version. Lines on the\n"
        "full network, which the page does not carry, make the number \"Network 4x4.net\"; where\n"
        "the file is missing, bench says so and fails, and the first number still stands.\n"
        "`bench speed` measures moves and games a processor second on one thread, and how much\n"
        "faster all processors are by the clock.\n",
    .run = run,
};
