/* An experiment of one's own in a lab: a player of this program and one of laatta's play the
 * same games, and the results stay in the database.
 *
 *   cc lab.c $(pkg-config --cflags --libs laatta-lab) -o lab
 *   ./lab sqlite:mine.sqlite 200; laatta lab report mine --db sqlite:mine.sqlite
 *
 * Only a program that has registered the player can play for it: the others leave its games. */
#include <laatta/laatta.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    (void)player;
    (void)state;
    (void)advice;
    for (int d = T48_DIRS - 1; d >= 0; d--)
        if (t48_is_legal(legal, (t48_dir)d)) return (t48_dir)d;
    return T48_NONE;
}

static const t48_player_ops leftward = {
    .info = {.name = "leftward", .summary = "left, else down, else right, else up"},
    .choose = choose,
};

static bool print(void *ctx, uint64_t config, const t48_results *results)
{
    const lab_config *configs = ctx, *which = lab_config_find(configs, 2, config);
    t48_results copy = *results;
    lt_summary score = t48_results_score(&copy);
    printf("%-10s mean score %.0f [%.0f, %.0f] of %llu games\n", which ? which->spec : "?",
           score.mean, score.mean95.low, score.mean95.high, (unsigned long long)results->games);
    return true;
}

static lt_status experiment(lab_store *store, uint64_t games, lt_error *err)
{
    lab_experiment mine = {.name = "mine", .rules = t48_rules_default(), .seed = 1, .attempts = 3};
    lab_config configs[2] = {{.spec = "leftward", .games = games},
                             {.spec = "random", .games = games}};
    lab_work_config work = {.lease = 60, .patience = 60};
    lab_work_done done;
    strcpy(mine.player, "leftward");
    LT_TRY(lab_add(store, &mine, configs, 2, err));
    LT_TRY(lab_work(store, &work, &done, err));
    return lab_summed(store, mine.id, 0, print, configs, err);
}

int main(int argc, char **argv)
{
    lab_store *store;
    lt_error err;
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 200;
    if (argc < 2) {
        fprintf(stderr, "usage: lab DATABASE [GAMES]\n");
        return 2;
    }
    lt_status status = t48_player_register(&leftward, &err);
    if (status == LT_OK) status = lab_open(&store, argv[1], &err);
    if (status == LT_OK) {
        status = experiment(store, games, &err);
        lab_close(store);
    }
    if (status != LT_OK) fprintf(stderr, "lab: %s\n", err.text);
    return lt_status_exit(status);
}
