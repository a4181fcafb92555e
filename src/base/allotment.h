/* What this process was allotted of its machine by others than the kernel's scheduler:
 * control groups (containers, services) and the batch system Slurm. */
#ifndef LT_ALLOTMENT_H
#define LT_ALLOTMENT_H

#include <stdint.h>

/* The number in the first line of a file that begins with `label`; UINT64_MAX: none. */
uint64_t lt_number_in(const char *path, const char *label);

/* Whole processors, at least 1, by the time that the control groups leave it and by the
 * job of Slurm that it runs in; UINT64_MAX when neither says anything. */
uint64_t lt_allotted_processors(void);

/* Bytes that control groups and the job leave; UINT64_MAX when nothing is said. */
uint64_t lt_allotted_memory(void);

#endif
