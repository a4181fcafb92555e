/* The sums that reports read are those of the results, whoever writes at the same moment
 * and whatever happens to an experiment. The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_writing.h"

#include "lab/report.h"

#include <math.h>

enum { WRITERS = 4 };

/* Several writers of the same few configurations; each game counts once. */
static void writers_at_once_with_threads(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    uint64_t games = 40 + test_amount(2000);
    lab_config c[3] = {config_of("greedy", games), config_of("greedy", 45),
                       config_of("greedy", games)};
    for (int i = 0; i < 3; i++)
        c[i].setting[c[i].settings++] = (lab_setting){"place", {(char)('1' + i)}};
    must(lab_add(store, &x, c, 3, &err), &err);
    writer writers[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        must(lab_open(&writers[i].store, lab_test_database, &err), &err);
        writers[i].member = join(writers[i].store, store, x.id);
    }
    for (int i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_create(&writers[i].thread, NULL, write_results, &writers[i]), 0);
    /* Meanwhile everything adds up at any moment. */
    for (int i = 0; i < 5; i++) assert_int_equal(check(store, x.id).wrong, 0);
    for (int i = 0; i < WRITERS; i++) pthread_join(writers[i].thread, NULL);
    /* One may have found the queue empty before another gave a game back. */
    write_results(&writers[0]);
    lab_checked checked = check(store, x.id);
    assert_int_equal(checked.wrong, 0);
    assert_int_equal(checked.games, 2 * games + 45);
    for (int i = 0; i < 3; i++) assert_in_range(rows_of(store, c[i].id), 1, WRITERS);
    for (int i = 0; i < WRITERS; i++) lab_close(writers[i].store);
    /* A report from sums is that from games, but for the median. */
    lab_report sums, all;
    must(lab_report_read(store, x.name, LAB_REPORT_SUMS, &sums, &err), &err);
    must(lab_report_read(store, x.name, LAB_REPORT_GAMES, &all, &err), &err);
    assert_true(all.exact && !sums.exact);
    for (int i = 0; i < 3; i++) {
        const lt_summary *a = &all.rows[i].score, *s = &sums.rows[i].score;
        assert_true(a->count == s->count && a->mean == s->mean && a->max == s->max);
        assert_true(fabs(a->stdev - s->stdev) <= 1e-9 * a->stdev);
        assert_true(fabs(a->median - s->median) <= a->median / 128);
        assert_int_equal(all.rows[i].results.moves, sums.rows[i].results.moves);
        assert_memory_equal(all.rows[i].results.largest, sums.rows[i].results.largest,
                            sizeof sums.rows[i].results.largest);
    }
    /* Of what is shown at the top nothing is missing, and nothing else is read. */
    lab_report top;
    must(lab_report_top(store, x.name, LAB_REPORT_SUMS, LAB_BY_MEAN, 11, 2, &top, &err), &err);
    lab_report_sort(&sums, LAB_BY_MEAN, 11);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(top.rows[i].config->id, sums.rows[i].config->id);
        assert_true(top.rows[i].score.mean == sums.rows[i].score.mean);
        assert_true(i < 2 ? top.rows[i].score.median == sums.rows[i].score.median
                          : isnan(top.rows[i].score.median));
        assert_int_equal(top.rows[i].config->settings, i < 2);
        assert_string_equal(top.rows[i].config->setting[0].value,
                            i < 2 ? sums.rows[i].config->setting[0].value : "");
    }
    lab_report_release(&top);
    lab_report_release(&sums);
    lab_report_release(&all);
}

typedef struct holding {
    lab_store *other;
    lab_member *member;
    uint64_t config;
    lab_lease *leases;
    size_t count;
} holding;

static lt_status hold_and_write(lab_store *store, void *ctx, lt_error *err)
{
    holding *h = ctx;
    LT_TRY(STORE_DO(store, "UPDATE sums SET moves = moves + 0 WHERE configID = ?", err,
                    store_u64(h->config)));
    h->count = exchange(h->other, h->member, h->leases, h->count);
    return LT_OK;
}

