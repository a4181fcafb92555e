/* What handing in and lapsing share: games that go back to the queue. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "lab/queue.h"
#include "store/checked.h"

/* Numbers that no two workers draw: the worker's number, the time and a counter. */
uint64_t store_draw_id(uint64_t worker, uint64_t nth);

/* Puts the games of a lease from `from` on back into the queue: open, paused as their
 * experiment is, or failed. Nothing happens if the experiment was cancelled. */
lt_status store_put_back(lab_store *store, const lab_lease *lease, uint64_t version, uint64_t from,
                         int attempts, bool failed, lt_error *err);

lt_status store_note_failure(lab_store *store, const lab_lease *lease, uint64_t from, int attempts,
                             uint64_t worker, bool of_config, const char *reason, lt_error *err);

#endif
