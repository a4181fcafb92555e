/* What could stand next on a command line: the words that shells offer. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

/* Told of a candidate for the last word, with a line about it (may be ""). */
typedef void cli_candidate(void *ctx, const char *word, const char *about);

/* What may stand in place of the last of `words`, which are what follows `laatta`; the last
 * may be empty. Returns whether a file name is meant besides. All of it is read from the
 * tables of commands, players and solvers. */
_Bool cli_complete(int count, const char *const *words, cli_candidate *candidate, void *ctx);

#endif
