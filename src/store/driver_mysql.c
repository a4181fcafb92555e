/* MariaDB and MySQL, through libmariadb.
 *
 * Statements are prepared once a connection. Rows come off the wire one at a time.
 * Many rows are inserted by statements of 1024, 512, ... 1 rows, so that any number
 * of them needs only a few prepared forms. Nothing can be announced: waiting is
 * looking again later. */
#include "store/driver.h"

#include "base/clock.h"
#include "base/text.h"
#include "store/mysql_link.h"
#include "store/mysql_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const store_driver driver_mysql;

enum {
    INSERT_ROWS = 1024,
    INSERT_PARAMETERS = 16384, /* the protocol ends at 65535 */
    INSERT_BYTES = 1 << 20     /* of text; a packet must hold it */
};

static lt_status prepare(mysql_connection *c, const char *text, size_t columns, size_t rows,
                         MYSQL_STMT **statement, lt_error *err)
{
    for (size_t i = 0; i < c->kept_count; i++)
        if (c->kept[i].text == text && c->kept[i].rows == rows) {
            *statement = c->kept[i].statement;
            return LT_OK;
        }
    char *translated = store_translate(&driver_mysql, text, false);
    lt_text sql;
    lt_text_init(&sql);
    lt_text_puts(&sql, translated ? translated : "");
    for (size_t i = 0; i < rows; i++) {
        lt_text_puts(&sql, i ? "," : " VALUES");
        for (size_t k = 0; k < columns; k++) lt_text_puts(&sql, k ? ",?" : "(?");
        lt_text_puts(&sql, ")");
    }
    *statement = translated && !sql.failed ? mysql_stmt_init(c->mysql) : NULL;
    lt_status status = LT_OK;
    if (!*statement) {
        status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    } else if (mysql_stmt_prepare(*statement, sql.data, sql.length) != 0) {
        status = mysql_link_fail(c, *statement, err);
        mysql_stmt_close(*statement);
    }
    lt_text_release(&sql);
    free(translated);
    if (status != LT_OK) return status;
    if (c->kept_count == MYSQL_PREPARED_MAX) mysql_stmt_close(c->kept[--c->kept_count].statement);
    c->kept[c->kept_count++] = (mysql_prepared){text, rows, *statement};
    return LT_OK;
}

/* Binds and executes. libmariadb copies what it is given. */
static lt_status execute(mysql_connection *c, MYSQL_STMT *statement, const store_value *in,
                         size_t count, lt_error *err)
{
    if (mysql_stmt_param_count(statement) != count)
        return lt_fail(err, LT_BAD_INPUT, "a statement has %lu parameters, not %zu",
                       mysql_stmt_param_count(statement), count);
    MYSQL_BIND *binds = calloc(count + 1, sizeof *binds);
    if (!binds) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (size_t i = 0; i < count; i++) switch (in[i].type) {
        case STORE_NULL: binds[i].buffer_type = MYSQL_TYPE_NULL; break;
        case STORE_INT:
            binds[i].buffer_type = MYSQL_TYPE_LONGLONG;
            binds[i].buffer = (void *)(uintptr_t)&in[i].integer;
            break;
        case STORE_REAL:
            binds[i].buffer_type = MYSQL_TYPE_DOUBLE;
            binds[i].buffer = (void *)(uintptr_t)&in[i].real;
            break;
        case STORE_TEXT:
            binds[i].buffer_type = MYSQL_TYPE_STRING;
            binds[i].buffer = (void *)(uintptr_t)in[i].text;
            binds[i].buffer_length = strlen(in[i].text);
            break;
        }
    lt_status status = LT_OK;
    if ((count && mysql_stmt_bind_param(statement, binds) != 0) ||
        mysql_stmt_execute(statement) != 0)
        status = mysql_link_fail(c, statement, err);
    free(binds);
    return status;
}

