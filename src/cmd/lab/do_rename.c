/* laatta lab rename: another name for an experiment. */
#include "cmd/lab/cli_lab.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {CLI_LAB_DB, {0}};

static int run(const cli_args *args)
{
    lab_experiment x;
    lt_error err;
    int status = 2;
    if (args->words != 2)
        return cli_usage_error(args, "two names are needed: the present one and the new one");
    lab_store *store = cli_lab_first(args, &x, &status);
    if (!store) return status;
    lt_status renamed = lab_rename(store, x.id, args->word[1], &err);
    free(x.plan);
    if (renamed == LT_OK) printf("%s is now %s\n", args->word[0], args->word[1]);
    lab_close(store);
    return renamed == LT_OK ? 0 : cli_fail(args, &err);
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
