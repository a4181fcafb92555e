/* Connecting in steps with a limit of its own, and SQLSTATEs as statuses. */
#include "store/postgres_link.h"

#include "base/clock.h"
#include "base/text.h"
#include "store/database_hosts.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const store_driver driver_postgres;

typedef struct meaning {
    const char *state; /* an SQLSTATE or the beginning of one */
    lt_status status;
    const char *text;
} meaning;

static const meaning meanings[] = {
    {"40001", LT_BUSY, "another transaction was in the way"},
    {"40P01", LT_BUSY, "another transaction was in the way"},
    {"55P03", LT_BUSY, "another transaction holds what is needed"},
    {"08", LT_UNAVAILABLE, "the connection is lost"},
    {"57P", LT_UNAVAILABLE, "the server is stopping or starting"},
    {"25P03", LT_UNAVAILABLE, "the server closed the connection"},
    {"26000", LT_UNAVAILABLE, "the server forgot the connection"},
    {"25006", LT_UNAVAILABLE, "the server takes no changes any more"},
    {"53300", LT_UNAVAILABLE, "the server has too many connections"},
    {"28", LT_BAD_INPUT, "the user or the password is wrong"},
    {"3D000", LT_BAD_INPUT, "there is no such database"},
    {"42501", LT_BAD_INPUT, "the user has no right to do this"},
    {"53100", LT_IO, "no space is left on the server; nothing was lost"},
    {"53200", LT_NO_MEMORY, "the server has not enough memory"},
};

static const meaning *meaning_of(const char *state)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (strncmp(state, meanings[i].state, strlen(meanings[i].state)) == 0) return &meanings[i];
    return NULL;
}

/* One line of what libpq or the server says. */
lt_status postgres_say(const postgres_connection *c, lt_status status, const char *what,
                       const char *details, lt_error *err)
{
    char line[240];
    const char *host = PQhost(c->pg), *database = PQdb(c->pg);
    lt_quote(line, sizeof line, details, strcspn(details, "\n"));
    return lt_fail(err, status, "PostgreSQL at %s, database %s: %s%s%s",
                   host && *host ? host : "this machine", database ? database : "?", what,
                   *what && *line ? ": " : "", line);
}

lt_status postgres_fail(const postgres_connection *c, const PGresult *result, lt_error *err)
{
    const char *details = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!details) details = PQerrorMessage(c->pg);
    if (PQstatus(c->pg) == CONNECTION_BAD)
        return postgres_say(c, LT_UNAVAILABLE, "the connection is lost", details, err);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const meaning *known = meaning_of(state ? state : "");
    if (known) return postgres_say(c, known->status, known->text, details, err);
    /* A table was altered under a prepared statement: a new connection prepares it anew. */
    const char *where = PQresultErrorField(result, PG_DIAG_SOURCE_FUNCTION);
    if (where && strcmp(where, "RevalidateCachedQuery") == 0)
        return postgres_say(c, LT_UNAVAILABLE, "the tables have changed", "", err);
    return postgres_say(c, LT_IO, "", details, err);
}

lt_status postgres_plain(postgres_connection *c, const char *sql, lt_error *err)
{
    PGresult *result = PQexec(c->pg, sql);
    lt_status status =
        PQresultStatus(result) == PGRES_COMMAND_OK ? LT_OK : postgres_fail(c, result, err);
    PQclear(result);
    return status;
}

/* Opening */

static void silent(void *arg, const PGresult *result)
{
    (void)arg;
    (void)result;
}

/* Options of the URL that libpq does not know are refused without naming them,
 * for a piece of a password may have become one. */
static bool known_options(const database_url *url)
{
    PQconninfoOption *all = PQconndefaults();
    bool good = all != NULL;
    for (int i = 0; good && i < url->option_count; i++) {
        const PQconninfoOption *known = all;
        while (known->keyword && strcmp(known->keyword, url->options[i].key) != 0) known++;
        good = known->keyword != NULL;
    }
    PQconninfoFree(all);
    return good;
}

static PGconn *start(const database_opening *opening)
{
    const database_url *url = opening->url;
    const database_host *host = opening->host;
    enum { OWN = 16 };
    const char *keys[OWN + DATABASE_URL_OPTIONS + 1] = {0}, *values[OWN + DATABASE_URL_OPTIONS + 1];
    char port[8];
    int count = 0;
    snprintf(port, sizeof port, "%u", host->port);
    /* A server that is gone is noticed after about ten seconds. Of a key that
     * comes twice libpq takes the last, so the URL's options win. */
    const char *own[][2] = {{"host", host->name},         {"port", host->port ? port : NULL},
                            {"user", url->user},          {"password", url->password},
                            {"dbname", url->database},    {"fallback_application_name", "laatta"},
                            {"client_encoding", "UTF8"},  {"keepalives_idle", "4"},
                            {"keepalives_interval", "2"}, {"keepalives_count", "3"},
                            {"tcp_user_timeout", "10000"}};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (own[i][1]) {
            keys[count] = own[i][0];
            values[count++] = own[i][1];
        }
    for (int i = 0; i < url->option_count; i++) {
        keys[count] = url->options[i].key;
        values[count++] = url->options[i].value;
    }
    return PQconnectStartParams(keys, values, 0);
}

