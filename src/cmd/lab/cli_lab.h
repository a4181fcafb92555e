/* What the commands of the lab share. */
#ifndef CLI_LAB_H
#define CLI_LAB_H

#include "cmd/cli_t48.h"
#include "laatta/lab.h"
#include "lab/lead.h"

/* What all commands of the lab have. */
#define CLI_LAB_DB                                                                              \
    {"patience", "SECONDS", "how long to wait for the database (default 15; 60 when playing)"}, \
        CLI_LAB_URL

/* Of the commands that play what a database names; cli_lab_allowed reads it. */
#define CLI_LAB_ALLOW                                                                      \
    {                                                                                      \
        "allow-command", "COMMAND", "a command that players may run here; may be repeated" \
    }

/* What is made before it plays (lab/recipe.h); cli_lab_who reads it. */
#define CLI_LAB_RECIPES                                                                        \
    {"train", "KEY=VALUE,...", "a network to be trained, e.g. games=100000,lambda=0.5"},       \
    {                                                                                          \
        "table", "PATTERN", "an endgame table to be built (see laatta table list), for ntuple" \
    }
#define CLI_LAB_RECIPES_HELP                                                                       \
    "--train KEY=VALUE,... queues trainings: a worker trains a network, and the games tell how\n"  \
    "strong it is. The keys are those of laatta train: net, games, seed, threads, rule, rate,\n"   \
    "lambda, steps, restarts, laid, anneal, optimistic; and depth, of the measured games.\n"       \
    "--table PATTERN builds an endgame table first. What is made is kept in the workers' folder\n" \
    "(laatta lab work --folder); laatta lab made lists it. --player train:KEY=VALUE,... is the\n"  \
    "same as --train, in lab race, sprt and tune, too.\n"

/* Options of the commands that lead an experiment; cli_lab_lead reads them. */
#define CLI_LAB_CREW                                                                        \
    {"threads", "T", "threads (default: all processors)"}, CLI_LAB_ALLOW,                   \
    {                                                                                       \
        "lease", "SECONDS", "without progress for so long, games go to others (default 15)" \
    }

/* Opens the database of --db, trying for a while when it is away; NULL after saying
 * why not, with the exit status in *status. The second form is for commands that only
 * read: it makes and changes nothing. */
lab_store *cli_lab_open(const cli_args *args, int *status);
lab_store *cli_lab_read(const cli_args *args, int *status);

/* Opens it and finds the experiment that the only word names. Free its plan. */
lab_store *cli_lab_experiment(const cli_args *args, lab_experiment *experiment, int *status);

/* Fills what every new experiment has from --player, --size, --fours, --seed,
 * --priority, --attempts (those that the command has), the name from the first
 * word. False after saying why not. */
bool cli_lab_describe(const cli_args *args, lab_kind kind, lab_experiment *experiment);

/* The player's spec written out, for these rules; false after saying why not. */
bool cli_lab_spec(const cli_args *args, const char *spec, const t48_rules *rules,
                  char out[LAB_SPEC_MAX]);

/* The same of --player, or of the recipe that --train or --table names. */
bool cli_lab_who(const cli_args *args, const t48_rules *rules, char out[LAB_SPEC_MAX]);

/* More than a million games need --yes; false after saying so. */
bool cli_lab_confirm(const cli_args *args, uint64_t games);

/* For a command of so many words: opens the database, finds the experiment that the first
 * one names and does something to it; the exit status, after saying what went wrong. */
typedef lt_status cli_lab_action(const cli_args *args, lab_store *store, const lab_experiment *x,
                                 lt_error *err);
int cli_lab_act(const cli_args *args, int words, cli_lab_action *act);

/* Pauses, resumes or cancels the experiment that the first word names. */
int cli_lab_set_state(const cli_args *args, lab_state state);

/* The commands of --allow-command; false after saying why not. */
bool cli_lab_allowed(const cli_args *args, lab_commands *allowed);

/* --patience; its default is longer for commands that play. False after saying why not. */
bool cli_lab_patience(const cli_args *args, double *patience);

/* Fills in what leading an experiment takes, from --threads, --lease, --patience and --db;
 * false after saying why not, with the exit status. lab_close(lead->store). */
bool cli_lab_lead(const cli_args *args, lab_lead *lead, lt_control *control, int *status);

#endif
