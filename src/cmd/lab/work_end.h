/* When a worker leaves before all is played, and what it says by its exit status. */
#ifndef WORK_END_H
#define WORK_END_H

#include "cmd/cli.h"

/* There is more to do, and whoever started the worker should start it again: the number
 * that sysexits.h calls EX_TEMPFAIL. */
enum { WORK_AGAIN = 75 };

typedef struct work_end {
    lt_control inner;   /* of the command line */
    lt_control control; /* for the worker: also ends it when its time is up */
    double at;          /* lt_clock_now; 0: no limit */
} work_end;

/* From --until TIME|+DURATION or, inside a job of Slurm, from the job's end; false after
 * saying what is wrong. `end` must stay where it is. */
bool work_end_init(work_end *end, const cli_args *args);

/* Did time or SIGUSR1 end it, and not somebody who wants it to stop? */
bool work_end_again(const work_end *end);

#endif
