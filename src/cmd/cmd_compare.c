/* laatta compare: is A better than B? Both play the same seeds until it is clear. */
#include "cmd/cli_config.h"
#include "cmd/cli_t48.h"

#include "base/threads.h"
#include "lab/lab_sprt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"games", "N", "at most so many games of each (default 1000)"},
    {"reach", "TILE", "compare how often this tile is reached, not the score"},
    {"seed", "S", "seed of the run; game i of both has the same tiles' stream (default 1)"},
    {"threads", "T", "threads (default: all processors); the result does not depend on it"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {"all", NULL, "play all games, also when it is clear before"},
    {"json", NULL, "print one JSON object"},
    {0},
};

typedef struct comparison {
    t48_sim_config config;
    const char *spec[2];
    char *whole[2]; /* written out */
    unsigned reach; /* level; 0: the score */
    bool all;
    lab_sprt pairs; /* running sums of both, and an interval that holds at every look */
    uint64_t lost[2];
} comparison;

typedef enum verdict { BETTER, WORSE, SAME, UNCLEAR } verdict;

static const char *const words[] = {
    [BETTER] = "A is better",
    [WORSE] = "B is better",
    [SAME] = "both play the same games",
    [UNCLEAR] = "no clear difference",
};
static const char *const names[] = {
    [BETTER] = "A", [WORSE] = "B", [SAME] = "same", [UNCLEAR] = "unclear"};

/* Before the least number of pairs nobody looks, so an interval for one look is honest. */
static lt_interval interval_of(const lab_sprt_state *s)
{
    return isfinite(s->anytime.low) ? s->anytime : s->fixed;
}

static verdict judge(const lab_sprt_state *s)
{
    lt_interval i = interval_of(s);
    if (s->difference == 0 && s->stdev == 0) return SAME;
    return i.low > 0 ? BETTER : i.high < 0 ? WORSE : UNCLEAR;
}

static double outcome_of(const comparison *c, const t48_sim *sim, uint64_t game)
{
    const t48_outcome *o = t48_sim_outcome(sim, game);
    return c->reach ? o->max_level >= c->reach : (double)o->score;
}

/* A batch of games of both; pairs that both have finished count. */
static lt_status play_batch(comparison *c, uint64_t games, lt_error *err)
{
    t48_sim *sim[2] = {NULL, NULL};
    lt_status status = LT_OK;
    c->config.games = games;
    for (int k = 0; k < 2 && status == LT_OK; k++) {
        c->config.player = c->spec[k];
        status = t48_sim_run(&sim[k], &c->config, err);
        if (!sim[k]) continue;
        uint64_t first;
        const char *why;
        c->lost[k] += t48_sim_lost(sim[k], &first, &why);
        if (!c->whole[k]) c->whole[k] = strdup(t48_sim_player(sim[k]));
    }
    uint64_t both = sim[0] && sim[1] ? t48_sim_played(sim[0]) : 0;
    if (both && t48_sim_played(sim[1]) < both) both = t48_sim_played(sim[1]);
    for (uint64_t i = 0; i < both; i++)
        lab_sprt_add(&c->pairs, outcome_of(c, sim[0], i), outcome_of(c, sim[1], i));
    t48_sim_free(sim[0]);
    t48_sim_free(sim[1]);
    c->config.first += games;
    return status;
}

static lt_status compare(comparison *c, uint64_t most, lt_error *err)
{
    while (c->config.first < most) {
        uint64_t left = most - c->config.first, games = lab_sprt_stretch(&c->pairs);
        LT_TRY(play_batch(c, games < left ? games : left, err));
        lab_sprt_state s = lab_sprt_look(&c->pairs);
        verdict v = judge(&s);
        if (!c->all && (v == BETTER || v == WORSE)) break;
    }
    return LT_OK;
}

static int print_json(const comparison *c, const lab_sprt_state *s, uint64_t seed)
{
    json_t *what = c->reach ? cli_json_u64(1ull << c->reach) : json_string("score");
    lt_interval i = interval_of(s);
    bool known = isfinite(i.low) && isfinite(i.high);
    return cli_print_json(json_pack(
        "{s:s, s:s, s:o, s:I, s:o, s:f, s:f, s:f, s:o, s:f, s:s, s:[I,I]}", "a", c->whole[0], "b",
        c->whole[1], "measure", what, "pairs", (json_int_t)s->pairs, "seed", cli_json_u64(seed),
        "mean_a", s->mean_a, "mean_b", s->mean_b, "difference", s->difference, "interval",
        known ? json_pack("[f,f]", i.low, i.high) : json_null(), "level", 0.95, "verdict",
        names[judge(s)], "lost", (json_int_t)c->lost[0], (json_int_t)c->lost[1]));
}

