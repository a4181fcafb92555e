/* What the commands of the lab share. */
#ifndef CLI_LAB_H
#define CLI_LAB_H

#include "cmd/cli_t48.h"
#include "laatta/lab.h"

/* Options that most of them have. */
#define CLI_LAB_DB                                                                                \
    {                                                                                             \
        "db", "URL", "sqlite:PATH, postgres://... or mysql://... (default: LAATTA_DB, or a file)" \
    }

/* Opens the database of --db, trying for a while when it is away; NULL after saying
 * why not, with the exit status in *status. */
lab_store *cli_lab_open(const cli_args *args, int *status);

/* Opens it and finds the experiment that the first word names. Free its plan. */
lab_store *cli_lab_experiment(const cli_args *args, lab_experiment *experiment, int *status);

/* Fills what every new experiment has from --player, --size, --fours, --seed,
 * --priority, --attempts (those that the command has), the name from the first
 * word. False after saying why not. */
bool cli_lab_describe(const cli_args *args, lab_kind kind, lab_experiment *experiment);

/* The player's spec written out, for these rules; false after saying why not. */
bool cli_lab_spec(const cli_args *args, const char *spec, const t48_rules *rules,
                  char out[LAB_SPEC_MAX]);

/* Pauses, resumes or cancels the experiment that the first word names. */
int cli_lab_set_state(const cli_args *args, lab_state state);

/* Works on an experiment (0: on all) in this process. The exit status. */
lt_status cli_lab_work(lab_store *store, uint64_t experiment, int threads, bool quiet,
                       lab_work_done *done, lt_error *err);

#endif
