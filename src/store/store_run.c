/* Statements and transactions of a store, each under the watchdog's eye. */
#include "store/store.h"

#include "base/clock.h"

#include <math.h>

/* How many rows are read between two signs of life. */
enum { ROWS_A_SIGN = 256 };

static void watch(lab_store *store)
{
    if (store->watchdog) store_watchdog_begin(store->watchdog);
}

/* What a call of the driver came to. A connection that was shut is given up. */
static lt_status settle(lab_store *store, lt_status status, lt_error *err)
{
    if (!store->watchdog || !store_watchdog_end(store->watchdog)) return status;
    store_watchdog_socket(store->watchdog, -1);
    store->driver->close(store->connection);
    store->connection = NULL;
    return lt_cancelled(store->wait.control)
               ? lt_fail(err, LT_CANCELLED, "stopped while %s gave no answer", store->address)
               : lt_fail(err, LT_UNAVAILABLE, "%s gave no answer for %.0f s", store->address,
                         store->wait.answer > 0 ? store->wait.answer : store->wait.seconds);
}

typedef struct reading {
    store_row_fn row;
    void *ctx;
    store_watchdog *watchdog;
    unsigned rows;
} reading;

static bool read_row(void *ctx, const store_value *cells)
{
    reading *r = ctx;
    if (++r->rows % ROWS_A_SIGN == 0) store_watchdog_begin(r->watchdog);
    return r->row(r->ctx, cells);
}

lt_status store_run(lab_store *store, const char *text, const store_value *in, size_t count,
                    store_row_fn row, void *ctx, uint64_t *changed, lt_error *err)
{
    LT_TRY(store_ready(store, err));
    reading r = {row, ctx, store->watchdog, 0};
    bool signs = row && store->watchdog;
    watch(store);
    return settle(store,
                  store->driver->run(store->connection, text, in, count, signs ? read_row : row,
                                     signs ? &r : ctx, changed, err),
                  err);
}

lt_status store_insert(lab_store *store, const char *head, size_t columns,
                       const store_value *values, size_t rows, lt_error *err)
{
    if (!rows) return LT_OK;
    LT_TRY(store_ready(store, err));
    watch(store);
    return settle(store, store->driver->insert(store->connection, head, columns, values, rows, err),
                  err);
}

lt_status store_part(lab_store *store, uint64_t experiment, bool make, lt_error *err)
{
    if (!store->driver->part)
        return make ? LT_OK : lt_fail(err, LT_BUSY, "%s has no parts", store->address);
    LT_TRY(store_ready(store, err));
    watch(store);
    return settle(store, store->driver->part(store->connection, experiment, make, err), err);
}

lt_status store_announce(lab_store *store, lt_error *err)
{
    if (!store->driver->announce) return LT_OK;
    LT_TRY(store_ready(store, err));
    watch(store);
    return settle(store, store->driver->announce(store->connection, err), err);
}

typedef lt_status begin_fn(store_connection *connection, lt_error *err);

static lt_status begin(lab_store *store, begin_fn *how, lt_error *err)
{
    LT_TRY(store_ready(store, err));
    watch(store);
    return settle(store, how(store->connection, err), err);
}

static lt_status commit(lab_store *store, lt_error *err)
{
    watch(store);
    return settle(store, store->driver->commit(store->connection, err), err);
}

static void rollback(lab_store *store)
{
    if (!store->connection) return;
    watch(store);
    store->driver->rollback(store->connection);
    settle(store, LT_OK, NULL);
}

/* Those who collided should not meet again: the clock's low digits tell them apart. */
static void step_aside(int tries)
{
    lt_sleep(0.0005 * (tries < 100 ? tries : 100) + fmod(lt_clock_now(), 0.005));
}

static lt_status transact(lab_store *store, begin_fn *how, lab_queue_work *work, void *ctx,
                          lt_error *err)
{
    double since = lt_clock_now();
    for (int tries = 0;; tries++) {
        lt_status status = begin(store, how, err);
        if (status == LT_OK) status = work(store, ctx, err);
        if (status == LT_OK) status = commit(store, err);
        if (status == LT_OK) return LT_OK;
        rollback(store);
        if (status != LT_BUSY || store_wait_over(&store->wait, lt_clock_now() - since))
            return status;
        store->collisions++;
        step_aside(tries);
    }
}

