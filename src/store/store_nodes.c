/* The database's servers: what the one that answers tells, and which of the others do not. */
#include "store/database_url.h"
#include "store/store.h"

#include "base/clock.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The dashboard looks every second. To ask a server costs it a connection, and to wait for
 * one that is silent takes seconds: at most a tenth of the time goes into that. */
static const double look_again_seconds = 15, look_again_times = 10, all_seconds = 12;

typedef struct node_reading {
    bool (*take)(void *ctx, const lab_node *);
    void *ctx;
    bool enough;
} node_reading;

/* It is the server that speaks here, not a table: what is too long is cut. */
static bool take_node(void *ctx, const store_value *cells)
{
    node_reading *r = ctx;
    lab_node n = {.writable = store_as_int(&cells[2]) != 0,
                  .lag = cells[3].type == STORE_NULL ? -1 : store_as_real(&cells[3])};
    lt_utf8_copy(n.name, sizeof n.name, store_as_text(&cells[0]));
    lt_utf8_copy(n.role, sizeof n.role, store_as_text(&cells[1]));
    lt_utf8_copy(n.details, sizeof n.details, store_as_text(&cells[4]));
    r->enough = !r->take(r->ctx, &n);
    return !r->enough;
}

static void keep_away(store_away *away, const database_host *host, const char *why)
{
    const char *reason = strstr(why, ": "); /* behind the place, which is told here */
    lab_node *n = &away->node[away->count++];
    *n = (lab_node){.role = "away", .lag = -1};
    char name[sizeof n->name];
    snprintf(name, sizeof name, strchr(host->name, ':') ? "[%.80s]" : "%.80s", host->name);
    if (host->port) snprintf(name + strlen(name), sizeof name - strlen(name), ":%u", host->port);
    lt_utf8_copy(n->name, sizeof n->name, name);
    lt_utf8_copy(n->details, sizeof n->details, reason ? reason + 2 : why);
}

/* Those that answer are told of by the server itself: its copies, or its cluster. */
static void look_for_others(lab_store *store)
{
    store_away *away = &store->away;
    database_url url;
    double began = lt_clock_now();
    if (database_url_parse(&url, store->url, NULL) != LT_OK) return;
    away->count = 0;
    for (int i = 0; i < url.host_count && lt_clock_now() < began + all_seconds; i++) {
        lt_error why = {.text = ""};
        if (i == store->whom.first % url.host_count || lt_cancelled(store->wait.control)) continue;
        if (store_reach(store, i, &why) == LT_UNAVAILABLE) keep_away(away, &url.hosts[i], why.text);
    }
    database_url_release(&url);
    double now = lt_clock_now();
    away->until = now + fmax(look_again_seconds, look_again_times * (now - began));
}

lt_status lab_nodes(lab_store *store, bool (*take)(void *ctx, const lab_node *), void *ctx,
                    lt_error *err)
{
    node_reading r = {take, ctx, false};
    LT_TRY(store_run(store, "@NODES", NULL, 0, take_node, &r, NULL, err));
    if (store->several && lt_clock_now() >= store->away.until) look_for_others(store);
    for (size_t i = 0; i < store->away.count && !r.enough; i++)
        r.enough = !take(ctx, &store->away.node[i]);
    return LT_OK;
}