static lt_status read_rows(mysql_connection *c, MYSQL_STMT *statement, store_row_fn row, void *ctx,
                           lt_error *err)
{
    bool none;
    mysql_rows *rows = mysql_rows_new(statement, &none);
    if (!rows)
        return none ? LT_OK
                    : lt_fail(err, LT_NO_MEMORY, "not enough memory for the rows of a result");
    const store_value *cells;
    int more;
    while ((more = mysql_rows_next(rows, &cells)) == 1 && row(ctx, cells)) {
    }
    lt_status status = more < 0 ? mysql_link_fail(c, statement, err) : LT_OK;
    mysql_rows_free(rows);
    return status;
}

static lt_status mysql_driver_run(store_connection *base, const char *text, const store_value *in,
                                  size_t count, store_row_fn row, void *ctx, uint64_t *changed,
                                  lt_error *err)
{
    mysql_connection *c = (mysql_connection *)base;
    MYSQL_STMT *statement;
    LT_TRY(prepare(c, text, 0, 0, &statement, err));
    LT_TRY(execute(c, statement, in, count, err));
    lt_status status = row ? read_rows(c, statement, row, ctx, err) : LT_OK;
    if (changed) *changed = mysql_stmt_affected_rows(statement);
    mysql_stmt_free_result(statement); /* also takes the rest of the rows off the wire */
    return status;
}

/* How many rows the next statement takes: a power of two within the limits. */
static size_t portion(const store_value *values, size_t columns, size_t rows)
{
    size_t take = INSERT_ROWS, bytes = 0, at = 0;
    while (take > 1 && (take > rows || take * columns > INSERT_PARAMETERS)) take /= 2;
    for (; at < take * columns && bytes < INSERT_BYTES; at++)
        if (values[at].type == STORE_TEXT) bytes += strlen(values[at].text);
    while (take > 1 && take * columns > at) take /= 2;
    return take;
}

static lt_status mysql_driver_insert(store_connection *base, const char *head, size_t columns,
                                     const store_value *values, size_t rows, lt_error *err)
{
    mysql_connection *c = (mysql_connection *)base;
    while (rows) {
        size_t take = portion(values, columns, rows);
        MYSQL_STMT *statement;
        LT_TRY(prepare(c, head, columns, take, &statement, err));
        LT_TRY(execute(c, statement, values, take * columns, err));
        values += take * columns;
        rows -= take;
    }
    return LT_OK;
}

/* Transactions */

static lt_status mysql_driver_begin(store_connection *base, lt_error *err)
{
    return mysql_link_plain((mysql_connection *)base, "START TRANSACTION", err);
}

