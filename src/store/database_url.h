/* URLs of database servers: SCHEME://USER:PASSWORD@HOST:PORT/DATABASE?OPTION=VALUE&...
 *
 * Every part but the scheme may be left out; %XX stands for any byte. The servers of a
 * cluster stand one after the other: HOST:PORT,HOST:PORT,... Since a part
 * of a password may land anywhere in a URL that is written wrongly, no text about
 * a wrong URL quotes it. */
#ifndef STORE_DATABASE_URL_H
#define STORE_DATABASE_URL_H

#include "laatta/status.h"

enum { DATABASE_URL_OPTIONS = 16, DATABASE_URL_HOSTS = 16 };

typedef struct database_host {
    const char *name; /* NULL: left out; [::1] without its brackets */
    unsigned port;    /* 0: left out */
} database_host;

typedef struct database_url {
    const char *user; /* NULL: left out; so with the others */
    const char *password;
    const char *database;
    database_host hosts[DATABASE_URL_HOSTS];
    int host_count; /* one at least */
    struct {
        const char *key, *value;
    } options[DATABASE_URL_OPTIONS];
    int option_count;
    char *storage; /* what the others point into */
} database_url;

/* Without a password in the URL, it is LAATTA_DB_PASSWORD of the environment, if
 * that is there. On failure nothing has to be released. */
lt_status database_url_parse(database_url *url, const char *text, lt_error *err);
void database_url_release(database_url *url);

/* The value of an option, or NULL. */
const char *database_url_option(const database_url *url, const char *key);

#endif
