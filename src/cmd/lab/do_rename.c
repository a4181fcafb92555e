/* laatta lab rename: another name for an experiment. */
#include "cmd/lab/cli_lab.h"

#include <stdio.h>

static const cli_option options[] = {CLI_LAB_DB, {0}};

static lt_status give_name(const cli_args *args, lab_store *store, const lab_experiment *x,
                           lt_error *err)
{
    LT_TRY(lab_rename(store, x->id, args->word[1], err));
    printf("%s is now %s\n", args->word[0], args->word[1]);
    return LT_OK;
}

static int run(const cli_args *args)
{
    return cli_lab_act(args, 2, give_name);
}

const cli_command lab_do_rename = {
    .name = "lab rename",
    .summary = "give an experiment another name",
    .synopsis = "NAME NEW [--db URL]",
    .options = options,
    .details = "examples:\n"
               "  laatta lab rename first sweep-2026\n",
    .run = run,
};
