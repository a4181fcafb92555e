/* The queue of the lab on a real database: every game counts once, in the right
 * order, whatever workers do. The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_testing.h"

#include <time.h>

static lab_member join(lab_store *store, uint64_t experiment, double lease)
{
    lt_error err;
    char behaviour[17];
    lab_member m = {.experiment = experiment, .lease = lease};
    must(lab_queue_behaviour(store, behaviour, &err), &err);
    must(lab_queue_join(store, behaviour, 1, &m, &err), &err);
    return m;
}

static size_t claim(lab_store *store, lab_member *m, uint64_t games, uint64_t each,
                    lab_lease *leases, size_t most)
{
    lab_wish wish = {games, each, most};
    size_t claimed;
    lt_error err;
    must(lab_queue_exchange(store, m, NULL, 0, &wish, leases, &claimed, &err), &err);
    return claimed;
}

/* Invented results: the store does not mind. */
static void make_results(const lab_lease *lease, lab_result *results)
{
    for (uint64_t g = 0; g < lease->games; g++)
        results[g] = (lab_result){.config = lease->config,
                                  .game = lease->first + g,
                                  .seed = lt_seed_of(9, lease->first + g),
                                  .outcome = {.score = 100 + lease->first + g,
                                              .moves = 10,
                                              .max_level = 4,
                                              .tiles = {[4] = 1, [1] = 2}},
                                  .seconds = 0.25};
}

static bool hand_in(lab_store *store, lab_member *m, const lab_lease *lease, uint64_t played,
                    const char *reason)
{
    lab_result results[300];
    lab_wish nothing = {0};
    size_t claimed;
    lt_error err;
    make_results(lease, results);
    lab_batch batch = {.lease = *lease,
                       .results = results,
                       .played = played,
                       .fault = reason ? LAB_FAULT_CONFIG : LAB_FAULT_NONE,
                       .reason = reason};
    must(lab_queue_exchange(store, m, &batch, 1, &nothing, NULL, &claimed, &err), &err);
    return !batch.lapsed;
}

static void sleep_for(double seconds)
{
    nanosleep(&(struct timespec){.tv_sec = (time_t)seconds,
                                 .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)},
              NULL);
}

static void what_is_added_is_found(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lab_experiment x = describe("greedy"), found;
    lt_error err;
    lab_config c[2] = {config_of("greedy", 300), config_of("random", 7)};
    c[0].settings = 2;
    c[0].setting[0] = (lab_setting){"zeta", "1.5"};
    c[0].setting[1] = (lab_setting){"alpha", "it's \"quoted\" \\ ä"};
    x.plan = "a plan: with ? and @NOW in it";
    x.priority = -4;
    must(lab_add(store, &x, c, 2, &err), &err);
    must(lab_find(store, x.name, &found, &err), &err);
    assert_int_equal(found.id, x.id);
    assert_int_equal(found.seed, 9);
    assert_int_equal(found.priority, -4);
    assert_string_equal(found.plan, x.plan);
    assert_string_equal(found.player, "greedy");
    assert_true(found.rules.fours == 0.1);
    free(found.plan);
    lab_config *configs;
    size_t count;
    must(lab_configs(store, x.id, &configs, &count, &err), &err);
    assert_int_equal(count, 2);
    assert_int_equal(configs[0].id, c[0].id);
    assert_int_equal(configs[0].settings, 2);
    assert_string_equal(configs[0].setting[0].name, "zeta");
    assert_string_equal(configs[0].setting[1].value, "it's \"quoted\" \\ ä");
    assert_string_equal(configs[1].spec, "random");
    free(configs);
    lab_progress p = progress_of(store, x.id);
    assert_int_equal(p.games, 307);
    assert_int_equal(p.waiting, 307);
    assert_int_equal(p.finished, 0);
    /* The name is taken now; nothing else is added. */
    lab_experiment twin = describe("greedy");
    strcpy(twin.name, x.name);
    assert_int_equal(lab_add(store, &twin, c, 2, &err), LT_BAD_INPUT);
    assert_non_null(strstr(err.text, "already"));
    strcpy(twin.name, "a/b");
    assert_int_equal(lab_add(store, &twin, c, 2, &err), LT_BAD_INPUT);
    assert_int_equal(lab_find(store, "no such thing", &found, &err), LT_BAD_INPUT);
}

