/* What handing in and lapsing share: games that go back to the queue. */
#ifndef STORE_QUEUE_H
#define STORE_QUEUE_H

#include "lab/queue.h"
#include "store/checked.h"

/* What scheduled_runs.active says of a block. Failed ones are kept to be seen; of a
 * configuration that has to be made first (lab/recipe.h) only the first game is open. */
enum { STORE_PAUSED, STORE_OPEN, STORE_FAILED, STORE_UNMADE };

/* The block that begins with game `at` of a configuration with games first .. end - 1;
 * `each`: games of a block at most. */
typedef struct store_block {
    uint64_t games;
    int active; /* as if the experiment were not paused */
} store_block;
store_block store_next_block(uint64_t first, uint64_t at, uint64_t end, uint64_t each, bool unmade);

lt_status store_insert_product(lab_store *store, uint64_t config, uint64_t experiment,
                               uint64_t worker, const lab_product *made, lt_error *err);

/* Keeps what was made for a batch, inside the transaction that hands it in. */
lt_status store_keep_product(lab_store *store, const lab_batch *b, uint64_t worker, lt_error *err);
/* The games of a configuration that waited for its making become open, paused or failed. */
lt_status store_open_rest(lab_store *store, uint64_t config, int active, lt_error *err);

/* Numbers that no two workers draw: the worker's number, the time and a counter. */
uint64_t store_draw_id(uint64_t worker, uint64_t nth);

/* Ends the leases of batches; there[i] tells whether the i-th still was one. */
lt_status store_leases_end(lab_store *store, const lab_batch *batches, size_t count, bool *there,
                           lt_error *err);
/* Enters leases of a worker, from now on. */
lt_status store_leases_enter(lab_store *store, const lab_member *member, const lab_lease *leases,
                             size_t count, lt_error *err);
/* Takes blocks out of the queue. */
lt_status store_blocks_drop(lab_store *store, const lab_lease *blocks, size_t count, lt_error *err);

/* Puts the games of a lease from `from` on back into the queue: open, paused as their
 * experiment is, or failed. Nothing happens if the experiment was cancelled. */
lt_status store_put_back(lab_store *store, const lab_lease *lease, uint64_t version, uint64_t from,
                         int attempts, bool failed, lt_error *err);

lt_status store_note_failure(lab_store *store, const lab_lease *lease, uint64_t from, int attempts,
                             uint64_t worker, bool of_config, const char *reason, lt_error *err);

#endif
