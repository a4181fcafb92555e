/* What has to be made before it plays: one worker makes it, the others wait for it, and it
 * is kept with the first game. The database is LAATTA_TEST_DB, or a SQLite file. */
#include "lab_testing.h"

#include <dirent.h>

static const char recipe[] = "train:net=\"012,345\",games=300";
static const t48_rules small = {.shape = {2, 3}, .fours = 0.1};

static lab_experiment queue_recipe(lab_store *store, const char *spec, uint64_t games)
{
    lt_error err;
    lab_experiment x = describe(spec);
    lab_config c = config_of(spec, games);
    x.rules = small;
    must(lab_add(store, &x, &c, 1, &err), &err);
    return x;
}

static lab_member join(lab_store *store, uint64_t experiment)
{
    lt_error err;
    char behaviour[17];
    lab_member m = {.experiment = experiment, .lease = 60};
    must(lab_queue_behaviour(store, behaviour, &err), &err);
    must(lab_queue_join(store, behaviour, 1, &m, &err), &err);
    return m;
}

/* Claims all there is; the number of games. */
static uint64_t claim(lab_store *store, lab_member *m, lab_lease leases[64], size_t *count)
{
    lt_error err;
    lab_wish wish = {.games = 100000, .each = 1000, .most = 64};
    must(lab_queue_exchange(store, m, NULL, 0, &wish, leases, count, &err), &err);
    uint64_t games = 0;
    for (size_t i = 0; i < *count; i++) games += leases[i].games;
    return games;
}

static lt_status hand_in(lab_store *store, lab_member *m, lab_batch *batch)
{
    lt_error err;
    size_t claimed;
    lab_wish nothing = {0};
    return lab_queue_exchange(store, m, batch, 1, &nothing, NULL, &claimed, &err);
}

static void only_one_game_is_open_until_it_is_made(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_recipe(store, recipe, 600);
    lab_member m = join(store, x.id);
    lab_lease leases[64];
    size_t count;
    assert_int_equal(progress_of(store, x.id).waiting, 600);
    assert_int_equal(claim(store, &m, leases, &count), 1);
    assert_int_equal(leases[0].first, 0);
    lab_order order;
    must(lab_queue_order(store, leases[0].config, &order, &err), &err);
    assert_true(lab_order_unmade(&order));
    lab_lease more[64];
    size_t none;
    assert_int_equal(claim(store, &m, more, &none), 0);
    /* Given back, it is the only one again. */
    lab_batch batch = {.lease = leases[0]};
    assert_int_equal(hand_in(store, &m, &batch), LT_OK);
    assert_int_equal(claim(store, &m, leases, &count), 1);
    /* Paused while it is made: the rest waits for `resume`. */
    must(lab_set_state(store, x.id, LAB_PAUSED, &err), &err);
    lab_product made = {.content = "00000000000000ab", .bytes = 5, .curve = "[[1,2,3]]"};
    lab_result result = {.config = leases[0].config};
    batch = (lab_batch){.lease = leases[0],
                        .results = &result,
                        .played = 1,
                        .made = &made,
                        .fingerprint = "0123456789abcdef"};
    assert_int_equal(hand_in(store, &m, &batch), LT_OK);
    assert_int_equal(claim(store, &m, more, &none), 0);
    must(lab_set_state(store, x.id, LAB_ACTIVE, &err), &err);
    assert_int_equal(claim(store, &m, leases, &count), 599);
    must(lab_queue_order(store, leases[0].config, &order, &err), &err);
    assert_string_equal(order.fingerprint, "0123456789abcdef");
    assert_string_equal(order.content, "00000000000000ab");
    must(lab_delete(store, x.id, &err), &err);
}

static void what_cannot_be_made_fails_whole(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    lab_experiment x = queue_recipe(store, recipe, 600);
    lab_member m = join(store, x.id);
    lab_lease leases[64];
    size_t count;
    assert_int_equal(claim(store, &m, leases, &count), 1);
    lab_batch batch = {.lease = leases[0], .fault = LAB_FAULT_CONFIG, .reason = "so it is"};
    assert_int_equal(hand_in(store, &m, &batch), LT_OK);
    assert_int_equal(progress_of(store, x.id).failed, 600);
    must(lab_delete(store, x.id, &err), &err);
    x = describe(recipe);
    lab_config c = config_of("train:rate=99", 1);
    assert_int_equal(lab_add(store, &x, &c, 1, &err), LT_BAD_INPUT);
}

/* What a database calls the content becomes the name of a file. */
static void names_that_lead_elsewhere_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "../../etc/passwd", "0123456789ABCDEF",
                                      "0123456789abcde"};
    lt_error err;
    lt_text spec;
    lt_text_init(&spec);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(lab_recipe_player(recipe, &small, "/tmp", bad[i], &spec, &err),
                         LT_DAMAGED);
    assert_int_equal(spec.length, 0);
    lt_text_release(&spec);
}

