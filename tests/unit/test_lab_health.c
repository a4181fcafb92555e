/* The lab explains itself: what does not go on and why, who is at work, what the server
 * says. The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_writing.h"

typedef struct said {
    const char *experiment;
    uint64_t games;
    unsigned count;
    char why[400];
} said;

static bool hear(void *ctx, const lab_stuck *s)
{
    said *heard = ctx;
    if (strcmp(s->experiment, heard->experiment) != 0) return true;
    heard->count++;
    heard->games += s->games;
    snprintf(heard->why, sizeof heard->why, "%s", s->why);
    return true;
}

static said about(lab_store *store, const lab_experiment *x)
{
    said heard = {.experiment = x->name};
    lt_error err;
    must(lab_stuck_games(store, hear, &heard, &err), &err);
    return heard;
}

static void expect(lab_store *store, const lab_experiment *x, uint64_t games, const char *why)
{
    said heard = about(store, x);
    if (heard.count != 1 || heard.games != games || !strstr(heard.why, why))
        fail_msg("%u times, %llu games, \"%s\" instead of %llu, \"%s\"", heard.count,
                 (unsigned long long)heard.games, heard.why, (unsigned long long)games, why);
}

static void what_is_stuck_is_told(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_games(store, "greedy", 100);
    expect(store, &x, 100, "nobody is at work who could play them");
    lab_member m = join(store, store, x.id);
    assert_int_equal(about(store, &x).count, 0);
    must(lab_set_state(store, x.id, LAB_PAUSED, &err), &err);
    expect(store, &x, 100, "paused");
    must(lab_set_state(store, x.id, LAB_ACTIVE, &err), &err);
    /* A worker takes games and is not heard of any more. */
    lab_lease leases[LEASES];
    size_t count = exchange(store, &m, leases, 0);
    assert_int_equal(count, LEASES);
    uint64_t taken = 0;
    for (size_t i = 0; i < count; i++) taken += leases[i].games;
    assert_int_equal(about(store, &x).count, 0);
    lab_member other = join(store, store, x.id);
    must(STORE_DO(store, "UPDATE workers SET seen = seen - 100 WHERE workerID = ?", &err,
                  store_u64(m.worker)),
         &err);
    expect(store, &x, taken, "silent; given back in");
    must(STORE_DO(store, "UPDATE leases SET expires = expires - 1000 WHERE workerID = ?", &err,
                  store_u64(m.worker)),
         &err);
    expect(store, &x, taken, "as soon as any worker is at work");
    uint64_t lapsed;
    must(lab_queue_lapse(store, &lapsed, &err), &err);
    assert_int_equal(about(store, &x).count, 0);
    /* Told in the same moment, another reason could be the last. */
    must(STORE_DO(store, "UPDATE failures SET failed_at = 1 WHERE experimentID = ?", &err,
                  store_u64(x.id)),
         &err);
    /* The one that is left refuses the configuration; then it fails for all. */
    count = exchange(store, &other, leases, 0);
    lab_batch refused = {.lease = leases[0], .fault = LAB_FAULT_WORKER, .reason = "no such file"};
    lab_wish nothing = {0};
    must(lab_queue_exchange(store, &other, &refused, 1, &nothing, leases, &count, &err), &err);
    said heard = about(store, &x);
    assert_non_null(strstr(heard.why, "every worker refuses them, the last because no such file"));
    must(STORE_DO(store, "DELETE FROM refusals WHERE workerID = ?", &err, store_u64(other.worker)),
         &err);
    must(STORE_DO(store, "UPDATE scheduled_runs SET active = 2 WHERE experimentID = ?", &err,
                  store_u64(x.id)),
         &err);
    assert_non_null(strstr(about(store, &x).why, "failed, the last because no such file"));
    must(lab_set_state(store, x.id, LAB_CANCELLED, &err), &err);
    assert_int_equal(about(store, &x).count, 0);
}

static bool add_host(void *ctx, const lab_host *h)
{
    lab_host *sum = ctx;
    sum->workers += h->workers;
    sum->threads += h->threads;
    snprintf(sum->name, sizeof sum->name, "%s", h->name);
    return true;
}

static bool keep_node(void *ctx, const lab_node *n)
{
    *(lab_node *)ctx = *n;
    return false;
}

static void hosts_and_servers_are_told(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_host before = {0}, after = {0};
    must(lab_hosts(store, add_host, &before, &err), &err);
    lab_member m = join(store, store, 0);
    must(lab_hosts(store, add_host, &after, &err), &err);
    assert_int_equal(after.workers, before.workers + 1);
    assert_int_equal(after.threads, before.threads + 1);
    assert_true(after.name[0] != '\0');
    must(lab_queue_leave(store, &m, &err), &err);
    lab_node node = {0};
    must(lab_nodes(store, keep_node, &node, &err), &err);
    assert_true(node.writable && node.name[0] && node.lag < 0);
    bool sqlite = strncmp(lab_test_database, "sqlite:", 7) == 0;
    assert_string_equal(node.role, sqlite ? "file" : "primary");
}

static bool keep_away(void *ctx, const lab_node *n)
{
    if (strcmp(n->role, "away") == 0) *(lab_node *)ctx = *n;
    return true;
}

/* Of several servers also those are told that give no answer. */
static void servers_that_are_away_are_told(void **state)
{
    (void)state;
    if (strncmp(lab_test_database, "sqlite:", 7) == 0) skip();
    const char *behind = strrchr(lab_test_database, '/');
    char url[sizeof lab_test_database + 20];
    snprintf(url, sizeof url, "%.*s,127.0.0.1:1%s", (int)(behind - lab_test_database),
             lab_test_database, behind);
    lab_store *store;
    lt_error err;
    must(lab_open(&store, url, &err), &err);
    for (int i = 0; i < 2; i++) { /* the second time from memory */
        lab_node node = {0};
        must(lab_nodes(store, keep_away, &node, &err), &err);
        assert_string_equal(node.name, "127.0.0.1:1");
        assert_true(!node.writable && node.lag < 0);
        assert_non_null(strstr(node.details, "cannot be reached"));
    }
    lab_close(store);
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stuck_is_told),
        cmocka_unit_test(hosts_and_servers_are_told),
        cmocka_unit_test(servers_that_are_away_are_told),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
