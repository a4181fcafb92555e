/* Rows gathered for one insert, and the rows of a new experiment. */
#ifndef STORE_GATHERING_H
#define STORE_GATHERING_H

#include "store/store.h"

/* Starts as {store, "INSERT INTO t (a, b)", columns}; free its values at the end. */
typedef struct store_gathering {
    lab_store *store;
    const char *head;
    size_t columns, rows;
    store_value *values;
} store_gathering;

/* Adds a row; writes when there are many. The second writes the rest. */
lt_status store_gather(store_gathering *g, const store_value *row, lt_error *err);
lt_status store_flush(store_gathering *g, lt_error *err);

/* A number for an experiment whose name is free, and the part for its results: before the
 * transaction that enters it. If that fails, the second undoes it, unless it may have succeeded. */
lt_status store_new_experiment(lab_store *store, lab_experiment *x, lt_error *err);
void store_no_experiment(lab_store *store, lab_experiment *x, lt_status why);

/* The row of an experiment, inside a transaction: checks its name again. */
lt_status store_insert_experiment(lab_store *store, lab_experiment *x, lt_error *err);

#define STORE_ENTRY_HEAD                                                                 \
    "INSERT INTO entries (configID, experimentID, versionID, spec, fingerprint, games, " \
    "first_game)"
#define STORE_SETTING_HEAD "INSERT INTO configs (configID, name, value, place)"
#define STORE_BLOCK_HEAD                                                                          \
    "INSERT INTO scheduled_runs (configID, first_game, games, experimentID, versionID, priority," \
    " active, attempts)"

#endif
