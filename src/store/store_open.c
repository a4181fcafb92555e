/* Opening a store by its URL. */
#include "store/store.h"

#include "base/dirs.h"
#include "base/text.h"
#include "base/utf8.h"
#include "lab/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static lt_status find_url(lab_store *store, const char *url, lt_error *err)
{
    if (!url || !*url) url = getenv("LAATTA_DB");
    if (!url || !*url)
        LT_TRY(default_url(&store->url, err));
    else
        store->url = strdup(url);
    if (store->url) store->address = without_password(store->url);
    if (store->address) lt_utf8_copy(store->address, strlen(store->address) + 1, store->address);
    if (!store->address) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    store->driver = driver_of(store->url);
    /* A comma of a password is written before the last @. */
    const char *at = strrchr(store->address, '@');
    store->several = strchr(at ? at : store->address, ',') != NULL;
    if (store->driver) return LT_OK;
    /* No more of it is shown: who knows where a password stands in it. */
    char shown[40];
    return lt_fail(err, LT_BAD_INPUT,
                   "\"%s\" is no kind of database; allowed are sqlite:PATH, "
                   "postgres://USER@HOST/NAME and mysql://USER@HOST/NAME",
                   lt_quote(shown, sizeof shown, store->url, strcspn(store->url, ":/@")));
}

/* A file has no socket, and needs no watchdog. */
static void connected(void *ctx, int socket)
{
    lab_store *store = ctx;
    if (socket >= 0 && !store->watchdog) store_watchdog_new(&store->watchdog, &store->wait, NULL);
    if (!store->watchdog) return;
    store_watchdog_socket(store->watchdog, socket);
    if (socket >= 0) store_watchdog_begin(store->watchdog); /* each of several has its time */
}

static void disconnect(lab_store *store)
{
    if (store->watchdog) store_watchdog_socket(store->watchdog, -1);
    if (store->connection) store->driver->close(store->connection);
    store->connection = NULL;
    store->resting = false;
}

static lt_status connect_as(lab_store *store, bool read_only, lt_error *err)
{
    disconnect(store);
    if (store->watchdog) store_watchdog_begin(store->watchdog);
    lt_status status =
        store->driver->open(&store->connection, store->url, read_only, &store->wait, err);
    if (store->watchdog && store_watchdog_end(store->watchdog)) {
        disconnect(store);
        status = lt_fail(err, LT_UNAVAILABLE, "%s gave no answer", store->address);
    }
    return status;
}

lt_status store_reach(const lab_store *store, int place, lt_error *err)
{
    lab_store other = {.driver = store->driver,
                       .url = store->url,
                       .address = store->address,
                       .whom = {.first = place, .only = true}};
    other.wait = (store_wait){.seconds = 5,
                              .control = store->wait.control,
                              .connected = connected,
                              .connected_ctx = &other,
                              .whom = &other.whom};
    lt_status status = connect_as(&other, true, err);
    disconnect(&other);
    store_watchdog_free(other.watchdog);
    return status;
}

void lab_queue_rest(lab_store *store)
{
    if (!store->connection || !store->watchdog) return;
    disconnect(store);
    store->resting = true;
}

lt_status store_ready(lab_store *store, lt_error *err)
{
    if (store->connection) return LT_OK;
    if (store->resting) return connect_as(store, store->read_only, err);
    return lt_fail(err, LT_UNAVAILABLE, "there is no connection to %s", store->address);
}

static lt_status open_checked(lab_store *store, lt_error *err)
{
    LT_TRY(connect_as(store, store->read_only, err));
    lt_status status = store_check_schema(store, err);
    /* Nothing is made where nothing is missing: a cluster stands still for it. */
    if (!store->read_only && (status == LT_LIMIT || status == LT_BAD_INPUT))
        return store_migrate(store, err);
    if (status != LT_LIMIT) return status;
    /* The tables of an older program: brought up to date, where that is allowed. */
    LT_TRY(connect_as(store, false, err));
    LT_TRY(store_migrate(store, err));
    return connect_as(store, true, err);
}

lt_status lab_reopen(lab_store *store, lt_error *err)
{
    store->whom.first++; /* the server that was lost is asked last */
    return open_checked(store, err);
}

lt_status lab_open_as(lab_store **out, const lab_access *access, lt_error *err)
{
    *out = NULL;
    lab_store *store = calloc(1, sizeof *store);
    if (!store) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    store->read_only = access->read_only;
    store->wait = (store_wait){.seconds = access->patience > 0 ? access->patience : STORE_PATIENCE,
                               .control = access->control,
                               .say = access->say,
                               .say_ctx = access->say_ctx,
                               .connected = connected,
                               .connected_ctx = store,
                               .whom = &store->whom};
    lt_status status = find_url(store, access->url, err);
    if (status == LT_OK) status = open_checked(store, err);
    if (status != LT_OK) {
        lab_close(store);
        return status;
    }
    *out = store;
    return LT_OK;
}

lt_status lab_open(lab_store **store, const char *url, lt_error *err)
{
    return lab_open_as(store, &(lab_access){.url = url}, err);
}

void lab_close(lab_store *store)
{
    if (!store) return;
    disconnect(store);
    store_watchdog_free(store->watchdog);
    if (store->url) memset(store->url, 0, strlen(store->url)); /* it may hold a password */
    free(store->url);
    free(store->address);
    free(store);
}

const char *lab_address(const lab_store *store)
{
    return store->address;
}
