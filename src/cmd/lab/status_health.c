/* What is stuck and why, who is at work where, and what the servers tell of themselves. */
#include "cmd/lab/status_health.h"

#include <stdio.h>
#include <string.h>

typedef struct listing {
    const char *only; /* NULL: all */
    json_t *json;     /* NULL: print lines */
    size_t count;
} listing;

static bool show_stuck(void *ctx, const lab_stuck *s)
{
    listing *l = ctx;
    if (l->only && strcmp(l->only, s->experiment) != 0) return true;
    if (l->json) {
        json_array_append_new(l->json, json_pack("{s:s, s:I, s:s}", "experiment", s->experiment,
                                                 "games", (json_int_t)s->games, "why", s->why));
        return true;
    }
    if (l->count++ == 0) printf("\nnot going on:\n");
    printf("  %s, %llu games: %s\n", s->experiment, (unsigned long long)s->games, s->why);
    return true;
}

static bool show_host(void *ctx, const lab_host *h)
{
    listing *l = ctx;
    if (l->json) {
        json_array_append_new(
            l->json, json_pack("{s:s, s:I, s:I, s:I, s:f}", "host", h->name, "workers",
                               (json_int_t)h->workers, "threads", (json_int_t)h->threads, "games",
                               (json_int_t)h->games, "moves_a_second", h->moves_a_second));
        return true;
    }
    if (l->count++ == 0)
        printf("\n%-30s %8s %8s %12s %14s\n", "host", "workers", "threads", "games",
               "moves a second");
    printf("%-30s %8llu %8llu %12llu %14.0f\n", h->name, (unsigned long long)h->workers,
           (unsigned long long)h->threads, (unsigned long long)h->games, h->moves_a_second);
    return true;
}

static bool show_node(void *ctx, const lab_node *n)
{
    listing *l = ctx;
    if (l->json) {
        json_array_append_new(l->json, json_pack("{s:s, s:s, s:b, s:o, s:s}", "name", n->name,
                                                 "role", n->role, "writable", n->writable, "lag",
                                                 n->lag < 0 ? json_null() : json_real(n->lag),
                                                 "details", n->details));
        return true;
    }
    if (strcmp(n->role, "file") == 0) return true; /* its name says all */
    if (l->count++ == 0) printf("\ndatabase:\n");
    printf("  %s: %s%s", n->name, n->role, n->writable ? "" : ", takes no changes");
    if (n->lag >= 0) printf(", %.1f s behind", n->lag);
    printf("%s%s\n", *n->details ? "; " : "", n->details);
    return true;
}

lt_status status_health(lab_store *store, const char *only, json_t *json, lt_error *err)
{
    listing stuck = {.only = only, .json = json ? json_array() : NULL};
    listing hosts = {.json = json ? json_array() : NULL};
    listing nodes = {.json = json ? json_array() : NULL};
    lt_status status = lab_stuck_games(store, show_stuck, &stuck, err);
    if (status == LT_OK) status = lab_hosts(store, show_host, &hosts, err);
    /* Not every server tells everybody, and that is nothing to stop for. */
    if (status == LT_OK) lab_nodes(store, show_node, &nodes, NULL);
    if (json) {
        json_object_set_new(json, "stuck", stuck.json);
        json_object_set_new(json, "hosts", hosts.json);
        json_object_set_new(json, "nodes", nodes.json);
    }
    return status;
}