/* Claims come by priority, then by age, then by game, and never overlap. */
static void claims_are_in_order(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c[2] = {config_of("greedy", 10), config_of("greedy", 5)};
    must(lab_add(store, &x, c, 2, &err), &err);
    lab_member m = join(store, x.id, 60);
    lab_lease l[8];
    assert_int_equal(claim(store, &m, 7, 4, l, 8), 2);
    assert_true(l[0].config == c[0].id && l[0].first == 0 && l[0].games == 4);
    assert_true(l[1].config == c[0].id && l[1].first == 4 && l[1].games == 3);
    assert_int_equal(claim(store, &m, 100, 100, l, 8), 2);
    assert_true(l[0].config == c[0].id && l[0].first == 7 && l[0].games == 3);
    assert_true(l[1].config == c[1].id && l[1].first == 0 && l[1].games == 5);
    assert_int_equal(claim(store, &m, 100, 100, l, 8), 0);
    /* A more urgent experiment is served first by a worker of all. */
    lab_experiment late = describe("greedy"), urgent = describe("greedy");
    late.priority = 1000000;
    urgent.priority = 1000001;
    lab_config one = config_of("greedy", 2), two = config_of("greedy", 2);
    must(lab_add(store, &late, &one, 1, &err), &err);
    must(lab_add(store, &urgent, &two, 1, &err), &err);
    lab_member all = join(store, 0, 60);
    assert_int_equal(claim(store, &all, 4, 2, l, 2), 2);
    assert_int_equal(l[0].config, two.id);
    assert_int_equal(l[1].config, one.id);
    must(lab_set_state(store, urgent.id, LAB_CANCELLED, &err), &err);
    must(lab_set_state(store, late.id, LAB_CANCELLED, &err), &err);
}

static bool count_result(void *ctx, const lab_result *r)
{
    uint64_t *seen = ctx;
    assert_int_equal(r->outcome.score, 100 + r->game);
    assert_int_equal(r->outcome.tiles[4], 1);
    assert_int_equal(r->outcome.tiles[1], 2);
    assert_int_equal(r->seed, lt_seed_of(9, r->game));
    assert_true(r->seconds == 0.25);
    seen[r->game]++;
    return true;
}

/* Results come back as they were; a lease ends once; the rest goes back. */
static void a_lease_ends_once(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_games(store, "greedy", 20);
    lab_member m = join(store, x.id, 60);
    lab_lease l[4];
    assert_int_equal(claim(store, &m, 12, 12, l, 4), 1);
    assert_int_equal(progress_of(store, x.id).leased, 12);
    assert_true(hand_in(store, &m, &l[0], 5, NULL)); /* seven go back */
    assert_false(hand_in(store, &m, &l[0], 12, NULL));
    lab_progress p = progress_of(store, x.id);
    assert_int_equal(p.finished, 5);
    assert_int_equal(p.waiting, 15);
    assert_int_equal(claim(store, &m, 100, 100, l, 4), 2);
    assert_true(l[0].first == 5 && l[0].games == 7 && l[1].first == 12 && l[1].games == 8);
    assert_true(hand_in(store, &m, &l[1], 8, NULL));
    assert_true(hand_in(store, &m, &l[0], 7, NULL));
    uint64_t seen[20] = {0};
    must(lab_results(store, x.id, 0, 0, true, count_result, seen, &err), &err);
    for (int g = 0; g < 20; g++) assert_int_equal(seen[g], 1);
    p = progress_of(store, x.id);
    assert_true(p.finished == 20 && p.waiting == 0 && p.leased == 0);
}

