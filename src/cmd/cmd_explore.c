/* laatta explore: every position of a small board, by distance from the goal. */
#include "cmd/cli.h"
#include "cmd/cli_json.h"
#include "cmd/cli_puzzle.h"

#include "base/clock.h"
#include "base/threads.h"
#include "laatta/npuzzle.h"

#include <stdio.h>

static const cli_option options[] = {
    {"goal", "blank-last|blank-first|TILES",
     "where the blank goes, or the tiles of a goal (default blank-last)"},
    {"threads", "N", "threads to use (default: every processor)"},
    {"json", NULL, "print one JSON object"},
    {NULL, NULL, NULL},
};

static void print_json(const np_census *c, int rows, int cols, double seconds)
{
    json_t *root = json_object(), *depths = json_array(), *hardest = json_array();
    char text[NP_TEXT_MAX];
    snprintf(text, sizeof text, "%dx%d", rows, cols);
    json_object_set_new(root, "size", json_string(text));
    json_object_set_new(root, "positions", json_integer((json_int_t)c->positions));
    json_object_set_new(root, "diameter", json_integer(c->diameter));
    for (int d = 0; d <= c->diameter; d++)
        json_array_append_new(depths, json_integer((json_int_t)c->at_depth[d]));
    json_object_set_new(root, "depths", depths);
    for (int i = 0; i < c->hardest_count; i++) {
        np_position_format(&c->hardest[i], true, text);
        json_array_append_new(hardest, json_string(text));
    }
    json_object_set_new(root, "hardest", hardest);
    json_object_set_new(root, "seconds", json_real(seconds));
    (void)cli_print_json_line(root);
}

static void print_text(const np_census *c, double seconds)
{
    char text[NP_TEXT_MAX];
    printf("depth  positions\n");
    for (int d = 0; d <= c->diameter; d++)
        printf("%5d  %llu\n", d, (unsigned long long)c->at_depth[d]);
    printf("%llu positions; the hardest need %d moves (%.2f s)\n", (unsigned long long)c->positions,
           c->diameter, seconds);
    uint64_t all = c->at_depth[c->diameter];
    for (int i = 0; i < c->hardest_count; i++) {
        np_position_format(&c->hardest[i], false, text);
        printf("hardest: %s\n", text);
    }
    if (all > (uint64_t)c->hardest_count)
        printf("and %llu more\n", (unsigned long long)(all - (uint64_t)c->hardest_count));
}

static int run(const cli_args *args)
{
    lt_error err;
    int rows, cols;
    uint64_t threads;
    np_position goal;
    if (args->words != 1)
        return cli_usage_error(args, "give one board size such as 3x3, not %d words", args->words);
    if (!cli_u64(args, "threads", 0, 1, LT_THREADS_MAX, &threads)) return 2;
    if (np_shape_parse(&rows, &cols, args->word[0], &err) != LT_OK) return cli_fail(args, &err);
    if (cli_puzzle_goal(cli_value(args, "goal"), rows, cols, &goal, &err) != LT_OK)
        return cli_fail(args, &err);
    np_census census;
    lt_control control = cli_control();
    np_resources resources = {.threads = (int)threads, .control = &control};
    double began = lt_clock_now();
    lt_status status = np_explore(&census, &goal, &resources, &err);
    cli_control_done();
    if (status != LT_OK) return cli_fail(args, &err);
    if (cli_flag(args, "json"))
        print_json(&census, rows, cols, lt_clock_now() - began);
    else
        print_text(&census, lt_clock_now() - began);
    return 0;
}

const cli_command cmd_explore = {
    .name = "explore",
    .summary = "list how many positions of a small sliding puzzle lie at each depth",
    .synopsis = "ROWSxCOLUMNS [OPTIONS]",
    .details = "Visits every position of a board of up to 12 cells and counts them by their\n"
               "distance from the goal. 3x4 has 239,500,800 positions and takes seconds.\n"
               "\n"
               "examples:\n"
               "  laatta explore 3x3\n"
               "  laatta explore 3x4 --json\n"
               "  laatta explore 3x3 --goal '1 2 3 / 8 0 4 / 7 6 5'\n",
    .options = options,
    .run = run,
};
