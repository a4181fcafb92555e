/* What every subcommand is made of: one const cli_command, from which dispatch,
 * --help, usage errors and shell completion are all derived. */
#ifndef CLI_H
#define CLI_H

#include "laatta/control.h"
#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_option {
    const char *name;  /* without the dashes */
    const char *value; /* placeholder of its value in the help; NULL for a flag */
    const char *summary;
} cli_option;

enum { CLI_OPTIONS_MAX = 32 };

typedef struct cli_command cli_command;

typedef struct cli_args {
    const cli_command *command;
    const char *value[CLI_OPTIONS_MAX]; /* by index of the option; "" for a flag; NULL if absent */
    const char *const *repeat;          /* every argument, for options that may come many times */
    int repeat_count;
    const char **word; /* the positional arguments */
    int words;
} cli_args;

struct cli_command {
    const char *name;
    const char *summary;              /* one line for `laatta --help` */
    const char *synopsis;             /* what follows the name in the usage line */
    const char *details;              /* paragraphs and examples for `laatta NAME --help` */
    const cli_option *options;        /* ends with a zero entry; --help is implied */
    int (*run)(const cli_args *args); /* the exit status */
    /* A command that is only the name of others (`laatta lab sweep`): these, each
     * named "lab sweep" and so on; NULL ends them, and `run` is not called. */
    const cli_command *const *family;
};

/* Value of an option by name (which must exist): NULL when it was not given. */
const char *cli_value(const cli_args *args, const char *name);
/* Whether the command has this option at all. */
bool cli_takes(const cli_args *args, const char *name);

static inline bool cli_flag(const cli_args *args, const char *name)
{
    return cli_value(args, name) != NULL;
}

/* Numbers from options; on a bad one prints the reason and returns false. */
bool cli_u64(const cli_args *args, const char *name, uint64_t fallback, uint64_t low, uint64_t high,
             uint64_t *value);
bool cli_real(const cli_args *args, const char *name, double fallback, double low, double high,
              double *value);
/* Calls `take` for each value of an option that may be given many times; stops on false. */
bool cli_each(const cli_args *args, const char *name, bool (*take)(void *ctx, const char *value),
              void *ctx);

/* Prints "laatta NAME: text" on stderr, with a hint to --help, and returns 2. */
__attribute__((format(printf, 2, 3))) int cli_usage_error(const cli_args *args, const char *format,
                                                          ...);
/* Prints an error of the library and returns its exit status. */
int cli_fail(const cli_args *args, const lt_error *err);

/* The option that names the database of the lab. */
#define CLI_LAB_URL                                                                               \
    {                                                                                             \
        "db", "URL", "sqlite:PATH, postgres://... or mysql://... (default: LAATTA_DB, or a file)" \
    }

/* The table of commands, in alphabetical order. */
extern const cli_command *const *const cli_commands;
extern const size_t cli_command_count;
const cli_command *cli_find_command(const char *name);
/* A member of a family by the word after the family's name; NULL if there is none. */
const cli_command *cli_find_member(const cli_command *family, const char *word);
/* The word that a member is called by: the last of its name. */
const char *cli_member_word(const cli_command *member);

/* What every command takes besides its options: --quiet (no progress and no notes) and
 * --verbose (progress also where there is no terminal, and what was read). */
typedef enum cli_loudness { CLI_QUIET, CLI_USUAL, CLI_VERBOSE } cli_loudness;
extern cli_loudness cli_verbosity;

/* Runs one command: parses `argv` (without the name), answers --help. */
int cli_run(const cli_command *command, int argc, char **argv);
void cli_print_help(const cli_command *command);

/* Progress on stderr (a bar on a terminal, lines with --verbose, otherwise nothing), and
 * Ctrl-C, SIGTERM or SIGUSR1 as a request to stop: the first is polite, a second one kills. */
lt_control cli_control(void);
/* Clears the bar. Call before printing results. */
void cli_control_done(void);
bool cli_interrupted(void);
int cli_signal(void); /* the one that asked to stop; 0: none has */

#endif
