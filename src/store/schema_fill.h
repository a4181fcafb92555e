/* What a step of the schema writes into its tables, inside a transaction. */
#ifndef STORE_SCHEMA_FILL_H
#define STORE_SCHEMA_FILL_H

#include "store/store.h"

/* Every counter that is missing, at 1. */
lt_status store_fill_counters(lab_store *store, lt_error *err);
/* The results of finished_before, the table of older programs, which then is no more; says
 * how far it is. */
lt_status store_fill_parts(lab_store *store, lt_error *err);
/* The sums of all results that there are; says how far it is. */
lt_status store_fill_sums(lab_store *store, lt_error *err);

/* Whether there is TABLE.COLUMN. */
lt_status store_has_column(lab_store *store, const char *place, bool *has, lt_error *err);

#endif
