/* Results lie in parts, one for each experiment; they leave a store as they were at one
 * moment, and older databases are brought up to date. The database is LAATTA_TEST_DB, or a
 * SQLite file. */
#include "lab_writing.h"

#include "store/finished.h"

typedef struct changing {
    lab_store *other;
    lab_member *member;
    uint64_t experiment;
    size_t count;
} changing;

static int64_t count(lab_store *store, const char *text, uint64_t id)
{
    int64_t number = -1;
    lt_error err;
    must(STORE_NUMBER(store, text, &number, &err, store_u64(id)), &err);
    return number;
}

/* How many parts finished_runs has for an experiment; -1: this database has none. */
static int64_t parts_of(lab_store *store, uint64_t id)
{
    if (strcmp(store->driver->name, "PostgreSQL") == 0)
        return count(store,
                     "SELECT COUNT(*) FROM pg_inherits WHERE inhparent = 'finished_runs'::regclass"
                     " AND inhrelid::regclass::text = CONCAT('finished_runs_', ?::bigint)",
                     id);
    if (strcmp(store->driver->name, "MariaDB") == 0)
        return count(store,
                     "SELECT COUNT(*) FROM information_schema.partitions WHERE table_schema ="
                     " DATABASE() AND table_name = 'finished_runs'"
                     " AND partition_name = CONCAT('p', ?)",
                     id);
    return -1;
}

#define RESULTS "SELECT COUNT(*) FROM finished_runs WHERE experimentID = ?"

static lt_status read_for_long(lab_store *store, void *ctx, lt_error *err)
{
    const changing *h = ctx;
    count(store, RESULTS, h->experiment);
    return lab_delete(h->other, h->experiment, err);
}

/* A part whose experiment was never entered goes when the next one is made; one that is just
 * being entered stays. */
static void what_was_left_behind_is_swept(void **state)
{
    (void)state;
    lab_store *store = open_store(), *other;
    lt_error err;
    const uint64_t nobody = 1000000007;
    must(store_part(store, nobody, true, &err), &err);
    bool parted = parts_of(store, nobody) == 1;
    must(lab_open(&other, lab_test_database, &err), &err);
    lab_experiment x = queue_games(other, "greedy", 3);
    /* MariaDB's are swept when they are a day old. */
    if (parted)
        assert_int_equal(parts_of(store, nobody), strcmp(store->driver->name, "PostgreSQL") != 0);
    if (parted && parts_of(store, nobody)) must(store_part(store, nobody, false, &err), &err);
    /* An experiment that is there keeps its part, whoever wants to drop it. */
    if (strcmp(store->driver->name, "PostgreSQL") == 0) {
        must(store_part(store, x.id, false, &err), &err);
        assert_int_equal(parts_of(store, x.id), 1);
    }
    must(lab_delete(store, x.id, &err), &err);
    assert_true(parts_of(store, x.id) <= 0);
    lab_close(other);
}

/* An experiment's results have a part of their own, which goes with it; where somebody
 * reads for long, only what is in it does. */
static void results_lie_in_parts(void **state)
{
    (void)state;
    lab_store *store = open_store(), *other;
    lt_error err;
    must(lab_open(&other, lab_test_database, &err), &err);
    for (int reader = 0; reader < 2; reader++) {
        lab_experiment x = queue_games(store, "greedy", 30);
        writer w = {.store = store, .member = join(store, store, x.id)};
        write_results(&w);
        bool parts = parts_of(store, x.id) >= 0;
        assert_int_equal(parts_of(store, x.id), parts ? 1 : -1);
        assert_int_equal(count(store, RESULTS, x.id), 30);
        changing h = {.other = other, .experiment = x.id};
        if (reader)
            must(lab_queue_snapshot(store, read_for_long, &h, &err), &err);
        else
            must(lab_delete(store, x.id, &err), &err);
        assert_int_equal(count(store, RESULTS, x.id), 0);
        assert_int_equal(parts_of(store, x.id), parts ? reader : -1);
    }
    /* One that was not entered after all leaves none behind. */
    lab_experiment x = queue_games(store, "greedy", 1), twin = x;
    lab_config c = config_of("greedy", 1);
    assert_int_equal(lab_add(store, &twin, &c, 1, &err), LT_BAD_INPUT);
    assert_int_equal(twin.id, 0);
    if (parts_of(store, x.id) >= 0) assert_int_equal(parts_of(store, x.id + 1), 0);
    lab_close(other);
}

