/* SQLite: a file, no server. Several processes may work on it; writers take turns.
 *
 * The journal is a write-ahead log that is synced at checkpoints: a killed process
 * or a full disk leaves the last whole commit, and a power cut may take back the
 * last moments, claims and results together. */
#include "store/driver.h"

#include "base/clock.h"
#include "base/dirs.h"
#include "base/text.h"
#include "base/utf8.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const store_driver driver_sqlite;

enum { PREPARED_MAX = 96, APPLICATION_ID = 0x4c617474 }; /* "Latt" */
static const double told_after = 2;                      /* seconds of waiting for a lock */

typedef struct prepared {
    const char *text; /* the key is the address */
    sqlite3_stmt *statement;
} prepared;

typedef struct connection {
    store_connection base;
    sqlite3 *db;
    char *path, *shown; /* the second for people: always text */
    const store_wait *wait;
    double waiting_since; /* for a lock */
    bool told;
    prepared kept[PREPARED_MAX];
    size_t kept_count;
} connection;

/* A sync that a signal interrupted is the one call SQLite does not make again, nor does it
 * keep the reason. */
static bool interrupted(const connection *c)
{
    return sqlite3_extended_errcode(c->db) == SQLITE_IOERR_FSYNC && errno == EINTR;
}

static lt_status fail(const connection *c, lt_error *err)
{
    int code = sqlite3_errcode(c->db);
    switch (code & 0xff) {
    case SQLITE_IOERR:
        if (interrupted(c)) return lt_fail(err, LT_BUSY, "%s: interrupted by a signal", c->shown);
        return lt_fail(err, LT_IO, "%s: %s", c->shown, sqlite3_errmsg(c->db));
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return lt_fail(err, LT_BUSY, "%s is in use by another program", c->shown);
    case SQLITE_FULL:
        return lt_fail(err, LT_IO, "no space is left for %s; nothing was lost", c->shown);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH: return lt_fail(err, LT_IO, "%s cannot be written", c->shown);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return lt_fail(err, LT_DAMAGED, "%s is damaged, or not a database of SQLite", c->shown);
    case SQLITE_NOMEM: return lt_fail(err, LT_NO_MEMORY, "not enough memory for %s", c->shown);
    default: return lt_fail(err, LT_IO, "%s: %s", c->shown, sqlite3_errmsg(c->db));
    }
}

