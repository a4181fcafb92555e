/* MariaDB and MySQL, through libmariadb.
 *
 * Statements are prepared once a connection. Rows come off the wire one at a time.
 * Many rows are inserted by statements of 1024, 512, ... 1 rows, so that any number
 * of them needs only a few prepared forms. Nothing can be announced: waiting is
 * looking again soon. */
#include "store/driver.h"

#include "base/text.h"
#include "store/database_url.h"
#include "store/mysql_rows.h"

#include <errmsg.h>
#include <mysqld_error.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

extern const store_driver driver_mysql;

enum {
    CONNECT_SECONDS = 5,
    PREPARED_MAX = 250,
    INSERT_ROWS = 1024,
    INSERT_PARAMETERS = 16384, /* the protocol ends at 65535 */
    INSERT_BYTES = 1 << 20     /* of text; a packet must hold it */
};

typedef struct prepared {
    const char *text; /* the key is the address, */
    size_t rows;      /* and how many rows of VALUES follow (0: none) */
    MYSQL_STMT *statement;
} prepared;

typedef struct connection {
    store_connection base;
    MYSQL *mysql;
    char *where; /* for people */
    prepared kept[PREPARED_MAX];
    size_t kept_count;
} connection;

/* Errors */

static lt_status say(const connection *c, lt_status status, const char *what, const char *details,
                     lt_error *err)
{
    char line[240];
    lt_quote(line, sizeof line, details, strcspn(details, "\n"));
    return lt_fail(err, status, "MariaDB %s: %s%s%s", c->where, what, *what && *line ? ": " : "",
                   line);
}

static lt_status fail_with(const connection *c, unsigned code, const char *details, lt_error *err)
{
    enum { CONNECTION_KILLED = 1927, IDLE_TRANSACTION = 4031, LOST_EXTENDED = 2055 };
    switch (code) {
    case ER_LOCK_WAIT_TIMEOUT: /* undoes the statement only, all the rest shall go too */
        mysql_query(c->mysql, "ROLLBACK");
        return say(c, LT_BUSY, "another transaction holds what is needed", "", err);
    case ER_LOCK_DEADLOCK:
    case ER_CHECKREAD: return say(c, LT_BUSY, "another transaction was in the way", "", err);
    case CR_SERVER_GONE_ERROR:
    case CR_SERVER_LOST:
    case LOST_EXTENDED:
    case CONNECTION_KILLED:
    case IDLE_TRANSACTION:
    case ER_SERVER_SHUTDOWN: return say(c, LT_UNAVAILABLE, "the connection is lost", details, err);
    case CR_CONNECTION_ERROR:
    case CR_CONN_HOST_ERROR:
    case CR_IPSOCK_ERROR:
    case CR_UNKNOWN_HOST:
        return say(c, LT_UNAVAILABLE, "the server cannot be reached", details, err);
    case ER_CON_COUNT_ERROR:
    case ER_TOO_MANY_USER_CONNECTIONS:
        return say(c, LT_UNAVAILABLE, "the server has too many connections", "", err);
    case ER_ACCESS_DENIED_ERROR:
    case ER_ACCESS_DENIED_NO_PASSWORD_ERROR:
    case ER_HOST_NOT_PRIVILEGED:
        return say(c, LT_BAD_INPUT, "the user or the password is wrong", details, err);
    case ER_DBACCESS_DENIED_ERROR:
    case ER_TABLEACCESS_DENIED_ERROR:
        return say(c, LT_BAD_INPUT, "the user has no right to do this", details, err);
    case ER_BAD_DB_ERROR: return say(c, LT_BAD_INPUT, "there is no such database", "", err);
    case ER_DISK_FULL:
    case ER_RECORD_FILE_FULL:
        return say(c, LT_IO, "no space is left on the server; nothing was lost", "", err);
    case CR_OUT_OF_MEMORY: return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    default: return say(c, LT_IO, "", details, err);
    }
}

static lt_status fail(const connection *c, lt_error *err)
{
    return fail_with(c, mysql_errno(c->mysql), mysql_error(c->mysql), err);
}

/* A connection that is lost while rows are read tells it at the connection only. */
static lt_status fail_statement(const connection *c, MYSQL_STMT *statement, lt_error *err)
{
    unsigned code = mysql_stmt_errno(statement);
    if (code) return fail_with(c, code, mysql_stmt_error(statement), err);
    if (mysql_errno(c->mysql)) return fail(c, err);
    return say(c, LT_NO_MEMORY, "the rows of a result could not be read", "", err);
}

static lt_status plain(connection *c, const char *sql, lt_error *err)
{
    return mysql_query(c->mysql, sql) == 0 ? LT_OK : fail(c, err);
}

/* Opening */

static void begin_library(void)
{
    mysql_library_init(0, NULL, NULL);
}

