/* What a step of the schema writes into its tables, inside a transaction. */
#ifndef STORE_SCHEMA_FILL_H
#define STORE_SCHEMA_FILL_H

#include "store/store.h"

/* Every counter that is missing, at 1. */
lt_status store_fill_counters(lab_store *store, lt_error *err);
/* The sums of all results that there are; says how far it is. */
lt_status store_fill_sums(lab_store *store, lt_error *err);

#endif
