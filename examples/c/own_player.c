/* A player of one's own, measured, and compared with laatta's on the same seeds:
 *
 *   cc own_player.c $(pkg-config --cflags --libs laatta) -o own_player
 *   ./own_player 200
 *
 * It keeps its tiles in a corner: down if it can, else left, else right, else up. */
#include <laatta/laatta.h>
#include <stdio.h>
#include <stdlib.h>

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    static const t48_dir order[T48_DIRS] = {T48_DOWN, T48_LEFT, T48_RIGHT, T48_UP};
    (void)state;
    (void)advice;
    t48_player_looked(player, 1);
    for (int i = 0; i < T48_DIRS; i++)
        if (t48_is_legal(legal, order[i])) return order[i];
    return T48_NONE;
}

static const t48_player_ops corner = {
    .info = {.name = "corner", .summary = "down, else left, else right, else up"},
    .choose = choose,
};

/* Plays games of one player, and prints what they are worth. */
static lt_status measure(const char *spec, uint64_t games, lt_error *err)
{
    t48_sim *sim;
    t48_results results = {0};
    t48_sim_config config = {
        .player = spec, .rules = t48_rules_default(), .games = games, .seed = 1};
    LT_TRY(t48_sim_run(&sim, &config, err));
    lt_status status = LT_OK;
    for (uint64_t i = 0; i < games && status == LT_OK; i++)
        status = t48_results_add(&results, t48_sim_outcome(sim, i), 0, err);
    lt_summary score = t48_results_score(&results);
    double share;
    lt_interval reach = t48_results_reach(&results, 8, 0.95, &share);
    printf("%-8s mean score %.0f [%.0f, %.0f], 256 in %.1f %% [%.1f, %.1f] of %llu games\n", spec,
           score.mean, score.mean95.low, score.mean95.high, 100 * share, 100 * reach.low,
           100 * reach.high, (unsigned long long)games);
    t48_results_release(&results);
    t48_sim_free(sim);
    return status;
}

/* Which is better? Both play the same seeds until it is clear. */
static lt_status contest(const char *a, const char *b, uint64_t games, lt_error *err)
{
    static const char *const words[] = {
        [LT_UNCLEAR] = "not clearly better or worse than",
        [LT_A_BETTER] = "better than",
        [LT_B_BETTER] = "worse than",
        [LT_SAME] = "the same as",
    };
    t48_comparison *comparison;
    t48_compare_config config = {
        .a = a, .b = b, .rules = t48_rules_default(), .games = games, .seed = 1};
    LT_TRY(t48_compare_run(&comparison, &config, err));
    lt_sprt_state now = lt_sprt_look(t48_comparison_pairs(comparison));
    printf("%s is %s %s: %+.0f points [%.0f, %.0f], %llu games of each\n", a, words[now.verdict], b,
           now.difference, now.interval.low, now.interval.high, (unsigned long long)now.pairs);
    t48_comparison_free(comparison);
    return LT_OK;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
    lt_error err;
    if (t48_player_register(&corner, &err) != LT_OK || measure("corner", games, &err) != LT_OK ||
        contest("corner", "random", games, &err) != LT_OK ||
        contest("corner", "greedy", games, &err) != LT_OK) {
        fprintf(stderr, "own_player: %s\n", err.text);
        return lt_status_exit(err.status);
    }
    return 0;
}
