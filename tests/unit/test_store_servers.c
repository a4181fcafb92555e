/* Database servers that refuse, are nowhere, say nothing, are in each other's way,
 * or die. What needs no server is tested always, the rest where LAATTA_TEST_DB is
 * one (tests/suites runs it once for each kind). */
#include "store_testing.h"

#include "base/clock.h"
#include "base/threads.h"
#include "store/database_url.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

/* Opening */

static const char secret[] = "XYZZY";

static void refused_within(const char *url, lt_status expected, const store_wait *wait)
{
    store_connection *none = (store_connection *)&driver;
    lt_error err = {0};
    lt_status status = store_test_driver(url)->open(&none, url, false, wait, &err);
    if (status != expected) fail_msg("%s: %s, %s", url, lt_status_text(status), err.text);
    assert_null(none);
    assert_true(strlen(err.text) > 10);
    assert_null(strstr(err.text, secret));
}

static void refused(const char *url, lt_status expected)
{
    refused_within(url, expected, &patient);
}

static void test_wrong_urls(void **state)
{
    (void)state;
    refused("sqlite:", LT_BAD_INPUT);
    refused("sqlite:/dev/null/nowhere.db", LT_IO);
    static const char *const tails[] = {"XYZZY", "//ann:XYZZY@h:0/lab", "//ann:1/XYZZY@h/lab",
                                        "//ann:XYZZY@h/lab?XYZZY=1", "//ann:XYZZY@h/lab?host"};
    static const char *const schemes[] = {"postgres", "postgresql", "mysql", "mariadb"};
    for (size_t k = 0; k < 4; k++) {
        char url[200];
        for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
            snprintf(url, sizeof url, "%s:%s", schemes[k], tails[i]);
            refused(url, LT_BAD_INPUT);
        }
        snprintf(url, sizeof url, "%s://ann:XYZZY@127.0.0.1:1/lab", schemes[k]);
        refused(url, LT_UNAVAILABLE);
        snprintf(url, sizeof url, "%s://ann:XYZZY@no-such-host.invalid/lab", schemes[k]);
        refused(url, LT_UNAVAILABLE);
    }
}

/* Each of several servers is named, with its reason. */
static void test_several_that_are_away(void **state)
{
    (void)state;
    static const char *const schemes[] = {"postgres", "mysql"};
    for (size_t i = 0; i < 2; i++) {
        char url[100];
        store_connection *none;
        lt_error err = {0};
        snprintf(url, sizeof url, "%s://ann:XYZZY@127.0.0.1:1,[::1]:2,127.0.0.1:3/lab", schemes[i]);
        assert_int_equal(store_test_driver(url)->open(&none, url, false, &patient, &err),
                         LT_UNAVAILABLE);
        assert_null(none);
        assert_non_null(strstr(err.text, "none of 3 servers takes changes: 127.0.0.1:1: the "));
        assert_non_null(strstr(err.text, "; [::1]:2: the "));
        assert_non_null(strstr(err.text, "; 127.0.0.1:3: the "));
        assert_null(strstr(err.text, secret));
    }
}

/* The server that is there is found behind others that are not, and kept in mind. */
static void test_the_one_that_is_there(void **state)
{
    (void)state;
    database_url parts;
    assert_int_equal(database_url_parse(&parts, store_test_url(), NULL), LT_OK);
    const char *scheme = strcmp(driver->name, "MariaDB") == 0 ? "mysql" : "postgres";
    char url[300];
    store_whom whom = {0};
    store_wait wait = {.seconds = 60, .whom = &whom};
    setenv("LAATTA_DB_PASSWORD", parts.password, 1);
    snprintf(url, sizeof url, "%s://%s@127.0.0.1:1,[::1]:2,%s:%u,127.0.0.1:3/%s", scheme,
             parts.user, parts.hosts[0].name, parts.hosts[0].port, parts.database);
    for (int first = 0; first < 6; first++) {
        store_connection *c;
        lt_error err;
        whom.first = first;
        if (driver->open(&c, url, first % 2, &wait, &err) != LT_OK) fail_msg("%s", err.text);
        assert_int_equal(whom.first, 2);
        assert_true(c->places > 1);
        driver->close(c);
    }
    unsetenv("LAATTA_DB_PASSWORD");
    database_url_release(&parts);
}