/* Who finds the row of a configuration in use enters another one, and does not wait; the
 * next writer makes one of both. */
static void nobody_waits_for_a_row(void **state)
{
    (void)state;
    lab_store *store = open_store(), *other;
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c = config_of("greedy", 300);
    must(lab_add(store, &x, &c, 1, &err), &err);
    must(lab_open(&other, lab_test_database, &err), &err);
    lab_member m = join(other, store, x.id);
    lab_lease leases[LEASES];
    size_t count = exchange(other, &m, leases, 0);
    count = exchange(other, &m, leases, count);
    assert_int_equal(rows_of(store, c.id), 1);
    holding h = {other, &m, c.id, leases, count};
    if (strncmp(lab_test_database, "sqlite:", 7) != 0) {
        must(store_atomic(store, hold_and_write, &h, &err), &err);
        assert_int_equal(rows_of(store, c.id), 2);
        assert_int_equal(check(store, x.id).wrong, 0);
    }
    exchange(other, &m, leases, h.count);
    assert_int_equal(rows_of(store, c.id), 1);
    assert_int_equal(check(store, x.id).wrong, 0);
    lab_close(other);
}

/* What an experiment goes through; and a check that would find it. */
static void sums_follow_an_experiment(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy"), twin;
    lab_config c = config_of("greedy", 200);
    must(lab_add(store, &x, &c, 1, &err), &err);
    lab_member m = join(store, store, x.id);
    lab_lease leases[LEASES];
    size_t count = exchange(store, &m, leases, 0);
    exchange(store, &m, leases, count);
    assert_int_equal(check(store, x.id).games > 0, true);
    /* Sums and results that are not each other's are found, and mended when nobody plays. */
    must(STORE_DO(store, "UPDATE sums SET score = score + 4 WHERE configID = ?", &err,
                  store_u64(c.id)),
         &err);
    assert_int_equal(wrong(store, x.id), 1);
    assert_int_equal(lab_repair(store, x.id, &err), LT_BAD_INPUT);
    uint64_t finished = progress_of(store, x.id).finished;
    must(lab_set_state(store, x.id, LAB_CANCELLED, &err), &err);
    assert_int_equal(progress_of(store, x.id).games, finished);
    must(lab_repair(store, x.id, &err), &err);
    assert_int_equal(wrong(store, x.id), 0);
    must(STORE_DO(store, "UPDATE sums SET scores = 'x' WHERE configID = ?", &err, store_u64(c.id)),
         &err);
    assert_int_equal(wrong(store, x.id), 1);
    must(lab_repair(store, x.id, &err), &err);
    /* A result too many, and one too few. */
    must(STORE_DO(store, "UPDATE finished_runs SET game = 1000 WHERE configID = ? AND game = 0",
                  &err, store_u64(c.id)),
         &err);
    assert_int_equal(wrong(store, x.id), 1);
    must(STORE_DO(store, "DELETE FROM finished_runs WHERE configID = ? AND game = 1000", &err,
                  store_u64(c.id)),
         &err);
    assert_int_equal(wrong(store, x.id), 1);
    must(STORE_DO(store, "UPDATE entries SET games = games - 1, first_game = 1 WHERE configID = ?",
                  &err, store_u64(c.id)),
         &err);
    must(lab_repair(store, x.id, &err), &err);
    assert_int_equal(check(store, x.id).wrong, 0);
    /* Out as text and in again. */
    char *text, name[LAB_NAME_MAX];
    size_t length;
    snprintf(name, sizeof name, "%.50s-in", x.name);
    must(lab_export(store, x.name, &text, &length, &err), &err);
    must(lab_import(store, text, name, &twin, &err), &err);
    free(text);
    lab_checked checked = check(store, twin.id);
    assert_true(checked.wrong == 0 && checked.games == finished - 1);
    must(lab_delete(store, x.id, &err), &err);
    assert_int_equal(rows_of(store, c.id), 0);
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writers_at_once_with_threads),
        cmocka_unit_test(nobody_waits_for_a_row),
        cmocka_unit_test(sums_follow_an_experiment),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