static void print_text(const comparison *c, const lab_sprt_state *s, uint64_t seed)
{
    double unit = c->reach ? 100 : 1;
    const char *mark = c->reach ? " %" : "";
    char what[40] = "mean score";
    if (c->reach) snprintf(what, sizeof what, "reached %llu", 1ull << c->reach);
    printf("A           %s\nB           %s\n", c->whole[0], c->whole[1]);
    printf("games       %llu of each, on the same seeds (seed %llu)\n",
           (unsigned long long)s->pairs, (unsigned long long)seed);
    for (int k = 0; k < 2; k++)
        if (c->lost[k])
            printf("lost        %llu games were given up by %c\n", (unsigned long long)c->lost[k],
                   'A' + k);
    printf("%-11s A %.6g%s, B %.6g%s\n", what, unit * s->mean_a, mark, unit * s->mean_b, mark);
    printf("difference  %+.6g%s", unit * s->difference, c->reach ? " points" : "");
    lt_interval i = interval_of(s);
    if (isfinite(i.low)) printf(" [%.6g, %.6g]", unit * i.low, unit * i.high);
    if (!c->reach && isfinite(s->relative)) printf(", %+.1f %% of B", 100 * s->relative);
    printf("\n\n%s\n", words[judge(s)]);
}

/* Both players, with all their parameters; a spec that is wrong is told before any game. */
static lt_status write_out_specs(comparison *c, lt_error *err)
{
    for (int k = 0; k < 2; k++) {
        t48_player *player;
        cli_announce_network(c->spec[k], c->config.rules.shape);
        LT_TRY(t48_player_new(&player, c->spec[k], &c->config.rules, err));
        c->whole[k] = strdup(t48_player_spec(player));
        t48_player_free(player);
        if (!c->whole[k]) return lt_fail(err, LT_NO_MEMORY, "no memory for a player's name");
    }
    return LT_OK;
}

static int run(const cli_args *args)
{
    comparison c = {.all = cli_flag(args, "all")};
    uint64_t most, threads;
    lt_error err;
    if (args->words != 2) return cli_usage_error(args, "two players are needed: A and B");
    if (!cli_rules(args, &c.config.rules) || !cli_u64(args, "games", 1000, 2, 100000000, &most) ||
        !cli_u64(args, "seed", 1, 0, UINT64_MAX, &c.config.seed) ||
        !cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads) ||
        (cli_value(args, "reach") && !cli_tile(args, "reach", &c.reach)))
        return 2;
    c.config.threads = (int)threads;
    lab_sprt_config test = lab_sprt_defaults(c.reach ? LAB_RATE : LAB_MEAN);
    c.spec[0] = args->word[0];
    c.spec[1] = args->word[1];
    lt_control control = cli_control();
    c.config.control = &control;
    lt_status status = write_out_specs(&c, &err);
    if (status == LT_OK) status = lab_sprt_init(&c.pairs, &test, &err);
    bool begun = status == LT_OK;
    if (begun) status = compare(&c, most, &err);
    cli_control_done();
    int exit_status = status == LT_OK ? 0 : cli_fail(args, &err);
    lab_sprt_state s = {.pairs = 0};
    if (begun) s = lab_sprt_look(&c.pairs);
    if (s.pairs && cli_flag(args, "json"))
        exit_status |= print_json(&c, &s, c.config.seed);
    else if (s.pairs)
        print_text(&c, &s, c.config.seed);
    free(c.whole[0]);
    free(c.whole[1]);
    return exit_status;
}

const cli_command cmd_compare = {
    .name = "compare",
    .summary = "which of two players is better, with an interval, as soon as it is clear",
    .synopsis = "A B [--games N] [--reach TILE] [--seed S] [--threads T] [--size RxC] [--json]",
    .options = options,
    .details =
        "A and B are players (laatta list players), other programs too (external:cmd=...). Both\n"
        "play games of the same seeds, in batches, until the interval of the difference leaves\n"
        "zero or all games are played. The interval holds at 95 %, whenever one looks from 100\n"
        "games on, so that stopping early makes no verdict likelier to be wrong: of two that are\n"
        "equal, one was called better in under 3 % of simulated comparisons, in most kinds in\n"
        "under 1.5 % (docs/LAB-STATISTICS.md). With --games below 100 there is one look, by\n"
        "Student's interval. A test with stated error rates, on many machines: laatta lab sprt.\n"
        "\n"
        "examples:\n"
        "  laatta compare snake worstcase\n"
        "  laatta compare ntuple:depth=1 ntuple:depth=2 --games 200 --reach 32768\n"
        "  laatta compare 'external:cmd=\"python3 bot.py\"' greedy\n",
    .run = run,
};