static lt_status mysql_driver_snapshot(store_connection *base, lt_error *err)
{
    mysql_connection *c = (mysql_connection *)base;
    LT_TRY(mysql_link_plain(c, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", err));
    return mysql_link_plain(c, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY", err);
}

static lt_status mysql_driver_commit(store_connection *base, lt_error *err)
{
    return mysql_link_plain((mysql_connection *)base, "COMMIT", err);
}

static void mysql_driver_rollback(store_connection *base)
{
    mysql_link_plain((mysql_connection *)base, "ROLLBACK", NULL);
}

static bool mysql_driver_wait(store_connection *base, double seconds)
{
    (void)base;
    lt_sleep(seconds);
    return true;
}

/* Parts: partitions of one table, which nobody else may use at the moment that one is made
 * or dropped. Where that moment does not come soon, results go to the partition of all
 * those that have none of their own. MySQL knows no such partition, and has no parts. */
static lt_status mysql_driver_part(store_connection *base, uint64_t experiment, bool make,
                                   lt_error *err)
{
    mysql_connection *c = (mysql_connection *)base;
    unsigned long long id = experiment;
    char sql[200];
    if (!strstr(mysql_get_server_info(c->mysql), "MariaDB"))
        return make ? LT_OK : lt_fail(err, LT_BUSY, "MySQL has no partitions for experiments");
    if (make)
        snprintf(sql, sizeof sql,
                 "SET STATEMENT lock_wait_timeout = 1 FOR ALTER TABLE finished_runs"
                 " ADD PARTITION IF NOT EXISTS (PARTITION p%llu VALUES IN (%llu))",
                 id, id);
    else
        snprintf(sql, sizeof sql,
                 "SET STATEMENT lock_wait_timeout = 1 FOR ALTER TABLE finished_runs"
                 " DROP PARTITION p%llu",
                 id);
    lt_status status = mysql_link_plain(c, sql, err);
    return make && status == LT_BUSY ? LT_OK : status;
}

/* VARBINARY is the one type that both servers compare byte by byte, with spaces at
 * the end: 200 characters of UTF-8 fit into 800 bytes. */
const store_driver driver_mysql = {
    .name = "MariaDB",
    .scheme = "mysql|mariadb",
    .words = {.now = "(UNIX_TIMESTAMP(NOW(6)) + 0E0)",
              .lock = "FOR UPDATE SKIP LOCKED",
              .hold = "FOR UPDATE",
              .packed = "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin",
              .table = "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin",
              .orphans =
                  "SELECT p.id FROM (SELECT CAST(SUBSTRING(partition_name, 2) AS SIGNED) AS id"
                  " FROM information_schema.partitions WHERE table_schema = DATABASE()"
                  " AND table_name = 'finished_runs' AND partition_name REGEXP '^p[0-9]+$'"
                  " AND create_time < NOW() - INTERVAL 1 DAY) p"
                  " LEFT JOIN experiments x ON x.experimentID = p.id"
                  " WHERE x.experimentID IS NULL",
              .parted = "SELECT 1 FROM experiments WHERE experimentID = ?",
              .parts = "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin"
                       " /*M! PARTITION BY LIST (experimentID) (PARTITION rest DEFAULT) */",
              .bytes = "VARBINARY(800)",
              .note = "MEDIUMTEXT",
              .small = "SMALLINT",
              .nodes =
                  "SELECT CONCAT(@@hostname, ':', @@port), CASE WHEN g.members > 0 THEN"
                  " CONCAT('cluster member, ', g.state) WHEN @@global.read_only THEN 'copy'"
                  " ELSE 'primary' END, CASE WHEN g.members > 0 THEN g.ready = 'ON'"
                  " ELSE NOT @@global.read_only END, NULL, CASE WHEN g.members > 0 THEN"
                  " CONCAT(g.members, ' members (', g.part, '): ', g.addresses)"
                  " ELSE VERSION() END FROM (SELECT"
                  " MAX(CASE variable_name WHEN 'WSREP_CLUSTER_SIZE' THEN variable_value END)"
                  " AS members,"
                  " MAX(CASE variable_name WHEN 'WSREP_CLUSTER_STATUS' THEN variable_value END)"
                  " AS part,"
                  " MAX(CASE variable_name WHEN 'WSREP_LOCAL_STATE_COMMENT' THEN"
                  " variable_value END) AS state,"
                  " MAX(CASE variable_name WHEN 'WSREP_READY' THEN variable_value END) AS ready,"
                  " MAX(CASE variable_name WHEN 'WSREP_INCOMING_ADDRESSES' THEN"
                  " variable_value END) AS addresses FROM information_schema.global_status"
                  " WHERE variable_name LIKE 'WSREP\\_%') g",
              .has = "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = "
                     "DATABASE() AND table_name = ? AND column_name = ?"},
    .open = mysql_link_open,
    .close = mysql_link_close,
    .run = mysql_driver_run,
    .insert = mysql_driver_insert,
    .begin = mysql_driver_begin,
    .commit = mysql_driver_commit,
    .rollback = mysql_driver_rollback,
    .part = mysql_driver_part,
    .snapshot = mysql_driver_snapshot,
    .wait = mysql_driver_wait,
};
