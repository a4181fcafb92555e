/* laatta advise: what a player thinks of a board, and why. */
#include "cmd/cli_config.h"
#include "cmd/cli_t48.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"player", "SPEC", "whose advice (default ntuple; see laatta list players)"},
    {"size", "RxC", "size of the board, if it is neither square nor given with /"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {"seed", "S", "seed of players that draw random numbers (default 1)"},
    {"json", NULL, "print one JSON object"},
    {0},
};

static json_t *json_line(const t48_advice *a)
{
    json_t *line = json_array();
    for (unsigned i = 0; i < a->line_length; i++) {
        json_t *ply = json_pack("{s:s}", "move", t48_dir_name(a->line[i].dir));
        if (a->line[i].level)
            json_object_update_new(ply, json_pack("{s:i, s:i}", "cell", a->line[i].cell, "tile",
                                                  1 << a->line[i].level));
        json_array_append_new(line, ply);
    }
    return line;
}

static json_t *json_terms(const t48_advice *a, int dir)
{
    json_t *terms = json_object();
    for (unsigned i = 0; i < a->terms; i++)
        json_object_set_new(terms, a->term[dir][i].name,
                            json_pack("{s:f, s:f, s:f}", "weight", a->term[dir][i].weight,
                                      "feature", a->term[dir][i].feature, "contribution",
                                      a->term[dir][i].contribution));
    return terms;
}

static int print_json(const t48_player *player, const t48_grid *grid, const t48_advice *a,
                      double seconds)
{
    json_t *values = json_object(), *terms = json_object(), *tables = json_object();
    for (int d = 0; d < T48_DIRS; d++) {
        bool legal = a->legal >> d & 1;
        json_object_set_new(values, t48_dir_name((t48_dir)d),
                            legal && isfinite(a->value[d]) ? json_real(a->value[d]) : json_null());
        if (a->pattern[d])
            json_object_set_new(
                tables, t48_dir_name((t48_dir)d),
                json_pack("{s:s, s:f}", "pattern", a->pattern[d], "chance", a->chance[d]));
        if (legal && a->terms)
            json_object_set_new(terms, t48_dir_name((t48_dir)d), json_terms(a, d));
    }
    return cli_print_json(json_pack(
        "{s:s, s:o, s:s?, s:o, s:s, s:o, s:o, s:o, s:I, s:f}", "player", t48_player_spec(player),
        "board", cli_json_grid(grid), "best", a->best == T48_NONE ? NULL : t48_dir_name(a->best),
        "values", values, "unit", a->unit, "line", json_line(a), "terms", terms, "tables", tables,
        "nodes", (json_int_t)a->nodes, "seconds", seconds));
}

static bool in_points(const t48_advice *a)
{
    return strncmp(a->unit, "points", 6) == 0;
}

/* One sentence: by how much the best move is ahead of the next, and by what most. */
static void print_why(const t48_advice *a)
{
    int best = (int)a->best, next = -1;
    if (!isfinite(a->value[best])) return;
    for (int d = 0; d < T48_DIRS; d++)
        if (a->legal >> d & 1 && d != best && (next < 0 || a->value[d] > a->value[next])) next = d;
    const char *name = t48_dir_name(a->best);
    if (next < 0) {
        printf("why: %s is the only move.\n", name);
        return;
    }
    double ahead = a->value[best] - a->value[next];
    const char *other = t48_dir_name((t48_dir)next);
    if (!(ahead > 0))
        printf("why: %s is as good as %s, and comes first.\n", name, other);
    else if (in_points(a))
        printf("why: with %s %.1f more points are to be expected than with %s, the next best.\n",
               name, ahead, other);
    else
        printf("why: %s is %.4g ahead of %s, the next best", name, ahead, other);
    if (!(ahead > 0) || in_points(a)) return;
    unsigned most = 0;
    for (unsigned i = 1; i < a->terms; i++)
        if (a->term[best][i].contribution - a->term[next][i].contribution >
            a->term[best][most].contribution - a->term[next][most].contribution)
            most = i;
    if (a->terms && a->term[best][most].contribution > a->term[next][most].contribution)
        printf(", most of all by %s", a->term[best][most].name);
    printf(".\n");
}

