/* Options that several commands about 2048 share. */
#ifndef CLI_T48_H
#define CLI_T48_H

#include "cmd/cli.h"
#include "cmd/cli_json.h"
#include "laatta/laatta.h"

/* Reads --size and --fours (if the command has them); false after saying why not. */
bool cli_rules(const cli_args *args, t48_rules *rules);

/* The level of a tile given by an option that is there; false after saying why not. */
bool cli_tile(const cli_args *args, const char *name, unsigned *level);

/* Joins the positional words from `first` on with spaces; free() the result. */
char *cli_join_words(const cli_args *args, int first);

/* A board from the words of the command line, "-" meaning standard input. */
bool cli_board(const cli_args *args, int first, t48_shape shape, t48_grid *grid);

/* Says on standard error that the network of this player has to be unpacked first, which
 * takes seconds, once; says nothing if it need not be, or with --quiet. Call it before the
 * player is made. */
void cli_announce_network(const char *spec, t48_shape shape);

/* A board as a JSON list of rows of tile values. */
json_t *cli_json_grid(const t48_grid *grid);

/* A number in JSON; as text when it is too large for most readers' integers. */
json_t *cli_json_u64(uint64_t number);

#endif