/* A server that is gone is noticed after about ten seconds. */
static void watch_the_line(MYSQL *mysql)
{
    int line = (int)mysql_get_socket(mysql), on = 1;
    setsockopt(line, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#if defined(TCP_KEEPIDLE) && defined(TCP_USER_TIMEOUT)
    const int settings[][2] = {
        {TCP_KEEPIDLE, 4}, {TCP_KEEPINTVL, 2}, {TCP_KEEPCNT, 3}, {TCP_USER_TIMEOUT, 10000}};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        setsockopt(line, IPPROTO_TCP, settings[i][0], &settings[i][1], sizeof settings[i][1]);
#endif
}

/* A session whose SQL means what it means elsewhere: strict, "names" in double
 * quotes, || joins texts. A transaction that waits too long is busy; one that its
 * program left standing (a stopped process) gives back what it holds. */
static lt_status set_session(connection *c, lt_error *err)
{
    LT_TRY(plain(c, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", err));
    return plain(c,
                 "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ANSI_QUOTES,"
                 "PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES', time_zone = '+00:00',"
                 "innodb_lock_wait_timeout = 10 /*M!100300 , idle_transaction_timeout = 30 */",
                 err);
}

static lt_status join(connection *c, const database_url *url, lt_error *err)
{
    unsigned seconds = CONNECT_SECONDS, never = 0;
    my_bool yes = 1;
    mysql_options(c->mysql, MYSQL_OPT_CONNECT_TIMEOUT, &seconds);
    mysql_options(c->mysql, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    mysql_options(c->mysql, MYSQL_REPORT_DATA_TRUNCATION, &yes);
    mysql_options(c->mysql, MYSQL_OPT_LOCAL_INFILE, &never);
    /* FOUND_ROWS: a row that is set to what it was counts as changed, as elsewhere. */
    if (!mysql_real_connect(c->mysql, url->host, url->user, url->password, url->database, url->port,
                            database_url_option(url, "socket"), CLIENT_FOUND_ROWS))
        return fail(c, err);
    watch_the_line(c->mysql);
    return set_session(c, err);
}

/* Options are refused without naming them, for a piece of a password may have
 * become one. */
static bool known_options(const database_url *url)
{
    return url->option_count == (database_url_option(url, "socket") ? 1 : 0);
}

static char *where(const database_url *url)
{
    const char *socket = database_url_option(url, "socket");
    lt_text text;
    lt_text_init(&text);
    lt_text_printf(&text, "at %s", socket ? socket : url->host ? url->host : "this machine");
    if (!socket && url->port) lt_text_printf(&text, ", port %u", url->port);
    if (url->database) lt_text_printf(&text, ", database %s", url->database);
    if (!text.failed) return text.data;
    lt_text_release(&text);
    return NULL;
}

static void mysql_driver_close(store_connection *base)
{
    connection *c = (connection *)base;
    if (!c) return;
    for (size_t i = 0; i < c->kept_count; i++) mysql_stmt_close(c->kept[i].statement);
    if (c->mysql) mysql_close(c->mysql);
    free(c->where);
    free(c);
}

static lt_status mysql_driver_open(store_connection **out, const char *text, lt_error *err)
{
    /* libmariadb's own beginning must not happen in two threads at once. */
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin_library);
    *out = NULL;
    database_url url;
    LT_TRY(database_url_parse(&url, text, err));
    lt_status status = LT_OK;
    connection *c = NULL;
    if (!known_options(&url))
        status = lt_fail(err, LT_BAD_INPUT,
                         "the database's URL has an option that is not known; allowed is "
                         "socket=PATH");
    else if (!(c = calloc(1, sizeof *c)) || !(c->where = where(&url)) ||
             !(c->mysql = mysql_init(NULL)))
        status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    else
        status = join(c, &url, err);
    database_url_release(&url);
    if (status != LT_OK) {
        mysql_driver_close((store_connection *)c);
        return status;
    }
    c->base.driver = &driver_mysql;
    *out = &c->base;
    return LT_OK;
}

/* Statements */

static lt_status prepare(connection *c, const char *text, size_t columns, size_t rows,
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
        status = fail_statement(c, *statement, err);
        mysql_stmt_close(*statement);
    }
    lt_text_release(&sql);
    free(translated);
    if (status != LT_OK) return status;
    if (c->kept_count == PREPARED_MAX) mysql_stmt_close(c->kept[--c->kept_count].statement);
    c->kept[c->kept_count++] = (prepared){text, rows, *statement};
    return LT_OK;
}

/* Binds and executes. libmariadb copies what it is given. */
static lt_status execute(connection *c, MYSQL_STMT *statement, const store_value *in, size_t count,
                         lt_error *err)
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
        status = fail_statement(c, statement, err);
    free(binds);
    return status;
}

static lt_status read_rows(connection *c, MYSQL_STMT *statement, store_row_fn row, void *ctx,
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
    lt_status status = more < 0 ? fail_statement(c, statement, err) : LT_OK;
    mysql_rows_free(rows);
    return status;
}

static lt_status mysql_driver_run(store_connection *base, const char *text, const store_value *in,
                                  size_t count, store_row_fn row, void *ctx, uint64_t *changed,
                                  lt_error *err)
{
    connection *c = (connection *)base;
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
    connection *c = (connection *)base;
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
    return plain((connection *)base, "START TRANSACTION", err);
}

static lt_status mysql_driver_commit(store_connection *base, lt_error *err)
{
    return plain((connection *)base, "COMMIT", err);
}

static void mysql_driver_rollback(store_connection *base)
{
    plain((connection *)base, "ROLLBACK", NULL);
}

static bool mysql_driver_wait(store_connection *base, double seconds)
{
    (void)base;
    if (seconds > 0.05) seconds = 0.05;
    nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
    return true;
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
              .bytes = "VARBINARY(800)",
              .note = "MEDIUMTEXT",
              .small = "SMALLINT"},
    .open = mysql_driver_open,
    .close = mysql_driver_close,
    .run = mysql_driver_run,
    .insert = mysql_driver_insert,
    .begin = mysql_driver_begin,
    .commit = mysql_driver_commit,
    .rollback = mysql_driver_rollback,
    .wait = mysql_driver_wait,
};
