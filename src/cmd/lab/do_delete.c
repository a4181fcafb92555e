/* laatta lab delete: an experiment and all that belongs to it. */
#include "cmd/lab/cli_lab.h"

#include <stdio.h>

static const cli_option options[] = {
    {"yes", NULL, "delete results too, for good"},
    CLI_LAB_DB,
    {0},
};

static lt_status delete_it(const cli_args *args, lab_store *store, const lab_experiment *x,
                           lt_error *err)
{
    lab_progress p;
    LT_TRY(lab_progress_of(store, x->id, &p, err));
    if (p.finished && !cli_flag(args, "yes"))
        return lt_fail(err, LT_BAD_INPUT,
                       "%s has %llu finished games: add --yes to delete them for good (laatta lab "
                       "export keeps a copy)",
                       x->name, (unsigned long long)p.finished);
    LT_TRY(lab_delete(store, x->id, err));
    printf("%s: deleted, with %llu finished games\n", x->name, (unsigned long long)p.finished);
    return LT_OK;
}

static int run(const cli_args *args)
{
    return cli_lab_act(args, 1, delete_it);
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
