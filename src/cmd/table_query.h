/* laatta table query: what the endgame tables say of a board. */
#ifndef CMD_TABLE_QUERY_H
#define CMD_TABLE_QUERY_H

#include "cmd/cli.h"

int table_query(const cli_args *args);

#endif
