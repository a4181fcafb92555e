/* The user's defaults: $XDG_CONFIG_HOME/laatta/config (docs/CONFIG.md). */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "cmd/cli.h"

/* Reads the file, if there is one; false after saying what is wrong in it. A database goes
 * to LAATTA_DB unless that is set. */
bool cli_config_load(void);
void cli_config_release(void);

/* Where it is, and whether it is there; NULL: no home. */
const char *cli_config_path(bool *found);

/* Threads that were asked for there; 0: it says nothing. */
uint64_t cli_config_threads(void);

/* The player of --player, or of the file, or the fallback (which may be NULL). */
const char *cli_player(const cli_args *args, const char *fallback);

#endif
