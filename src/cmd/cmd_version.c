/* laatta version (and laatta --version): what this program is and what it was made
 * from. */
#include "cmd/cli.h"
#include "cmd/cli_json.h"

#include "laatta/version.h"

#include <stdio.h>

static const cli_option options[] = {
    {"json", NULL, "print one JSON object"},
    {0},
};

static int run(const cli_args *args)
{
    const lt_build *build = lt_build_info();
    if (cli_flag(args, "json"))
        return cli_print_json(json_pack("{s:s}", "version", build->version));
    printf("laatta %s\n", build->version);
    printf("commit     %s\n", *build->commit ? build->commit : "unknown");
    printf("compiler   %s\n", build->compiler);
    printf("flags      %s\n", build->flags);
    printf("level      %s\n", build->level);
    printf("Bench      %s (recorded for these sources; laatta bench computes it)\n", build->bench);
    return 0;
}

const cli_command cmd_version = {
    .name = "version",
    .summary = "print the version, and what it was built from",
    .synopsis = "[--json]",
    .options = options,
    .details =
        "A \"+\" behind the commit: the sources had been changed. The level is that of the\n"
        "processor's instructions; a command built for any x86-64 takes the best there is at\n"
        "its start, or a lower one that LAATTA_LEVEL names (x86-64, x86-64-v3, x86-64-v4).\n",
    .run = run,
};
