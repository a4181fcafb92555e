/* Connecting to MariaDB and MySQL, through libmariadb. */
#include "store/mysql_link.h"

#include "base/clock.h"
#include "base/text.h"
#include "store/database_hosts.h"
#include "store/mysql_node.h"

#include <errmsg.h>
#include <mysqld_error.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

extern const store_driver driver_mysql;

lt_status mysql_link_say(const mysql_connection *c, lt_status status, const char *what,
                         const char *details, lt_error *err)
{
    char line[240];
    lt_quote(line, sizeof line, details, strcspn(details, "\n"));
    return lt_fail(err, status, "MariaDB %s: %s%s%s", c->where, what, *what && *line ? ": " : "",
                   line);
}

static lt_status fail_with(const mysql_connection *c, unsigned code, const char *details,
                           lt_error *err)
{
    enum { CONNECTION_KILLED = 1927, IDLE_TRANSACTION = 4031, LOST_EXTENDED = 2055 };
    switch (code) {
    case ER_QUERY_INTERRUPTED:
    case ER_LOCK_WAIT_TIMEOUT: /* undoes the statement only, all the rest shall go too */
        mysql_query(c->mysql, "ROLLBACK");
        return mysql_link_say(c, LT_BUSY, "another transaction holds what is needed", "", err);
    case ER_LOCK_DEADLOCK:
    case ER_CHECKREAD:
        return mysql_link_say(c, LT_BUSY, "another transaction was in the way", "", err);
    case CR_SERVER_GONE_ERROR:
    case CR_SERVER_LOST:
    case LOST_EXTENDED:
    case CONNECTION_KILLED:
    case IDLE_TRANSACTION:
    case ER_SERVER_SHUTDOWN:
        return mysql_link_say(c, LT_UNAVAILABLE, "the connection is lost", details, err);
    /* A node of a Galera cluster that has lost the others: before a commit, or in it. */
    case ER_UNKNOWN_COM_ERROR:
    case ER_ERROR_DURING_COMMIT:
        return mysql_link_say(c, LT_UNAVAILABLE, "the node has left its cluster", details, err);
    case ER_OPTION_PREVENTS_STATEMENT:
    case ER_READ_ONLY_MODE:
        return mysql_link_say(c, LT_UNAVAILABLE, "the server takes no changes any more", details,
                              err);
    case ER_UNKNOWN_STMT_HANDLER:
        return mysql_link_say(c, LT_UNAVAILABLE, "the server forgot the connection", "", err);
    case CR_CONNECTION_ERROR:
    case CR_CONN_HOST_ERROR:
    case CR_IPSOCK_ERROR:
    case CR_UNKNOWN_HOST:
    case CR_SERVER_HANDSHAKE_ERR:
        return mysql_link_say(c, LT_UNAVAILABLE, "the server cannot be reached", details, err);
    case ER_CON_COUNT_ERROR:
    case ER_TOO_MANY_USER_CONNECTIONS:
        return mysql_link_say(c, LT_UNAVAILABLE, "the server has too many connections", "", err);
    case ER_ACCESS_DENIED_ERROR:
    case ER_ACCESS_DENIED_NO_PASSWORD_ERROR:
    case ER_HOST_NOT_PRIVILEGED:
        return mysql_link_say(c, LT_BAD_INPUT, "the user or the password is wrong", details, err);
    case ER_DBACCESS_DENIED_ERROR:
    case ER_TABLEACCESS_DENIED_ERROR:
        return mysql_link_say(c, LT_BAD_INPUT, "the user has no right to do this", details, err);
    case CR_SSL_CONNECTION_ERROR:
        return mysql_link_say(c, LT_BAD_INPUT, "no encrypted connection", details, err);
    case ER_BAD_DB_ERROR:
        return mysql_link_say(c, LT_BAD_INPUT, "there is no such database", "", err);
    case ER_DISK_FULL:
    case ER_RECORD_FILE_FULL:
        return mysql_link_say(c, LT_IO, "no space is left on the server; nothing was lost", "",
                              err);
    case CR_OUT_OF_MEMORY: return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    default: return mysql_link_say(c, LT_IO, "", details, err);
    }
}

lt_status mysql_link_error(const mysql_connection *c, lt_error *err)
{
    return fail_with(c, mysql_errno(c->mysql), mysql_error(c->mysql), err);
}

