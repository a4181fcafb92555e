/* Sums by configuration, written in the transaction that writes the results. */
#ifndef STORE_SUMS_H
#define STORE_SUMS_H

#include "laatta/results.h"
#include "store/store.h"

typedef struct store_sum store_sum;

/* What results of several configurations come to. Zeroed memory is empty. */
typedef struct store_summing {
    store_sum **sums; /* in the order of their configurations */
    size_t count, room, last;
} store_summing;

/* Counts a result. It must be passed as the row of finished_runs has it. */
lt_status store_sums_count(store_summing *s, const lab_result *result, lt_error *err);
/* Adds all of it to the sums of the store, inside a transaction. */
lt_status store_sums_write(lab_store *store, store_summing *s, lt_error *err);
void store_sums_release(store_summing *s);

/* What was counted of a configuration; NULL: nothing. */
const t48_results *store_sums_of(const store_summing *s, uint64_t config);

/* Makes the sums of an experiment anew from its results, inside a transaction. Nobody may
 * hand in results of it meanwhile. */
lt_status store_sums_renew(lab_store *store, uint64_t experiment, uint64_t *games, lt_error *err);

#endif
