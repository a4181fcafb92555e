/* A player of one's own, measured beside one of laatta's on the same seeds:
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

/* Plays and prints; the mean score. */
static lt_status measure(const char *spec, uint64_t games, double *mean, lt_error *err)
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
    *mean = score.mean;
    t48_results_release(&results);
    t48_sim_free(sim);
    return status;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
    double mine, random;
    lt_error err;
    if (games == 0 || t48_player_register(&corner, &err) != LT_OK ||
        measure("corner", games, &mine, &err) != LT_OK ||
        measure("random", games, &random, &err) != LT_OK) {
        fprintf(stderr, "own_player: %s\n", games ? err.text : "how many games?");
        return 1;
    }
    return mine > random ? 0 : 1;
}
