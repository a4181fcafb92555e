/* What the lab believes: results of different players never mix, files that are
 * missing or others fail their configuration alone, outdated versions are left out,
 * and
 * a database of an older laatta is brought up to date. The database is LAATTA_TEST_DB, or a SQLite
 * file. */
#include "lab_testing.h"

#include "laatta/exact.h"
#include "lab/fingerprint.h"
#include "lab/report.h"

static const t48_rules small = {.shape = {2, 2}, .fours = 0.1};

/* A table of exact values for 2x2; with `stop` its games end at that level. */
static void make_table(const char *path, unsigned stop)
{
    t48_exact_config config = {.rules = small, .stop = stop, .threads = 1};
    t48_exact_result result;
    t48_exact_table *table;
    lt_error err;
    must(t48_exact_solve(&config, &result, &table, &err), &err);
    must(t48_exact_table_save(table, path, &err), &err);
    t48_exact_table_free(table);
}

static void table_path(char path[200])
{
    snprintf(path, 200, "%s/table", lab_test_directory);
}

static void print_of(lab_fingerprints *prints, const char *spec, const t48_rules *rules,
                     char text[17])
{
    lt_error err;
    must(lab_fingerprint(prints, spec, rules, NULL, text, &err), &err);
}

static void fingerprints_tell_players_and_files_apart(void **state)
{
    (void)state;
    lab_fingerprints *prints;
    lt_error err;
    t48_rules rules = t48_rules_default();
    char a[17], b[17], path[200], spec[240];
    must(lab_fingerprints_new(&prints, &err), &err);
    /* Numbers make no family. */
    print_of(prints, "worstcase:depth=2,monotonic=0.5", &rules, a);
    print_of(prints, "worstcase:depth=1", &rules, b);
    assert_string_equal(a, b);
    print_of(prints, "greedy", &rules, b);
    assert_string_not_equal(a, b);
    print_of(prints, "alphabeta:eval=snake", &rules, a);
    print_of(prints, "alphabeta:eval=five", &rules, b);
    assert_string_not_equal(a, b);
    assert_int_equal(lab_fingerprint(prints, "nobody", &rules, NULL, a, &err), LT_BAD_INPUT);
    /* The same spec with another file is something else. */
    table_path(path);
    snprintf(spec, sizeof spec, "optimal:table=%s", path);
    make_table(path, 0);
    t48_player *player;
    must(t48_player_new(&player, spec, &small, &err), &err);
    assert_true(t48_player_content(player) != 0);
    must(lab_fingerprint(prints, spec, &small, player, a, &err), &err);
    t48_player_free(player);
    make_table(path, 4);
    must(t48_player_new(&player, spec, &small, &err), &err);
    must(lab_fingerprint(prints, spec, &small, player, b, &err), &err);
    t48_player_free(player);
    assert_string_not_equal(a, b);
    unlink(path);
    lab_fingerprints_free(prints);
}

/* Databases keep them: a program that gave others would call all their games foreign. */
static void fingerprints_stay_what_databases_hold(void **state)
{
    (void)state;
    static const char *const known[][2] = {
        {"random", "0dab15bce01a71e5"},
        {"greedy:", "7440daaea79a4788"},
        {"worstcase:depth=2,monotonic=0.5", "0c1ed09f1cc0315d"},
        {"alphabeta:depth=2,eval=snake", "482d374bdb04f227"},
        {"alphabeta:eval=snake,depth=2", "482d374bdb04f227"},
    };
    lab_fingerprints *prints;
    lt_error err;
    t48_rules rules = t48_rules_default();
    must(lab_fingerprints_new(&prints, &err), &err);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[17];
        print_of(prints, known[i][0], &rules, text);
        assert_string_equal(text, known[i][1]);
    }
    lab_fingerprints_free(prints);
}

/* Ten configurations; a file that the last of them reads is replaced, then missing,
 * then back. What it would have spoilt is never played; the others always are. */
static void a_file_that_changed_stops_its_configuration_alone(void **state)
{
    (void)state;
    enum { CONFIGS = 10, GAMES = 40 };
    lab_store *store = open_store();
    lt_error err;
    char path[200];
    table_path(path);
    make_table(path, 0);
    lab_experiment x = describe("random");
    x.rules = small;
    lab_config c[CONFIGS];
    for (int i = 0; i < CONFIGS - 1; i++) c[i] = config_of(i % 2 ? "random" : "greedy", GAMES);
    c[CONFIGS - 1] = config_of("", GAMES);
    snprintf(c[CONFIGS - 1].spec, LAB_SPEC_MAX, "optimal:table=%s", path);
    must(lab_add(store, &x, c, CONFIGS, &err), &err);
    make_table(path, 4);
    lab_work_config work = {.threads = 2, .experiment = x.id, .lease = 15, .patience = 5};
    lab_work_done done;
    assert_int_equal(lab_work(store, &work, &done, &err), LT_UNAVAILABLE);
    assert_non_null(strstr(err.text, "40 games could not be played here"));
    assert_non_null(strstr(err.text, "another content"));
    assert_int_equal(done.games, (CONFIGS - 1) * GAMES);
    assert_int_equal(done.refused, 1);
    assert_int_equal(progress_of(store, x.id).waiting, GAMES);
    assert_int_equal(progress_of(store, x.id).failed, 0);
    failures all = failures_of(store, x.id);
    assert_int_equal(all.of_worker, 1);
    assert_int_equal(all.of_config, 0);
    /* A missing file is told as such. */
    unlink(path);
    assert_int_equal(lab_work(store, &work, &done, &err), LT_UNAVAILABLE);
    assert_non_null(strstr(failures_of(store, x.id).last, "cannot open"));
    assert_int_equal(done.games, 0);
    make_table(path, 0);
    must(lab_work(store, &work, &done, &err), &err);
    assert_int_equal(done.games, GAMES);
    assert_int_equal(progress_of(store, x.id).finished, CONFIGS * GAMES);
    unlink(path);
}

