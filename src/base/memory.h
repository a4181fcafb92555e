/* How much memory there is to take. */
#ifndef LT_MEMORY_H
#define LT_MEMORY_H

#include "laatta/status.h"

#include <stdint.h>

/* Bytes this process may still take without harm: the least of what the machine
 * has available, of what its control group or its job of Slurm leaves and of the process's
 * own limit; UINT64_MAX if nothing is known. */
uint64_t lt_memory_available(void);

/* Refuses `what` when it needs more bytes than that, with both numbers. */
lt_status lt_memory_allow(uint64_t bytes, const char *what, lt_error *err);

#endif
