/* laatta sim: many games of one player, with what the numbers are worth. */
#include "cmd/cli_config.h"
#include "cmd/cli_t48.h"
#include "cmd/sim_games.h"

#include "base/dirs.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/writer.h"
#include "laatta/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"player", "SPEC", "who plays: name:key=value,... (see laatta list players)"},
    {"games", "N", "how many games (default 1000)"},
    {"seed", "S", "seed of the run; game i is a function of (S, i) (default 1)"},
    {"threads", "T", "threads (default: all processors); the result does not depend on it"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {"start", "BOARD", "start every game from this board, where the player moves first"},
    {"until", "TILE", "end a game when it has this tile, and tell how many got there"},
    {"record", "FILE", "also save the best game as a record (see laatta replay)"},
    {"records", "DIR", "also save every game as a record, DIR/game-000000.txt and so on"},
    {"csv", NULL, "print a line for each game: game,seed,score,moves,tile"},
    {"json", NULL, "print one JSON object"},
    {0},
};

/* What was played: how it adds up, and the first game with the best score. */
typedef struct played {
    t48_results results;
    lt_summary score;
    uint64_t best_game;
    unsigned lowest, highest; /* levels that largest tiles have */
} played;

static lt_status add_up(const t48_sim *sim, played *p, lt_error *err)
{
    *p = (played){.best_game = 0};
    for (uint64_t i = 0; i < t48_sim_played(sim); i++) {
        const t48_outcome *o = t48_sim_outcome(sim, i);
        LT_TRY(t48_results_add(&p->results, o, 0, err));
        if (o->score > t48_sim_outcome(sim, p->best_game)->score) p->best_game = i;
    }
    p->score = t48_results_score(&p->results);
    t48_results_levels(&p->results, &p->lowest, &p->highest);
    return LT_OK;
}

static const char *tile_name(unsigned level, char *out, size_t size)
{
    snprintf(out, size, "%.0f", t48_tile(level));
    return out;
}

/* Games that got to the tile they were to be played to. */
static json_t *json_passed(const t48_results *r, unsigned until)
{
    double share;
    lt_interval w = t48_results_reach(r, until, 0.95, &share);
    return json_pack("{s:I, s:f, s:[f,f]}", "games", (json_int_t)t48_results_reached(r, until),
                     "share", share, "share95", w.low, w.high);
}

static int print_json(const t48_sim *sim, played *p, const t48_sim_config *config)
{
    const t48_results *r = &p->results;
    char tile[24];
    json_t *reached = json_object(), *max_tile = json_object(), *tiles = json_object();
    for (unsigned level = p->lowest; r->games && level <= p->highest; level++) {
        double share;
        t48_results_reach(r, level, 0.95, &share);
        json_object_set_new(reached, tile_name(level, tile, sizeof tile), json_real(share));
        if (r->largest[level])
            json_object_set_new(max_tile, tile_name(level, tile, sizeof tile),
                                json_integer((json_int_t)r->largest[level]));
    }
    for (unsigned level = 1; level < T48_TILES; level++)
        if (r->tiles[level])
            json_object_set_new(tiles, tile_name(level, tile, sizeof tile),
                                json_integer((json_int_t)r->tiles[level]));
    if (r->tiles[0]) json_object_set_new(tiles, "larger", json_integer((json_int_t)r->tiles[0]));
    double seconds = t48_sim_seconds(sim);
    json_t *all = json_pack("{s:s, s:I, s:o, s:I, s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:I}",
                            "player", t48_sim_player(sim), "games", (json_int_t)r->games, "seed",
                            cli_json_u64(config->seed), "moves", (json_int_t)r->moves,
                            "setup_seconds", t48_sim_setup_seconds(sim), "seconds", seconds,
                            "moves_per_second", seconds > 0 ? (double)r->moves / seconds : 0,
                            "score", cli_json_score(&p->results), "reached", reached, "max_tile",
                            max_tile, "tiles", tiles, "nodes", (json_int_t)t48_sim_nodes(sim));
    if (config->start) json_object_set_new(all, "start", cli_json_grid(config->start));
    if (config->until) {
        json_object_set_new(all, "until", cli_json_u64(1ull << config->until));
        json_object_set_new(all, "passed", json_passed(r, config->until));
    }
    uint64_t first;
    const char *why;
    uint64_t lost = t48_sim_lost(sim, &first, &why);
    if (lost)
        json_object_set_new(all, "lost",
                            json_pack("{s:I, s:I, s:s}", "games", (json_int_t)lost, "first",
                                      (json_int_t)first, "why", why));
    return cli_print_json(all);
}

