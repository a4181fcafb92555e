/* laatta regret: how far a player falls short of perfect play. */
#include "cmd/cli_config.h"
#include "cmd/cli_t48.h"

#include "base/threads.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"player", "SPEC", "whose regret: name:key=value,... (see laatta list players)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {"table", "FILE", "a table of laatta exact --save, instead of making one"},
    {"blunders", "N", "how many of the worst moves to show, 0 to 100 (default 5)"},
    {"by", "loss|cost", "worst by loss, or by cost: loss times probability (default loss)"},
    {"sample", NULL, "play games even where the answer could be exact"},
    {"games", "N", "games where they are sampled (default 10000)"},
    {"seed", "S", "seed of the sampled games (default 1)"},
    {"threads", "T", "threads (default: all processors); the result does not depend on it"},
    {"json", NULL, "print one JSON object"},
    {0},
};

static const char *const method_name[] = {"exact", "distribution", "sampled"};

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

static json_t *json_blunder(const t48_blunder *b, t48_shape shape)
{
    t48_grid grid = t48_board_grid(b->board, shape);
    return json_pack("{s:o, s:s, s:s, s:f, s:o}", "board", cli_json_grid(&grid), "played",
                     t48_dir_name(b->played), "best", t48_dir_name(b->best), "loss", b->loss,
                     "probability",
                     isnan(b->probability) ? json_null() : json_real(b->probability));
}

static int print_json(const t48_regret_config *c, const t48_regret *r)
{
    char name[24];
    snprintf(name, sizeof name, "%ux%u", c->rules.shape.rows, c->rules.shape.cols);
    json_t *blunders = json_array();
    for (unsigned i = 0; i < r->blunders; i++)
        json_array_append_new(blunders, json_blunder(&r->blunder[i], c->rules.shape));
    json_t *out = json_pack(
        "{s:s, s:s, s:f, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:I, s:f, s:f}", "player",
        r->player, "size", name, "fours", c->rules.fours, "method", method_name[r->method],
        "optimal", r->optimal, "expected_score", r->expected, "regret", r->regret, "regret_share",
        share(r->regret, r->optimal), "moves", r->moves, "errors", r->errors, "positions",
        (json_int_t)r->positions, "erred", (json_int_t)r->erred, "erred_share",
        share((double)r->erred, (double)r->positions), "error_rate", share(r->errors, r->moves));
    if (r->method == T48_REGRET_SAMPLED)
        json_object_update_new(
            out,
            json_pack("{s:I, s:o, s:[f,f], s:f, s:[f,f]}", "games", (json_int_t)r->games, "seed",
                      cli_json_u64(c->seed), "regret95", r->regret - r->regret_margin,
                      r->regret + r->regret_margin, "mean_score", r->mean_score, "mean_score95",
                      r->mean_score - r->mean_score_margin, r->mean_score + r->mean_score_margin));
    json_object_set_new(out, "blunders", blunders);
    json_object_set_new(out, "seconds", json_real(r->seconds));
    return cli_print_json_digits(out, 15);
}

static void print_method(const t48_regret_config *c, const t48_regret *r)
{
    switch (r->method) {
    case T48_REGRET_EXACT: printf("exact: every board that this player can meet\n\n"); return;
    case T48_REGRET_DISTRIBUTION:
        printf("exact: the mean over the moves that this player draws from, on every board\n\n");
        return;
    default: break;
    }
    printf("sampled: %llu games (seed %llu)%s; intervals at 95 %%\n\n",
           (unsigned long long)r->games, (unsigned long long)c->seed,
           r->stochastic  ? ", because this player draws random numbers"
           : r->remembers ? ", because its move depends on more than the board"
                          : "");
}