/* Games of another behaviour are not added to a configuration. */
static void a_configuration_has_one_behaviour(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c = config_of("greedy", 3);
    must(lab_add(store, &x, &c, 1, &err), &err);
    must(STORE_DO(store, "UPDATE entries SET versionID = versionID + 1000 WHERE configID = ?", &err,
                  store_u64(c.id)),
         &err);
    c.games = 6;
    assert_int_equal(lab_extend(store, &x, &c, 1, &err), LT_UNSUPPORTED);
    assert_non_null(strstr(err.text, "never mix"));
    assert_int_equal(progress_of(store, x.id).games, 3);
    must(lab_set_state(store, x.id, LAB_CANCELLED, &err), &err);
}

static bool keep_version(void *ctx, const lab_version *v)
{
    lab_version *wanted = ctx;
    if (v->id == wanted->id) *wanted = *v;
    return true;
}

static void outdated_versions_are_left_out(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c[2] = {config_of("greedy", 5), config_of("random", 5)};
    must(lab_add(store, &x, c, 2, &err), &err);
    lab_work_config work = {.threads = 1, .experiment = x.id, .lease = 15, .patience = 5};
    lab_work_done done;
    must(lab_work(store, &work, &done, &err), &err);
    /* The first was played by a program of long ago. */
    must(STORE_DO(store, "DELETE FROM versions WHERE versionID = 424242", &err), &err);
    must(STORE_DO(store,
                  "INSERT INTO versions (versionID, behaviour, created, outdated)"
                  " VALUES (424242, '00000000deadbeef', 1, 0)",
                  &err),
         &err);
    must(STORE_DO(store, "UPDATE entries SET versionID = 424242 WHERE configID = ?", &err,
                  store_u64(c[0].id)),
         &err);
    lab_report report;
    must(lab_report_read(store, x.name, false, &report, &err), &err);
    assert_int_equal(report.count, 2);
    lab_report_release(&report);
    must(lab_set_outdated(store, 424242, true, &err), &err);
    lab_version seen = {.id = 424242};
    must(lab_versions(store, keep_version, &seen, &err), &err);
    assert_true(seen.outdated && seen.configs == 1 && seen.games == 5);
    assert_string_equal(seen.behaviour, "00000000deadbeef");
    must(lab_report_read(store, x.name, false, &report, &err), &err);
    assert_int_equal(report.count, 1);
    assert_int_equal(report.left_out, 1);
    assert_int_equal(report.configs[0].id, c[1].id);
    assert_int_equal(report.rows[0].results.games, 5);
    lab_report_release(&report);
    must(lab_report_read(store, x.name, true, &report, &err), &err);
    assert_int_equal(report.count, 2);
    assert_int_equal(report.rows[0].results.games, 5);
    lab_report_release(&report);
    must(lab_set_outdated(store, 424242, false, &err), &err);
    assert_int_equal(lab_set_outdated(store, 77777777, true, &err), LT_BAD_INPUT);
}

/* The tables as the first release made them, with an experiment in them. */
static void old_tables_are_brought_up_to_date(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c = config_of("greedy", 8);
    must(lab_add(store, &x, &c, 1, &err), &err);
    lab_work_config work = {.threads = 1, .experiment = x.id, .lease = 15, .patience = 5};
    lab_work_done done;
    must(lab_work(store, &work, &done, &err), &err);
    static const char *const back[] = {
        "ALTER TABLE versions DROP COLUMN outdated",
        "ALTER TABLE entries RENAME COLUMN fingerprint TO probe",
        "ALTER TABLE failures RENAME COLUMN of_config TO of_run",
        "DROP TABLE refusals",
        "DELETE FROM laatta_schema WHERE version > 1",
    };
    for (size_t i = 0; i < sizeof back / sizeof back[0]; i++)
        must(STORE_DO(store, back[i], &err), &err);
    lab_close(lab_test_shared);
    lab_test_shared = NULL;
    /* Even a program that only reads may do it, where it may write at all. */
    must(lab_open_as(&store, &(lab_access){.url = lab_test_database, .read_only = true}, &err),
         &err);
    lab_report report;
    must(lab_report_read(store, x.name, false, &report, &err), &err);
    assert_int_equal(report.rows[0].results.games, 8);
    lab_report_release(&report);
    lab_close(store);
    store = open_store();
    failures all = failures_of(store, x.id);
    assert_int_equal(all.of_config + all.of_worker, 0);
    c.games = 10;
    must(lab_extend(store, &x, &c, 1, &err), &err);
    must(lab_work(store, &work, &done, &err), &err);
    assert_int_equal(done.games, 2);
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingerprints_tell_players_and_files_apart),
        cmocka_unit_test(fingerprints_stay_what_databases_hold),
        cmocka_unit_test(a_file_that_changed_stops_its_configuration_alone),
        cmocka_unit_test(a_configuration_has_one_behaviour),
        cmocka_unit_test(outdated_versions_are_left_out),
        cmocka_unit_test(old_tables_are_brought_up_to_date),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
