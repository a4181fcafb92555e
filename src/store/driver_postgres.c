/* PostgreSQL, through libpq.
 *
 * Statements are prepared once a connection, for the types of their parameters.
 * Rows arrive one at a time in binary form, so that a result of any size needs the
 * memory of one row. Many rows are inserted by COPY, in one stream.
 *
 * Announcements are NOTIFY on the channel `laatta`; a connection listens from its
 * first wait on. */
#include "store/driver.h"

#include "base/clock.h"
#include "base/text.h"
#include "store/database_url.h"
#include "store/postgres_cells.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const store_driver driver_postgres;

enum { CONNECT_SECONDS = 5, PARAMETERS_MAX = 100, COLUMNS_MAX = 100, PREPARED_MAX = 250 };

typedef struct prepared {
    const char *text;  /* the key is the address, */
    store_type *types; /* and what its parameters are */
    size_t count;
} prepared;

typedef struct connection {
    store_connection base;
    PGconn *pg;
    prepared kept[PREPARED_MAX];
    size_t kept_count;
    bool listening;
    bool announced; /* something came since the last wait */
} connection;

/* Errors */

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
static lt_status say(const connection *c, lt_status status, const char *what, const char *details,
                     lt_error *err)
{
    char line[240];
    const char *host = PQhost(c->pg), *database = PQdb(c->pg);
    lt_quote(line, sizeof line, details, strcspn(details, "\n"));
    return lt_fail(err, status, "PostgreSQL at %s, database %s: %s%s%s",
                   host && *host ? host : "this machine", database ? database : "?", what,
                   *what && *line ? ": " : "", line);
}

static lt_status fail(const connection *c, const PGresult *result, lt_error *err)
{
    const char *details = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!details) details = PQerrorMessage(c->pg);
    if (PQstatus(c->pg) == CONNECTION_BAD)
        return say(c, LT_UNAVAILABLE, "the connection is lost", details, err);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const meaning *known = meaning_of(state ? state : "");
    if (known) return say(c, known->status, known->text, details, err);
    /* A table was altered under a prepared statement: a new connection prepares it anew. */
    const char *where = PQresultErrorField(result, PG_DIAG_SOURCE_FUNCTION);
    if (where && strcmp(where, "RevalidateCachedQuery") == 0)
        return say(c, LT_UNAVAILABLE, "the tables have changed", "", err);
    return say(c, LT_IO, "", details, err);
}

