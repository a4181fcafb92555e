/* Rows that no laatta wrote are refused, no matter who wrote them; and nothing else suffers.
 * The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_testing.h"

#include "lab/report.h"

static const t48_rules small = {.shape = {2, 2}, .fours = 0.1};

static bool pass_experiment(void *ctx, const lab_experiment *x, const lab_progress *p)
{
    (void)ctx;
    (void)p;
    assert_true(x->rules.shape.rows >= 2 && x->rules.shape.rows <= 8);
    return true;
}

static bool pass_result(void *ctx, const lab_result *r)
{
    (void)ctx;
    assert_true(r->outcome.max_level <= T48_LEVEL_MAX);
    return true;
}

static bool pass_worker(void *ctx, const lab_worker_info *w)
{
    (void)ctx;
    (void)w;
    return true;
}

static bool pass_note(void *ctx, uint64_t step, const char *body)
{
    (void)ctx;
    (void)step;
    (void)body;
    return true;
}

static bool pass_version(void *ctx, const lab_version *v)
{
    (void)ctx;
    (void)v;
    return true;
}

/* Everything that is read of an experiment; the first refusal, or LT_OK. */
static lt_status read_all(lab_store *store, const lab_experiment *x, lt_error *err)
{
    lab_config *configs;
    size_t count;
    failures all = {0};
    lab_report report;
    LT_TRY(lab_experiments(store, pass_experiment, NULL, err));
    LT_TRY(lab_configs(store, x->id, &configs, &count, err));
    free(configs);
    LT_TRY(lab_results(store, x->id, 0, 0, true, pass_result, NULL, err));
    LT_TRY(lab_failures(store, x->id, count_failure, &all, err));
    LT_TRY(lab_notes(store, x->id, 0, pass_note, NULL, err));
    LT_TRY(lab_workers(store, pass_worker, NULL, err));
    LT_TRY(lab_versions(store, pass_version, NULL, err));
    LT_TRY(lab_report_read(store, x->name, LAB_REPORT_OUTDATED, &report, err));
    lab_report_release(&report);
    LT_TRY(lab_report_read(store, x->name, LAB_REPORT_SUMS, &report, err));
    lab_report_release(&report);
    return LT_OK;
}

/* A column, a value that cannot be, and one that can. */
static const struct hostile {
    const char *table, *column, *bad, *good;
    bool any_type; /* only SQLite lets this in */
} hostile[] = {
    {"experiments", "board_rows", "200", "2", false},
    {"experiments", "board_rows", "0", "2", false},
    {"experiments", "board_cols", "-3", "2", false},
    {"experiments", "board_cols", "9", "2", false},
    {"experiments", "fours", "7.5", "0.1", false},
    {"experiments", "fours", "-0.5", "0.1", false},
    {"experiments", "kind", "77", "0", false},
    {"experiments", "state", "-1", "0", false},
    {"experiments", "priority", "9223372036854775807", "0", false},
    {"experiments", "attempts", "-20", "3", false},
    {"experiments", "player", "'a line\nand another'", "'random'", false},
    {"experiments", "board_rows", "'four'", "2", true},
    {"entries", "games", "-1", "6", false},
    {"entries", "games", "9223372036854775807", "6", false},
    {"entries", "first_game", "-5", "0", false},
    {"finished_runs", "score", "-4", "4", false},
    {"finished_runs", "moves", "9000000000000", "4", false},
    {"finished_runs", "max_level", "250", "4", false},
    {"finished_runs", "max_level", "-1", "4", false},
    {"finished_runs", "tile_2", "300", "1", false},
    {"finished_runs", "tile_larger", "-1", "0", false},
    {"finished_runs", "microseconds", "-1", "1", false},
    {"finished_runs", "score", "1.5", "4", true},
    {"sums", "games", "-6", "6", false},
    {"sums", "games", "7", "6", false},
    {"sums", "levels", "'5:4294967296'", "'5:6'", false},
    {"sums", "levels", "'5:6 900'", "'5:6'", false},
    {"sums", "scores", "'9:6 and more'", "'9:6'", false},
    {"sums", "scores", "'9:5 99999:1'", "'9:6'", false},
    {"sums", "scores", "':6'", "'9:6'", false},
    {"sums", "score_min", "9", "8", false},
    {"failures", "attempts", "-7", "1", false},
    {"failures", "games", "-1", "1", false},
    {"failures", "of_config", "9", "1", false},
    {"workers", "threads", "-8", "1", false},
    {"workers", "working", "3", "0", false},
    {"workers", "pid", "-2", "1", false},
    {"workers", "games", "-2", "1", false},
    {"versions", "outdated", "5", "0", false},
};