lt_status store_atomic(lab_store *store, lab_queue_work *work, void *ctx, lt_error *err)
{
    return transact(store, store->driver->begin, work, ctx, err);
}

lt_status lab_queue_snapshot(lab_store *store, lab_queue_work *work, void *ctx, lt_error *err)
{
    return transact(store, store->driver->snapshot, work, ctx, err);
}

/* Opens the connection anew, with growing waits. */
static lt_status come_back(lab_store *store, double since, lt_error *err)
{
    lt_status status;
    double pause = 0.1;
    do {
        status = lab_reopen(store, err);
        if (status != LT_UNAVAILABLE && status != LT_BUSY) break;
        if (store_wait_over(&store->wait, lt_clock_now() - since)) break;
        lt_sleep(pause);
        pause = pause < 1 ? pause * 1.7 : 1;
    } while (true);
    return status;
}

lt_status store_assured(lab_store *store, lt_status (*work)(lab_store *, void *ctx, lt_error *err),
                        store_seen_fn seen, void *ctx, lt_error *err)
{
    double since = lt_clock_now();
    lt_status status = store_atomic(store, work, ctx, err);
    while (status == LT_UNAVAILABLE && !store_wait_over(&store->wait, lt_clock_now() - since)) {
        bool done = false;
        LT_TRY(come_back(store, since, err));
        status = seen ? seen(store, ctx, &done, err) : LT_OK;
        if (status == LT_OK && done) return LT_OK;
        if (status == LT_OK) status = store_atomic(store, work, ctx, err);
    }
    return status;
}

lt_status store_is_called(lab_store *store, uint64_t experiment, const char *name, bool *is,
                          lt_error *err)
{
    int64_t there = 0;
    LT_TRY(STORE_NUMBER(store,
                        "SELECT COUNT(*) FROM experiments WHERE experimentID = ? AND name = ?",
                        &there, err, store_u64(experiment), store_text(name)));
    *is = there > 0;
    return LT_OK;
}

bool store_take_number(void *ctx, const store_value *cells)
{
    *(int64_t *)ctx = store_as_int(cells);
    return true;
}

lt_status store_take_ids(lab_store *store, const char *counter, uint64_t count, uint64_t *first,
                         lt_error *err)
{
    int64_t next = 0;
    LT_TRY(STORE_DO(store, "UPDATE counters SET next_id = next_id + ? WHERE name = ?", err,
                    store_u64(count), store_text(counter)));
    LT_TRY(STORE_NUMBER(store, "SELECT next_id FROM counters WHERE name = ?", &next, err,
                        store_text(counter)));
    if (next < 1 || (uint64_t)next <= count)
        return lt_fail(err, LT_DAMAGED,
                       "the database's counter \"%s\" stands at %lld, where only numbers above 0 "
                       "are allowed; this program did not write that",
                       counter, (long long)next);
    *first = (uint64_t)next - count;
    return LT_OK;
}

lt_status store_version(lab_store *store, const char *behaviour, uint64_t *version, lt_error *err)
{
    static const char find[] = "SELECT versionID FROM versions WHERE behaviour = ?";
    int64_t id = 0;
    LT_TRY(STORE_NUMBER(store, find, &id, err, store_text(behaviour)));
    if (id == 0) {
        uint64_t fresh;
        LT_TRY(store_take_ids(store, "version", 1, &fresh, err)); /* also locks out a twin */
        LT_TRY(STORE_NUMBER(store, find, &id, err, store_text(behaviour)));
        if (id == 0) {
            LT_TRY(STORE_DO(store,
                            "INSERT INTO versions (versionID, behaviour, created, outdated) "
                            "VALUES (?, ?, @NOW, 0)",
                            err, store_u64(fresh), store_text(behaviour)));
            id = (int64_t)fresh;
        }
    }
    *version = (uint64_t)id;
    return LT_OK;
}