static bool keep_content(void *ctx, uint64_t config, const lab_product *product)
{
    (void)config;
    assert_true(product->bytes > 0 && strlen(product->curve) > 10);
    strcpy(ctx, product->content);
    return true;
}

static lt_status work(lab_store *store, uint64_t experiment, const char *folder,
                      lab_work_done *done, lt_error *err)
{
    lab_work_config config = {
        .threads = 2, .experiment = experiment, .lease = 15, .patience = 5, .folder = folder};
    return lab_work(store, &config, done, err);
}

static void remove_notes(const char *directory)
{
    DIR *dir = opendir(directory);
    unsigned notes = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[400];
        if (e->d_name[0] == '.') continue;
        assert_non_null(strstr(e->d_name, ".made"));
        snprintf(path, sizeof path, "%s/%.80s", directory, e->d_name);
        assert_int_equal(unlink(path), 0);
        notes++;
    }
    closedir(dir);
    assert_int_equal(notes, 1);
}

/* A worker whose lease lapsed after the making gets the game again: it has the player
 * already, and what was made is kept all the same. */
static void what_was_made_is_found_again(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    char folder[80], path[240], content[17];
    lab_product product, again;
    snprintf(folder, sizeof folder, "%s/folder-2", lab_test_directory);
    must(lab_recipe_make(recipe, &small, folder, NULL, &product, &err), &err);
    must(lab_recipe_make(recipe, &small, folder, NULL, &again, &err), &err);
    assert_string_equal(product.content, again.content);
    assert_string_equal(product.curve, again.curve);
    assert_true(again.bytes == product.bytes && again.bytes > 0);
    lab_experiment x = queue_recipe(store, recipe, 3);
    lab_work_done done;
    must(work(store, x.id, folder, &done, &err), &err);
    assert_int_equal(done.games, 3);
    must(lab_queue_products(store, x.id, keep_content, content, &err), &err);
    assert_string_equal(content, product.content);
    must(lab_delete(store, x.id, &err), &err);
    snprintf(path, sizeof path, "%s/%s.train", folder, content);
    assert_int_equal(unlink(path), 0);
    /* Gone, it is made anew, and the same. */
    free(again.curve);
    must(lab_recipe_make(recipe, &small, folder, NULL, &again, &err), &err);
    assert_string_equal(product.content, again.content);
    assert_int_equal(unlink(path), 0);
    snprintf(path, sizeof path, "%s/recipes", folder);
    remove_notes(path);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
    free(product.curve);
    free(again.curve);
}

/* The same recipe makes the same network; who does not see the folder says so. */
static void workers_with_threads_make_and_share(void **state)
{
    (void)state;
    lab_store *store = open_store();
    lt_error err;
    char folder[2][80], content[2][17] = {"", ""}, path[240];
    lab_work_done done;
    for (int i = 0; i < 2; i++) {
        snprintf(folder[i], sizeof folder[i], "%s/folder-%d", lab_test_directory, i);
        lab_experiment x = queue_recipe(store, recipe, 20);
        must(work(store, x.id, folder[i], &done, &err), &err);
        assert_int_equal(done.games, 20);
        must(lab_queue_products(store, x.id, keep_content, content[i], &err), &err);
        lab_config *configs;
        size_t count;
        must(lab_configs(store, x.id, &configs, &count, &err), &err);
        configs[0].games = 25;
        must(lab_extend(store, &x, configs, 1, &err), &err);
        free(configs);
        assert_int_equal(work(store, x.id, "/nowhere", &done, &err), LT_UNAVAILABLE);
        assert_non_null(strstr(err.text, "/nowhere/"));
        must(work(store, x.id, folder[i], &done, &err), &err);
        assert_int_equal(done.games, 5);
        must(lab_delete(store, x.id, &err), &err);
    }
    assert_string_equal(content[0], content[1]);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s.train", folder[i], content[i]);
        assert_int_equal(unlink(path), 0);
        snprintf(path, sizeof path, "%s/recipes", folder[i]);
        remove_notes(path);
        assert_int_equal(rmdir(path), 0);
        assert_int_equal(rmdir(folder[i]), 0);
    }
}

int main(void)
{
    if (!lab_test_begin()) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_one_game_is_open_until_it_is_made),
        cmocka_unit_test(what_cannot_be_made_fails_whole),
        cmocka_unit_test(names_that_lead_elsewhere_are_refused),
        cmocka_unit_test(what_was_made_is_found_again),
        cmocka_unit_test(workers_with_threads_make_and_share),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