static void print_table(const t48_sim *sim, const played *p, const t48_sim_config *config)
{
    const t48_results *r = &p->results;
    char tile[24];
    double seconds = t48_sim_seconds(sim), share;
    printf("player   %s\n", t48_sim_player(sim));
    printf("games    %llu (seed %llu)\n", (unsigned long long)r->games,
           (unsigned long long)config->seed);
    if (r->games == 0) return;
    if (config->until) {
        lt_interval w = t48_results_reach(r, config->until, 0.95, &share);
        printf("passed   %.2f %% [%.2f, %.2f] reached %s, %llu of %llu\n", 100 * share, 100 * w.low,
               100 * w.high, tile_name(config->until, tile, sizeof tile),
               (unsigned long long)t48_results_reached(r, config->until),
               (unsigned long long)r->games);
    }
    uint64_t first;
    const char *why;
    uint64_t lost = t48_sim_lost(sim, &first, &why);
    if (lost)
        printf("lost     %llu games were given up, the first of them game %llu: %s\n",
               (unsigned long long)lost, (unsigned long long)first, why);
    printf("score    mean %.1f", p->score.mean);
    if (r->games > 1) printf(" [%.1f, %.1f]", p->score.mean95.low, p->score.mean95.high);
    printf("  median %.0f  deviation %.1f  best %.0f (game %llu)\n", p->score.median,
           p->score.stdev, p->score.max, (unsigned long long)p->best_game);
    printf("moves    %llu, %.1f a game, %.0f a second (%.2f s)\n", (unsigned long long)r->moves,
           (double)r->moves / (double)r->games, seconds > 0 ? (double)r->moves / seconds : 0,
           seconds);
    /* Reading a network takes a moment that is none of the games'. */
    if (t48_sim_setup_seconds(sim) >= 1)
        printf("set-up   %.1f s before the first move, not counted above\n",
               t48_sim_setup_seconds(sim));
    printf("\n%8s  %8s  %9s  %-19s %s\n", "tile", "largest", "reached", "95 % interval", "");
    for (unsigned level = p->lowest; level <= p->highest; level++) {
        lt_interval w = t48_results_reach(r, level, 0.95, &share);
        char bar[21];
        int filled = (int)(share * 20 + 0.5);
        for (int i = 0; i < 20; i++) bar[i] = i < filled ? '#' : ' ';
        bar[20] = '\0';
        printf("%8s  %8llu  %7.2f %%  [%6.2f, %6.2f] %%   %s\n",
               tile_name(level, tile, sizeof tile), (unsigned long long)r->largest[level],
               100 * share, 100 * w.low, 100 * w.high, bar);
    }
}

static lt_status save_best(const t48_sim *sim, const t48_sim_config *config, uint64_t best_game,
                           const char *path, lt_error *err)
{
    t48_player *player;
    bool same;
    LT_TRY(t48_player_new(&player, config->player, &config->rules, err));
    lt_status status = sim_save_record(sim, config, player, best_game, path, &same, err);
    t48_player_free(player);
    return status;
}

/* --record and --records; the exit status. */
static int save(const cli_args *args, const t48_sim *sim, const t48_sim_config *config,
                const played *p)
{
    const char *record = cli_value(args, "record"), *records = cli_value(args, "records");
    uint64_t differing = 0;
    lt_error err;
    if (record && p->results.games && save_best(sim, config, p->best_game, record, &err) != LT_OK)
        return cli_fail(args, &err);
    if (records && sim_save_records(sim, config, records, &differing, &err) != LT_OK) {
        cli_control_done();
        return cli_fail(args, &err);
    }
    cli_control_done();
    if (differing)
        fprintf(stderr,
                "laatta sim: %llu records hold other games than those counted: the player does "
                "not repeat its moves\n",
                (unsigned long long)differing);
    return 0;
}

