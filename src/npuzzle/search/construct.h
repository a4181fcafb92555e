/* A legal solution of any board at once, line by line as a person would do it.
 *
 * Not short (several times the shortest), but it takes milliseconds even for
 * 16x16 and never fails, so there is always something to improve. */
#ifndef NP_CONSTRUCT_H
#define NP_CONSTRUCT_H

#include "npuzzle/task.h"

/* The moves are on the heap, *length of them. */
lt_status np_construct(const np_task *task, uint8_t **moves, int *length, lt_error *err);

#endif