/* A server that takes no changes is good for reading only. */
static void test_read_only_servers(void **state)
{
    (void)state;
    if (strcmp(driver->name, "PostgreSQL") != 0) skip(); /* of MariaDB only root may say it */
    char url[600];
    store_connection *c;
    lt_error err = {0};
    snprintf(url, sizeof url, "%s?options=-c%%20default_transaction_read_only=on",
             store_test_url());
    assert_int_equal(driver->open(&c, url, false, &patient, &err), LT_UNAVAILABLE);
    assert_non_null(strstr(err.text, "takes no changes: it is read-only"));
    assert_int_equal(driver->open(&c, url, true, &patient, NULL), LT_OK);
    driver->close(c);
}

/* A machine that accepts a connection and then never says a word. */
static void test_silent_servers(void **state)
{
    (void)state;
    int ear = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof place;
    assert_int_equal(bind(ear, (struct sockaddr *)&place, sizeof place), 0);
    assert_int_equal(listen(ear, 5), 0);
    assert_int_equal(getsockname(ear, (struct sockaddr *)&place, &length), 0);
    static const char *const schemes[] = {"postgres", "mysql"};
    for (size_t i = 0; i < 2; i++) {
        char url[100];
        double began = lt_clock_now();
        snprintf(url, sizeof url, "%s://ann:XYZZY@127.0.0.1:%d/lab", schemes[i],
                 ntohs(place.sin_port));
        refused_within(url, LT_UNAVAILABLE, &(store_wait){.seconds = 3});
        assert_true(lt_clock_now() - began < 120);
        /* Where there are others to ask it is said, and it has longer the next time. */
        store_connection *c;
        lt_error err;
        store_whom whom = {.first = 1};
        store_wait wait = {.seconds = 1, .whom = &whom};
        snprintf(url, sizeof url, "%s://ann:XYZZY@127.0.0.1:%d,127.0.0.1:1/lab", schemes[i],
                 ntohs(place.sin_port));
        assert_int_equal(store_test_driver(url)->open(&c, url, false, &wait, &err), LT_UNAVAILABLE);
        assert_true(whom.in_vain);
        if (i == 0) assert_non_null(strstr(err.text, "reached: no answer came in time"));
    }
    close(ear);
}

static void test_wrong_user_password_database(void **state)
{
    (void)state;
    database_url parts;
    assert_int_equal(database_url_parse(&parts, store_test_url(), NULL), LT_OK);
    const char *scheme = strcmp(driver->name, "MariaDB") == 0 ? "mysql" : "postgres";
    char url[300];
    snprintf(url, sizeof url, "%s://%s:%s@%s:%u/%s", scheme, parts.user, secret,
             parts.hosts[0].name, parts.hosts[0].port, parts.database);
    refused(url, LT_BAD_INPUT);
    snprintf(url, sizeof url, "%s://nobody:%s@%s:%u/%s", scheme, secret, parts.hosts[0].name,
             parts.hosts[0].port, parts.database);
    refused(url, LT_BAD_INPUT);
    snprintf(url, sizeof url, "%s://%s@%s:%u/%s", scheme, parts.user, parts.hosts[0].name,
             parts.hosts[0].port, parts.database);
    refused(url, LT_BAD_INPUT);
    /* The right one, by the environment: what is wrong now is the database. */
    setenv("LAATTA_DB_PASSWORD", parts.password, 1);
    store_connection *c;
    assert_int_equal(driver->open(&c, url, false, &patient, NULL), LT_OK);
    driver->close(c);
    snprintf(url, sizeof url, "%s://%s@%s:%u/nowhere", scheme, parts.user, parts.hosts[0].name,
             parts.hosts[0].port);
    refused(url, LT_BAD_INPUT);
    unsetenv("LAATTA_DB_PASSWORD");
    database_url_release(&parts);
}

/* The server dies */

static void server(const char *variable)
{
    const char *command = getenv(variable);
    assert_non_null(command);
    assert_int_equal(system(command), 0);
}

static bool kill_at_ten(void *ctx, const store_value *cells)
{
    stream *s = ctx;
    if (take_row(s, cells) && s->rows == 10) server("LAATTA_SERVER_KILL");
    return true;
}

