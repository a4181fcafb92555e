/* SHOW is answered by every MariaDB and MySQL, and by nodes that refuse all else. */
#include "store/mysql_node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
    bool read_only, cluster, ready;
    unsigned places;
    char status[40], state[40]; /* of a cluster: Primary or not; Synced, Donor/Desynced, ... */
} node;

static void take(node *n, const char *name, const char *value)
{
    bool on = strcmp(value, "ON") == 0;
    if (strcmp(name, "read_only") == 0) n->read_only = strcmp(value, "OFF") != 0;
    if (strcmp(name, "max_connections") == 0) n->places = (unsigned)strtoul(value, NULL, 10);
    if (strcmp(name, "wsrep_on") == 0) n->cluster = on;
    if (strcmp(name, "wsrep_ready") == 0) n->ready = on;
    if (strcmp(name, "wsrep_cluster_status") == 0)
        snprintf(n->status, sizeof n->status, "%s", value);
    if (strcmp(name, "wsrep_local_state_comment") == 0)
        snprintf(n->state, sizeof n->state, "%s", value);
}

static lt_status show(mysql_connection *c, const char *sql, node *n, lt_error *err)
{
    LT_TRY(mysql_link_plain(c, sql, err));
    MYSQL_RES *result = mysql_store_result(c->mysql);
    if (!result) return mysql_link_error(c, err);
    for (MYSQL_ROW row; (row = mysql_fetch_row(result));)
        if (row[0] && row[1]) take(n, row[0], row[1]);
    mysql_free_result(result);
    return LT_OK;
}

/* Waits until the node has applied all that the cluster has committed so far. */
static lt_status catch_up(mysql_connection *c, lt_error *err)
{
    LT_TRY(mysql_link_plain(c, "SET SESSION wsrep_sync_wait = 1", err));
    LT_TRY(mysql_link_plain(c, "START TRANSACTION", err));
    LT_TRY(mysql_link_plain(c, "COMMIT", err));
    return mysql_link_plain(c, "SET SESSION wsrep_sync_wait = 0", err);
}

lt_status mysql_node_use(mysql_connection *c, database_use *use, lt_error *err)
{
    node n = {.ready = false};
    char shown[100];
    *use = DATABASE_GOOD;
    LT_TRY(show(c,
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on',"
                " 'max_connections')",
                &n, err));
    c->base.places = n.places;
    if (n.cluster) {
        LT_TRY(show(c,
                    "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready',"
                    " 'wsrep_cluster_status', 'wsrep_local_state_comment')",
                    &n, err));
        snprintf(shown, sizeof shown, "%s, %s", n.status, n.state);
        if (!n.ready || strcmp(n.status, "Primary") != 0)
            return mysql_link_say(c, LT_UNAVAILABLE, "the node is not part of its cluster", shown,
                                  err);
        LT_TRY(catch_up(c, err));
        if (strcmp(n.state, "Synced") != 0) {
            *use = DATABASE_HINDERED;
            mysql_link_say(c, LT_OK, "the node is not in step with its cluster", n.state, err);
        }
    }
    if (n.read_only) {
        *use = DATABASE_READS;
        mysql_link_say(c, LT_OK, "the server takes no changes", "read_only is set", err);
    }
    return LT_OK;
}
