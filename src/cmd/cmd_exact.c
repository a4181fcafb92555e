/* laatta exact: what perfect play is worth on a small board. */
#include "cmd/cli_output.h"
#include "cmd/cli_t48.h"

#include "base/text.h"
#include "base/threads.h"

#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {"stop", "TILE", "the game ends when this tile is made (8 or more)"},
    {"save", "FILE", "keep the value of every afterstate, for the player optimal"},
    {"aim", "score|TILE",
     "what the saved table is for: the score, or a tile to reach (default score)"},
    {"no-symmetry", NULL, "every board for itself: slower, the same values"},
    {"threads", "T", "threads (default: all processors)"},
    {"json", NULL, "print one JSON object"},
    {0},
};

static json_t *json_count(const t48_exact_count *count)
{
    return json_pack("{s:I, s:I}", "all", (json_int_t)count->all, "canonical",
                     (json_int_t)count->canonical);
}

static int print_json(const t48_exact_config *c, const t48_exact_result *r)
{
    char name[24];
    snprintf(name, sizeof name, "%ux%u", c->rules.shape.rows, c->rules.shape.cols);
    json_t *reach = json_object();
    char tile[16];
    for (unsigned level = 2; level <= r->top; level++) {
        snprintf(tile, sizeof tile, "%u", 1u << level);
        json_object_set_new(reach, tile, json_real(r->reach[level]));
    }
    json_t *states = json_count(&r->states);
    if (c->asymmetric) json_object_set_new(states, "canonical", json_null());
    json_t *afterstates = json_count(&r->afterstates);
    if (c->asymmetric) json_object_set_new(afterstates, "canonical", json_null());
    json_t *live = json_count(&r->live_states);
    if (c->asymmetric) json_object_set_new(live, "canonical", json_null());
    return cli_print_json_digits(
        json_pack("{s:s, s:f, s:o, s:f, s:o, s:o, s:o, s:o, s:f}", "size", name, "fours",
                  c->rules.fours, "stop", c->stop ? json_integer(1 << c->stop) : json_null(),
                  "expected_score", r->expected_score, "states", states, "nonterminal", live,
                  "afterstates", afterstates, "reach", reach, "seconds", r->seconds),
        15);
}

static void print_count(const char *what, const t48_exact_count *count, bool symmetric)
{
    printf("%-15s %11llu", what, (unsigned long long)count->all);
    if (symmetric) printf("   %10llu up to symmetry", (unsigned long long)count->canonical);
    printf("\n");
}

/* Said before the work begins, so that it can be stopped in time. */
static void print_head(const t48_exact_config *c, bool with_table)
{
    printf("%ux%u, share of fours %g, until ", c->rules.shape.rows, c->rules.shape.cols,
           c->rules.fours);
    if (c->stop)
        printf("%u is made", 1u << c->stop);
    else
        printf("no move is left");
    printf("; memory at most %llu MB\n\n",
           (unsigned long long)(t48_exact_memory(c, with_table) >> 20));
    cli_flush();
}

static void print_text(const t48_exact_config *c, const t48_exact_result *r)
{
    printf("expected score of perfect play  %.10f\n\n", r->expected_score);
    print_count("states", &r->states, !c->asymmetric);
    print_count("with a move", &r->live_states, !c->asymmetric);
    print_count("afterstates", &r->afterstates, !c->asymmetric);
    printf("\n%8s  greatest probability to reach it\n", "tile");
    for (unsigned level = 2; level <= r->top; level++)
        printf("%8u  %.12f\n", 1u << level, r->reach[level]);
    printf("\nin %.2f s\n", r->seconds);
}

/* The level of a tile written as its value; 0 if it is none. */
static unsigned tile_level(const char *text)
{
    unsigned long long tile;
    if (!lt_parse_u64(text, strlen(text), &tile)) return 0;
    for (unsigned level = 2; level <= T48_EXACT_LEVEL_MAX; level++)
        if (tile == 1ull << level) return level;
    return 0;
}

static bool read_tiles(const cli_args *args, t48_exact_config *config)
{
    const char *stop = cli_value(args, "stop"), *aim = cli_value(args, "aim");
    unsigned top = t48_shape_cells(config->rules.shape) + 1;
    if (top > T48_EXACT_LEVEL_MAX) top = T48_EXACT_LEVEL_MAX;
    if (stop) {
        config->stop = tile_level(stop);
        if (config->stop < 3 || config->stop > top) {
            cli_usage_error(args, "--stop takes a tile from 8 to %u, not \"%s\"", 1u << top, stop);
            return false;
        }
        top = config->stop;
    }
    if (aim && strcmp(aim, "score") != 0) {
        config->aim = tile_level(aim);
        if (config->aim < 2 || config->aim > top) {
            cli_usage_error(args, "--aim takes score or a tile from 4 to %u, not \"%s\"", 1u << top,
                            aim);
            return false;
        }
    }
    return true;
}

static int run(const cli_args *args)
{
    t48_exact_config config = {.asymmetric = cli_flag(args, "no-symmetry")};
    uint64_t threads;
    lt_error err;
    const char *save = cli_value(args, "save");
    if (args->words == 0) return cli_usage_error(args, "a size is needed, like 2x3");
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    if (!cli_rules(args, &config.rules)) return 2;
    if (t48_shape_parse(args->word[0], &config.rules.shape, &err) != LT_OK)
        return cli_fail(args, &err);
    if (!t48_exact_memory(&config, false)) { /* a shape without exact values */
        t48_exact_check(&config, false, &err);
        return cli_fail(args, &err);
    }
    if (!read_tiles(args, &config) ||
        !cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads))
        return 2;
    if (save && config.asymmetric)
        return cli_usage_error(args, "--save and --no-symmetry do not go together");
    if (config.aim && !save) return cli_usage_error(args, "--aim is for the table of --save FILE");
    config.threads = (int)threads;
    lt_control control = cli_control();
    config.control = &control;
    lt_status status = t48_exact_check(&config, save != NULL, &err);
    if (status != LT_OK) return cli_fail(args, &err);
    if (!cli_flag(args, "json")) print_head(&config, save != NULL);
    t48_exact_result result;
    t48_exact_table *table = NULL;
    status = t48_exact_solve(&config, &result, save ? &table : NULL, &err);
    cli_control_done();
    if (status != LT_OK) return cli_fail(args, &err);
    int exit_status = 0;
    if (save && t48_exact_table_save(table, save, &err) != LT_OK)
        exit_status = cli_fail(args, &err);
    t48_exact_table_free(table);
    if (cli_flag(args, "json")) {
        int printed = print_json(&config, &result);
        return exit_status ? exit_status : printed;
    }
    print_text(&config, &result);
    return exit_status;
}

const cli_command cmd_exact = {
    .name = "exact",
    .summary = "what perfect play is worth on a small board of 2048",
    .synopsis = "RxC [--fours P] [--stop TILE] [--save FILE [--aim AIM]] [--json]",
    .options = options,
    .details =
        "RxC: 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3 (3x3 takes about 700 MB of memory, 1.3 GB with\n"
        "--save). Every probability is an optimisation of its own: the one who plays for 512\n"
        "does not play for 1024. Memory that is not there is said before the work begins.\n"
        "\n"
        "examples:\n"
        "  laatta exact 2x3\n"
        "  laatta exact 3x3 --save 3x3.table && laatta sim --size 3x3 --player "
        "optimal:table=3x3.table\n"
        "  laatta exact 2x4 --stop 256 --json\n",
    .run = run,
};
