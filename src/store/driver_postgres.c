/* PostgreSQL, through libpq.
 *
 * Statements are prepared once a connection, for the types of their parameters; not
 * where a pooler stands between, which gives every transaction another process: there
 * nothing is left behind, neither prepared statements nor settings.
 * Rows arrive one at a time in binary form, so that a result of any size needs the
 * memory of one row. Many rows are inserted by COPY, in one stream.
 *
 * Announcements are NOTIFY on the channel `laatta`; a connection listens from its
 * first wait on, except through a pooler, where waiting is looking again later. */
#include "store/driver.h"

#include "base/clock.h"
#include "store/postgres_cells.h"
#include "store/postgres_link.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const store_driver driver_postgres;

enum { PARAMETERS_MAX = 100, COLUMNS_MAX = 100 };

/* Statements */

static bool same_types(const postgres_prepared *p, const store_value *in, size_t count)
{
    if (p->count != count) return false;
    for (size_t i = 0; i < count; i++)
        if (in[i].type != STORE_NULL && in[i].type != p->types[i]) return false;
    return true;
}

/* Prepares a statement, or finds it prepared; `name` gets its name. */
static lt_status prepare(postgres_connection *c, const char *text, const store_value *in,
                         size_t count, char name[16], lt_error *err)
{
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
    snprintf(name, 16, "s%zu", c->kept_count);
    PGresult *result = PQprepare(c->pg, name, sql, (int)count, types);
    free(sql);
    lt_status status =
        PQresultStatus(result) == PGRES_COMMAND_OK ? LT_OK : postgres_fail(c, result, err);
    PQclear(result);
    if (status != LT_OK) {
        free(kept);
        return status;
    }
    for (size_t i = 0; i < count; i++) kept[i] = in[i].type;
    c->kept[c->kept_count++] = (postgres_prepared){text, kept, count};
    return LT_OK;
}

/* All in one message, for this once. */
static lt_status send_unprepared(postgres_connection *c, const char *text, const Oid *types,
                                 size_t count, const char *const *values, const int *lengths,
                                 const int *formats, lt_error *err)
{
    char *sql = store_translate(c->base.driver, text, true);
    if (!sql) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    int sent = PQsendQueryParams(c->pg, sql, (int)count, types, values, lengths, formats, 1);
    free(sql);
    return sent ? LT_OK : postgres_fail(c, NULL, err);
}

