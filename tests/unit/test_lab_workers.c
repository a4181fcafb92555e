/* Workers of the lab on a real database: what they play is what sim plays, and one that
 * meets a bad player, a signal or a dead server loses nothing. The database is
 * LAATTA_TEST_DB, or a SQLite file. */
#include "lab_testing.h"

#include "lab/behaviour.h"
#include "lab/report.h"

/* Workers with threads play what was queued, and it is what sim plays. */
static void workers_with_threads_equal_sim(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    uint64_t games = 600;
    lab_config c[2] = {config_of("greedy", games), config_of("snake:depth=1", 20)};
    must(lab_add(store, &x, c, 2, &err), &err);
    lab_work_config work = {.threads = 3, .experiment = x.id, .lease = 15, .patience = 5};
    lab_work_done done;
    must(lab_work(store, &work, &done, &err), &err);
    assert_int_equal(done.games, games + 20);
    lab_report report;
    must(lab_report_read(store, x.name, false, &report, &err), &err);
    for (size_t i = 0; i < 2; i++) {
        t48_sim *sim;
        t48_sim_config config = {.player = c[i].spec,
                                 .rules = x.rules,
                                 .games = c[i].games,
                                 .seed = x.seed,
                                 .threads = 2};
        must(t48_sim_run(&sim, &config, &err), &err);
        uint64_t moves = 0, most = 0;
        double sum = 0;
        for (uint64_t g = 0; g < c[i].games; g++) {
            const t48_outcome *o = t48_sim_outcome(sim, g);
            moves += o->moves;
            sum += (double)o->score;
            if (o->score > most) most = o->score;
        }
        assert_int_equal(report.rows[i].results.games, c[i].games);
        assert_int_equal(report.rows[i].results.moves, moves);
        assert_true(report.rows[i].score.max == (double)most);
        assert_true(report.rows[i].score.mean == sum / (double)c[i].games);
        t48_sim_free(sim);
    }
    lab_report_release(&report);
}

/* One that nobody can play is refused as it is queued; one that turns out to be so
 * later fails, and the worker goes on with the others. */
static void a_bad_player_fails_not_the_worker(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c[3] = {config_of("greedy", 2), config_of("nobody:x=1", 2), config_of("greedy", 2)};
    assert_int_equal(lab_add(store, &x, c, 3, &err), LT_BAD_INPUT);
    strcpy(c[1].spec, "worstcase:depth=2");
    must(lab_add(store, &x, c, 3, &err), &err);
    must(STORE_DO(store, "UPDATE entries SET spec = 'worstcase:depth=99' WHERE configID = ?", &err,
                  store_u64(c[1].id)),
         &err);
    lab_work_config work = {.threads = 2, .experiment = x.id, .lease = 15, .patience = 5};
    lab_work_done done;
    must(lab_work(store, &work, &done, &err), &err);
    assert_int_equal(done.games, 4);
    failures failed = failures_of(store, x.id);
    assert_true(failed.of_config > 0 && failed.of_worker == 0);
    assert_int_equal(progress_of(store, x.id).failed, 2);
}

static bool stop_at_once(void *ctx)
{
    int *calls = ctx;
    return ++*calls > 3;
}

/* A worker that is stopped gives back what it has not played. */
static void a_stopped_worker_gives_back(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_games(store, "snake", 400);
    int calls = 0;
    lt_control control = {.ctx = &calls, .cancelled = stop_at_once};
    lab_work_config work = {
        .threads = 2, .experiment = x.id, .lease = 15, .patience = 5, .control = &control};
    lab_work_done done;
    assert_int_equal(lab_work(store, &work, &done, &err), LT_CANCELLED);
    lab_progress p = progress_of(store, x.id);
    assert_int_equal(p.leased, 0);
    assert_int_equal(p.finished, done.games);
    assert_int_equal(p.waiting, 400 - done.games);
}

/* The server is killed before the worker has joined, and stays away. */
static void a_worker_gives_up_in_the_end(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_work_done done;
    lab_work_config work = {.threads = 1, .lease = 30, .patience = 0.5};
    assert_int_equal(system(getenv("LAATTA_SERVER_KILL")), 0);
    lt_status status = lab_work(store, &work, &done, &err);
    assert_int_equal(system(getenv("LAATTA_SERVER_START")), 0);
    assert_int_equal(status, LT_UNAVAILABLE);
    assert_non_null(strstr(err.text, "stayed away"));
    assert_int_equal(done.games, 0);
    must(
        lab_work(store, &(lab_work_config){.threads = 1, .lease = 30, .patience = 30}, &done, &err),
        &err);
}

static bool later(void *ctx)
{
    return ++*(int *)ctx > 3;
}

/* To know how its players behave takes a worker a second of a processor, half a minute on
 * a machine that is busy: it can be stopped in there. */
static void a_worker_can_be_stopped_before_its_first_game(void **state)
{
    (void)state;
    lt_error err;
    int asked = 0;
    lt_control control = {.ctx = &asked, .cancelled = later};
    char text[17] = "";
    assert_int_equal(lab_behaviour_unless(&control, text, &err), LT_CANCELLED);
    assert_int_equal(asked, 4);
    assert_string_equal(text, "");
    lab_store *store = open_store();
    int stopped = 1;
    lab_work_done done;
    lab_work_config work = {.threads = 1,
                            .lease = 15,
                            .patience = 5,
                            .control = &(lt_control){.ctx = &stopped, .cancelled = lt_flagged}};
    assert_int_equal(lab_work(store, &work, &done, &err), LT_CANCELLED);
    must(lab_work(store, &(lab_work_config){.threads = 1, .lease = 15, .patience = 5}, &done, &err),
         &err);
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_with_threads_equal_sim),
        cmocka_unit_test(a_bad_player_fails_not_the_worker),
        cmocka_unit_test(a_stopped_worker_gives_back),
        cmocka_unit_test(a_worker_can_be_stopped_before_its_first_game),
    };
    const struct CMUnitTest with_a_server[] = {
        cmocka_unit_test(a_worker_gives_up_in_the_end),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (getenv("LAATTA_SERVER_KILL")) failed += cmocka_run_group_tests(with_a_server, NULL, NULL);
    lab_test_end();
    return failed;
}
