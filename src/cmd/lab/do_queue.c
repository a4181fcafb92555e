/* laatta lab queue: games of one player. */
#include "cmd/lab/cli_lab.h"

#include <stdio.h>
#include <string.h>

static const cli_option options[] = {
    {"player", "SPEC", "who plays (see laatta list players)"},
    CLI_LAB_RECIPES,
    {"games", "N", "how many games (default 100)"},
    {"seed", "S", "seed of the experiment; game i is game i of laatta sim --seed S (default 1)"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {"priority", "P", "higher is played first (default 0)"},
    {"yes", NULL, "queue more than a million games without asking"},
    {"attempts", "N", "how often a game may be tried before it counts as failed (default 5)"},
    CLI_LAB_DB,
    {0},
};

static int run(const cli_args *args)
{
    lab_experiment x;
    lab_config config = {0};
    int status = 2;
    lt_error err;
    if (!cli_lab_describe(args, LAB_QUEUE, &x) ||
        !cli_u64(args, "games", 100, 1, 1000000000, &config.games) ||
        !cli_lab_who(args, &x.rules, config.spec) || !cli_lab_confirm(args, config.games))
        return 2;
    strcpy(x.player, config.spec);
    lab_store *store = cli_lab_open(args, &status);
    if (!store) return status;
    if (lab_add(store, &x, &config, 1, &err) != LT_OK) {
        lab_close(store);
        return cli_fail(args, &err);
    }
    printf("%s: %llu games of %s queued as configuration %llu in %s\n", x.name,
           (unsigned long long)config.games, config.spec, (unsigned long long)config.id,
           lab_address(store));
    lab_close(store);
    return 0;
}

const cli_command lab_do_queue = {
    .name = "lab queue",
    .summary = "queue games of one player",
    .synopsis = "NAME --player SPEC|--train KEY=VALUE,... [--games N] [--priority P] [--db URL]",
    .options = options,
    .details = CLI_LAB_RECIPES_HELP
    "\n"
    "examples:\n"
    "  laatta lab queue snake-100 --player snake --games 100\n"
    "  laatta lab queue urgent --player ntuple:depth=1 --games 1000 --priority 5\n"
    "  laatta lab queue mine --train net=4x6,games=200000,rate=0.5 --games 200\n",
    .run = run,
};
