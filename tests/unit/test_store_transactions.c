/* Transactions and announcements, the same with every driver: what was changed is undone
 * or stays whole, what is locked is told or skipped, and nothing is claimed twice. The
 * suite runs on one database, that of LAATTA_TEST_DB, or on an SQLite file. */
#include "store_testing.h"

#include "base/clock.h"
#include "base/threads.h"

#include <time.h>

/* Transactions */

static void test_transactions(void **state)
{
    (void)state;
    make_counters(2);
    store_connection *other = must_open();
    assert_int_equal(driver->begin(db, NULL), LT_OK);
    must(db, "UPDATE laatta_i SET v = 1", NULL, 0, NULL, NULL);
    assert_int_equal(sum_of(db), 2);
    assert_int_equal(sum_of(other), 0);
    driver->rollback(db);
    assert_int_equal(sum_of(db), 0);
    assert_int_equal(driver->begin(db, NULL), LT_OK);
    must(db, "UPDATE laatta_i SET v = 1", NULL, 0, NULL, NULL);
    assert_int_equal(driver->commit(db, NULL), LT_OK);
    assert_int_equal(sum_of(other), 2);
    /* What was begun and never ended is undone with the connection. */
    assert_int_equal(driver->begin(other, NULL), LT_OK);
    must(other, "UPDATE laatta_i SET v = 5", NULL, 0, NULL, NULL);
    driver->close(other);
    assert_int_equal(sum_of(db), 2);
}

/* Takes what is in the way of `c` as LT_BUSY, and says whether it was. */
static lt_status try_to_change(store_connection *c)
{
    lt_status status = driver->begin(c, NULL);
    const store_value row[] = {store_int(100), store_int(1000)};
    if (status == LT_OK)
        status = run_on(c, "INSERT INTO laatta_i VALUES (?, ?)", row, 2, NULL, NULL, NULL);
    if (status == LT_OK)
        status =
            run_on(c, "UPDATE laatta_i SET v = v + 10 WHERE id = 0", NULL, 0, NULL, NULL, NULL);
    if (status == LT_OK) status = driver->commit(c, NULL);
    if (status != LT_OK) driver->rollback(c);
    return status;
}

static void test_busy_is_told_and_undone(void **state)
{
    (void)state;
    make_counters(2);
    store_connection *other = must_open();
    be_impatient(other);
    assert_int_equal(driver->begin(db, NULL), LT_OK);
    must(db, "UPDATE laatta_i SET v = 1 WHERE id = 0", NULL, 0, NULL, NULL);
    assert_int_equal(try_to_change(other), LT_BUSY);
    assert_int_equal(sum_of(other), 0);
    assert_int_equal(driver->commit(db, NULL), LT_OK);
    assert_int_equal(sum_of(other), 1);
    assert_int_equal(try_to_change(other), LT_OK);
    assert_int_equal(sum_of(db), 1011);
    driver->close(other);
}

static bool add_id(void *ctx, const store_value *cells)
{
    *(int64_t *)ctx = *(int64_t *)ctx * 10 + cells[0].integer;
    return true;
}

#define NEXT_TWO "SELECT id FROM laatta_i WHERE v = 0 ORDER BY id LIMIT 2 @LOCK"

static void test_locked_rows_are_skipped(void **state)
{
    (void)state;
    make_counters(5);
    store_connection *other = must_open();
    be_impatient(other);
    int64_t first = 9, second = 9;
    assert_int_equal(driver->begin(db, NULL), LT_OK);
    must(db, NEXT_TWO, NULL, 0, add_id, &first);
    assert_int_equal(first, 901);
    if (is_server()) {
        assert_int_equal(driver->begin(other, NULL), LT_OK);
        must(other, NEXT_TWO, NULL, 0, add_id, &second);
        assert_int_equal(second, 923);
        assert_int_equal(run_on(other, "SELECT id FROM laatta_i WHERE id = 1 @HOLD", NULL, 0,
                                add_id, &second, NULL),
                         LT_BUSY);
        driver->rollback(other);
    } else {
        assert_int_equal(driver->begin(other, NULL), LT_BUSY); /* writers take turns */
    }
    must(db, "UPDATE laatta_i SET v = 1 WHERE id < 2", NULL, 0, NULL, NULL);
    assert_int_equal(driver->commit(db, NULL), LT_OK);
    second = 9;
    assert_int_equal(driver->begin(other, NULL), LT_OK);
    must(other, NEXT_TWO, NULL, 0, add_id, &second);
    assert_int_equal(second, 923);
    driver->rollback(other);
    driver->close(other);
}

