/* A connection to MariaDB: opening it, and what its errors mean. */
#ifndef STORE_MYSQL_LINK_H
#define STORE_MYSQL_LINK_H

#include "store/driver.h"

#include <mysql.h>

enum { MYSQL_PREPARED_MAX = 250 };

typedef struct mysql_prepared {
    const char *text; /* the key is the address, */
    size_t rows;      /* and how many rows of VALUES follow (0: none) */
    MYSQL_STMT *statement;
} mysql_prepared;

typedef struct mysql_connection {
    store_connection base;
    MYSQL *mysql;
    char *where; /* for people */
    mysql_prepared kept[MYSQL_PREPARED_MAX];
    size_t kept_count;
} mysql_connection;

lt_status mysql_link_open(store_connection **out, const char *url, bool read_only,
                          const store_wait *wait, lt_error *err);
void mysql_link_close(store_connection *base);

/* Fills *err from a statement's error and returns its status. */
lt_status mysql_link_fail(const mysql_connection *c, MYSQL_STMT *statement, lt_error *err);

/* Runs a statement that has neither parameters nor rows. */
lt_status mysql_link_plain(mysql_connection *c, const char *sql, lt_error *err);

/* Fills *err from the connection's error and returns its status. */
lt_status mysql_link_error(const mysql_connection *c, lt_error *err);
/* The same in words of one's own; `details` may be "". */
lt_status mysql_link_say(const mysql_connection *c, lt_status status, const char *what,
                         const char *details, lt_error *err);

#endif
