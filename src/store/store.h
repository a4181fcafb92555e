/* A store: a connection, the statements that every database shares, and
 * transactions that are tried again when another one was in the way. */
#ifndef STORE_H
#define STORE_H

#include "laatta/lab.h"
#include "lab/queue.h"
#include "store/database_url.h"
#include "store/driver.h"
#include "store/watchdog.h"

/* Seconds: an answer may take that long with nothing being wrong. */
#define STORE_PATIENCE_LEAST 2.0
#define STORE_PATIENCE 60.0

/* Servers of the URL that did not answer when they were asked last. */
typedef struct store_away {
    double until; /* then they are asked again */
    size_t count;
    lab_node node[DATABASE_URL_HOSTS];
} store_away;

struct lab_store {
    const store_driver *driver;
    store_connection *connection; /* NULL while it is lost or was given back */
    bool resting;                 /* it was given back: the next statement opens it anew */
    char *url, *address;
    store_whom whom;    /* the place of the connection's server in the URL */
    bool several;       /* the URL names more than one */
    char behaviour[17]; /* of this program's players, once it was asked for */
    bool read_only;
    store_wait wait;
    store_watchdog *watchdog; /* NULL: of a file, which has no socket */
    uint64_t collisions;      /* transactions that were undone because of another one */
    store_away away;
};

/* Can the server at this place of the URL be talked to? Opens a connection of its own. */
lt_status store_reach(const lab_store *store, int place, lt_error *err);

/* One statement; see store_driver.run. */
lt_status store_run(lab_store *store, const char *text, const store_value *in, size_t count,
                    store_row_fn row, void *ctx, uint64_t *changed, lt_error *err);

/* One statement without rows, its parameters after err; the second form counts the
 * rows that it changed, the third reads the one number that it gives. */
#define STORE_VALUES(...)               \
    (const store_value[]){__VA_ARGS__}, \
        sizeof((const store_value[]){__VA_ARGS__}) / sizeof(store_value)
#define STORE_DO(store, text, err, ...) \
    store_run(store, text, STORE_VALUES(__VA_ARGS__), NULL, NULL, NULL, err)
#define STORE_CHANGE(store, text, changed, err, ...) \
    store_run(store, text, STORE_VALUES(__VA_ARGS__), NULL, NULL, changed, err)
#define STORE_NUMBER(store, text, number, err, ...) \
    store_run(store, text, STORE_VALUES(__VA_ARGS__), store_take_number, number, NULL, err)
bool store_take_number(void *ctx, const store_value *cells); /* int64_t * */

lt_status store_insert(lab_store *store, const char *head, size_t columns,
                       const store_value *values, size_t rows, lt_error *err);

/* Makes or drops the part of finished_runs for an experiment, see store_driver.part. */
lt_status store_part(lab_store *store, uint64_t experiment, bool make, lt_error *err);

/* Tells waiting workers, with the transaction under way, that there is something new. */
lt_status store_announce(lab_store *store, lt_error *err);

/* Runs `work` in a transaction. It may be run several times, so it must start from
 * its inputs each time. */
lt_status store_atomic(lab_store *store, lab_queue_work *work, void *ctx, lt_error *err);

/* Was the transaction committed whose answer was lost? Looks for what `work` has written
 * under numbers of its own. */
typedef lt_status (*store_seen_fn)(lab_store *store, void *ctx, bool *done, lt_error *err);

/* The same past the loss of a server, as long as patience lasts: on a new connection, or
 * another server, it is run again, unless `seen` says that it was committed. Without
 * `seen` it must do no harm to run it twice. */
lt_status store_assured(lab_store *store, lt_status (*work)(lab_store *, void *ctx, lt_error *err),
                        store_seen_fn seen, void *ctx, lt_error *err);

/* For `seen`: is there this experiment, by this name? */
lt_status store_is_called(lab_store *store, uint64_t experiment, const char *name, bool *is,
                          lt_error *err);

/* Opens a connection that was given back; LT_UNAVAILABLE if it was lost. */
lt_status store_ready(lab_store *store, lt_error *err);

/* Takes `count` numbers from a counter, inside a transaction; *first is the first. */
lt_status store_take_ids(lab_store *store, const char *counter, uint64_t count, uint64_t *first,
                         lt_error *err);

/* The number of a behaviour, entered if it is new, inside a transaction. */
lt_status store_version(lab_store *store, const char *behaviour, uint64_t *version, lt_error *err);

/* Brings the tables up to this program's schema; refuses a newer one. */
lt_status store_migrate(lab_store *store, lt_error *err);
/* For a store that is only read: LT_OK if its tables are this program's, LT_LIMIT if
 * they are older (store_migrate may help), LT_BAD_INPUT if there are none. */
lt_status store_check_schema(lab_store *store, lt_error *err);

#endif