/* Outputs are tried before the games; false after saying why not. */
static bool outputs_can_be_written(const cli_args *args)
{
    const char *record = cli_value(args, "record"), *records = cli_value(args, "records");
    lt_error err = {.status = LT_OK};
    lt_text probe;
    lt_text_init(&probe);
    if (record) lt_writer_try(record, &err);
    if (records && err.status == LT_OK) {
        lt_text_printf(&probe, "%s/game-000000.txt", records);
        if (lt_make_parents(lt_text_str(&probe), &err) == LT_OK)
            lt_writer_try(lt_text_str(&probe), &err);
    }
    lt_text_release(&probe);
    if (err.status != LT_OK) cli_fail(args, &err);
    return err.status == LT_OK;
}

static int run(const cli_args *args)
{
    t48_sim_config config = {.player = cli_player(args, NULL)};
    uint64_t threads;
    t48_grid start;
    lt_error err;
    if (!config.player) return cli_usage_error(args, "--player SPEC is needed");
    if (args->words) return cli_usage_error(args, "\"%s\" was not expected", args->word[0]);
    if (!cli_rules(args, &config.rules) ||
        !cli_u64(args, "games", 1000, 1, 1000000000, &config.games) ||
        !cli_u64(args, "seed", 1, 0, UINT64_MAX, &config.seed) ||
        !cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads))
        return 2;
    config.threads = (int)threads;
    if (cli_value(args, "start")) {
        t48_shape asked = cli_value(args, "size") ? config.rules.shape : (t48_shape){0, 0};
        if (t48_grid_parse(cli_value(args, "start"), asked, &start, &err) != LT_OK)
            return cli_fail(args, &err);
        config.rules.shape = start.shape;
        config.start = &start;
    }
    if (cli_value(args, "until") && !cli_tile(args, "until", &config.until)) return 2;
    if (cli_flag(args, "csv") && cli_flag(args, "json"))
        return cli_usage_error(args, "--csv and --json exclude each other");
    if (!outputs_can_be_written(args)) return 1;
    cli_announce_network(config.player, config.rules.shape);
    lt_control control = cli_control();
    config.control = &control;
    t48_sim *sim;
    lt_status status = t48_sim_run(&sim, &config, &err);
    cli_control_done();
    if (!sim) return cli_fail(args, &err);
    played p;
    lt_error adding;
    int exit_status = 0;
    if (add_up(sim, &p, &adding) != LT_OK)
        exit_status = cli_fail(args, &adding);
    else if (cli_flag(args, "csv"))
        sim_print_csv(sim, &config);
    else if (cli_flag(args, "json"))
        exit_status = print_json(sim, &p, &config);
    else
        print_table(sim, &p, &config);
    if (status == LT_CANCELLED) {
        fprintf(stderr, "laatta sim: %s; the table is of those\n", err.text);
        exit_status = 1;
    }
    if (save(args, sim, &config, &p) != 0) exit_status = 1;
    t48_results_release(&p.results);
    t48_sim_free(sim);
    return exit_status;
}

const cli_command cmd_sim = {
    .name = "sim",
    .summary = "play many games of 2048 and tell what a player is worth",
    .synopsis = "--player SPEC [--games N] [--seed S] [--threads T] [--size RxC] [--json]",
    .options = options,
    .details =
        "Ctrl-C stops and prints what was played so far. Intervals are at 95 %: Wilson's for\n"
        "shares, Student's for the mean. The same seed gives the same games on any machine.\n"
        "\n"
        "--start and --until measure a part of a game: from a board up to a tile. The player\n"
        "moves first, a new tile follows every move, and the share of the games that got to\n"
        "the tile is told with its interval. A lone 16384 in a corner up to 32768 is the part\n"
        "where the strongest players differ most.\n"
        "\n"
        "examples:\n"
        "  laatta sim --player snake --games 100\n"
        "  laatta sim --player worstcase:depth=3,empty=2 --games 1000 --seed 7 --json\n"
        "  laatta sim --player ntuple --games 300 --start '16384 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0' "
        "\\\n"
        "             --until 32768\n"
        "  laatta sim --player snake --games 100 --csv >games.csv\n"
        "  laatta sim --player greedy --size 3x3 --record best.txt && laatta replay best.txt\n",
    .run = run,
};
