/* laatta version: handled here so that it is listed like every other command. */
#include "cmd/cli.h"

#include <stdio.h>

static int run(const cli_args *args)
{
    (void)args;
    printf("laatta %s\n", LAATTA_VERSION);
    return 0;
}

const cli_command cmd_version = {
    .name = "version",
    .summary = "print the version",
    .synopsis = "",
    .run = run,
};
