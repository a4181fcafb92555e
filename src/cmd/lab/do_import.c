/* laatta lab import: an experiment that was exported, into this database. */
#include "cmd/lab/cli_lab.h"

#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>

static const size_t text_most = (size_t)1 << 34;

static const cli_option options[] = {
    {"as", "NAME", "the name it gets here (default: the one it had)"},
    CLI_LAB_DB,
    {0},
};

static int run(const cli_args *args)
{
    lab_experiment x;
    lab_progress p;
    lt_error err;
    char *text;
    size_t length;
    int status = 2;
    if (args->words != 1)
        return cli_usage_error(args, "one FILE is needed, or - for the standard input");
    if (lt_file_load(args->word[0], text_most, &text, &length, &err) != LT_OK)
        return cli_fail(args, &err);
    lab_store *store = cli_lab_open(args, &status);
    if (store) {
        lt_status imported = lab_import(store, text, cli_value(args, "as"), &x, &err);
        if (imported == LT_OK) imported = lab_progress_of(store, x.id, &p, &err);
        status = imported == LT_OK ? 0 : cli_fail(args, &err);
        if (imported == LT_OK)
            printf("%s: %llu configurations, %llu of %llu games finished, in %s\n", x.name,
                   (unsigned long long)p.configs, (unsigned long long)p.finished,
                   (unsigned long long)p.games, lab_address(store));
        lab_close(store);
    }
    free(text);
    return status;
}

const cli_command lab_do_import = {
    .name = "lab import",
    .summary = "take in an experiment that laatta lab export wrote, with its results",
    .synopsis = "FILE [--as NAME] [--db URL]",
    .options = options,
    .details = "Games that were not finished wait again here, for programs of the same behaviour.\n"
               "\n"
               "examples:\n"
               "  laatta lab export first - | laatta lab import - --db postgres://lab@db/laatta\n",
    .run = run,
};