static lt_status send(postgres_connection *c, const char *text, const store_value *in, size_t count,
                      lt_error *err)
{
    char name[16];
    postgres_parameter parameters[PARAMETERS_MAX];
    const char *values[PARAMETERS_MAX];
    Oid types[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    if (count > PARAMETERS_MAX)
        return lt_fail(err, LT_UNSUPPORTED, "a statement has %zu parameters; allowed are %d", count,
                       PARAMETERS_MAX);
    for (size_t i = 0; i < count; i++) {
        postgres_encode(&parameters[i], &in[i]);
        types[i] = postgres_type(in[i].type);
        values[i] = parameters[i].value;
        lengths[i] = parameters[i].length;
        formats[i] = parameters[i].format;
    }
    if (c->pooled || c->kept_count == POSTGRES_PREPARED_MAX)
        return send_unprepared(c, text, types, count, values, lengths, formats, err);
    LT_TRY(prepare(c, text, in, count, name, err));
    return PQsendQueryPrepared(c->pg, name, (int)count, values, lengths, formats, 1)
               ? LT_OK
               : postgres_fail(c, NULL, err);
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

static void collect_announcements(postgres_connection *c)
{
    PGnotify *announcement;
    while ((announcement = PQnotifies(c->pg))) {
        c->announced = true;
        PQfreemem(announcement);
    }
}

lt_status postgres_receive(postgres_connection *c, store_row_fn row, void *ctx, uint64_t *changed,
                           lt_error *err)
{
    reader r = {.row = row, .ctx = ctx, .columns = -1};
    lt_status status = LT_OK;
    PGresult *result;
    while ((result = PQgetResult(c->pg))) {
        ExecStatusType kind = PQresultStatus(result);
        bool rows = kind == PGRES_SINGLE_TUPLE || kind == PGRES_TUPLES_OK;
        if (status == LT_OK && rows && r.row) status = take(&r, result, err);
        if (status == LT_OK && !rows && kind != PGRES_COMMAND_OK)
            status = postgres_fail(c, result, err);
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
    postgres_connection *c = (postgres_connection *)base;
    LT_TRY(send(c, text, in, count, err));
    if (row) PQsetSingleRowMode(c->pg);
    return postgres_receive(c, row, ctx, changed, err);
}

/* Transactions */

static lt_status postgres_begin(store_connection *base, lt_error *err)
{
    postgres_connection *c = (postgres_connection *)base;
    if (!c->pooled) return postgres_plain(c, "BEGIN", err);
    return postgres_plain(
        c,
        c->read_only
            ? "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY;" POSTGRES_SETTINGS("SET LOCAL")
            : "BEGIN ISOLATION LEVEL READ COMMITTED;" POSTGRES_SETTINGS("SET LOCAL"),
        err);
}

static lt_status postgres_snapshot(store_connection *base, lt_error *err)
{
    return postgres_plain((postgres_connection *)base,
                          "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err);
}

/* After an error the server answers COMMIT with ROLLBACK, and calls it no error. */
static lt_status postgres_commit(store_connection *base, lt_error *err)
{
    postgres_connection *c = (postgres_connection *)base;
    PGresult *result = PQexec(c->pg, "COMMIT");
    lt_status status =
        PQresultStatus(result) == PGRES_COMMAND_OK ? LT_OK : postgres_fail(c, result, err);
    if (status == LT_OK && strcmp(PQcmdStatus(result), "COMMIT") != 0)
        status = postgres_say(c, LT_IO, "a transaction with an error in it was undone", "", err);
    PQclear(result);
    return status;
}

static void postgres_rollback(store_connection *base)
{
    postgres_connection *c = (postgres_connection *)base;
    PGTransactionStatusType now = PQtransactionStatus(c->pg);
    if (now == PQTRANS_INTRANS || now == PQTRANS_INERROR) postgres_plain(c, "ROLLBACK", NULL);
}

/* Parts: a table each. To attach one lets everybody work on; to drop one needs the whole
 * table for a moment, and whoever reads for long is not to hold up all others. */
static lt_status postgres_part(store_connection *base, uint64_t experiment, bool make,
                               lt_error *err)
{
    postgres_connection *c = (postgres_connection *)base;
    unsigned long long id = experiment;
    char sql[400];
    if (make)
        snprintf(sql, sizeof sql,
                 "CREATE TABLE finished_runs_%llu (LIKE finished_runs INCLUDING ALL);"
                 "ALTER TABLE finished_runs ATTACH PARTITION finished_runs_%llu"
                 " FOR VALUES IN (%llu)",
                 id, id, id);
    else
        snprintf(sql, sizeof sql,
                 "BEGIN; SET LOCAL lock_timeout = '1s';"
                 "LOCK TABLE finished_runs IN ACCESS EXCLUSIVE MODE;"
                 "DO 'BEGIN IF NOT EXISTS (SELECT 1 FROM experiments WHERE experimentID = %llu)"
                 " THEN DROP TABLE finished_runs_%llu; END IF; END'; COMMIT",
                 id, id);
    lt_status status = postgres_plain(c, sql, err);
    if (status != LT_OK && !make) postgres_rollback(base);
    if (status == LT_OK || !make) return status;
    /* It may be there. */
    snprintf(sql, sizeof sql, "SELECT 'finished_runs_%llu'::regclass", id);
    return postgres_plain(c, sql, err);
}

/* Announcements */

static lt_status postgres_announce(store_connection *base, lt_error *err)
{
    return postgres_plain((postgres_connection *)base, "NOTIFY laatta", err);
}

/* True also when the connection is lost: the caller's next statement tells why. */
static bool postgres_wait(store_connection *base, double seconds)
{
    postgres_connection *c = (postgres_connection *)base;
    if (c->pooled) {
        lt_sleep(seconds);
        return true;
    }
    if (!c->listening) {
        c->listening = postgres_plain(c, "LISTEN laatta", NULL) == LT_OK;
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
              .parts = "PARTITION BY LIST (experimentID)",
              .orphans = "SELECT p.id FROM (SELECT CAST(SUBSTRING(c.relname FROM"
                         " '^finished_runs_([0-9]+)$') AS BIGINT) AS id FROM pg_inherits i"
                         " JOIN pg_class c ON c.oid = i.inhrelid"
                         " WHERE i.inhparent = 'finished_runs'::regclass) p"
                         " LEFT JOIN experiments x ON x.experimentID = p.id"
                         " WHERE p.id IS NOT NULL AND x.experimentID IS NULL",
              /* To name the table is to lock it. */
              .parted = "SELECT COUNT(*) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
                        " WHERE i.inhparent = 'finished_runs'::regclass"
                        " AND c.relname = CONCAT('finished_runs_', CAST($1 AS BIGINT))"
                        " AND (SELECT COUNT(*) FROM finished_runs WHERE experimentID < 0) = 0",
              .bytes = "VARCHAR(200) COLLATE \"C\"",
              .note = "TEXT",
              .small = "SMALLINT",
              .nodes = "SELECT CONCAT(COALESCE(HOST(inet_server_addr()), 'here'), ':',"
                       " COALESCE(inet_server_port(), 5432)),"
                       " CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END,"
                       " CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END,"
                       " CASE WHEN NOT pg_is_in_recovery() THEN NULL"
                       " WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0"
                       " ELSE CAST(EXTRACT(EPOCH FROM statement_timestamp()"
                       " - pg_last_xact_replay_timestamp()) AS DOUBLE PRECISION) END, "
                       "CONCAT('PostgreSQL ', split_part("
                       "current_setting('server_version'), ' ', 1))"
                       " UNION ALL SELECT CONCAT(COALESCE(NULLIF(application_name, ''), 'a copy'),"
                       " ' at ', COALESCE(HOST(client_addr), 'the same machine')), 'standby', 0,"
                       " CAST(EXTRACT(EPOCH FROM COALESCE(replay_lag, INTERVAL '0'))"
                       " AS DOUBLE PRECISION), CONCAT_WS(', ', state, sync_state,"
                       " CONCAT(pg_wal_lsn_diff(sent_lsn, replay_lsn), ' bytes behind'))"
                       " FROM pg_stat_replication",
              .has = "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = "
                     "current_schema() AND table_name = $1 AND LOWER(column_name) = LOWER($2)"},
    .open = postgres_open,
    .close = postgres_close,
    .run = postgres_run,
    .insert = postgres_insert,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .snapshot = postgres_snapshot,
    .part = postgres_part,
    .part_table = "finished_runs_",
    .announce = postgres_announce,
    .wait = postgres_wait,
};
