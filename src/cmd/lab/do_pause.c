/* laatta lab pause: keep an experiment's games from being played. */
#include "cmd/lab/cli_lab.h"

static int run(const cli_args *args)
{
    return cli_lab_set_state(args, LAB_PAUSED);
}

static const cli_option options[] = {CLI_LAB_DB, {0}};

const cli_command lab_do_pause = {
    .name = "lab pause",
    .summary = "keep an experiment's games from being played",
    .synopsis = "NAME [--db URL]",
    .options = options,
    .run = run,
};
