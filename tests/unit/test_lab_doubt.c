/* Commits whose answer is lost: by a driver that commits, or not, and then says that the
 * connection is gone. What was committed is found, not done twice; what was not is done.
 * The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_testing.h"

static store_driver lossy;
static const store_driver *honest;
static int to_lose; /* so many commits lose their answer, */
static bool undone; /* and are undone */

static lt_status lose_commit(store_connection *connection, lt_error *err)
{
    if (to_lose <= 0) return honest->commit(connection, err);
    to_lose--;
    if (undone)
        honest->rollback(connection);
    else
        LT_TRY(honest->commit(connection, err));
    return lt_fail(err, LT_UNAVAILABLE, "the answer was lost");
}

static lab_store *store_that_loses(int commits, bool undo)
{
    lab_store *store = open_store();
    if (store->driver != &lossy) {
        honest = store->driver;
        lossy = *honest;
        lossy.commit = lose_commit;
        store->driver = &lossy;
    }
    to_lose = commits;
    undone = undo;
    return store;
}

/* Everything that changes experiments, once each whatever became of the answer. */
static void changes_are_made_once(void **state)
{
    (void)state;
    for (int lost = 0; lost < 6; lost++) {
        lt_error err;
        bool undo = lost % 2;
        int commits = 1 + lost / 2;
        lab_store *store = store_that_loses(commits, undo);
        lab_experiment x = describe("greedy"), found;
        lab_config c = config_of("greedy", 300);
        must(lab_add(store, &x, &c, 1, &err), &err);
        assert_int_equal(progress_of(store, x.id).waiting, 300);
        to_lose = commits;
        c.games = 500;
        must(lab_extend(store, &x, &c, 1, &err), &err);
        assert_int_equal(progress_of(store, x.id).waiting, 500);
        to_lose = commits;
        lab_config more = config_of("random", 20);
        must(lab_extend(store, &x, &more, 1, &err), &err);
        assert_int_equal(progress_of(store, x.id).waiting, 520);
        to_lose = commits;
        char name[LAB_NAME_MAX];
        snprintf(name, sizeof name, "%.20s-renamed", x.name);
        must(lab_rename(store, x.id, name, &err), &err);
        to_lose = commits;
        must(lab_note(store, x.id, 3, "a note", &err), &err);
        to_lose = commits;
        must(lab_set_state(store, x.id, LAB_CANCELLED, &err), &err);
        must(lab_find(store, name, &found, &err), &err);
        assert_int_equal(found.state, LAB_CANCELLED);
        free(found.plan);
        to_lose = commits;
        must(lab_delete(store, x.id, &err), &err);
        assert_int_equal(lab_find(store, name, &found, &err), LT_BAD_INPUT);
    }
}

static lab_batch batch_of(const lab_lease *lease, lab_result *results)
{
    for (uint64_t g = 0; g < lease->games; g++)
        results[g] = (lab_result){.config = lease->config,
                                  .game = lease->first + g,
                                  .seed = lt_seed_of(9, lease->first + g),
                                  .outcome = {.score = 100, .moves = 10, .max_level = 4}};
    return (lab_batch){.lease = *lease, .results = results, .played = lease->games};
}

static bool count_result(void *ctx, const lab_result *r)
{
    (void)r;
    ++*(uint64_t *)ctx;
    return true;
}

/* A worker calls again with the same leases, as long as its patience lasts. */
static int exchange_until_answered(lab_store *store, lab_member *m, lab_batch *batch, bool wish,
                                   lab_lease *leases)
{
    const lab_wish some = {wish ? 10 : 0, 5, 4};
    size_t claimed;
    lt_error err;
    lt_status status;
    while ((status = lab_queue_exchange(store, m, batch, batch != NULL, &some, leases, &claimed,
                                        &err)) == LT_UNAVAILABLE)
        must(lab_reopen(store, &err), &err);
    must(status, &err);
    return (int)claimed;
}

static void claims_and_results_are_made_once(void **state)
{
    (void)state;
    for (int lost = 0; lost < 6; lost++) {
        lt_error err;
        lab_result results[10];
        lab_lease leases[4], next[4];
        lab_store *store = store_that_loses(0, lost % 2);
        int commits = 1 + lost / 2;
        char behaviour[17];
        lab_experiment x = queue_games(store, "greedy", 40);
        lab_member m = {.experiment = x.id, .lease = 60};
        must(lab_queue_behaviour(store, behaviour, &err), &err);
        to_lose = commits;
        must(lab_queue_join(store, behaviour, 1, &m, &err), &err);
        to_lose = commits;
        assert_int_equal(exchange_until_answered(store, &m, NULL, true, leases), 2);
        lab_progress p = progress_of(store, x.id);
        assert_int_equal(p.leased, 10); /* and not more, that nobody plays */
        assert_int_equal(p.waiting, 30);
        lab_batch batch = batch_of(&leases[0], results);
        to_lose = commits;
        assert_int_equal(exchange_until_answered(store, &m, &batch, true, next), 2);
        assert_false(batch.lapsed);
        p = progress_of(store, x.id);
        assert_true(p.finished == 5 && p.leased == 15 && p.waiting == 20);
        batch = batch_of(&leases[1], results);
        to_lose = commits;
        assert_int_equal(exchange_until_answered(store, &m, &batch, false, NULL), 0);
        assert_false(batch.lapsed);
        uint64_t rows = 0;
        must(lab_results(store, x.id, 0, 0, false, count_result, &rows, &err), &err);
        assert_int_equal(rows, 10);
        /* Without a doubt, what is handed in again is refused. */
        assert_int_equal(exchange_until_answered(store, &m, &batch, false, NULL), 0);
        assert_true(batch.lapsed);
        must(lab_set_state(store, x.id, LAB_CANCELLED, &err), &err);
    }
}

/* A connection that was given back is opened by the next call. */
static void a_rest_is_not_noticed(void **state)
{
    (void)state;
    lab_store *store = store_that_loses(0, false);
    lab_experiment x = queue_games(store, "greedy", 40);
    for (int i = 0; i < 3; i++) {
        lab_queue_rest(store);
        assert_int_equal(progress_of(store, x.id).waiting, 40);
        lab_queue_rest(store);
        lab_queue_rest(store);
        lab_queue_wait(store, 0.001);
        lt_error err;
        must(lab_set_state(store, x.id, LAB_PAUSED, &err), &err);
    }
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_made_once),
        cmocka_unit_test(claims_and_results_are_made_once),
        cmocka_unit_test(a_rest_is_not_noticed),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
