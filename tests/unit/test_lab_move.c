/* Experiments leave a store as text and come back, with their results; names are free
 * after a deletion. The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_testing.h"

#include "lab/report.h"

/* Half played, exported, deleted, imported: the rest is played, and all games are those
 * of one that never moved. */
static void an_experiment_survives_a_move(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy"), back;
    lab_config c[2] = {config_of("greedy", 300), config_of("random", 40)};
    c[1].settings = 1;
    c[1].setting[0] = (lab_setting){"side", "a \"quoted\", ä"};
    x.plan = "{\"a\":1}";
    must(lab_add(store, &x, c, 2, &err), &err);
    lab_member m = {.experiment = x.id, .lease = 60};
    char behaviour[17];
    must(lab_queue_behaviour(store, behaviour, &err), &err);
    must(lab_queue_join(store, behaviour, 1, &m, &err), &err);
    /* Games 0 to 9 of the first are taken away, and never come back. */
    lab_lease lease;
    size_t claimed;
    lab_wish wish = {10, 10, 1};
    must(lab_queue_exchange(store, &m, NULL, 0, &wish, &lease, &claimed, &err), &err);
    must(STORE_DO(store, "UPDATE leases SET expires = expires + 100000 WHERE leaseID = ?", &err,
                  store_u64(lease.id)),
         &err);
    must(lab_note(store, x.id, 3, "third", &err), &err);
    char *text;
    size_t length;
    must(lab_export(store, x.name, &text, &length, &err), &err);
    must(lab_delete(store, x.id, &err), &err);
    assert_int_equal(lab_find(store, x.name, &back, &err), LT_BAD_INPUT);
    must(lab_import(store, text, NULL, &back, &err), &err);
    assert_string_equal(back.name, x.name);
    assert_int_equal(lab_import(store, text, NULL, &back, &err), LT_BAD_INPUT);
    must(lab_find(store, x.name, &back, &err), &err);
    assert_string_equal(back.plan, x.plan);
    free(back.plan);
    assert_int_equal(progress_of(store, back.id).waiting, 340);
    lab_work_config work = {.threads = 2, .experiment = back.id, .lease = 15, .patience = 5};
    lab_work_done done;
    must(lab_work(store, &work, &done, &err), &err);
    assert_int_equal(done.games, 340);
    free(text);
    /* With results now; both copies report the same. */
    must(lab_export(store, x.name, &text, &length, &err), &err);
    lab_experiment twin;
    char name[LAB_NAME_MAX];
    snprintf(name, sizeof name, "%.50s-twin", x.name);
    must(lab_import(store, text, name, &twin, &err), &err);
    assert_int_equal(progress_of(store, twin.id).finished, 340);
    lab_report a, b;
    must(lab_report_read(store, x.name, false, &a, &err), &err);
    must(lab_report_read(store, name, false, &b, &err), &err);
    assert_int_equal(b.count, 2);
    assert_string_equal(b.configs[1].setting[0].value, c[1].setting[0].value);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(a.rows[i].results.moves, b.rows[i].results.moves);
        assert_true(a.rows[i].score.mean == b.rows[i].score.mean);
        assert_string_equal(a.configs[i].fingerprint, b.configs[i].fingerprint);
    }
    lab_report_release(&a);
    lab_report_release(&b);
    /* What is cut off or changed is refused, and leaves nothing. */
    char *end = strstr(text, "{\"end\"");
    assert_non_null(end);
    char kept = *end;
    *end = '\0';
    assert_int_equal(lab_import(store, text, "cut-off", &twin, &err), LT_BAD_INPUT);
    assert_non_null(strstr(err.text, "end is missing"));
    *end = kept;
    /* A text that the store would not read back is not written either. */
    char *spec = strstr(text, "\"spec\":\"greedy");
    assert_non_null(spec);
    memcpy(spec + 8, "\\n", 2);
    assert_int_equal(lab_import(store, text, "cut-off", &twin, &err), LT_BAD_INPUT);
    memcpy(spec + 8, "gr", 2);
    char *game = strstr(text, "{\"game\":[0,");
    assert_non_null(game);
    game[9] = '7';
    assert_int_equal(lab_import(store, text, "cut-off", &twin, &err), LT_BAD_INPUT);
    assert_int_equal(lab_find(store, "cut-off", &back, &err), LT_BAD_INPUT);
    free(text);
    must(lab_find(store, name, &back, &err), &err);
    free(back.plan);
    must(lab_rename(store, back.id, "renamed", &err), &err);
    assert_int_equal(lab_rename(store, back.id, "a/b", &err), LT_BAD_INPUT);
    assert_int_equal(lab_rename(store, back.id, x.name, &err), LT_BAD_INPUT);
    must(lab_delete(store, back.id, &err), &err);
    int64_t left = -1;
    must(STORE_NUMBER(store,
                      "SELECT (SELECT COUNT(*) FROM entries WHERE experimentID = ?)"
                      " + (SELECT COUNT(*) FROM notes WHERE experimentID = ?)"
                      " + (SELECT COUNT(*) FROM finished_runs WHERE configID NOT IN"
                      " (SELECT configID FROM entries))",
                      &left, &err, store_u64(back.id), store_u64(back.id)),
         &err);
    assert_int_equal(left, 0);
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_experiment_survives_a_move),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