/* Goes through the steps of connecting. libpq's own wait would not end in time
 * with a server that accepts and then says nothing. */
static bool finish(PGconn *pg, double limit, const store_wait *wait)
{
    double since = lt_clock_now();
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;
    while (PQstatus(pg) != CONNECTION_BAD && step != PGRES_POLLING_OK &&
           step != PGRES_POLLING_FAILED) {
        double waited = lt_clock_now() - since;
        struct pollfd socket = {.fd = PQsocket(pg),
                                .events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        if (waited > limit || store_wait_over(wait, waited)) return false;
        poll(&socket, 1, 100);
        if (socket.revents) step = PQconnectPoll(pg);
    }
    return step == PGRES_POLLING_OK;
}

/* The SQLSTATE in a verbose message, "FATAL:  28P01: ..."; "" if there is none. */
static const char *state_in(const char *message)
{
    for (const char *at = message; (at = strstr(at, ":  ")); at++)
        if (strspn(at + 3, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 5 && at[8] == ':')
            return at + 3;
    return "";
}

static lt_status refused(const postgres_connection *c, lt_error *err)
{
    const char *message = PQerrorMessage(c->pg), *state = state_in(message);
    if (PQconnectionNeedsPassword(c->pg))
        return postgres_say(c, LT_BAD_INPUT, "the user needs a password", "", err);
    if (*state) {
        const meaning *known = meaning_of(state);
        return postgres_say(c, known ? known->status : LT_UNAVAILABLE,
                            known ? known->text : "no connection", state + 7, err);
    }
    /* Given up in the middle, libpq has said where it connects to and not yet what is wrong. */
    bool late = PQstatus(c->pg) != CONNECTION_BAD || !*message;
    return postgres_say(c, LT_UNAVAILABLE, "the server cannot be reached",
                        late ? "no answer came in time" : message, err);
}

void postgres_close(store_connection *base)
{
    postgres_connection *c = (postgres_connection *)base;
    if (!c) return;
    for (size_t i = 0; i < c->kept_count; i++) free(c->kept[i].types);
    PQfinish(c->pg);
    free(c);
}

/* Is what answers the process that was connected to? Poolers in transaction mode
 * (PgBouncer) greet with a number of their own. And does it take changes? */
static lt_status know_server(postgres_connection *c, database_use *use, lt_error *err)
{
    PGresult *result =
        PQexec(c->pg, "SELECT pg_backend_pid(), current_setting('transaction_read_only'),"
                      " pg_is_in_recovery(), current_setting('max_connections')");
    lt_status status = LT_OK;
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1)
        status = postgres_fail(c, result, err);
    else {
        c->pooled = strtol(PQgetvalue(result, 0, 0), NULL, 10) != PQbackendPID(c->pg);
        if (!c->pooled) c->base.places = (unsigned)strtoul(PQgetvalue(result, 0, 3), NULL, 10);
        *use = strcmp(PQgetvalue(result, 0, 1), "on") == 0 ? DATABASE_READS : DATABASE_GOOD;
        if (*use == DATABASE_READS)
            postgres_say(c, LT_OK, "the server takes no changes",
                         *PQgetvalue(result, 0, 2) == 't' ? "it is a standby" : "it is read-only",
                         err);
    }
    PQclear(result);
    return status;
}

static lt_status set_session(postgres_connection *c, lt_error *err)
{
    if (c->pooled) return LT_OK;
    LT_TRY(postgres_plain(c,
                          POSTGRES_SETTINGS("SET") "; SET default_transaction_isolation ="
                                                   " 'read committed'",
                          err));
    return c->read_only ? postgres_plain(c, "SET default_transaction_read_only = on", err) : LT_OK;
}

static lt_status open_one(store_connection **out, const database_opening *opening,
                          database_use *use, lt_error *err)
{
    *out = NULL;
    if (!known_options(opening->url))
        return lt_fail(err, LT_BAD_INPUT,
                       "the database's URL has an option that PostgreSQL does not know; examples "
                       "of allowed ones are host, sslmode, sslrootcert and passfile");
    const store_wait *wait = opening->wait;
    postgres_connection *c = calloc(1, sizeof *c);
    if (c) c->pg = start(opening);
    if (!c || !c->pg) {
        free(c);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    c->base.driver = &driver_postgres;
    c->read_only = opening->read_only;
    PQsetNoticeReceiver(c->pg, silent, NULL);
    PQsetErrorVerbosity(c->pg, PQERRORS_VERBOSE);
    lt_status status =
        finish(c->pg, database_connect_seconds(opening), wait) ? LT_OK : refused(c, err);
    if (status == LT_OK && wait->connected) wait->connected(wait->connected_ctx, PQsocket(c->pg));
    PQsetErrorVerbosity(c->pg, PQERRORS_DEFAULT);
    if (status == LT_OK) status = know_server(c, use, err);
    if (status == LT_OK) status = set_session(c, err);
    if (status != LT_OK) {
        if (wait->connected) wait->connected(wait->connected_ctx, -1);
        postgres_close(&c->base);
        return status;
    }
    *out = &c->base;
    return LT_OK;
}

lt_status postgres_open(store_connection **out, const char *text, bool read_only,
                        const store_wait *wait, lt_error *err)
{
    return database_open_any(out, text, read_only, wait, open_one, err);
}
