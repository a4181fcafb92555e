/* laatta lab delete: an experiment and all that belongs to it. */
#include "cmd/lab/cli_lab.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {
    {"yes", NULL, "delete results too, for good"},
    CLI_LAB_DB,
    {0},
};

static int run(const cli_args *args)
{
    lab_experiment x;
    lab_progress p;
    lt_error err;
    int status = 2;
    lab_store *store = cli_lab_experiment(args, &x, &status);
    if (!store) return status;
    lt_status deleted = lab_progress_of(store, x.id, &p, &err);
    if (deleted == LT_OK && p.finished && !cli_flag(args, "yes"))
        deleted = lt_fail(&err, LT_BAD_INPUT,
                          "%s has %llu finished games: add --yes to delete them for good (laatta "
                          "lab export keeps a copy)",
                          x.name, (unsigned long long)p.finished);
    if (deleted == LT_OK) deleted = lab_delete(store, x.id, &err);
    if (deleted == LT_OK)
        printf("%s: deleted, with %llu finished games\n", x.name, (unsigned long long)p.finished);
    free(x.plan);
    lab_close(store);
    return deleted == LT_OK ? 0 : cli_fail(args, &err);
}

const cli_command lab_do_delete = {
    .name = "lab delete",
    .summary = "delete an experiment with its results; its name is free again",
    .synopsis = "NAME [--yes] [--db URL]",
    .options = options,
    .details = "examples:\n"
               "  laatta lab export first first.jsonl && laatta lab delete first --yes\n",
    .run = run,
};