/* Two threads claim from one queue until it is empty: nothing is claimed twice. */
enum { CLAIMERS = 4, CLAIMS = 300 };

typedef struct claim_check {
    store_connection *connections[CLAIMERS];
    int64_t claimed[CLAIMERS], busy[CLAIMERS];
} claim_check;

static void claim_all(void *ctx, int worker)
{
    claim_check *check = ctx;
    store_connection *c = check->connections[worker];
    for (;;) {
        int64_t id = -1;
        lt_status status = driver->begin(c, NULL);
        if (status == LT_OK)
            status = driver->run(c, "SELECT id FROM laatta_i WHERE v = 0 ORDER BY id LIMIT 1 @LOCK",
                                 NULL, 0, keep_int, &id, NULL, NULL);
        const store_value key = store_int(id);
        if (status == LT_OK && id >= 0)
            status = driver->run(c, "UPDATE laatta_i SET v = v + 1 WHERE id = ?", &key, 1, NULL,
                                 NULL, NULL, NULL);
        if (status == LT_OK) status = driver->commit(c, NULL);
        if (status != LT_OK) driver->rollback(c);
        if (status == LT_BUSY) check->busy[worker]++;
        if (status != LT_OK && status != LT_BUSY) return;
        if (status == LT_OK && id < 0) return;
        if (status == LT_OK) check->claimed[worker]++;
    }
}

static void test_claims_from_threads(void **state)
{
    (void)state;
    claim_check check = {0};
    make_counters(CLAIMS);
    for (int i = 0; i < CLAIMERS; i++) check.connections[i] = must_open();
    assert_int_equal(lt_parallel(CLAIMERS, claim_all, &check, NULL), LT_OK);
    int64_t claimed = 0;
    for (int i = 0; i < CLAIMERS; i++) {
        claimed += check.claimed[i];
        driver->close(check.connections[i]);
    }
    assert_int_equal(claimed, CLAIMS);
    assert_int_equal(number(db, "SELECT COUNT(*) FROM laatta_i WHERE v = 1"), CLAIMS);
}

/* Announcements */

static void test_announcements(void **state)
{
    (void)state;
    store_connection *other = must_open();
    double began = lt_clock_now();
    assert_true(driver->wait(other, 0.1)); /* at first there may have been anything */
    assert_true(lt_clock_now() - began < 60);
    if (driver->announce) {
        assert_false(driver->wait(other, 0.05));
        assert_int_equal(driver->begin(db, NULL), LT_OK);
        assert_int_equal(driver->announce(db, NULL), LT_OK);
        assert_false(driver->wait(other, 0.1)); /* not before the commit */
        assert_int_equal(driver->commit(db, NULL), LT_OK);
        assert_true(driver->wait(other, 30));
        assert_false(driver->wait(other, 0.05));
        /* One that comes along with the answer to a statement is not lost. */
        assert_int_equal(driver->announce(db, NULL), LT_OK);
        must(other, "SELECT 1", NULL, 0, NULL, NULL);
        assert_true(driver->wait(other, 30));
        driver->rollback(db);
    }
    driver->close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_transactions),
        STORE_TEST(test_busy_is_told_and_undone),
        STORE_TEST(test_locked_rows_are_skipped),
        STORE_TEST(test_claims_from_threads),
        STORE_TEST(test_announcements),
    };
    return STORE_TESTS_RUN(tests);
}