static void test_lost_connections(void **state)
{
    (void)state;
    make_counters(2);
    make_square(1000);
    store_connection *other = must_open(), *reader = must_open();
    driver->wait(other, 0.01);
    must(db, "UPDATE laatta_i SET v = 1 WHERE id = 0", NULL, 0, NULL, NULL);
    assert_int_equal(driver->begin(db, NULL), LT_OK);
    must(db, "UPDATE laatta_i SET v = 100 WHERE id = 1", NULL, 0, NULL, NULL);

    stream s = {0};
    assert_int_equal(run_on(reader, SQUARE, NULL, 0, kill_at_ten, &s, NULL), LT_UNAVAILABLE);
    assert_true(s.rows >= 10 && s.rows < 1000000);
    assert_int_equal(driver->commit(db, NULL), LT_UNAVAILABLE);
    driver->rollback(db);
    assert_int_equal(run_on(db, "SELECT 1", NULL, 0, NULL, NULL, NULL), LT_UNAVAILABLE);
    assert_true(driver->wait(other, driver->announce ? 30 : 0.1));
    const store_value row[] = {store_int(7), store_int(7)};
    assert_int_equal(driver->insert(other, "INSERT INTO laatta_i (id, v)", 2, row, 1, NULL),
                     LT_UNAVAILABLE);
    assert_int_equal(driver->begin(other, NULL), LT_UNAVAILABLE);
    refused(store_test_url(), LT_UNAVAILABLE);

    server("LAATTA_SERVER_START");
    /* The old connections stay lost; a new one finds what was committed, and no more. */
    assert_int_equal(run_on(db, "SELECT 1", NULL, 0, NULL, NULL, NULL), LT_UNAVAILABLE);
    driver->close(db);
    driver->close(other);
    driver->close(reader);
    db = must_open();
    assert_int_equal(sum_of(db), 1);
}

static void test_statements_see_what_was_committed(void **state)
{
    (void)state;
    make_counters(2);
    store_connection *other = must_open();
    assert_int_equal(driver->begin(db, NULL), LT_OK);
    assert_int_equal(sum_of(db), 0);
    must(other, "UPDATE laatta_i SET v = 1 WHERE id = 0", NULL, 0, NULL, NULL);
    assert_int_equal(sum_of(db), 1);
    assert_int_equal(driver->commit(db, NULL), LT_OK);
    driver->close(other);
}

/* Two transactions that wait for each other: the server ends one of them. */
typedef struct deadlock {
    store_connection *connections[2];
    lt_status status[2];
    pthread_barrier_t both;
} deadlock;

static void lock_crosswise(void *ctx, int worker)
{
    deadlock *d = ctx;
    store_connection *c = d->connections[worker];
    const store_value own = store_int(worker), others = store_int(1 - worker);
    const char *set = "UPDATE laatta_i SET v = v + 1 WHERE id = ?";
    lt_status status = driver->begin(c, NULL);
    if (status == LT_OK) status = driver->run(c, set, &own, 1, NULL, NULL, NULL, NULL);
    pthread_barrier_wait(&d->both);
    if (status == LT_OK) status = driver->run(c, set, &others, 1, NULL, NULL, NULL, NULL);
    if (status == LT_OK) status = driver->commit(c, NULL);
    if (status != LT_OK) driver->rollback(c);
    d->status[worker] = status;
}

static void test_deadlock(void **state)
{
    (void)state;
    make_counters(2);
    deadlock d = {.connections = {must_open(), must_open()}};
    pthread_barrier_init(&d.both, NULL, 2);
    assert_int_equal(lt_parallel(2, lock_crosswise, &d, NULL), LT_OK);
    pthread_barrier_destroy(&d.both);
    assert_true((d.status[0] == LT_OK && d.status[1] == LT_BUSY) ||
                (d.status[0] == LT_BUSY && d.status[1] == LT_OK));
    assert_int_equal(sum_of(db), 2);
    for (int i = 0; i < 2; i++) driver->close(d.connections[i]);
}

int main(void)
{
    const struct CMUnitTest without[] = {
        cmocka_unit_test(test_wrong_urls),
        cmocka_unit_test(test_several_that_are_away),
        cmocka_unit_test(test_silent_servers),
    };
    const struct CMUnitTest with[] = {
        STORE_TEST(test_statements_see_what_was_committed),
        STORE_TEST(test_deadlock),
        cmocka_unit_test(test_wrong_user_password_database),
        cmocka_unit_test(test_the_one_that_is_there),
        cmocka_unit_test(test_read_only_servers),
        STORE_TEST(test_lost_connections),
    };
    driver = store_test_driver(store_test_url());
    return is_server() ? cmocka_run_group_tests_name(driver->name, with, NULL, NULL)
                       : cmocka_run_group_tests_name("no server", without, NULL, clean);
}