/* Without progress a lease lapses: others get the games, and who comes late is
 * refused. Renewed leases stand. */
static void leases_lapse(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_games(store, "greedy", 8);
    lab_member slow = join(store, x.id, 2), other = join(store, x.id, 60);
    lab_lease l[4], again[8];
    uint64_t lapsed;
    assert_int_equal(claim(store, &slow, 8, 4, l, 4), 2);
    sleep_for(1.1);
    bool stands[1] = {false};
    must(lab_queue_renew(store, &slow, &l[0].id, 1, stands, &err), &err);
    assert_true(stands[0]);
    sleep_for(1.1);
    must(lab_queue_lapse(store, &lapsed, &err), &err);
    assert_int_equal(lapsed, 4); /* the one that was not renewed */
    assert_false(hand_in(store, &slow, &l[1], 4, NULL));
    /* What lapsed is tried game by game. */
    assert_int_equal(claim(store, &other, 8, 8, again, 8), 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(again[i].games, 1);
        assert_int_equal(again[i].first, 4 + i);
        assert_int_equal(again[i].attempts, 1);
        assert_true(hand_in(store, &other, &again[i], 1, NULL));
    }
    must(lab_queue_renew(store, &slow, &l[1].id, 1, stands, &err), &err);
    assert_false(stands[0]);
    assert_true(hand_in(store, &slow, &l[0], 4, NULL));
    assert_int_equal(progress_of(store, x.id).finished, 8);
}

static bool keep_failure(void *ctx, const lab_failure *f)
{
    lab_failure *last = ctx;
    *last = *f;
    last->reason = f->of_config ? "configuration" : "worker";
    return true;
}

/* After as many attempts as allowed a game has failed, and is left alone. */
static void attempts_are_capped(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    x.attempts = 2;
    lab_config c = config_of("greedy", 3);
    must(lab_add(store, &x, &c, 1, &err), &err);
    lab_member m = join(store, x.id, 0.05);
    lab_lease l[4];
    lab_failure last = {0};
    uint64_t lapsed;
    assert_int_equal(claim(store, &m, 3, 3, l, 4), 1);
    sleep_for(0.1);
    must(lab_queue_lapse(store, &lapsed, &err), &err);
    assert_int_equal(claim(store, &m, 1, 1, l, 4), 1);
    sleep_for(0.1);
    must(lab_queue_lapse(store, &lapsed, &err), &err);
    lab_progress p = progress_of(store, x.id);
    assert_int_equal(p.failed, 1);
    assert_int_equal(p.waiting, 2);
    must(lab_failures(store, x.id, keep_failure, &last, &err), &err);
    assert_string_equal(last.reason, "worker");
    /* A run's own fault is final at once. */
    assert_int_equal(claim(store, &m, 1, 1, l, 4), 1);
    assert_int_equal(l[0].first, 1);
    assert_true(hand_in(store, &m, &l[0], 0, "the player cannot be made"));
    p = progress_of(store, x.id);
    assert_int_equal(p.failed, 2);
    assert_int_equal(p.waiting, 1);
    must(lab_failures(store, x.id, keep_failure, &last, &err), &err);
    assert_string_equal(last.reason, "configuration");
}

static void pausing_and_cancelling(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_games(store, "greedy", 10);
    lab_member m = join(store, x.id, 60);
    lab_lease l[4], none[4];
    assert_int_equal(claim(store, &m, 4, 4, l, 4), 1);
    must(lab_set_state(store, x.id, LAB_PAUSED, &err), &err);
    assert_int_equal(claim(store, &m, 4, 4, none, 4), 0);
    assert_true(hand_in(store, &m, &l[0], 1, NULL)); /* what goes back is paused too */
    assert_int_equal(claim(store, &m, 4, 4, none, 4), 0);
    assert_int_equal(progress_of(store, x.id).waiting, 9);
    must(lab_set_state(store, x.id, LAB_ACTIVE, &err), &err);
    assert_int_equal(claim(store, &m, 4, 4, l, 4), 2);
    must(lab_set_state(store, x.id, LAB_CANCELLED, &err), &err);
    assert_false(hand_in(store, &m, &l[0], 3, NULL));
    lab_progress p = progress_of(store, x.id);
    assert_true(p.games == 1 && p.finished == 1 && p.waiting == 0 && p.leased == 0);
}

