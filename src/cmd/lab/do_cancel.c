/* laatta lab cancel: drop an experiment's games that are not finished. */
#include "cmd/lab/cli_lab.h"

static int run(const cli_args *args)
{
    return cli_lab_set_state(args, LAB_CANCELLED);
}

static const cli_option options[] = {CLI_LAB_DB, {0}};

const cli_command lab_do_cancel = {
    .name = "lab cancel",
    .summary = "drop an experiment's games that are not finished",
    .synopsis = "NAME [--db URL]",
    .options = options,
    .run = run,
};
