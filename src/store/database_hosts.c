/* Every program tries the servers in the order of its URL, so that those who start
 * together meet on the same one: several nodes of a cluster could take changes, but what
 * is changed on two of them at once has to be undone on one. */
#include "store/database_hosts.h"

#include "base/text.h"

#include <string.h>

typedef struct search {
    database_opening opening;
    database_open_fn open;
    lt_text reasons;
    int second; /* the place of the next best, -1: none yet */
    database_use second_use;
    int wrong; /* servers that will refuse the next time too */
} search;

static void leave(store_connection *connection, const store_wait *wait)
{
    if (!connection) return;
    if (wait->connected) wait->connected(wait->connected_ctx, -1);
    connection->driver->close(connection);
}

/* Drivers say "NAME at HOST, database D: reason"; the place is told here. */
static void add_reason(search *s, const database_host *host, const char *text)
{
    const char *reason = strstr(text, ": ");
    lt_text_puts(&s->reasons, s->reasons.length ? "; " : "");
    lt_text_printf(&s->reasons, strchr(host->name, ':') ? "[%s]" : "%s", host->name);
    if (host->port) lt_text_printf(&s->reasons, ":%u", host->port);
    /* All of them must fit into an error. */
    int room = (LT_ERROR_TEXT - 60) / s->opening.url->host_count - 30;
    lt_text_printf(&s->reasons, ": %.*s", room, reason ? reason + 2 : text);
}

/* LT_LIMIT: this one is not what is looked for. */
static lt_status try_one(search *s, int place, bool any, store_connection **out, lt_error *err)
{
    lt_error why = {.text = ""};
    database_use use = DATABASE_GOOD;
    s->opening.host = &s->opening.url->hosts[place];
    lt_status status = s->open(out, &s->opening, &use, &why);
    if (status == LT_OK && (any || use == DATABASE_GOOD)) return LT_OK;
    if (status == LT_OK) {
        leave(*out, s->opening.wait);
        *out = NULL;
        if (s->second < 0 || use > s->second_use) {
            s->second = place;
            s->second_use = use;
        }
    }
    s->wrong += status == LT_BAD_INPUT;
    if (status == LT_NO_MEMORY) return lt_fail(err, status, "%s", why.text);
    add_reason(s, s->opening.host, why.text);
    return LT_LIMIT;
}

static lt_status open_several(search *s, store_connection **out, lt_error *err)
{
    const store_wait *wait = s->opening.wait;
    store_whom none = {0}, *whom = wait->whom ? wait->whom : &none;
    int count = s->opening.url->host_count, first = whom->first % count;
    for (int i = 0; i < count && !lt_cancelled(wait->control); i++) {
        int place = (first + i) % count;
        lt_status status = try_one(s, place, false, out, err);
        if (status == LT_OK) *whom = (store_whom){.first = place};
        if (status != LT_LIMIT) return status;
    }
    bool enough = s->opening.read_only || s->second_use > DATABASE_READS;
    if (s->second >= 0 && enough) {
        lt_status status = try_one(s, s->second, true, out, err);
        if (status == LT_OK) *whom = (store_whom){.first = s->second};
        if (status != LT_LIMIT) return status;
    }
    if (!lt_cancelled(wait->control)) whom->in_vain = true;
    return lt_fail(err, s->wrong >= count ? LT_BAD_INPUT : LT_UNAVAILABLE,
                   "none of %d servers %s: %s", count,
                   s->opening.read_only ? "answers" : "takes changes", lt_text_str(&s->reasons));
}

/* A failure of the only server is told in the driver's own words. */
static lt_status open_only(search *s, store_connection **out, lt_error *err)
{
    const store_whom *whom = s->opening.wait->whom;
    if (whom) s->opening.host = &s->opening.url->hosts[whom->first % s->opening.url->host_count];
    database_use use = DATABASE_GOOD;
    LT_TRY(s->open(out, &s->opening, &use, err));
    if (use > DATABASE_READS || s->opening.read_only) return LT_OK;
    leave(*out, s->opening.wait);
    *out = NULL;
    if (err) err->status = LT_UNAVAILABLE;
    return LT_UNAVAILABLE;
}

lt_status database_open_any(store_connection **out, const char *text, bool read_only,
                            const store_wait *wait, database_open_fn open, lt_error *err)
{
    *out = NULL;
    database_url url;
    LT_TRY(database_url_parse(&url, text, err));
    search s = {.opening = {&url, &url.hosts[0], read_only, wait}, .open = open, .second = -1};
    lt_text_init(&s.reasons);
    bool only = url.host_count == 1 || (wait->whom && wait->whom->only);
    lt_status status = only ? open_only(&s, out, err) : open_several(&s, out, err);
    lt_text_release(&s.reasons);
    database_url_release(&url);
    return status;
}
