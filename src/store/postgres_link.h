/* A connection to PostgreSQL: opening it, and what its errors mean. */
#ifndef STORE_POSTGRES_LINK_H
#define STORE_POSTGRES_LINK_H

#include "store/driver.h"

#include <libpq-fe.h>

enum { POSTGRES_PREPARED_MAX = 250 };

typedef struct postgres_prepared {
    const char *text;  /* the key is the address, */
    store_type *types; /* and what its parameters are */
    size_t count;
} postgres_prepared;

typedef struct postgres_connection {
    store_connection base;
    PGconn *pg;
    postgres_prepared kept[POSTGRES_PREPARED_MAX];
    size_t kept_count;
    bool pooled; /* another server process may answer each transaction: nothing is kept there */
    bool read_only;
    bool listening;
    bool announced; /* something came since the last wait */
} postgres_connection;

lt_status postgres_open(store_connection **out, const char *url, bool read_only,
                        const store_wait *wait, lt_error *err);
void postgres_close(store_connection *base);

/* Fills *err from a result (NULL: from the connection) and returns its status. */
lt_status postgres_fail(const postgres_connection *c, const PGresult *result, lt_error *err);
/* The same in words of one's own; `details` may be "". */
lt_status postgres_say(const postgres_connection *c, lt_status status, const char *what,
                       const char *details, lt_error *err);

/* What every session has set, as "SET NAME; SET ...;" with any word before NAME: a
 * transaction that waits too long is busy, one that its program left standing (a stopped
 * process) gives back what it holds. */
#define POSTGRES_SETTINGS(set)                                                           \
    set " lock_timeout = '10s';" set " idle_in_transaction_session_timeout = '30s';" set \
        " jit = off"

/* Runs a statement that has neither parameters nor rows. */
lt_status postgres_plain(postgres_connection *c, const char *sql, lt_error *err);

/* Reads results until the server is ready again, also past an error: the first one
 * counts. Rows go to `row` (may be NULL), as in store_driver.run. */
lt_status postgres_receive(postgres_connection *c, store_row_fn row, void *ctx, uint64_t *changed,
                           lt_error *err);

/* store_driver.insert */
lt_status postgres_insert(store_connection *base, const char *head, size_t columns,
                          const store_value *values, size_t rows, lt_error *err);

#endif
