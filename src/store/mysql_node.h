/* What a server of MariaDB is good for: alone, as a replica, or as a node of a Galera
 * cluster. */
#ifndef STORE_MYSQL_NODE_H
#define STORE_MYSQL_NODE_H

#include "store/database_hosts.h"
#include "store/mysql_link.h"

/* See database_open_fn. A node that is not part of the majority of its cluster is
 * LT_UNAVAILABLE. Afterwards a node of a cluster knows whatever was committed on any
 * other before: who lost a connection in a commit looks there what became of it. */
lt_status mysql_node_use(mysql_connection *c, database_use *use, lt_error *err);

#endif
