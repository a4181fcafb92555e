/* laatta engine: other programs use laatta by lines of text. */
#include "cmd/cli_config.h"
#include "cmd/cli_t48.h"

#include "engine/protocol.h"
#include "laatta/version.h"

#include <unistd.h>

static const cli_option options[] = {
    {"player", "SPEC", "who thinks, until a command names another (default expectimax)"},
    {0},
};

static int run(const cli_args *args)
{
    const char *spec = cli_player(args, NULL);
    t48_rules rules = t48_rules_default();
    t48_player *player;
    protocol *p;
    lt_error err;
    if (args->words) return cli_usage_error(args, "\"%s\" was not expected", args->word[0]);
    if (spec) { /* refused now, and not when the first board comes */
        /* For a person only: a program may read both outputs as one. */
        if (isatty(STDERR_FILENO)) cli_announce_network(spec, rules.shape);
        lt_status made = t48_player_new(&player, spec, &rules, &err);
        if (made != LT_OK && made != LT_UNSUPPORTED) return cli_fail(args, &err);
        t48_player_free(player);
    }
    protocol_config config = {
        .out = stdout, .player = spec ? spec : "expectimax", .version = lt_build_info()->version};
    if (protocol_new(&p, &config, &err) != LT_OK) return cli_fail(args, &err);
    lt_status status = protocol_run(p, STDIN_FILENO, &err);
    protocol_free(p);
    return status == LT_OK ? 0 : cli_fail(args, &err);
}

const cli_command cmd_engine = {
    .name = "engine",
    .summary = "a line protocol, so that any program can ask for moves and values",
    .synopsis = "[--player SPEC]",
    .options = options,
    .details =
        "Reads commands from standard input, a line each, and writes answers. The last line\n"
        "of an answer begins with ok, best or error. A line that begins with { is JSON, and so\n"
        "is its answer: {\"do\": \"go\", \"board\": [[2, 2], [0, 4]], \"id\": 1}. The command "
        "help\n"
        "lists the others; docs/PROTOCOL.md tells all, with a transcript. A program that speaks\n"
        "it the other way round is a player: laatta sim --player 'external:cmd=\"...\"'.\n"
        "\n"
        "examples:\n"
        "  echo 'go 2 2 4 8/0 0 2 4/0 0 0 2/0 0 0 0' | laatta engine\n"
        "  laatta engine --player ntuple <commands.txt\n",
    .run = run,
};
