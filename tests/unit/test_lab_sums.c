/* The sums that reports read are those of the results, whoever writes at the same moment
 * and whatever happens to an experiment. The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_testing.h"

#include "lab/report.h"
#include "laatta/rng.h"
#include "store/finished.h"

#include <math.h>
#include <pthread.h>

enum { WRITERS = 4, LEASES = 3, EACH = 20 };

static void complain(void *ctx, uint64_t config, const char *what)
{
    (void)ctx;
    print_message("configuration %llu: %s\n", (unsigned long long)config, what);
}

static void ignore(void *ctx, uint64_t config, const char *what)
{
    (void)ctx;
    (void)config;
    (void)what;
}

static lab_checked check(lab_store *store, uint64_t id)
{
    lab_checked checked;
    lt_error err;
    must(lab_check(store, id, complain, NULL, &checked, &err), &err);
    return checked;
}

static uint64_t wrong(lab_store *store, uint64_t id)
{
    lab_checked checked;
    lt_error err;
    must(lab_check(store, id, ignore, NULL, &checked, &err), &err);
    return checked.wrong;
}

static int64_t rows_of(lab_store *store, uint64_t config)
{
    int64_t rows = -1;
    lt_error err;
    must(STORE_NUMBER(store, "SELECT COUNT(*) FROM sums WHERE configID = ?", &rows, &err,
                      store_u64(config)),
         &err);
    return rows;
}

/* A result that no game had, but the store cannot know. */
static lab_result made_up(const lab_lease *lease, uint64_t game)
{
    lt_rng rng;
    lt_rng_seed(&rng, lease->config * 1000003 + game);
    uint8_t level = (uint8_t)(5 + lt_rng_below(&rng, 8));
    return (lab_result){.config = lease->config,
                        .game = game,
                        .seed = game,
                        .seconds = (double)lt_rng_below(&rng, 1000000) / 999983,
                        .outcome = {.score = 4 * (lt_rng_below(&rng, 1u << level) + level),
                                    .moves = 10 + lt_rng_below(&rng, 90),
                                    .max_level = level,
                                    .tiles = {[1] = 1}}};
}

static lab_member join(lab_store *store, lab_store *shared, uint64_t experiment)
{
    lt_error err;
    char behaviour[17];
    lab_member m = {.experiment = experiment, .lease = 60};
    must(lab_queue_behaviour(shared, behaviour, &err), &err);
    must(lab_queue_join(store, behaviour, 1, &m, &err), &err);
    return m;
}

/* Hands in what was claimed and claims again; the number of leases. */
static size_t exchange(lab_store *store, lab_member *m, lab_lease leases[LEASES], size_t count)
{
    lt_error err;
    lab_result results[LEASES][EACH];
    lab_batch batches[LEASES];
    for (size_t i = 0; i < count; i++) {
        for (uint64_t g = 0; g < leases[i].games; g++)
            results[i][g] = made_up(&leases[i], leases[i].first + g);
        /* Now and then the last game is given back. */
        uint64_t played = leases[i].games - (leases[i].first % 7 == 3 && leases[i].games > 1);
        batches[i] = (lab_batch){.lease = leases[i], .results = results[i], .played = played};
    }
    lab_wish wish = {(uint64_t)LEASES * EACH, EACH, LEASES};
    size_t claimed;
    must(lab_queue_exchange(store, m, batches, count, &wish, leases, &claimed, &err), &err);
    return claimed;
}

typedef struct writer {
    lab_store *store;
    lab_member member;
    pthread_t thread;
} writer;

static void *write_results(void *ctx)
{
    writer *w = ctx;
    lab_lease leases[LEASES];
    size_t count = 0;
    do count = exchange(w->store, &w->member, leases, count);
    while (count);
    return NULL;
}

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
    holding *h = ctx;
    count(store, RESULTS, h->config);
    return lab_delete(h->other, h->config, err);
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
        holding h = {.other = other, .config = x.id};
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
    const holding *h = ctx;
    char text[24];
    snprintf(text, sizeof text, "%zu", h->count);
    LT_TRY(STORE_DO(store, "UPDATE experiments SET plan = ? WHERE experimentID = ?", err,
                    store_text(text), store_u64(h->config)));
    return STORE_DO(store, "INSERT INTO notes (experimentID, step, body) VALUES (?, ?, ?)", err,
                    store_u64(h->config), store_u64(h->count), store_text(text));
}

/* Plan and note always change together, and games are handed in. */
static void *change_and_play(void *ctx)
{
    holding *h = ctx;
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
    holding h = {.other = other, .member = &m, .config = x.id};
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
        "CREATE TABLE finished_old (" FINISHED_DEFINITIONS ", PRIMARY KEY (configID, game)) @PACKED",
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
        cmocka_unit_test(writers_at_once_with_threads),
        cmocka_unit_test(nobody_waits_for_a_row),
        cmocka_unit_test(sums_follow_an_experiment),
        cmocka_unit_test(results_lie_in_parts),
        cmocka_unit_test(exports_are_of_one_moment),
        cmocka_unit_test(older_results_are_added_up),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
