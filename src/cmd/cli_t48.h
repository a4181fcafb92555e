/* Options that several commands about 2048 share. */
#ifndef CLI_T48_H
#define CLI_T48_H

#include "cmd/cli.h"
#include "laatta/laatta.h"

#include <jansson.h>

/* Reads --size and --fours (if the command has them); false after saying why not. */
bool cli_rules(const cli_args *args, t48_rules *rules);

/* Joins the positional words from `first` on with spaces; free() the result. */
char *cli_join_words(const cli_args *args, int first);

/* A board from the words of the command line, "-" meaning standard input. */
bool cli_board(const cli_args *args, int first, t48_shape shape, t48_grid *grid);

/* A board as a JSON list of rows of tile values. */
json_t *cli_json_grid(const t48_grid *grid);

/* Prints a JSON value on a line of its own and frees it; the exit status. */
int cli_print_json(json_t *value);
/* The same with other than 12 digits of a real number. */
int cli_print_json_digits(json_t *value, unsigned digits);

#endif
