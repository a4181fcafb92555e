/* laatta: dispatch to the subcommands, nothing else. */
#include "cmd/cli.h"
#include "cmd/cli_config.h"
#include "cmd/cli_json.h"
#include "cmd/cli_output.h"

#include "base/text.h"
#include "base/utf8.h"
#include "laatta/version.h"

#include <stdio.h>
#include <string.h>

static void print_overview(void)
{
    printf("laatta %s: sliding-tile games, played, solved and measured\n\n"
           "usage: laatta COMMAND [OPTIONS]\n\ncommands:\n",
           lt_build_info()->version);
    for (size_t i = 0; i < cli_command_count; i++)
        printf("  %-12s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    printf(
        "\nlaatta COMMAND --help tells more, with examples. Every command takes --quiet (no\n"
        "progress) and --verbose; laatta -V tells the version. Defaults of one's own (player, db,\n"
        "threads) are read from ~/.config/laatta/config, as KEY = VALUE.\n");
}

static int unknown_command(const char *name)
{
    const char *near = NULL;
    size_t near_distance = 3;
    for (size_t i = 0; i < cli_command_count; i++) {
        size_t distance = lt_edit_distance(name, strlen(name), cli_commands[i]->name);
        if (distance < near_distance) {
            near_distance = distance;
            near = cli_commands[i]->name;
        }
    }
    char shown[48];
    fprintf(stderr, "laatta: there is no command \"%s\"%s%s%s (laatta --help lists them)\n",
            lt_utf8_copy(shown, sizeof shown, name), near ? "; did you mean " : "",
            near ? near : "", near ? "?" : "");
    return 2;
}

static int dispatch(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) name = "version";
    bool help = strcmp(name, "help") == 0;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || (help && argc == 2)) {
        print_overview();
        return 0;
    }
    if (help) name = argv[2];
    const cli_command *command = cli_find_command(name);
    if (!command) return unknown_command(name);
    if (help) {
        const cli_command *member =
            command->family && argc > 3 ? cli_find_member(command, argv[3]) : NULL;
        cli_print_help(member ? member : command);
        return 0;
    }
    int status = cli_config_load() ? cli_run(command, argc - 2, argv + 2) : 2;
    cli_config_release();
    return status;
}

int main(int argc, char **argv)
{
    cli_output_begin();
    cli_json_begin();
    return cli_output_end(dispatch(argc, argv));
}
