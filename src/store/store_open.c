/* Opening a store by its URL, and running statements on it. */
#include "store/store.h"

#include "base/clock.h"
#include "base/dirs.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIES_MAX = 40 };

static bool has_scheme(const store_driver *driver, const char *url, size_t length)
{
    for (const char *at = driver->scheme; *at;) {
        size_t n = strcspn(at, "|");
        if (n == length && memcmp(at, url, n) == 0) return true;
        at += n + (at[n] == '|');
    }
    return false;
}

static const store_driver *driver_of(const char *url)
{
    size_t length = strcspn(url, ":");
    if (url[length] != ':') return NULL;
    for (size_t i = 0; i < store_driver_count; i++)
        if (has_scheme(store_drivers[i], url, length)) return store_drivers[i];
    return NULL;
}

/* scheme://user:password@host -> scheme://user@host, and no ?password=... either.
 * A password may hold a / or @ that should have been written otherwise: whatever
 * stands before the last @ is taken for part of it. */
static char *without_password(const char *url)
{
    lt_text out;
    lt_text_init(&out);
    const char *host = strncmp(url, "sqlite:", 7) == 0 ? NULL : strstr(url, "://");
    const char *at = host ? strrchr(host, '@') : NULL;
    if (at) {
        size_t user = strcspn(host + 3, ":@");
        lt_text_add(&out, url, (size_t)(host + 3 - url) + user);
        url = at;
    }
    const char *query = strchr(url, '?');
    lt_text_add(&out, url, query ? (size_t)(query - url) : strlen(url));
    if (out.failed) {
        lt_text_release(&out);
        return NULL;
    }
    return out.data ? out.data : strdup("");
}

static lt_status default_url(char **url, lt_error *err)
{
    lt_text path;
    lt_text_init(&path);
    lt_status status = lt_data_path("lab.sqlite", &path, err);
    *url = status == LT_OK ? malloc(path.length + 8) : NULL;
    if (*url) sprintf(*url, "sqlite:%s", lt_text_str(&path));
    if (status == LT_OK && !*url) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_text_release(&path);
    return status;
}

lt_status lab_open(lab_store **out, const char *url, lt_error *err)
{
    *out = NULL;
    if (!url || !*url) url = getenv("LAATTA_DB");
    lab_store *store = calloc(1, sizeof *store);
    if (!store) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status = LT_OK;
    if (url && *url) {
        store->url = strdup(url);
        if (!store->url) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    } else {
        status = default_url(&store->url, err);
    }
    if (status == LT_OK && !(store->address = without_password(store->url)))
        status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) {
        store->driver = driver_of(store->url);
        if (!store->driver) {
            /* No more of it is shown: who knows where a password stands in it. */
            char shown[40];
            status = lt_fail(err, LT_BAD_INPUT,
                             "\"%s\" is no kind of database; allowed are sqlite:PATH, "
                             "postgres://USER@HOST/NAME and mysql://USER@HOST/NAME",
                             lt_quote(shown, sizeof shown, store->url, strcspn(store->url, ":/@")));
        }
    }
    if (status == LT_OK) status = lab_reopen(store, err);
    if (status != LT_OK) {
        lab_close(store);
        return status;
    }
    *out = store;
    return LT_OK;
}

lt_status lab_reopen(lab_store *store, lt_error *err)
{
    if (store->connection) store->driver->close(store->connection);
    store->connection = NULL;
    LT_TRY(store->driver->open(&store->connection, store->url, err));
    return store_migrate(store, err);
}

void lab_close(lab_store *store)
{
    if (!store) return;
    if (store->connection) store->driver->close(store->connection);
    if (store->url) memset(store->url, 0, strlen(store->url)); /* it may hold a password */
    free(store->url);
    free(store->address);
    free(store);
}

const char *lab_address(const lab_store *store)
{
    return store->address;
}

lt_status store_run(lab_store *store, const char *text, const store_value *in, size_t count,
                    store_row_fn row, void *ctx, uint64_t *changed, lt_error *err)
{
    if (!store->connection)
        return lt_fail(err, LT_UNAVAILABLE, "there is no connection to %s", store->address);
    return store->driver->run(store->connection, text, in, count, row, ctx, changed, err);
}

lt_status store_insert(lab_store *store, const char *head, size_t columns,
                       const store_value *values, size_t rows, lt_error *err)
{
    return rows ? store->driver->insert(store->connection, head, columns, values, rows, err)
                : LT_OK;
}

lt_status store_atomic(lab_store *store, lt_status (*work)(lab_store *, void *ctx, lt_error *err),
                       void *ctx, lt_error *err)
{
    if (!store->connection)
        return lt_fail(err, LT_UNAVAILABLE, "there is no connection to %s", store->address);
    lt_status status = LT_OK;
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        status = store->driver->begin(store->connection, err);
        if (status == LT_OK) status = work(store, ctx, err);
        if (status == LT_OK) status = store->driver->commit(store->connection, err);
        if (status == LT_OK) return LT_OK;
        store->driver->rollback(store->connection);
        if (status != LT_BUSY) return status;
        /* Those who collided should not meet again: the clock's low digits tell them apart. */
        double now = lt_clock_now();
        long spread = (long)((now - (double)(long)now) * 1e9) % 5000000;
        nanosleep(&(struct timespec){.tv_nsec = 500000 * tries + spread}, NULL);
    }
    return status;
}

bool store_take_int(void *ctx, const store_value *cells)
{
    *(int64_t *)ctx = store_as_int(cells);
    return true;
}

bool store_take_real(void *ctx, const store_value *cells)
{
    *(double *)ctx = store_as_real(cells);
    return true;
}

void store_copy(char *to, size_t size, const char *from)
{
    size_t n = strlen(from);
    if (n >= size) n = size - 1;
    memcpy(to, from, n);
    to[n] = '\0';
}

lt_status store_take_ids(lab_store *store, const char *counter, uint64_t count, uint64_t *first,
                         lt_error *err)
{
    int64_t next = 0;
    LT_TRY(STORE_RUN(store, "UPDATE counters SET next_id = next_id + ? WHERE name = ?", NULL, NULL,
                     NULL, err, store_int((int64_t)count), store_text(counter)));
    LT_TRY(STORE_RUN(store, "SELECT next_id FROM counters WHERE name = ?", store_take_int, &next,
                     NULL, err, store_text(counter)));
    *first = (uint64_t)next - count;
    return LT_OK;
}

lt_status store_version(lab_store *store, const char *behaviour, uint64_t *version, lt_error *err)
{
    static const char find[] = "SELECT versionID FROM versions WHERE behaviour = ?";
    int64_t id = 0;
    LT_TRY(STORE_RUN(store, find, store_take_int, &id, NULL, err, store_text(behaviour)));
    if (id == 0) {
        uint64_t fresh;
        LT_TRY(store_take_ids(store, "version", 1, &fresh, err)); /* also locks out a twin */
        LT_TRY(STORE_RUN(store, find, store_take_int, &id, NULL, err, store_text(behaviour)));
        if (id == 0) {
            LT_TRY(STORE_RUN(store,
                             "INSERT INTO versions (versionID, behaviour, created) "
                             "VALUES (?, ?, @NOW)",
                             NULL, NULL, NULL, err, store_int((int64_t)fresh),
                             store_text(behaviour)));
            id = (int64_t)fresh;
        }
    }
    *version = (uint64_t)id;
    return LT_OK;
}
