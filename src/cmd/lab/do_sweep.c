/* laatta lab sweep: every combination of some values, N games each. */
#include "cmd/cli_output.h"
#include "cmd/lab/cli_lab.h"

#include "lab/lab_grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"player", "SPEC", "who plays, with what is the same for all (see laatta list players)"},
    CLI_LAB_RECIPES,
    {"grid", "KEY=VALUES", "a,b,c or FROM:TO:STEP; may be given many times"},
    {"games", "N", "games of each configuration (default 100)"},
    {"sample", "K", "only K of the combinations, drawn by the seed"},
    {"race", NULL, "queue no games yet: laatta lab race will, as it needs them"},
    {"seed", "S", "seed of the experiment; game i is game i of laatta sim --seed S (default 1)"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {"priority", "P", "higher is played first (default 0)"},
    {"attempts", "N", "how often a game may be tried before it counts as failed (default 5)"},
    {"dry-run", NULL, "only say what would be queued"},
    {"yes", NULL, "queue more than a million games without asking"},
    CLI_LAB_DB,
    {0},
};

typedef struct reading {
    lab_grid grid;
    lt_error err;
} reading;

static bool take_axis(void *ctx, const char *value)
{
    reading *r = ctx;
    return lab_grid_add(&r->grid, value, &r->err) == LT_OK;
}

/* Every value must be one that the player takes: tried one at a time. */
static bool check_values(const cli_args *args, const lab_grid *grid, const lab_experiment *x)
{
    for (size_t i = 0; i < grid->axes; i++)
        for (size_t v = 0; v < grid->axis[i].values; v++) {
            char spec[LAB_SPEC_MAX], whole[LAB_SPEC_MAX];
            lt_error err;
            strcpy(spec, x->player);
            if (lab_spec_put(spec, grid->axis[i].name, grid->axis[i].value[v], &err) != LT_OK) {
                cli_fail(args, &err);
                return false;
            }
            if (!cli_lab_spec(args, spec, &x->rules, whole)) return false;
        }
    return true;
}

static int queue(const cli_args *args, const lab_grid *grid, lab_experiment *x, uint64_t games,
                 uint64_t count)
{
    int status = 1;
    lt_error err;
    lab_config *configs = NULL;
    lt_status made = lab_grid_configs(grid, x->player, count, x->seed, games, &configs, &err);
    lab_store *store = made == LT_OK ? cli_lab_open(args, &status) : NULL;
    if (store) {
        made = lab_add(store, x, configs, count, &err);
        if (made == LT_OK) {
            printf("queued as %s in %s\n", x->name, lab_address(store));
            status = 0;
        }
        lab_close(store);
    }
    if (made != LT_OK) status = cli_fail(args, &err);
    free(configs);
    return status;
}

static int sweep(const cli_args *args, const lab_grid *grid, lab_experiment *x)
{
    uint64_t games, sample, all = lab_grid_size(grid), total;
    bool later = cli_flag(args, "race");
    if (later && cli_flag(args, "games"))
        return cli_usage_error(args, "--games belongs to laatta lab race when there is --race");
    if (!cli_u64(args, "games", 100, 1, 1000000000, &games) ||
        !cli_u64(args, "sample", 0, 1, LAB_GRID_CONFIGS, &sample))
        return 2;
    if (!all) return cli_usage_error(args, "the grid is empty: --grid KEY=A,B,C is needed");
    uint64_t count = sample && sample < all ? sample : all;
    for (size_t i = 0; i < grid->axes; i++)
        printf("%s%s (%zu)", i ? " x " : "", grid->axis[i].name, grid->axis[i].values);
    printf(" = %llu configurations", (unsigned long long)all);
    if (count < all) printf(", %llu of them drawn", (unsigned long long)count);
    if (later) games = 0;
    if (__builtin_mul_overflow(count, games, &total)) total = UINT64_MAX;
    if (later)
        printf(", to be raced\n");
    else
        printf(", %llu games each, %llu games\n", (unsigned long long)games,
               (unsigned long long)total);
    cli_flush();
    if (count > LAB_GRID_CONFIGS)
        return cli_usage_error(args,
                               "%llu configurations are too many; at most %d are allowed, or "
                               "--sample K of them",
                               (unsigned long long)count, LAB_GRID_CONFIGS);
    if (!check_values(args, grid, x)) return 2;
    if (cli_flag(args, "dry-run")) return 0;
    if (!cli_lab_confirm(args, total)) return 2;
    return queue(args, grid, x, games, count);
}

static int run(const cli_args *args)
{
    lab_experiment x;
    if (!cli_lab_describe(args, LAB_SWEEP, &x) || !cli_lab_who(args, &x.rules, x.player)) return 2;
    reading r = {.err.status = LT_OK};
    int status;
    if (!cli_each(args, "grid", take_axis, &r))
        status = cli_usage_error(args, "%s", r.err.text);
    else
        status = sweep(args, &r.grid, &x);
    lab_grid_release(&r.grid);
    return status;
}

const cli_command lab_do_sweep = {
    .name = "lab sweep",
    .summary = "queue every combination of some values of a player's parameters",
    .synopsis =
        "NAME --player SPEC|--train KEY=VALUE,... --grid KEY=VALUES... [--games N] [--db URL]",
    .options = options,
    .details =
        "The number of configurations and games is shown before anything is queued; more\n"
        "than a million games need --yes. With --race only the configurations are entered, and\n"
        "laatta lab race finds the best of them with a fraction of the games.\n"
        "\n" CLI_LAB_RECIPES_HELP "\n"
        "examples:\n"
        "  laatta lab sweep first --player worstcase:depth=2 --grid monotonic=0.4:1.6:0.4 \\\n"
        "      --grid empty=0.8,1.2,1.6 --games 50\n"
        "  laatta lab sweep wide --player worstcase --grid smoothness=0:1:0.1 \\\n"
        "      --grid monotonic=0:2:0.1 --sample 40 --games 100 --dry-run\n"
        "  laatta lab sweep learning --train games=100000 --grid rate=0.25,0.5,1 \\\n"
        "      --grid lambda=0,0.5 --grid seed=1,2,3 --games 200\n",
    .run = run,
};
