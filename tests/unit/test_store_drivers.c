/* Every driver keeps the same contract. The suite runs on one database, that of
 * LAATTA_TEST_DB; tests/suites runs it once for each kind. */
#include "store_testing.h"

#include "base/clock.h"
#include "base/threads.h"

#include <math.h>
#include <sys/resource.h>
#include <time.h>

/* Values */

enum { COLUMNS = 6 };

static const struct {
    int64_t i, s;
    double r;
    const char *b, *n;
} samples[] = {
    {0, 0, 0, "", ""},
    {INT64_MAX, 32767, 1.7976931348623157e308, "it's \"quoted\"", "back\\slash \\N \\t \\."},
    {INT64_MIN, -32768, 2.2250738585072014e-308, "'; DROP TABLE laatta_a; --", "\n\ttab\r\n"},
    {-1, -1, -0.1, "\xe2\x96\xa6 \xf0\x9f\x8e\xb2 \xc3\xa4", "%s ? $1 @NOW :x"},
    {1LL << 53, 256, 3.141592653589793, " spaces ", "\xe5\xb9\xb3\xe5\x92\x8c"},
    {42, 7, -1e-300, "\x01\x7f", "\\"},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

/* Row `id` holds a sample, every seventh nothing but NULL. */
static void fill(store_value *row, int64_t id)
{
    size_t at = (size_t)(id % (SAMPLES + 1));
    for (int i = 1; i < COLUMNS; i++) row[i] = (store_value){.type = STORE_NULL};
    row[0] = store_int(id);
    if (at == SAMPLES) return;
    row[1] = store_int(samples[at].i);
    row[2] = store_int(samples[at].s);
    row[3] = store_real(samples[at].r);
    row[4] = store_text(samples[at].b);
    row[5] = store_text(samples[at].n);
}

static bool check_row(void *ctx, const store_value *cells)
{
    int64_t *next = ctx;
    store_value expected[COLUMNS];
    fill(expected, *next);
    ++*next;
    for (int i = 0; i < COLUMNS; i++) {
        assert_int_equal(cells[i].type, expected[i].type);
        if (cells[i].type == STORE_INT) assert_true(cells[i].integer == expected[i].integer);
        if (cells[i].type == STORE_REAL)
            assert_memory_equal(&cells[i].real, &expected[i].real, sizeof cells[i].real);
        if (cells[i].type == STORE_TEXT) assert_string_equal(cells[i].text, expected[i].text);
    }
    return true;
}

static void test_values(void **state)
{
    (void)state;
    enum { ROWS = 2 * (SAMPLES + 1) };
    store_value rows[ROWS][COLUMNS];
    must(db, "DROP TABLE IF EXISTS laatta_a", NULL, 0, NULL, NULL);
    must(db,
         "CREATE TABLE laatta_a (id BIGINT PRIMARY KEY, i BIGINT, s @SMALL, r DOUBLE PRECISION,"
         " b @BYTES, n @NOTE) @TABLE",
         NULL, 0, NULL, NULL);
    for (int i = 0; i < ROWS; i++) fill(rows[i], i);
    /* The first half one by one, as parameters; the others as many rows. */
    for (int i = 0; i < ROWS / 2; i++)
        must(db, "INSERT INTO laatta_a VALUES (?, ?, ?, ?, ?, ?)", rows[i], COLUMNS, NULL, NULL);
    must_insert(db, "INSERT INTO laatta_a (id, i, s, r, b, n)", COLUMNS, rows[ROWS / 2], ROWS / 2);
    int64_t next = 0;
    must(db, "SELECT id, i, s, r, b, n FROM laatta_a ORDER BY id", NULL, 0, check_row, &next);
    assert_int_equal(next, ROWS);
    /* A parameter finds what was put in, byte for byte. */
    for (int i = 0; i < SAMPLES; i++) {
        store_value key[2] = {store_text(samples[i].b), store_int(samples[i].i)};
        int64_t count = -1;
        must(db, "SELECT COUNT(*) FROM laatta_a WHERE b = ? AND i = ?", key, 2, keep_int, &count);
        assert_int_equal(count, 2);
    }
    must(db, "DROP TABLE laatta_a", NULL, 0, NULL, NULL);
}

static bool join_texts(void *ctx, const store_value *cells)
{
    strcat(strcat(ctx, cells[0].text), "|");
    return true;
}

static void test_bytes_are_keys(void **state)
{
    (void)state;
    static const char *const keys[] = {"a", "A", "a ", "\xc3\xa4", "\xc3\x84", "b", "B", ""};
    must(db, "DROP TABLE IF EXISTS laatta_b", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_b (k @BYTES PRIMARY KEY) @PACKED", NULL, 0, NULL, NULL);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        store_value key = store_text(keys[i]);
        must(db, "INSERT INTO laatta_b VALUES (?)", &key, 1, NULL, NULL);
    }
    char all[100] = "";
    must(db, "SELECT k FROM laatta_b ORDER BY k", NULL, 0, join_texts, all);
    assert_string_equal(all, "|A|B|a|a |b|\xc3\x84|\xc3\xa4|");
    store_value twice = store_text("a");
    lt_status status = run_on(db, "INSERT INTO laatta_b VALUES (?)", &twice, 1, NULL, NULL, NULL);
    assert_true(status != LT_OK && status != LT_BUSY && status != LT_UNAVAILABLE);
    must(db, "DROP TABLE laatta_b", NULL, 0, NULL, NULL);
}

static bool keep_cells(void *ctx, const store_value *cells)
{
    memcpy(ctx, cells, 5 * sizeof *cells);
    return true;
}

static void test_sums_and_clock(void **state)
{
    (void)state;
    must(db, "DROP TABLE IF EXISTS laatta_c", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_c (i BIGINT, r DOUBLE PRECISION) @TABLE", NULL, 0, NULL, NULL);
    const store_value rows[][2] = {{store_int(INT64_MAX / 2), store_real(0.5)},
                                   {store_int(INT64_MAX / 2 - 2), store_real(1e9)},
                                   {store_int(-10000), store_real(-3)},
                                   {store_int(10000), {.type = STORE_NULL}}};
    must_insert(db, "INSERT INTO laatta_c (i, r)", 2, rows[0], 4);
    store_value cells[5];
    must(db, "SELECT SUM(i), SUM(r), COUNT(*), AVG(i), MIN(i) FROM laatta_c", NULL, 0, keep_cells,
         cells);
    assert_int_equal(cells[0].type, STORE_INT);
    assert_true(cells[0].integer == INT64_MAX / 2 * 2 - 2);
    assert_true(store_as_real(&cells[1]) == 999999997.5);
    assert_int_equal(store_as_int(&cells[2]), 4);
    assert_true(fabs(store_as_real(&cells[3]) / (double)(INT64_MAX / 4) - 1) < 1e-9);
    assert_int_equal(store_as_int(&cells[4]), -10000);
    must(db, "SELECT SUM(i), SUM(i), SUM(i), SUM(i), AVG(i) FROM laatta_c WHERE i < 0", NULL, 0,
         keep_cells, cells);
    assert_int_equal(store_as_int(&cells[0]), -10000);
    assert_true(store_as_real(&cells[4]) == -10000);

    store_value later = store_real(2.5);
    must(db, "SELECT @NOW, @NOW + ?, 0, 0, 0 FROM laatta_c", &later, 1, keep_cells, cells);
    assert_int_equal(cells[0].type, STORE_REAL);
    assert_true(fabs(cells[0].real - (double)time(NULL)) < 5);
    assert_true(fabs(cells[1].real - cells[0].real - 2.5) < 0.01);
    must(db, "DROP TABLE laatta_c", NULL, 0, NULL, NULL);
}

/* One text with parameters of changing types, as in `score = ? ` with a NULL first. */
static void test_types_may_change(void **state)
{
    (void)state;
    must(db, "DROP TABLE IF EXISTS laatta_d", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_d (id BIGINT, r DOUBLE PRECISION, s @SMALL) @TABLE", NULL, 0,
         NULL, NULL);
    const store_value changing[] = {{.type = STORE_NULL}, store_int(3),         store_real(0.25),
                                    store_int(-7),        {.type = STORE_NULL}, store_real(1e10)};
    uint64_t changed = 99;
    for (int i = 0; i < 6; i++) {
        const store_value in[] = {store_int(i), changing[i], store_int(i * 5000)};
        must(db, "INSERT INTO laatta_d VALUES (?, ?, ?)", in, 3, NULL, NULL);
        const store_value set[] = {changing[i], store_int(i)};
        assert_int_equal(
            run_on(db, "UPDATE laatta_d SET r = ? WHERE id = ?", set, 2, NULL, NULL, &changed),
            LT_OK);
        assert_int_equal(changed, 1); /* also where nothing became different */
    }
    assert_int_equal(number(db, "SELECT COUNT(*) FROM laatta_d WHERE r IS NULL"), 2);
    assert_int_equal(number(db, "SELECT SUM(r * 4) FROM laatta_d"), 12 + 1 - 28 + 40000000000);
    const store_value limits[] = {store_int(20000), store_int(2)};
    int64_t count = -1;
    must(db, "SELECT COUNT(*) FROM (SELECT id FROM laatta_d WHERE s < ? LIMIT ?) x", limits, 2,
         keep_int, &count);
    assert_int_equal(count, 2);
    assert_int_equal(
        run_on(db, "UPDATE laatta_d SET s = 0 WHERE id > 1", NULL, 0, NULL, NULL, &changed), LT_OK);
    assert_int_equal(changed, 4);
    assert_int_equal(
        run_on(db, "DELETE FROM laatta_d WHERE id > 100", NULL, 0, NULL, NULL, &changed), LT_OK);
    assert_int_equal(changed, 0);
    must(db, "DROP TABLE laatta_d", NULL, 0, NULL, NULL);
}

static void test_errors_leave_it_usable(void **state)
{
    (void)state;
    lt_status status = run_on(db, "SELECT nonsense FROM nowhere_at_all", NULL, 0, NULL, NULL, NULL);
    assert_true(status != LT_OK && status != LT_BUSY && status != LT_UNAVAILABLE);
    const store_value value = store_int(1);
    lt_error err = {0};
    status = driver->insert(db, "INSERT INTO nowhere_at_all (x)", 1, &value, 1, &err);
    assert_true(status != LT_OK && status != LT_BUSY && status != LT_UNAVAILABLE);
    assert_true(strlen(err.text) > 10);
    must(db, "DROP TABLE IF EXISTS laatta_e", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_e (k BIGINT PRIMARY KEY) @PACKED", NULL, 0, NULL, NULL);
    const store_value rows[] = {store_int(1), store_int(2), store_int(1)};
    assert_int_equal(driver->begin(db, NULL), LT_OK);
    assert_int_not_equal(driver->insert(db, "INSERT INTO laatta_e (k)", 1, rows, 3, NULL), LT_OK);
    driver->rollback(db);
    driver->rollback(db);
    assert_int_equal(number(db, "SELECT COUNT(*) FROM laatta_e"), 0);
    must(db, "DROP TABLE laatta_e", NULL, 0, NULL, NULL);
}

/* Many rows */

static void test_many_rows_in(void **state)
{
    (void)state;
    static const size_t amounts[] = {0, 1, 2, 3, 1023, 1025, 20000};
    must(db, "DROP TABLE IF EXISTS laatta_f", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_f (id BIGINT PRIMARY KEY, v BIGINT, t @NOTE) @PACKED", NULL, 0,
         NULL, NULL);
    size_t id = 0;
    for (size_t k = 0; k < sizeof amounts / sizeof amounts[0]; k++) {
        store_value *rows = test_calloc(amounts[k] + 1, 3 * sizeof *rows);
        for (size_t i = 0; i < amounts[k]; i++, id++) {
            rows[3 * i] = store_int((int64_t)id);
            rows[3 * i + 1] = store_int((int64_t)(id * id));
            rows[3 * i + 2] = store_text(id % 3 ? "text" : NULL);
        }
        must_insert(db, "INSERT INTO laatta_f (id, v, t)", 3, rows, amounts[k]);
        test_free(rows);
    }
    int64_t n = (int64_t)id;
    assert_int_equal(number(db, "SELECT COUNT(*) FROM laatta_f"), n);
    assert_int_equal(number(db, "SELECT SUM(v) FROM laatta_f"), (n - 1) * n * (2 * n - 1) / 6);
    assert_int_equal(number(db, "SELECT COUNT(*) FROM laatta_f WHERE t IS NULL"), (n + 2) / 3);
    must(db, "DROP TABLE laatta_f", NULL, 0, NULL, NULL);
}

static bool keep_length(void *ctx, const store_value *cells)
{
    size_t *sum = ctx;
    *sum += strlen(cells[0].text);
    assert_true(!*cells[0].text || cells[0].text[strlen(cells[0].text) - 1] == '.');
    return true;
}

static void test_long_texts(void **state)
{
    (void)state;
    enum { LONG = 600000, ROWS = 9 };
    char *text = test_malloc(LONG + 1);
    memset(text, '.', LONG);
    text[LONG] = '\0';
    must(db, "DROP TABLE IF EXISTS laatta_g", NULL, 0, NULL, NULL);
    must(db, "CREATE TABLE laatta_g (id BIGINT PRIMARY KEY, t @NOTE) @TABLE", NULL, 0, NULL, NULL);
    store_value rows[ROWS][2];
    size_t total = 0;
    for (int i = 0; i < ROWS; i++) {
        size_t length = i % 2 ? (size_t)(LONG >> i) : LONG;
        rows[i][0] = store_int(i);
        rows[i][1] = store_text(text + LONG - length);
        total += length;
    }
    must_insert(db, "INSERT INTO laatta_g (id, t)", 2, rows[0], ROWS);
    rows[0][0] = store_int(ROWS);
    must(db, "INSERT INTO laatta_g VALUES (?, ?)", rows[0], 2, NULL, NULL);
    size_t sum = 0;
    must(db, "SELECT t FROM laatta_g ORDER BY id", NULL, 0, keep_length, &sum);
    assert_int_equal(sum, total + LONG);
    must(db, "DROP TABLE laatta_g", NULL, 0, NULL, NULL);
    test_free(text);
}

static void test_many_rows_out(void **state)
{
    (void)state;
    uint64_t n = getenv("LAATTA_TEST_SHORT") ? 100 : 1000;
    uint64_t sum = make_square(n);
    struct rusage before_it, after_it;
    stream s = {0};
    getrusage(RUSAGE_SELF, &before_it);
    double began = lt_clock_cpu();
    must(db, SQUARE, NULL, 0, take_row, &s);
    print_message("# %s: %llu rows of five integers in %.2f s of processor time\n", driver->name,
                  (unsigned long long)s.rows, lt_clock_cpu() - began);
    getrusage(RUSAGE_SELF, &after_it);
    assert_int_equal(s.rows, n * n);
    assert_int_equal(s.sum, sum);
    /* A million rows that were kept would need far more. */
    if (!getenv("LAATTA_TEST_SHORT")) assert_true(after_it.ru_maxrss - before_it.ru_maxrss < 16384);
    /* One may stop reading, and go on with something else. */
    s = (stream){.stop_after = 10};
    must(db, SQUARE, NULL, 0, take_row, &s);
    assert_int_equal(s.rows, 10);
    must(db, SQUARE, NULL, 0, NULL, NULL);
    assert_int_equal(number(db, "SELECT COUNT(*) FROM laatta_h"), n);
    must(db, "DROP TABLE laatta_h", NULL, 0, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_values),
        STORE_TEST(test_bytes_are_keys),
        STORE_TEST(test_sums_and_clock),
        STORE_TEST(test_types_may_change),
        STORE_TEST(test_errors_leave_it_usable),
        STORE_TEST(test_many_rows_in),
        STORE_TEST(test_long_texts),
        STORE_TEST(test_many_rows_out),
    };
    return STORE_TESTS_RUN(tests);
}