static void put(lab_store *store, const lab_experiment *x, const char *table, const char *column,
                const char *value)
{
    char sql[300];
    lt_error err;
    const char *where = strcmp(table, "workers") == 0 || strcmp(table, "versions") == 0 ? "1 = 1"
                        : strcmp(table, "finished_runs") == 0 || strcmp(table, "sums") == 0
                            ? "configID IN (SELECT configID FROM entries WHERE experimentID = %llu)"
                            : "experimentID = %llu";
    char condition[120];
    snprintf(condition, sizeof condition, where, (unsigned long long)x->id);
    snprintf(sql, sizeof sql, "UPDATE %s SET %s = %s WHERE %s", table, column, value, condition);
    /* A statement's text is known by its address, so a connection sees each once. */
    must(lab_reopen(store, &err), &err);
    must(store_run(store, sql, NULL, 0, NULL, NULL, NULL, &err), &err);
    must(lab_reopen(store, &err), &err);
}

static void hostile_rows_are_refused(void **state)
{
    (void)state;
    lab_store *store = open_store();
    bool sqlite = strncmp(lab_test_database, "sqlite:", 7) == 0;
    lt_error err;
    lab_experiment x = describe("random");
    x.rules = small;
    lab_config c = config_of("random", 6);
    must(lab_add(store, &x, &c, 1, &err), &err);
    lab_work_config work = {.threads = 1, .experiment = x.id, .lease = 15, .patience = 5};
    lab_work_done done;
    must(lab_work(store, &work, &done, &err), &err);
    must(lab_note(store, x.id, 1, "{}", &err), &err);
    must(STORE_DO(store,
                  "INSERT INTO failures (failureID, experimentID, configID, first_game, games,"
                  " attempts, workerID, of_config, reason, failed_at)"
                  " VALUES (?, ?, ?, 0, 1, 1, 1, 1, 'x', 1)",
                  &err, store_u64(x.id + 1000000), store_u64(x.id), store_u64(c.id)),
         &err);
    must(read_all(store, &x, &err), &err);
    /* The first good values of the table below. */
    put(store, &x, "sums", "score_min", "8");
    put(store, &x, "sums", "score_max", "8");
    put(store, &x, "sums", "scores", "'9:6'");
    put(store, &x, "sums", "levels", "'5:6'");
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        const struct hostile *h = &hostile[i];
        if ((h->any_type && !sqlite)) continue;
        put(store, &x, h->table, h->column, h->bad);
        lt_status status = read_all(store, &x, &err);
        if (status != LT_DAMAGED) fail_msg("%s.%s = %s was believed", h->table, h->column, h->bad);
        assert_non_null(strstr(err.text, h->column[0] == 't' && h->column[4] == '_' &&
                                                 h->table[0] == 'f' && h->column[5] == '2'
                                             ? "tile_"
                                             : h->column));
        put(store, &x, h->table, h->column, h->good);
        if (read_all(store, &x, &err) != LT_OK) fail_msg("%s", err.text);
    }
}

/* What a worker is given: nothing is written past a board, nothing hangs, and honest
 * games beside are played. */
static void hostile_orders_fail_alone(void **state)
{
    (void)state;
    static const struct {
        const char *table, *column, *bad;
        bool played; /* the honest rest of the experiment is */
    } orders[] = {
        {"experiments", "board_rows", "255", false},
        {"experiments", "fours", "-1", false},
        {"scheduled_runs", "games", "4000000000", true},
        {"scheduled_runs", "games", "-1", true},
        {"scheduled_runs", "attempts", "-1", true},
        {"scheduled_runs", "priority", "9000000000000000000", true},
        {"entries", "spec", "'nobody:depth=1'", true},
        {"entries", "fingerprint", "'0123456789abcdef0123456789abcdef'", true},
    };
    lab_store *store = open_store();
    lt_error err;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        lab_experiment x = describe("random"), honest = describe("greedy");
        lab_config c = config_of("random", 6), fair = config_of("greedy", 6);
        must(lab_add(store, &x, &c, 1, &err), &err);
        must(lab_add(store, &honest, &fair, 1, &err), &err);
        put(store, &x, orders[i].table, orders[i].column, orders[i].bad);
        lab_work_config work = {.threads = 2, .lease = 15, .patience = 5};
        lab_work_done done;
        lt_status status = lab_work(store, &work, &done, &err);
        assert_true(status == LT_OK || status == LT_UNAVAILABLE || status == LT_UNSUPPORTED);
        assert_int_equal(progress_of(store, honest.id).finished, 6);
        int64_t played = -1;
        must(STORE_NUMBER(store, "SELECT COUNT(*) FROM finished_runs WHERE configID = ?", &played,
                          &err, store_u64(c.id)),
             &err);
        assert_int_equal(played, 0);
        must(lab_set_state(store, x.id, LAB_CANCELLED, &err), &err);
        if (!orders[i].played)
            put(store, &x, orders[i].table, orders[i].column,
                strcmp(orders[i].column, "fours") == 0 ? "0.1" : "4");
    }
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_rows_are_refused),
        cmocka_unit_test(hostile_orders_fail_alone),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