static void extending_adds_games_and_configurations(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = describe("greedy");
    lab_config c[2] = {config_of("greedy", 3), config_of("random", 4)};
    must(lab_add(store, &x, c, 1, &err), &err);
    c[0].games = 5;
    must(lab_extend(store, &x, c, 2, &err), &err);
    assert_true(c[1].id > c[0].id);
    lab_progress p = progress_of(store, x.id);
    assert_int_equal(p.games, 9);
    assert_int_equal(p.configs, 2);
    lab_member m = join(store, x.id, 60);
    lab_lease l[8];
    assert_int_equal(claim(store, &m, 100, 100, l, 8), 3);
    assert_true(l[1].first == 3 && l[1].games == 2 && l[2].config == c[1].id);
    lab_config stranger = config_of("greedy", 3);
    stranger.id = 999999999;
    assert_int_equal(lab_extend(store, &x, &stranger, 1, &err), LT_BAD_INPUT);
}

/* A game of another behaviour is not for this program. */
static void behaviours_do_not_mix(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_games(store, "greedy", 3);
    lab_member m = {.experiment = x.id, .lease = 60};
    must(lab_queue_join(store, "0123456789abcdef", 1, &m, &err), &err);
    lab_lease l[4];
    lab_pending pending;
    assert_int_equal(claim(store, &m, 3, 3, l, 4), 0);
    must(lab_queue_pending(store, &m, &pending, &err), &err);
    assert_true(pending.open == 0 && pending.foreign == 3 && pending.leased == 0);
}

static bool keep_note(void *ctx, uint64_t step, const char *body)
{
    assert_int_equal(step, 1);
    snprintf(ctx, 40, "%s", body);
    return true;
}

/* A note replaces the one of the same step. */
static void notes_are_kept(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_games(store, "greedy", 1);
    must(lab_note(store, x.id, 1, "{\"a\": 1}", &err), &err);
    must(lab_note(store, x.id, 1, "{\"a\": 2}", &err), &err);
    char last[40] = "";
    must(lab_notes(store, x.id, 0, keep_note, last, &err), &err);
    assert_string_equal(last, "{\"a\": 2}");
    must(lab_set_plan(store, x.id, "new", &err), &err);
    lab_experiment found;
    must(lab_find_id(store, x.id, &found, &err), &err);
    assert_string_equal(found.plan, "new");
    free(found.plan);
}

static void bad_urls_are_refused(void **state)
{
    (void)state;
    lab_store *store;
    lt_error err;
    assert_int_equal(lab_open(&store, "oracle://x", &err), LT_BAD_INPUT);
    assert_non_null(strstr(err.text, "sqlite:PATH"));
    assert_int_equal(lab_open(&store, "sqlite:", &err), LT_BAD_INPUT);
    assert_int_equal(lab_open(&store, "nonsense", &err), LT_BAD_INPUT);
    assert_int_equal(lab_open(&store, "sqlite:/proc/nowhere/x", &err), LT_IO);
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_added_is_found),
        cmocka_unit_test(claims_are_in_order),
        cmocka_unit_test(a_lease_ends_once),
        cmocka_unit_test(leases_lapse),
        cmocka_unit_test(attempts_are_capped),
        cmocka_unit_test(pausing_and_cancelling),
        cmocka_unit_test(extending_adds_games_and_configurations),
        cmocka_unit_test(behaviours_do_not_mix),
        cmocka_unit_test(notes_are_kept),
        cmocka_unit_test(bad_urls_are_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
