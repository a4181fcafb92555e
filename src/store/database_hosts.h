/* Opening one of the servers that a URL names: the one that takes changes. */
#ifndef STORE_DATABASE_HOSTS_H
#define STORE_DATABASE_HOSTS_H

#include "store/database_url.h"
#include "store/driver.h"

/* What a server that answers is good for, the best last. */
typedef enum database_use {
    DATABASE_READS,    /* a standby, or set to read only */
    DATABASE_HINDERED, /* takes changes, but is just busy with bringing up another node */
    DATABASE_GOOD,
} database_use;

typedef struct database_opening {
    const database_url *url;
    const database_host *host; /* of these, this one */
    bool read_only;
    const store_wait *wait;
} database_opening;

/* Seconds that connecting may take. A server that many come to at once needs its time, and
 * who gives up too early comes again and makes it worse. Where there are others to ask,
 * less: a machine that is cut off says nothing. But when none of them would do, the silent
 * one may be busy only, and has longer the next time. */
static inline double database_connect_seconds(const database_opening *opening)
{
    const store_whom *whom = opening->wait->whom;
    if (opening->url->host_count == 1) return 20;
    return whom && whom->in_vain ? STORE_ANSWER : 5;
}

/* Opens one server. *use is what it is good for; when that is not the best, *err says
 * why, although the status is LT_OK. A failure after wait->connected was called must call
 * it again with -1, before the socket is closed. */
typedef lt_status (*database_open_fn)(store_connection **connection,
                                      const database_opening *opening, database_use *use,
                                      lt_error *err);

/* store_driver.open by means of `open`: asks the servers one after the other, beginning
 * with wait->whom->first, until one takes changes, and leaves its place there. For reading any
 * that answers will do when none does. Otherwise the error names each and its reason. */
lt_status database_open_any(store_connection **out, const char *text, bool read_only,
                            const store_wait *wait, database_open_fn open, lt_error *err);

#endif
