/* What could stand next on a command line: the words that shells offer. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

/* Told of a candidate for the last word, with a line about it (may be ""). */
typedef void cli_candidate(void *ctx, const char *word, const char *about);

/* What may stand in place of the last of `words`, which are what follows `laatta`; the last
 * may be empty. Returns what is meant besides. All of it is read from the tables of
 * commands, players and solvers. */
typedef enum cli_names { CLI_NO_NAMES, CLI_FOLDERS, CLI_FILES } cli_names;
cli_names cli_complete(int count, const char *const *words, cli_candidate *candidate, void *ctx);

#endif
