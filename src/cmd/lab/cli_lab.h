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

/* Options of the commands that lead an experiment; cli_lab_crew reads them. */
#define CLI_LAB_CREW                                                                        \
    {"threads", "T", "threads (default: all processors)"},                                  \
    {                                                                                       \
        "lease", "SECONDS", "without progress for so long, games go to others (default 15)" \
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

/* An experiment that this process leads: it gets games as its results call for
 * them, and any worker may help to play them. */
typedef struct cli_lab_lead {
    lab_store *store;
    lab_experiment *experiment;
    int threads;
    double lease;
    /* See lab_work_config.more. */
    lt_status (*more)(void *ctx, uint64_t leased, bool *added, lt_error *err);
    /* Fills in what the live line shows. */
    void (*show)(void *ctx, lt_progress *line);
    void *ctx;
} cli_lab_lead;

/* Reads --threads and --lease; false after saying why not. */
bool cli_lab_crew(const cli_args *args, int *threads, double *lease);

/* Plays until `more` adds nothing and all is played. LT_CANCELLED when somebody
 * stopped this process, or paused or cancelled the experiment; LT_LIMIT when games
 * have failed that it needs. */
lt_status cli_lab_play(const cli_lab_lead *lead, lab_work_done *done, lt_error *err);

/* Does the store have an experiment of this name? Free its plan if so. */
lt_status cli_lab_known(lab_store *store, const char *name, bool *known, lab_experiment *experiment,
                        lt_error *err);

/* Refuses an experiment of another kind, or one that was cancelled or paused. */
lt_status cli_lab_usable(const lab_experiment *experiment, lab_kind kind, lt_error *err);

/* A plan as text, equal for equal plans, and back. The text is for free(), the
 * value for json_decref(). */
char *cli_lab_plan_text(const json_t *plan);
lt_status cli_lab_plan_read(const lab_experiment *experiment, json_t **plan, lt_error *err);

/* Writes a note of an experiment and frees it. */
lt_status cli_lab_note(lab_store *store, uint64_t experiment, uint64_t step, json_t *note,
                       lt_error *err);

/* A number as JSON; null when it is not finite. */
json_t *cli_json_real(double value);

#endif