/* Settings, which may be made twice. */
static lt_status plain(connection *c, const char *sql, lt_error *err)
{
    double since = lt_clock_now();
    while (sqlite3_exec(c->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        if (!interrupted(c) || store_wait_over(c->wait, lt_clock_now() - since))
            return fail(c, err);
    return LT_OK;
}

static void sqlite_close(store_connection *base)
{
    connection *c = (connection *)base;
    if (!c) return;
    for (size_t i = 0; i < c->kept_count; i++) sqlite3_finalize(c->kept[i].statement);
    sqlite3_close(c->db);
    free(c->path);
    free(c->shown);
    free(c);
}

/* Called while somebody else holds a lock: true waits on. */
static int wait_for_lock(void *ctx, int times)
{
    connection *c = ctx;
    double now = lt_clock_now();
    if (times == 0) {
        c->waiting_since = now;
        c->told = false;
    }
    double waited = now - c->waiting_since;
    if (store_wait_over(c->wait, waited)) return 0;
    if (waited > told_after && !c->told && c->wait->say) {
        lt_text line;
        lt_text_init(&line);
        lt_text_printf(&line, "%s is in use by another program; waiting for up to %.0f s", c->shown,
                       c->wait->seconds);
        c->wait->say(c->wait->say_ctx, lt_text_str(&line));
        lt_text_release(&line);
        c->told = true;
    }
    lt_sleep(times < 10 ? 0.001 * (1 << (times / 2)) : 0.030);
    return 1;
}

static bool take_int(void *ctx, const store_value *cells)
{
    *(int64_t *)ctx = store_as_int(cells);
    return true;
}

static lt_status sqlite_run(store_connection *base, const char *text, const store_value *in,
                            size_t count, store_row_fn row, void *ctx, uint64_t *changed,
                            lt_error *err);

/* A file of another program is left alone: one that has tables, and neither laatta's
 * mark nor, from before there was a mark, its table of versions. */
static lt_status refuse_foreign(connection *c, bool read_only, lt_error *err)
{
    int64_t mark = 0, tables = 0, ours = 0;
    LT_TRY(sqlite_run(&c->base, "PRAGMA application_id", NULL, 0, take_int, &mark, NULL, err));
    if (mark == APPLICATION_ID) return LT_OK;
    LT_TRY(sqlite_run(&c->base, "SELECT COUNT(*) FROM sqlite_master", NULL, 0, take_int, &tables,
                      NULL, err));
    LT_TRY(sqlite_run(&c->base, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'laatta_schema'",
                      NULL, 0, take_int, &ours, NULL, err));
    if (mark != 0 || (tables && !ours))
        return lt_fail(err, LT_DAMAGED,
                       "%s is a database of another program; laatta's lab needs a file of its own",
                       c->shown);
    char mark_it[60];
    snprintf(mark_it, sizeof mark_it, "PRAGMA application_id = %d", APPLICATION_ID);
    return read_only ? LT_OK : plain(c, mark_it, err);
}

static lt_status open_file(connection *c, bool read_only, lt_error *err)
{
    int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    errno = 0;
    if (sqlite3_open_v2(c->path, &c->db, flags | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
        return LT_OK;
    if (read_only && access(c->path, F_OK) != 0)
        return lt_fail(err, LT_BAD_INPUT,
                       "%s is not there: no experiments yet (laatta lab sweep --help)", c->shown);
    return lt_fail(err, LT_IO, "%s cannot be opened: %s", c->shown,
                   errno   ? strerror(errno)
                   : c->db ? sqlite3_errmsg(c->db)
                           : "no memory");
}

/* A database that may not be written is read without its log, as it is in the file
 * (immutable): SQLite would have to make a file beside it for anything else. */
static lt_status open_immutable(connection *c, lt_error *err)
{
    lt_text uri;
    lt_text_init(&uri);
    lt_text_puts(&uri, c->path[0] == '/' ? "file://" : "file:");
    for (const char *at = c->path; *at; at++)
        lt_text_printf(&uri, strchr("%?#", *at) ? "%%%02X" : "%c", (unsigned char)*at);
    lt_text_puts(&uri, "?immutable=1");
    sqlite3_close(c->db);
    c->db = NULL;
    /* Half a name would be another file, and none a new database. */
    int code =
        uri.failed
            ? SQLITE_NOMEM
            : sqlite3_open_v2(lt_text_str(&uri), &c->db,
                              SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    lt_text_release(&uri);
    return code == SQLITE_OK ? LT_OK : lt_fail(err, LT_IO, "%s cannot be read", c->shown);
}

static lt_status prepare_reading(connection *c, lt_error *err)
{
    const char *settings = "PRAGMA query_only=ON; PRAGMA cache_size=-65536;"
                           "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=1073741824;"
                           "SELECT COUNT(*) FROM sqlite_master;";
    if (sqlite3_exec(c->db, settings, NULL, NULL, NULL) == SQLITE_OK) return LT_OK;
    int code = sqlite3_errcode(c->db) & 0xff;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) return fail(c, err);
    LT_TRY(open_immutable(c, err));
    return plain(c, settings, err);
}

static lt_status prepare_writing(connection *c, lt_error *err)
{
    return plain(c,
                 "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                 "PRAGMA foreign_keys=ON; PRAGMA cache_size=-65536;"
                 "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=1073741824;",
                 err);
}

static lt_status sqlite_open(store_connection **out, const char *url, bool read_only,
                             const store_wait *wait, lt_error *err)
{
    *out = NULL;
    const char *path = strchr(url, ':') + 1;
    /* sqlite:///absolute/path is how other programs write it. */
    if (strncmp(path, "///", 3) == 0) path += 2;
    if (!*path)
        return lt_fail(err, LT_BAD_INPUT, "\"%s\" names no file; allowed is sqlite:PATH", url);
    if (!read_only) LT_TRY(lt_make_parents(path, err));
    connection *c = calloc(1, sizeof *c);
    if (c) c->path = strdup(path);
    if (c) c->shown = strdup(path);
    if (!c || !c->path || !c->shown) {
        if (c) free(c->path);
        if (c) free(c->shown);
        free(c);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    lt_utf8_copy(c->shown, strlen(path) + 1, path);
    c->base.driver = &driver_sqlite;
    c->wait = wait;
    lt_status status = open_file(c, read_only, err);
    if (status == LT_OK) sqlite3_extended_result_codes(c->db, 1);
    if (status == LT_OK) sqlite3_busy_handler(c->db, wait_for_lock, c);
    if (status == LT_OK && read_only) status = prepare_reading(c, err);
    /* Before anything is set in it: the file may be somebody else's. */
    if (status == LT_OK) status = refuse_foreign(c, read_only, err);
    if (status == LT_OK && !read_only) status = prepare_writing(c, err);
    if (status != LT_OK) {
        sqlite_close(&c->base);
        return status;
    }
    *out = &c->base;
    return LT_OK;
}

/* The prepared form of a statement, kept for the next time. */
static lt_status prepare(connection *c, const char *text, const char *tail,
                         sqlite3_stmt **statement, lt_error *err)
{
    for (size_t i = 0; i < c->kept_count; i++)
        if (c->kept[i].text == text) {
            *statement = c->kept[i].statement;
            return LT_OK;
        }
    char *sql = store_translate(c->base.driver, text, false);
    char *whole = sql ? malloc(strlen(sql) + strlen(tail) + 1) : NULL;
    if (!whole) {
        free(sql);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    sprintf(whole, "%s%s", sql, tail);
    int code = sqlite3_prepare_v3(c->db, whole, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
    free(whole);
    free(sql);
    if (code != SQLITE_OK) return fail(c, err);
    if (c->kept_count == PREPARED_MAX) sqlite3_finalize(c->kept[--c->kept_count].statement);
    c->kept[c->kept_count++] = (prepared){text, *statement};
    return LT_OK;
}

static void bind(sqlite3_stmt *statement, const store_value *in, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int at = (int)i + 1;
        switch (in[i].type) {
        case STORE_NULL: sqlite3_bind_null(statement, at); break;
        case STORE_INT: sqlite3_bind_int64(statement, at, in[i].integer); break;
        case STORE_REAL: sqlite3_bind_double(statement, at, in[i].real); break;
        case STORE_TEXT: sqlite3_bind_text(statement, at, in[i].text, -1, SQLITE_STATIC); break;
        }
    }
}

static store_value cell(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return store_int(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: return store_real(sqlite3_column_double(statement, column));
    case SQLITE_NULL: return (store_value){.type = STORE_NULL};
    default: return store_text((const char *)sqlite3_column_text(statement, column));
    }
}

static lt_status sqlite_run(store_connection *base, const char *text, const store_value *in,
                            size_t count, store_row_fn row, void *ctx, uint64_t *changed,
                            lt_error *err)
{
    connection *c = (connection *)base;
    sqlite3_stmt *statement;
    LT_TRY(prepare(c, text, "", &statement, err));
    bind(statement, in, count);
    int columns = sqlite3_column_count(statement), code;
    store_value cells[40] = {{.type = STORE_NULL}};
    bool more = true;
    while (more && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; i < columns && i < 40; i++) cells[i] = cell(statement, i);
        if (row) more = row(ctx, cells);
    }
    lt_status status = !more || code == SQLITE_DONE ? LT_OK : fail(c, err);
    if (changed) *changed = (uint64_t)sqlite3_changes(c->db);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

static lt_status sqlite_insert(store_connection *base, const char *head, size_t columns,
                               const store_value *values, size_t rows, lt_error *err)
{
    connection *c = (connection *)base;
    sqlite3_stmt *statement;
    lt_text tail;
    lt_text_init(&tail);
    for (size_t i = 0; i < columns; i++) lt_text_puts(&tail, i ? ",?" : " VALUES(?");
    lt_text_puts(&tail, ")");
    lt_status status = tail.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                                   : prepare(c, head, lt_text_str(&tail), &statement, err);
    lt_text_release(&tail);
    for (size_t i = 0; status == LT_OK && i < rows; i++) {
        bind(statement, &values[i * columns], columns);
        if (sqlite3_step(statement) != SQLITE_DONE) status = fail(c, err);
        sqlite3_reset(statement);
    }
    return status;
}

static lt_status sqlite_begin(store_connection *base, lt_error *err)
{
    return plain((connection *)base, "BEGIN IMMEDIATE", err);
}

static lt_status sqlite_snapshot(store_connection *base, lt_error *err)
{
    return plain((connection *)base, "BEGIN", err);
}

static lt_status sqlite_commit(store_connection *base, lt_error *err)
{
    return plain((connection *)base, "COMMIT", err);
}

static void sqlite_rollback(store_connection *base)
{
    connection *c = (connection *)base;
    if (!sqlite3_get_autocommit(c->db)) sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
}

/* Nothing is announced. */
static bool sqlite_wait(store_connection *base, double seconds)
{
    (void)base;
    lt_sleep(seconds);
    return true;
}

const store_driver driver_sqlite = {
    .name = "SQLite",
    .scheme = "sqlite",
    .words = {.now = "((julianday('now') - 2440587.5) * 86400.0)",
              .lock = "",
              .hold = "",
              .packed = "WITHOUT ROWID",
              .table = "",
              .parts = "WITHOUT ROWID",
              .orphans = "SELECT 0 WHERE 0",
              .parted = "SELECT 1 FROM experiments WHERE experimentID = ?",
              .bytes = "TEXT",
              .note = "TEXT",
              .small = "INTEGER",
              .nodes = "SELECT file, 'file', 1, NULL, '' FROM pragma_database_list"
                       " WHERE name = 'main'",
              .has = "SELECT COUNT(*) FROM pragma_table_info(?) WHERE name = ?"},
    .open = sqlite_open,
    .close = sqlite_close,
    .run = sqlite_run,
    .insert = sqlite_insert,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .snapshot = sqlite_snapshot,
    .wait = sqlite_wait,
};