static void print_text(const t48_regret_config *c, const t48_regret *r)
{
    bool sampled = r->method == T48_REGRET_SAMPLED;
    printf("%s on %ux%u, share of fours %g\n", r->player, c->rules.shape.rows, c->rules.shape.cols,
           c->rules.fours);
    print_method(c, r);
    printf("perfect play    %16.10f\n", r->optimal);
    printf("this player     %16.10f", r->expected);
    if (sampled)
        printf(" +- %.4f   (mean of the scores: %.4f +- %.4f)", r->regret_margin, r->mean_score,
               r->mean_score_margin);
    printf("\nregret          %16.10f", r->regret);
    if (sampled) printf(" +- %.4f", r->regret_margin);
    printf("   (%.2f %% of perfect play)\n\n", 100 * share(r->regret, r->optimal));
    printf("errs in %.2f %% of its moves: %.3f of %.2f a game\n", 100 * share(r->errors, r->moves),
           r->errors, r->moves);
    if (!sampled)
        printf("errs on %llu of the %llu positions it can meet (%.2f %%)\n",
               (unsigned long long)r->erred, (unsigned long long)r->positions,
               100 * share((double)r->erred, (double)r->positions));
    for (unsigned i = 0; i < r->blunders; i++) {
        const t48_blunder *b = &r->blunder[i];
        t48_grid grid = t48_board_grid(b->board, c->rules.shape);
        char text[T48_GRID_TEXT];
        printf("\n%u. plays %s, best is %s: gives away %.4f points", i + 1, t48_dir_name(b->played),
               t48_dir_name(b->best), b->loss);
        if (!isnan(b->probability)) printf(", in one of %.4g games", 1 / b->probability);
        printf("\n%s", t48_grid_format_rows(&grid, text));
    }
    printf("\nin %.2f s\n", r->seconds);
}

static bool read_order(const cli_args *args, t48_regret_config *config)
{
    const char *by = cli_value(args, "by");
    config->by_cost = by && strcmp(by, "cost") == 0;
    if (!by || config->by_cost || strcmp(by, "loss") == 0) return true;
    cli_usage_error(args, "--by takes loss or cost, not \"%s\"", by);
    return false;
}

static int run(const cli_args *args)
{
    t48_regret_config config = {.player = cli_player(args, NULL),
                                .sample = cli_flag(args, "sample")};
    const char *path = cli_value(args, "table");
    uint64_t threads, blunders;
    lt_error err;
    if (!config.player) return cli_usage_error(args, "--player SPEC is needed");
    if (args->words == 0) return cli_usage_error(args, "a size is needed, like 2x3");
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    if (!cli_rules(args, &config.rules)) return 2;
    if (t48_shape_parse(args->word[0], &config.rules.shape, &err) != LT_OK)
        return cli_fail(args, &err);
    if (!read_order(args, &config) ||
        !cli_u64(args, "blunders", 5, 0, T48_BLUNDERS_MAX, &blunders) ||
        !cli_u64(args, "games", 10000, 2, 1000000000, &config.games) ||
        !cli_u64(args, "seed", 1, 0, UINT64_MAX, &config.seed) ||
        !cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads))
        return 2;
    config.blunders = (unsigned)blunders;
    config.threads = (int)threads;
    t48_exact_table *table = NULL;
    if (path && t48_exact_table_open(&table, path, true, &err) != LT_OK)
        return cli_fail(args, &err);
    config.table = table;
    lt_control control = cli_control();
    config.control = &control;
    static t48_regret regret;
    lt_status status = t48_regret_run(&config, &regret, &err);
    cli_control_done();
    int exit_status = 0;
    if (status == LT_OK || (status == LT_CANCELLED && regret.games > 1)) {
        if (cli_flag(args, "json"))
            exit_status = print_json(&config, &regret);
        else
            print_text(&config, &regret);
    }
    if (status != LT_OK) exit_status = cli_fail(args, &err);
    t48_exact_table_free(table);
    return exit_status;
}

const cli_command cmd_regret = {
    .name = "regret",
    .summary = "how far a player falls short of perfect play on a small board",
    .synopsis = "--player SPEC RxC [--table FILE] [--blunders N] [--by ORDER] [--json]",
    .options = options,
    .details =
        "RxC: 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3. A player whose move depends on the board alone\n"
        "gets its exact expected score: every board it can meet, with its probability. So does\n"
        "one that draws from a known distribution (random). For players that draw otherwise or\n"
        "remember the game, games are played and each move is judged by the exact values.\n"
        "\n"
        "examples:\n"
        "  laatta regret --player snake 2x3\n"
        "  laatta regret --player worstcase:depth=2 2x4 --by cost --blunders 10\n"
        "  laatta exact 3x3 --save 3x3.table && laatta regret --player greedy 3x3 --table "
        "3x3.table\n",
    .run = run,
};