static void print_text(const t48_player *player, const t48_grid *grid, const t48_advice *a,
                       double seconds)
{
    char text[T48_GRID_TEXT];
    printf("%s\n", t48_grid_format_rows(grid, text));
    if (a->best == T48_NONE) {
        printf("no move is left: the game is over\n");
        return;
    }
    printf("best: %s   (%s)\n\n%-7s %14s", t48_dir_name(a->best), t48_player_spec(player), "move",
           "value");
    for (unsigned i = 0; i < a->terms; i++) printf(" %13s", a->term[a->best][i].name);
    printf("\n");
    for (int d = 0; d < T48_DIRS; d++) {
        if (!(a->legal >> d & 1)) {
            printf("%-7s %14s\n", t48_dir_name((t48_dir)d), "not legal");
            continue;
        }
        printf("%-7s %14.*f", t48_dir_name((t48_dir)d), in_points(a) ? 1 : 4, a->value[d]);
        for (unsigned i = 0; i < a->terms; i++) printf(" %13.4f", a->term[d][i].contribution);
        printf("%s", (int)a->best == d ? "  <" : "");
        if (a->pattern[d]) printf("   %.4f by the table %s", a->chance[d], a->pattern[d]);
        printf("\n");
    }
    printf("\nvalue: %s", a->unit);
    if (a->terms) printf("; terms: of the board right after the move");
    printf("\n");
    print_why(a);
    if (a->line_length) printf("line: ");
    for (unsigned i = 0; i < a->line_length; i++) {
        printf(" %s", t48_dir_name(a->line[i].dir));
        if (a->line[i].level)
            printf(" (%d on row %d, column %d)", 1 << a->line[i].level,
                   a->line[i].cell / grid->shape.cols + 1, a->line[i].cell % grid->shape.cols + 1);
    }
    if (a->line_length) printf("\n");
    printf("%llu nodes in %.3f ms\n", (unsigned long long)a->nodes, 1000 * seconds);
}

/* Without a wish the learned network, which counts in points, or in chances where large tiles
 * crowd the board; where it does not play, a search that needs none. */
static lt_status make_player(t48_player **player, const char *spec, const t48_rules *rules,
                             lt_error *err)
{
    static const char learned[] = "ntuple";
    cli_announce_network(spec ? spec : learned, rules->shape);
    lt_status status = t48_player_new(player, spec ? spec : learned, rules, err);
    return spec || status == LT_OK ? status : t48_player_new(player, "expectimax", rules, err);
}

static int run(const cli_args *args)
{
    t48_rules rules;
    t48_grid grid;
    uint64_t seed;
    lt_error err;
    const char *spec = cli_player(args, NULL);
    if (!args->words)
        return cli_usage_error(args, "a board is needed: tile values row by row, 0 or . for empty");
    if (!cli_rules(args, &rules) || !cli_u64(args, "seed", 1, 0, UINT64_MAX, &seed)) return 2;
    t48_shape asked = cli_value(args, "size") ? rules.shape : (t48_shape){0, 0};
    if (!cli_board(args, 0, asked, &grid)) return 2;
    rules.shape = grid.shape;
    t48_player *player;
    if (make_player(&player, spec, &rules, &err) != LT_OK) return cli_fail(args, &err);
    t48_state state = t48_state_from_grid(&grid, &rules);
    t48_advice advice;
    t48_player_begin(player, seed);
    double began = lt_clock_now();
    t48_player_advise(player, &state, &advice);
    double seconds = lt_clock_now() - began;
    int status = 0;
    const char *trouble = t48_player_trouble(player);
    if (trouble) {
        lt_fail(&err, LT_UNAVAILABLE, "the player gave up: %s", trouble);
        status = cli_fail(args, &err);
    } else if (cli_flag(args, "json"))
        status = print_json(player, &grid, &advice, seconds);
    else
        print_text(player, &grid, &advice, seconds);
    t48_player_free(player);
    return status;
}

const cli_command cmd_advise = {
    .name = "advise",
    .summary = "the value of all four moves on a board of 2048, and why",
    .synopsis = "[--player SPEC] BOARD [--json]",
    .options = options,
    .details =
        "BOARD: tile values row by row, separated by spaces, commas or / between rows; 0 or .\n"
        "is an empty cell; - reads it from standard input.\n"
        "\n"
        "examples:\n"
        "  laatta advise 2 4 8 16  4 8 16 32  0 0 2 64  0 0 0 128\n"
        "  laatta advise --player worstcase:depth=5 '. . 2 4/. . 8 8/. 2 16 32/2 4 64 128'\n"
        "  laatta advise --player montecarlo:playouts=1000 --json 2,2/4,4\n",
    .run = run,
};
