/* laatta lab resume: let a paused experiment go on. */
#include "cmd/lab/cli_lab.h"

static int run(const cli_args *args)
{
    return cli_lab_set_state(args, LAB_ACTIVE);
}

static const cli_option options[] = {CLI_LAB_DB, {0}};

const cli_command lab_do_resume = {
    .name = "lab resume",
    .summary = "let a paused experiment go on",
    .synopsis = "NAME [--db URL]",
    .options = options,
    .run = run,
};
