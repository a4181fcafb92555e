/* Shortening a solution by windows: stretches of it are solved again, from the
 * position where the stretch begins to the one where it ends, by a small beam. */
#ifndef NP_WINDOWS_H
#define NP_WINDOWS_H

#include "npuzzle/resources.h"
#include "npuzzle/task.h"

/* Shortens moves (owned by the caller, changed in place) until the deadline, which there
 * has to be, `lower_bound` or cancellation. Adds the positions generated to *nodes. */
lt_status np_windows_run(const np_task *task, uint8_t *moves, int *length, int lower_bound,
                         const np_resources *resources, double deadline, uint64_t *nodes,
                         lt_error *err);

#endif
