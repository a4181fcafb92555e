/* A store: a connection, the statements that every database shares, and
 * transactions that are tried again when another one was in the way. */
#ifndef STORE_H
#define STORE_H

#include "laatta/lab.h"
#include "store/driver.h"

struct lab_store {
    const store_driver *driver;
    store_connection *connection; /* NULL while it is lost */
    char *url, *address;
    char behaviour[17]; /* of this program, once it was needed; "" before */
};

/* One statement; see store_driver.run. */
lt_status store_run(lab_store *store, const char *text, const store_value *in, size_t count,
                    store_row_fn row, void *ctx, uint64_t *changed, lt_error *err);
#define STORE_RUN(store, text, row, ctx, changed, err, ...)                                        \
    store_run(store, text, (const store_value[]){__VA_ARGS__},                                     \
              sizeof((const store_value[]){__VA_ARGS__}) / sizeof(store_value), row, ctx, changed, \
              err)
lt_status store_insert(lab_store *store, const char *head, size_t columns,
                       const store_value *values, size_t rows, lt_error *err);

/* Runs `work` in a transaction. It may be run several times, so it must start from
 * its inputs each time. */
lt_status store_atomic(lab_store *store, lt_status (*work)(lab_store *, void *ctx, lt_error *err),
                       void *ctx, lt_error *err);

/* Takes `count` numbers from a counter, inside a transaction; *first is the first. */
lt_status store_take_ids(lab_store *store, const char *counter, uint64_t count, uint64_t *first,
                         lt_error *err);

/* The number of a behaviour, entered if it is new, inside a transaction. */
lt_status store_version(lab_store *store, const char *behaviour, uint64_t *version, lt_error *err);

/* Brings the tables up to this program's schema; refuses a newer one. */
lt_status store_migrate(lab_store *store, lt_error *err);

/* Row functions for a single number or text. */
bool store_take_int(void *ctx, const store_value *cells);  /* int64_t * */
bool store_take_real(void *ctx, const store_value *cells); /* double * */

/* Copies a text, cut to what fits. */
void store_copy(char *to, size_t size, const char *from);

#endif
