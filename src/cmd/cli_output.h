/* The ends that every command shares: output that cannot be written, and a mapped
 * file that somebody shortens. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>

/* Before a command: a closed pipe becomes an error of writing instead of a silent
 * death, and a shortened table a message. */
void cli_output_begin(void);
/* Sends on what was printed so far; the reason is kept when that fails. */
void cli_flush(void);
/* Whether writing to standard output has failed: nobody reads what is still to come. */
bool cli_output_lost(void);
/* For what a command cannot do without: says that memory is short and exits with 1, as
 * safe for files and databases as being killed. */
_Noreturn void cli_no_memory(void);
/* After a command: its exit status, or 1 with the reason when its output was lost. */
int cli_output_end(int status);

#endif
