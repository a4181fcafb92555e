/* Another program, run by the shell, that is talked to in lines.
 *
 * Nothing here waits longer than it is told to, whatever the program does: it may be
 * silent, flood, close its ends, stop or die. It runs in a process group of its own, so
 * that what it started ends with it, and it is always waited for. */
#ifndef LT_PROCESS_H
#define LT_PROCESS_H

#include "laatta/control.h"
#include "laatta/status.h"

#include <stddef.h>

typedef struct lt_process lt_process;

/* Starts `sh -c command`; its standard error is ours. */
lt_status lt_process_start(lt_process **process, const char *command, lt_error *err);

/* How long to wait: until `deadline` (lt_clock_now), or until control says cancelled. */
typedef struct lt_patience {
    double deadline;
    const lt_control *control; /* may be NULL */
} lt_patience;

/* LT_LIMIT: it did not take it in time; LT_IO: it is gone; LT_CANCELLED. */
lt_status lt_process_send(lt_process *process, const char *bytes, size_t length,
                          const lt_patience *patience, lt_error *err);

enum { LT_PROCESS_LINE = 4096 }; /* a longer line is refused */

/* The next line it wrote, without its end, valid until the next call. LT_LIMIT: none came
 * in time; LT_BAD_INPUT: longer than allowed; LT_IO: it is gone, and how; LT_CANCELLED. */
lt_status lt_process_line(lt_process *process, const char **line, const lt_patience *patience,
                          lt_error *err);

/* Closes its input, gives it a moment to end by itself, and ends what is left. */
void lt_process_end(lt_process *process);

#endif