/* A connection that is lost while rows are read tells it at the connection only. */
lt_status mysql_link_fail(const mysql_connection *c, MYSQL_STMT *statement, lt_error *err)
{
    unsigned code = mysql_stmt_errno(statement);
    if (code) return fail_with(c, code, mysql_stmt_error(statement), err);
    if (mysql_errno(c->mysql)) return mysql_link_error(c, err);
    return mysql_link_say(c, LT_NO_MEMORY, "the rows of a result could not be read", "", err);
}

lt_status mysql_link_plain(mysql_connection *c, const char *sql, lt_error *err)
{
    return mysql_query(c->mysql, sql) == 0 ? LT_OK : mysql_link_error(c, err);
}

/* --- opening ------------------------------------------------------------------ */

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
static lt_status set_session(mysql_connection *c, lt_error *err)
{
    LT_TRY(mysql_link_plain(c, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", err));
    return mysql_link_plain(
        c,
        "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ANSI_QUOTES,"
        "PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES', time_zone = '+00:00',"
        "innodb_lock_wait_timeout = 10 /*M!100300 , idle_transaction_timeout = 30 */",
        err);
}

/* --- TLS, by the words that libpq has for it ------------------------------------- */

static const char *const tls_options[] = {"sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl"};
static const char *const tls_modes[] = {"disable", "prefer", "require", "verify-ca", "verify-full"};
enum { TLS_DISABLE, TLS_PREFER, TLS_REQUIRE, TLS_VERIFY_CA, TLS_VERIFY_FULL, TLS_MODES };

/* Options are refused without naming them, for a piece of a password may have
 * become one. */
static bool known_options(const database_url *url)
{
    int known = database_url_option(url, "socket") != NULL;
    for (size_t i = 0; i < sizeof tls_options / sizeof tls_options[0]; i++)
        known += database_url_option(url, tls_options[i]) != NULL;
    return url->option_count == known;
}

static lt_status tls_mode(const database_url *url, int *mode, lt_error *err)
{
    const char *text = database_url_option(url, "sslmode");
    *mode = database_url_option(url, "sslrootcert") ? TLS_VERIFY_FULL : TLS_DISABLE;
    if (!text) return LT_OK;
    for (*mode = 0; *mode < TLS_MODES; ++*mode)
        if (strcmp(text, tls_modes[*mode]) == 0) return LT_OK;
    return lt_fail(err, LT_BAD_INPUT,
                   "the database's URL has a sslmode that is not known; allowed are disable, "
                   "prefer, require, verify-ca and verify-full");
}

/* libmariadb checks the host's name with the certificate or neither, so verify-ca is
 * as strict as verify-full. */
static void use_tls(MYSQL *mysql, const database_url *url, int mode)
{
    my_bool yes = 1, verify = mode >= TLS_VERIFY_CA;
    if (mode == TLS_DISABLE) return;
    mysql_ssl_set(mysql, database_url_option(url, "sslkey"), database_url_option(url, "sslcert"),
                  database_url_option(url, "sslrootcert"), NULL, NULL);
    if (database_url_option(url, "sslcrl"))
        mysql_options(mysql, MYSQL_OPT_SSL_CRL, database_url_option(url, "sslcrl"));
    if (mode >= TLS_REQUIRE) mysql_options(mysql, MYSQL_OPT_SSL_ENFORCE, &yes);
    mysql_options(mysql, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verify);
}

/* --- connecting -------------------------------------------------------------------- */

/* Goes through the steps of connecting, so that neither a server that accepts and
 * then says nothing nor a cancelled wait holds us up. */
static bool connect_in_time(MYSQL *mysql, const database_opening *opening)
{
    const database_url *url = opening->url;
    const store_wait *wait = opening->wait;
    double since = lt_clock_now(), limit = database_connect_seconds(opening);
    MYSQL *done = NULL;
    /* FOUND_ROWS: a row that is set to what it was counts as changed, as elsewhere. */
    int waits = mysql_real_connect_start(&done, mysql, opening->host->name, url->user,
                                         url->password, url->database, opening->host->port,
                                         database_url_option(url, "socket"), CLIENT_FOUND_ROWS);
    while (waits) {
        struct pollfd line = {.fd = (int)mysql_get_socket(mysql),
                              .events = (short)((waits & MYSQL_WAIT_READ ? POLLIN : 0) |
                                                (waits & MYSQL_WAIT_WRITE ? POLLOUT : 0))};
        double waited = lt_clock_now() - since;
        int ready = 0;
        if (waited > limit || store_wait_over(wait, waited))
            ready = MYSQL_WAIT_TIMEOUT;
        else if (poll(&line, 1, 100) > 0)
            ready = (line.revents & (POLLIN | POLLHUP | POLLERR) ? waits & MYSQL_WAIT_READ : 0) |
                    (line.revents & (POLLOUT | POLLHUP | POLLERR) ? waits & MYSQL_WAIT_WRITE : 0);
        if (ready) waits = mysql_real_connect_cont(&done, mysql, ready);
    }
    return done != NULL;
}

static lt_status join(mysql_connection *c, const database_opening *opening, database_use *use,
                      lt_error *err)
{
    const database_url *url = opening->url;
    const store_wait *wait = opening->wait;
    unsigned seconds = (unsigned)database_connect_seconds(opening), never = 0;
    my_bool yes = 1;
    int mode;
    LT_TRY(tls_mode(url, &mode, err));
    mysql_options(c->mysql, MYSQL_OPT_NONBLOCK, NULL);
    mysql_options(c->mysql, MYSQL_OPT_CONNECT_TIMEOUT, &seconds);
    mysql_options(c->mysql, MYSQL_SET_CHARSET_NAME, "utf8mb4");
    mysql_options(c->mysql, MYSQL_REPORT_DATA_TRUNCATION, &yes);
    mysql_options(c->mysql, MYSQL_OPT_LOCAL_INFILE, &never);
    use_tls(c->mysql, url, mode);
    if (!connect_in_time(c->mysql, opening)) return mysql_link_error(c, err);
    if (mode >= TLS_REQUIRE && !mysql_get_ssl_cipher(c->mysql))
        return mysql_link_say(c, LT_BAD_INPUT, "the server does not encrypt, which sslmode demands",
                              "", err);
    watch_the_line(c->mysql);
    if (wait->connected) wait->connected(wait->connected_ctx, (int)mysql_get_socket(c->mysql));
    LT_TRY(set_session(c, err));
    LT_TRY(mysql_node_use(c, use, err));
    return opening->read_only ? mysql_link_plain(c, "SET SESSION TRANSACTION READ ONLY", err)
                              : LT_OK;
}

static char *where(const database_opening *opening)
{
    const database_url *url = opening->url;
    const database_host *host = opening->host;
    const char *socket = database_url_option(url, "socket");
    lt_text text;
    lt_text_init(&text);
    lt_text_printf(&text, "at %s", socket ? socket : host->name ? host->name : "this machine");
    if (!socket && host->port) lt_text_printf(&text, ", port %u", host->port);
    if (url->database) lt_text_printf(&text, ", database %s", url->database);
    if (!text.failed) return text.data;
    lt_text_release(&text);
    return NULL;
}

void mysql_link_close(store_connection *base)
{
    mysql_connection *c = (mysql_connection *)base;
    if (!c) return;
    for (size_t i = 0; i < c->kept_count; i++) mysql_stmt_close(c->kept[i].statement);
    if (c->mysql) mysql_close(c->mysql);
    free(c->where);
    free(c);
}

static lt_status open_one(store_connection **out, const database_opening *opening,
                          database_use *use, lt_error *err)
{
    lt_status status = LT_OK;
    mysql_connection *c = NULL;
    *out = NULL;
    if (!known_options(opening->url))
        status = lt_fail(err, LT_BAD_INPUT,
                         "the database's URL has an option that is not known; allowed are "
                         "socket, sslmode, sslrootcert, sslcert, sslkey and sslcrl");
    else if (!(c = calloc(1, sizeof *c)) || !(c->where = where(opening)) ||
             !(c->mysql = mysql_init(NULL)))
        status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    else
        status = join(c, opening, use, err);
    if (status != LT_OK) {
        if (opening->wait->connected) opening->wait->connected(opening->wait->connected_ctx, -1);
        mysql_link_close((store_connection *)c);
        return status;
    }
    c->base.driver = &driver_mysql;
    *out = &c->base;
    return LT_OK;
}

lt_status mysql_link_open(store_connection **out, const char *text, bool read_only,
                          const store_wait *wait, lt_error *err)
{
    /* libmariadb's own beginning must not happen in two threads at once. */
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin_library);
    return database_open_any(out, text, read_only, wait, open_one, err);
}
