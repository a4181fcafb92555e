/* SQLite: a file, no server. Several processes may work on it; writers take turns.
 *
 * The journal is a write-ahead log that is synced at checkpoints: a killed process
 * or a full disk leaves the last whole commit, and a power cut may take back the
 * last moments, claims and results together. */
#include "store/driver.h"

#include "base/dirs.h"
#include "base/text.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const store_driver driver_sqlite;

enum { BUSY_MILLISECONDS = 10000, PREPARED_MAX = 96 };

typedef struct prepared {
    const char *text; /* the key is the address */
    sqlite3_stmt *statement;
} prepared;

typedef struct connection {
    store_connection base;
    sqlite3 *db;
    char *path;
    prepared kept[PREPARED_MAX];
    size_t kept_count;
} connection;

static lt_status fail(const connection *c, lt_error *err)
{
    int code = sqlite3_errcode(c->db);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return lt_fail(err, LT_BUSY, "%s is in use by another program", c->path);
    case SQLITE_FULL:
        return lt_fail(err, LT_IO, "no space is left for %s; nothing was lost", c->path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH: return lt_fail(err, LT_IO, "%s cannot be written", c->path);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return lt_fail(err, LT_DAMAGED, "%s is damaged, or not a database of SQLite", c->path);
    case SQLITE_NOMEM: return lt_fail(err, LT_NO_MEMORY, "not enough memory for %s", c->path);
    default: return lt_fail(err, LT_IO, "%s: %s", c->path, sqlite3_errmsg(c->db));
    }
}

static lt_status plain(connection *c, const char *sql, lt_error *err)
{
    return sqlite3_exec(c->db, sql, NULL, NULL, NULL) == SQLITE_OK ? LT_OK : fail(c, err);
}

static void sqlite_close(store_connection *base)
{
    connection *c = (connection *)base;
    if (!c) return;
    for (size_t i = 0; i < c->kept_count; i++) sqlite3_finalize(c->kept[i].statement);
    sqlite3_close(c->db);
    free(c->path);
    free(c);
}

static lt_status sqlite_open(store_connection **out, const char *url, lt_error *err)
{
    *out = NULL;
    const char *path = strchr(url, ':') + 1;
    /* sqlite:///absolute/path is how other programs write it. */
    if (strncmp(path, "///", 3) == 0) path += 2;
    if (!*path)
        return lt_fail(err, LT_BAD_INPUT, "\"%s\" names no file; allowed is sqlite:PATH", url);
    LT_TRY(lt_make_parents(path, err));
    connection *c = calloc(1, sizeof *c);
    if (c) c->path = strdup(path);
    if (!c || !c->path) {
        free(c);
        return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    c->base.driver = &driver_sqlite;
    errno = 0;
    if (sqlite3_open_v2(path, &c->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK) {
        lt_fail(err, LT_IO, "%s cannot be opened: %s", path,
                errno   ? strerror(errno)
                : c->db ? sqlite3_errmsg(c->db)
                        : "no memory");
        sqlite_close(&c->base);
        return LT_IO;
    }
    sqlite3_extended_result_codes(c->db, 1);
    sqlite3_busy_timeout(c->db, BUSY_MILLISECONDS);
    lt_status status = plain(c,
                             "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                             "PRAGMA foreign_keys=ON; PRAGMA cache_size=-65536;"
                             "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=1073741824;",
                             err);
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
    store_value cells[40];
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

static lt_status sqlite_commit(store_connection *base, lt_error *err)
{
    return plain((connection *)base, "COMMIT", err);
}

static void sqlite_rollback(store_connection *base)
{
    connection *c = (connection *)base;
    if (!sqlite3_get_autocommit(c->db)) sqlite3_exec(c->db, "ROLLBACK", NULL, NULL, NULL);
}

/* Nothing is announced: a look every 50 ms costs next to nothing. */
static bool sqlite_wait(store_connection *base, double seconds)
{
    (void)base;
    if (seconds > 0.05) seconds = 0.05;
    nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
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
              .bytes = "TEXT",
              .note = "TEXT",
              .small = "INTEGER"},
    .open = sqlite_open,
    .close = sqlite_close,
    .run = sqlite_run,
    .insert = sqlite_insert,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .wait = sqlite_wait,
};