/* Runs a statement that has neither parameters nor rows. */
static lt_status plain(connection *c, const char *sql, lt_error *err)
{
    PGresult *result = PQexec(c->pg, sql);
    lt_status status = PQresultStatus(result) == PGRES_COMMAND_OK ? LT_OK : fail(c, result, err);
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

static PGconn *start(const database_url *url)
{
    enum { OWN = 16 };
    const char *keys[OWN + DATABASE_URL_OPTIONS + 1] = {0}, *values[OWN + DATABASE_URL_OPTIONS + 1];
    char port[8];
    int count = 0;
    snprintf(port, sizeof port, "%u", url->port);
    /* A server that is gone is noticed after about ten seconds. Of a key that
     * comes twice libpq takes the last, so the URL's options win. */
    const char *own[][2] = {{"host", url->host},          {"port", url->port ? port : NULL},
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
static bool finish(PGconn *pg)
{
    double until = lt_clock_now() + CONNECT_SECONDS;
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;
    while (PQstatus(pg) != CONNECTION_BAD && step != PGRES_POLLING_OK &&
           step != PGRES_POLLING_FAILED) {
        double left = until - lt_clock_now();
        struct pollfd socket = {.fd = PQsocket(pg),
                                .events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        if (left <= 0) return false;
        poll(&socket, 1, (int)(left * 1000) + 1);
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

static lt_status refused(const connection *c, lt_error *err)
{
    const char *message = PQerrorMessage(c->pg), *state = state_in(message);
    if (PQconnectionNeedsPassword(c->pg))
        return say(c, LT_BAD_INPUT, "the user needs a password", "", err);
    if (*state) {
        const meaning *known = meaning_of(state);
        return say(c, known ? known->status : LT_UNAVAILABLE, known ? known->text : "no connection",
                   state + 7, err);
    }
    return say(c, LT_UNAVAILABLE, "the server cannot be reached",
               *message ? message : "no answer came in time", err);
}

static void postgres_close(store_connection *base)
{
    connection *c = (connection *)base;
    if (!c) return;
    for (size_t i = 0; i < c->kept_count; i++) free(c->kept[i].types);
    PQfinish(c->pg);
    free(c);
}

static lt_status postgres_open(store_connection **out, const char *text, lt_error *err)
{
    *out = NULL;
    database_url url;
    LT_TRY(database_url_parse(&url, text, err));
    if (!known_options(&url)) {
        database_url_release(&url);
        return lt_fail(err, LT_BAD_INPUT,
                       "the database's URL has an option that PostgreSQL does not know; examples "
                       "of allowed ones are host, sslmode, sslrootcert and passfile");
    }
    connection *c = calloc(1, sizeof *c);
    if (c) c->pg = start(&url);
    database_url_release(&url);
    if (!c || !c->pg) {
        free(c);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    c->base.driver = &driver_postgres;
    PQsetNoticeReceiver(c->pg, silent, NULL);
    PQsetErrorVerbosity(c->pg, PQERRORS_VERBOSE);
    lt_status status = finish(c->pg) ? LT_OK : refused(c, err);
    PQsetErrorVerbosity(c->pg, PQERRORS_DEFAULT);
    /* A transaction that waits too long is busy, one that its program left standing
     * (a stopped process) gives back what it holds. */
    if (status == LT_OK)
        status = plain(c,
                       "SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '30s';"
                       "SET default_transaction_isolation = 'read committed'; SET jit = off;"
                       "SET client_min_messages = error",
                       err);
    if (status != LT_OK) {
        postgres_close(&c->base);
        return status;
    }
    *out = &c->base;
    return LT_OK;
}

/* Statements */

static bool same_types(const prepared *p, const store_value *in, size_t count)
{
    if (p->count != count) return false;
    for (size_t i = 0; i < count; i++)
        if (in[i].type != STORE_NULL && in[i].type != p->types[i]) return false;
    return true;
}

/* Prepares a statement, or finds it prepared; `name` gets its name. When no more
 * are kept, it is the unnamed one that the next replaces. */
static lt_status prepare(connection *c, const char *text, const store_value *in, size_t count,
                         char name[16], lt_error *err)
{
    name[0] = '\0';
    for (size_t i = 0; i < c->kept_count; i++)
        if (c->kept[i].text == text && same_types(&c->kept[i], in, count)) {
            snprintf(name, 16, "s%zu", i);
            return LT_OK;
        }
    Oid types[PARAMETERS_MAX];
    for (size_t i = 0; i < count; i++) types[i] = postgres_type(in[i].type);
    char *sql = store_translate(c->base.driver, text, true);
    store_type *kept = malloc((count + 1) * sizeof *kept);
    if (!sql || !kept) {
        free(sql);
        free(kept);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    bool keep = c->kept_count < PREPARED_MAX;
    if (keep) snprintf(name, 16, "s%zu", c->kept_count);
    PGresult *result = PQprepare(c->pg, name, sql, (int)count, types);
    free(sql);
    lt_status status = PQresultStatus(result) == PGRES_COMMAND_OK ? LT_OK : fail(c, result, err);
    PQclear(result);
    if (status != LT_OK || !keep) {
        free(kept);
        return status;
    }
    for (size_t i = 0; i < count; i++) kept[i] = in[i].type;
    c->kept[c->kept_count++] = (prepared){text, kept, count};
    return LT_OK;
}

static lt_status send(connection *c, const char *text, const store_value *in, size_t count,
                      lt_error *err)
{
    char name[16];
    postgres_parameter parameters[PARAMETERS_MAX];
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    if (count > PARAMETERS_MAX)
        return lt_fail(err, LT_UNSUPPORTED, "a statement has %zu parameters; allowed are %d", count,
                       PARAMETERS_MAX);
    LT_TRY(prepare(c, text, in, count, name, err));
    for (size_t i = 0; i < count; i++) {
        postgres_encode(&parameters[i], &in[i]);
        values[i] = parameters[i].value;
        lengths[i] = parameters[i].length;
        formats[i] = parameters[i].format;
    }
    return PQsendQueryPrepared(c->pg, name, (int)count, values, lengths, formats, 1)
               ? LT_OK
               : fail(c, NULL, err);
}

/* The way from the server's rows to the caller. */
typedef struct reader {
    store_row_fn row; /* NULL once nothing is wanted any more */
    void *ctx;
    int columns; /* -1 before the first row */
    postgres_decoder decoders[COLUMNS_MAX];
} reader;

static lt_status know_columns(reader *r, const PGresult *result, lt_error *err)
{
    r->columns = PQnfields(result);
    bool readable = r->columns <= COLUMNS_MAX;
    for (int i = 0; readable && i < r->columns; i++)
        readable = (r->decoders[i] = postgres_decoder_of(PQftype(result, i))) != NULL;
    return readable ? LT_OK
                    : lt_fail(err, LT_UNSUPPORTED,
                              "PostgreSQL gave a column of a type that laatta does not read");
}

static lt_status take(reader *r, const PGresult *result, lt_error *err)
{
    store_value cells[COLUMNS_MAX];
    if (r->columns < 0) LT_TRY(know_columns(r, result, err));
    for (int at = 0; r->row && at < PQntuples(result); at++) {
        for (int i = 0; i < r->columns; i++)
            cells[i] = PQgetisnull(result, at, i)
                           ? (store_value){.type = STORE_NULL}
                           : r->decoders[i](PQgetvalue(result, at, i), PQgetlength(result, at, i));
        if (!r->row(r->ctx, cells)) r->row = NULL;
    }
    return LT_OK;
}

static void collect_announcements(connection *c)
{
    PGnotify *announcement;
    while ((announcement = PQnotifies(c->pg))) {
        c->announced = true;
        PQfreemem(announcement);
    }
}

/* Reads until the server is ready again, also past an error: the first one counts. */
static lt_status receive(connection *c, reader *r, uint64_t *changed, lt_error *err)
{
    lt_status status = LT_OK;
    PGresult *result;
    while ((result = PQgetResult(c->pg))) {
        ExecStatusType kind = PQresultStatus(result);
        bool rows = kind == PGRES_SINGLE_TUPLE || kind == PGRES_TUPLES_OK;
        if (status == LT_OK && rows && r->row) status = take(r, result, err);
        if (status == LT_OK && !rows && kind != PGRES_COMMAND_OK) status = fail(c, result, err);
        if (kind != PGRES_SINGLE_TUPLE && changed)
            *changed = strtoull(PQcmdTuples(result), NULL, 10);
        PQclear(result);
    }
    collect_announcements(c);
    return status;
}

static lt_status postgres_run(store_connection *base, const char *text, const store_value *in,
                              size_t count, store_row_fn row, void *ctx, uint64_t *changed,
                              lt_error *err)
{
    connection *c = (connection *)base;
    reader r = {.row = row, .ctx = ctx, .columns = -1};
    LT_TRY(send(c, text, in, count, err));
    if (row) PQsetSingleRowMode(c->pg);
    return receive(c, &r, changed, err);
}

/* Many rows */

/* A number is quicker written by hand, and there are many. */
static void put_integer(lt_text *out, int64_t integer)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (integer < 0) digits[--at] = '-';
    lt_text_add(out, digits + at, sizeof digits - at);
}

static void put_escaped(lt_text *out, const char *text)
{
    while (*text) {
        size_t plain = strcspn(text, "\\\t\n\r");
        lt_text_add(out, text, plain);
        text += plain;
        if (!*text) break;
        const char escape[2] = {'\\', *text == '\t'   ? 't'
                                      : *text == '\n' ? 'n'
                                      : *text == '\r' ? 'r'
                                                      : '\\'};
        lt_text_add(out, escape, 2);
        text++;
    }
}

static void put_row(lt_text *out, const store_value *values, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        if (i) lt_text_add(out, "\t", 1);
        switch (values[i].type) {
        case STORE_NULL: lt_text_add(out, "\\N", 2); break;
        case STORE_INT: put_integer(out, values[i].integer); break;
        case STORE_REAL: lt_text_printf(out, "%.17g", values[i].real); break;
        case STORE_TEXT: put_escaped(out, values[i].text); break;
        }
    }
    lt_text_add(out, "\n", 1);
}

static lt_status copy_rows(connection *c, const store_value *values, size_t columns, size_t rows,
                           lt_error *err)
{
    enum { PIECE = 60000 };
    lt_text piece;
    lt_text_init(&piece);
    bool sent = true;
    for (size_t i = 0; sent && i < rows; i++) {
        put_row(&piece, &values[i * columns], columns);
        if (piece.length < PIECE && i + 1 < rows) continue;
        sent = !piece.failed && PQputCopyData(c->pg, piece.data, (int)piece.length) == 1;
        lt_text_clear(&piece);
    }
    bool memory = !piece.failed;
    lt_text_release(&piece);
    PQputCopyEnd(c->pg, memory ? NULL : "not enough memory");
    reader nothing = {0};
    lt_status status = receive(c, &nothing, NULL, err);
    return memory ? status : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

static lt_status postgres_insert(store_connection *base, const char *head, size_t columns,
                                 const store_value *values, size_t rows, lt_error *err)
{
    static const char verb[] = "INSERT INTO ";
    connection *c = (connection *)base;
    if (!rows) return LT_OK;
    if (strncmp(head, verb, sizeof verb - 1) != 0)
        return lt_fail(err, LT_UNSUPPORTED, "many rows are inserted by INSERT INTO only");
    lt_text sql;
    lt_text_init(&sql);
    lt_text_printf(&sql, "COPY %s FROM STDIN", head + sizeof verb - 1);
    PGresult *result = sql.failed ? NULL : PQexec(c->pg, sql.data);
    lt_text_release(&sql);
    lt_status status = PQresultStatus(result) == PGRES_COPY_IN ? LT_OK : fail(c, result, err);
    PQclear(result);
    return status == LT_OK ? copy_rows(c, values, columns, rows, err) : status;
}

/* Transactions */

static lt_status postgres_begin(store_connection *base, lt_error *err)
{
    return plain((connection *)base, "BEGIN", err);
}

/* After an error the server answers COMMIT with ROLLBACK, and calls it no error. */
static lt_status postgres_commit(store_connection *base, lt_error *err)
{
    connection *c = (connection *)base;
    PGresult *result = PQexec(c->pg, "COMMIT");
    lt_status status = PQresultStatus(result) == PGRES_COMMAND_OK ? LT_OK : fail(c, result, err);
    if (status == LT_OK && strcmp(PQcmdStatus(result), "COMMIT") != 0)
        status = say(c, LT_IO, "a transaction with an error in it was undone", "", err);
    PQclear(result);
    return status;
}

static void postgres_rollback(store_connection *base)
{
    connection *c = (connection *)base;
    PGTransactionStatusType now = PQtransactionStatus(c->pg);
    if (now == PQTRANS_INTRANS || now == PQTRANS_INERROR) plain(c, "ROLLBACK", NULL);
}

/* Announcements */

static lt_status postgres_announce(store_connection *base, lt_error *err)
{
    return plain((connection *)base, "NOTIFY laatta", err);
}

/* True also when the connection is lost: the caller's next statement tells why. */
static bool postgres_wait(store_connection *base, double seconds)
{
    connection *c = (connection *)base;
    if (!c->listening) {
        c->listening = plain(c, "LISTEN laatta", NULL) == LT_OK;
        return true; /* what came before could not be heard */
    }
    double until = lt_clock_now() + seconds;
    for (;;) {
        if (!PQconsumeInput(c->pg)) return true;
        collect_announcements(c);
        double left = until - lt_clock_now();
        if (c->announced || left <= 0) break;
        struct pollfd socket = {.fd = PQsocket(c->pg), .events = POLLIN};
        if (poll(&socket, 1, (int)(left * 1000) + 1) < 0) break; /* a signal: the caller decides */
    }
    bool announced = c->announced;
    c->announced = false;
    return announced;
}

/* statement_timestamp() rather than clock_timestamp(): it stands still within a
 * statement, so that an index on a time can be used. */
const store_driver driver_postgres = {
    .name = "PostgreSQL",
    .scheme = "postgres|postgresql",
    .words = {.now = "CAST(EXTRACT(EPOCH FROM statement_timestamp()) AS DOUBLE PRECISION)",
              .lock = "FOR UPDATE SKIP LOCKED",
              .hold = "FOR UPDATE",
              .packed = "",
              .table = "",
              .bytes = "VARCHAR(200) COLLATE \"C\"",
              .note = "TEXT",
              .small = "SMALLINT"},
    .open = postgres_open,
    .close = postgres_close,
    .run = postgres_run,
    .insert = postgres_insert,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .announce = postgres_announce,
    .wait = postgres_wait,
};
