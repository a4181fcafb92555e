/* Reading what is stuck, who is at work where, and what the servers tell. */
#include "http/lab_watch.h"

enum { STUCK_MOST = 100 };

static bool take_stuck(void *ctx, const lab_stuck *s)
{
    json_array_append_new(ctx, json_pack("{s:s, s:I, s:s}", "experiment", s->experiment, "games",
                                         (json_int_t)s->games, "why", s->why));
    return json_array_size(ctx) < STUCK_MOST;
}

static bool take_host(void *ctx, const lab_host *h)
{
    json_array_append_new(ctx, json_pack("{s:s, s:I, s:I, s:I, s:f}", "host", h->name, "workers",
                                         (json_int_t)h->workers, "threads", (json_int_t)h->threads,
                                         "games", (json_int_t)h->games, "moves_a_second",
                                         h->moves_a_second));
    return true;
}

static bool take_node(void *ctx, const lab_node *n)
{
    json_array_append_new(ctx, json_pack("{s:s, s:s, s:b, s:o, s:s}", "name", n->name, "role",
                                         n->role, "writable", n->writable, "lag",
                                         n->lag < 0 ? json_null() : json_real(n->lag), "details",
                                         n->details));
    return true;
}

lt_status read_health(lab_store *store, json_t **health, lt_error *err)
{
    json_t *stuck = json_array(), *hosts = json_array(), *nodes = json_array();
    lt_status status = lab_stuck_games(store, take_stuck, stuck, err);
    if (status == LT_OK) status = lab_hosts(store, take_host, hosts, err);
    /* Not every server tells everybody. */
    if (status == LT_OK) lab_nodes(store, take_node, nodes, NULL);
    *health = json_pack("{s:o, s:o, s:o}", "stuck", stuck, "hosts", hosts, "nodes", nodes);
    if (status == LT_OK && !*health) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status != LT_OK) json_decref(*health);
    return status;
}