static lt_status mark(lab_store *store, void *ctx, lt_error *err)
{
    const changing *h = ctx;
    char text[24];
    snprintf(text, sizeof text, "%zu", h->count);
    LT_TRY(STORE_DO(store, "UPDATE experiments SET plan = ? WHERE experimentID = ?", err,
                    store_text(text), store_u64(h->experiment)));
    return STORE_DO(store, "INSERT INTO notes (experimentID, step, body) VALUES (?, ?, ?)", err,
                    store_u64(h->experiment), store_u64(h->count), store_text(text));
}

/* Plan and note always change together, and games are handed in. */
static void *change_and_play(void *ctx)
{
    changing *h = ctx;
    lab_lease leases[LEASES];
    size_t count = 0;
    lt_error err;
    do {
        h->count++;
        must(store_atomic(h->other, mark, h, &err), &err);
        count = exchange(h->other, h->member, leases, count);
    } while (count);
    return NULL;
}

/* An export is of one moment, whatever is written while it is read; and it is whole. */
static void exports_are_of_one_moment(void **state)
{
    (void)state;
    lab_store *store = open_store(), *other;
    lt_error err;
    lab_experiment x = describe("greedy"), twin;
    lab_config c = config_of("greedy", 4000);
    x.plan = "0";
    must(lab_add(store, &x, &c, 1, &err), &err);
    must(lab_open(&other, lab_test_database, &err), &err);
    lab_member m = join(other, store, x.id);
    changing h = {.other = other, .member = &m, .experiment = x.id};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, change_and_play, &h), 0);
    uint64_t finished = 0, before = 0;
    for (int i = 0; finished < 4000; i++) {
        char *text, name[LAB_NAME_MAX];
        size_t length;
        must(lab_export(store, x.name, &text, &length, &err), &err);
        const char *plan = strstr(text, "\"plan\":\""), *note = strstr(text, "{\"note\"");
        long last = 0;
        for (; note; note = strstr(note + 1, "{\"note\"")) last = strtol(note + 9, NULL, 10);
        assert_non_null(plan);
        assert_int_equal(strtol(plan + 8, NULL, 10), last);
        snprintf(name, sizeof name, "%.40s-copy%d", x.name, i);
        must(lab_import(store, text, name, &twin, &err), &err);
        free(text);
        lab_checked checked = check(store, twin.id);
        assert_int_equal(checked.wrong, 0);
        finished = checked.games;
        assert_true(finished >= before && finished + progress_of(store, twin.id).waiting == 4000);
        before = finished;
        must(lab_delete(store, twin.id, &err), &err);
    }
    pthread_join(thread, NULL);
    lab_close(other);
}

/* A database of the time before there were sums and parts. */
static void older_results_are_added_up(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c[2] = {config_of("greedy", 30), config_of("greedy", 30)};
    must(lab_add(store, &x, c, 2, &err), &err);
    writer w = {.store = store, .member = join(store, store, x.id)};
    write_results(&w);
    static const char *const back[] = {
        "DROP TABLE sums",
        "CREATE TABLE finished_old (" FINISHED_DEFINITIONS
        ", PRIMARY KEY (configID, game)) @PACKED",
        "INSERT INTO finished_old SELECT " FINISHED_ALL " FROM finished_runs",
        "DROP TABLE finished_runs",
        "ALTER TABLE finished_old RENAME TO finished_runs",
    };
    for (size_t i = 0; i < sizeof back / sizeof back[0]; i++)
        must(STORE_DO(store, back[i], &err), &err);
    must(STORE_DO(store, "DELETE FROM laatta_schema WHERE version > 2", &err), &err);
    must(lab_reopen(store, &err), &err);
    lab_checked checked = check(store, x.id);
    assert_true(checked.wrong == 0 && checked.games == 60);
    if (parts_of(store, x.id) >= 0) assert_int_equal(parts_of(store, x.id), 1);
    /* And it goes on from there. */
    lab_experiment next = queue_games(store, "greedy", 40);
    w.member = join(store, store, next.id);
    write_results(&w);
    assert_int_equal(check(store, next.id).games, 40);
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_left_behind_is_swept),
        cmocka_unit_test(results_lie_in_parts),
        cmocka_unit_test(exports_are_of_one_moment),
        cmocka_unit_test(older_results_are_added_up),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
