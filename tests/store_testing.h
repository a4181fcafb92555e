/* What the tests of the drivers share: the database of LAATTA_TEST_DB, which
 * tools/with-server sets, or an SQLite file of their own; one connection a test;
 * statements that must succeed; and two tables. */
#ifndef STORE_TESTING_H
#define STORE_TESTING_H

#include "testing.h"

#include "store/driver.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char store_test_file[64];

static inline const char *store_test_url(void)
{
    static char url[400];
    const char *given = getenv("LAATTA_TEST_DB");
    if (given) return given;
    if (!*store_test_file) {
        snprintf(store_test_file, sizeof store_test_file, "/tmp/laatta-test-%ld.db",
                 (long)getpid());
        snprintf(url, sizeof url, "sqlite:%s", store_test_file);
    }
    return url;
}

static inline void store_test_clean(void)
{
    char name[80];
    static const char *const tails[] = {"", "-wal", "-shm"};
    for (size_t i = 0; *store_test_file && i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", store_test_file, tails[i]);
        unlink(name);
    }
}

/* The driver of a URL's scheme. */
static inline const store_driver *store_test_driver(const char *url)
{
    size_t length = strcspn(url, ":");
    for (size_t i = 0; i < store_driver_count; i++)
        for (const char *at = store_drivers[i]->scheme; *at;) {
            size_t one = strcspn(at, "|");
            if (one == length && memcmp(at, url, one) == 0) return store_drivers[i];
            at += one + (at[one] == '|');
        }
    fail_msg("no driver has the scheme of %.*s", (int)length, url);
    return NULL;
}

static const store_driver *driver;
static store_connection *db;

static inline bool is_server(void)
{
    return strcmp(driver->name, "SQLite") != 0;
}

static const store_wait patient = {.seconds = 60};

static inline store_connection *must_open(void)
{
    store_connection *connection;
    lt_error err = {0};
    if (driver->open(&connection, store_test_url(), false, &patient, &err) != LT_OK)
        fail_msg("%s", err.text);
    assert_ptr_equal(connection->driver, driver);
    return connection;
}

static inline lt_status run_on(store_connection *c, const char *text, const store_value *in,
                               size_t count, store_row_fn row, void *ctx, uint64_t *changed)
{
    lt_error err = {0};
    lt_status status = driver->run(c, text, in, count, row, ctx, changed, &err);
    assert_true((status != LT_OK) == (err.text[0] != '\0'));
    return status;
}

static inline void must(store_connection *c, const char *text, const store_value *in, size_t count,
                        store_row_fn row, void *ctx)
{
    lt_error err = {0};
    if (driver->run(c, text, in, count, row, ctx, NULL, &err) != LT_OK)
        fail_msg("%s: %s", text, err.text);
}

static inline void must_insert(store_connection *c, const char *head, size_t columns,
                               const store_value *values, size_t rows)
{
    lt_error err = {0};
    if (driver->insert(c, head, columns, values, rows, &err) != LT_OK)
        fail_msg("%s: %s", head, err.text);
}

static inline bool keep_int(void *ctx, const store_value *cells)
{
    *(int64_t *)ctx = store_as_int(&cells[0]);
    return true;
}

static inline int64_t number(store_connection *c, const char *text)
{
    int64_t value = -1;
    must(c, text, NULL, 0, keep_int, &value);
    return value;
}

/* Makes a refusal come soon, where a lock is held. */
static inline void be_impatient(store_connection *c)
{
    if (strcmp(driver->name, "SQLite") == 0)
        must(c, "PRAGMA busy_timeout = 100", NULL, 0, NULL, NULL);
    if (strcmp(driver->name, "PostgreSQL") == 0)
        must(c, "SET lock_timeout = '100ms'", NULL, 0, NULL, NULL);
    if (strcmp(driver->name, "MariaDB") == 0)
        must(c, "SET SESSION innodb_lock_wait_timeout = 1", NULL, 0, NULL, NULL);
}

static inline int before(void **state)
{
    (void)state;
    db = must_open();
    return 0;
}

static inline int after(void **state)
{
    (void)state;
    driver->close(db);
    db = NULL;
    return 0;
}

typedef struct stream {
    uint64_t rows, sum, stop_after;
} stream;

static inline bool take_row(void *ctx, const store_value *cells)
{
    stream *s = ctx;
    for (int i = 0; i < 5; i++) s->sum += (uint64_t)cells[i].integer;
    return ++s->rows != s->stop_after;
}

/* n rows, of which the crossing with itself has n * n. */
static inline uint64_t make_square(uint64_t n)
{
    store_value *rows = test_calloc(n, 2 * sizeof *rows);
    uint64_t sum = 0;
    must(db, "DROP TABLE IF EXISTS laatta_h", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_h (k BIGINT PRIMARY KEY, v INTEGER) @PACKED", NULL, 0, NULL,
         NULL);
    for (uint64_t i = 0; i < n; i++) {
        rows[2 * i] = store_int((int64_t)i);
        rows[2 * i + 1] = store_int((int64_t)(i * 7));
        sum += 3 * i + 7 * i + i;
    }
    must_insert(db, "INSERT INTO laatta_h (k, v)", 2, rows, n);
    test_free(rows);
    return sum * n;
}

#define SQUARE "SELECT a.k, b.k, a.v, a.k, b.k FROM laatta_h a CROSS JOIN laatta_h b"

static inline void make_counters(int64_t rows)
{
    must(db, "DROP TABLE IF EXISTS laatta_i", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_i (id BIGINT PRIMARY KEY, v BIGINT) @PACKED", NULL, 0, NULL,
         NULL);
    for (int64_t i = 0; i < rows; i++) {
        const store_value row[] = {store_int(i), store_int(0)};
        must(db, "INSERT INTO laatta_i VALUES (?, ?)", row, 2, NULL, NULL);
    }
}

static inline int64_t sum_of(store_connection *c)
{
    return number(c, "SELECT COALESCE(SUM(v), 0) FROM laatta_i");
}

static inline int clean(void **state)
{
    (void)state;
    store_test_clean();
    return 0;
}

/* A test with a connection of its own, and a group of them as a program. */
#define STORE_TEST(test) cmocka_unit_test_setup_teardown(test, before, after)
#define STORE_TESTS_RUN(tests)                     \
    (driver = store_test_driver(store_test_url()), \
     cmocka_run_group_tests_name(driver->name, tests, NULL, clean))

#endif
