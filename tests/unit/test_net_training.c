/* Training runs: it learns, one worker is reproducible, resuming changes nothing,
 * several threads share weights; checkpoints and networks are written whole or
 * not at all, and damaged ones are refused. */
#include "directory_testing.h"
#include "net_testing.h"

#include "base/files.h"
#include "base/sealed.h"
#include "twenty48/net/net.h"
#include "twenty48/net/net_train.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void assert_same(const t48_train *a, const t48_train *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->moves, b->moves);
    assert_memory_equal(a->learner.weight, b->learner.weight,
                        a->learner.layout.size * sizeof(t48_weight));
    assert_memory_equal(a->worker, b->worker, sizeof *a->worker);
}

static void it_learns(void **state)
{
    (void)state;
    uint64_t games = test_amount(3000) + 200;
    t48_train *train = new_run("0123,4567,0145,1256", 0);
    run(train, games, 1, NULL);
    assert_int_equal(train->games, games);
    const t48_train_point *first = &train->point[0], *last = &train->point[train->points - 1];
    assert_true(last->mean > (games > 1000 ? 3 : 1.2) * first->mean);
    if (games > 1000) assert_true(last->mean > 15000);
    assert_true(last->reached[8] > first->reached[8]);
    t48_train_free(train);
}

static void a_resumed_run_equals_an_uninterrupted_one(void **state)
{
    (void)state;
    const char *path = in_directory("resume.train");
    uint64_t games = test_amount(1200) + 300;
    const char *net = "0145,1256@7@9";
    t48_train *whole = new_run(net, 0.5), *half = new_run(net, 0.5), *rest;
    run(whole, games, 1, NULL);
    run(half, 200, 1, path);
    t48_train_free(half);
    assert_int_equal(t48_train_load(&rest, path, NULL), LT_OK);
    assert_int_equal(rest->points, 2);
    assert_int_equal(rest->seed, 7);
    run(rest, games, 1, path);
    assert_same(whole, rest);
    t48_train_free(rest);
    t48_train_free(whole);
}

/* As long as there are no late positions games begin empty: nothing that is higher than
 * they get is ever learned, unless large tiles are laid out. */
static void only_laid_out_games_begin_with_large_tiles(void **state)
{
    (void)state;
    for (int laid = 0; laid < 2; laid++) {
        t48_train *train = new_run("0145", 0.9);
        train->rule.laid = laid * 0.05;
        run(train, 20, 1, NULL);
        uint64_t high = 0;
        for (uint64_t i = 0; i < train->learner.layout.size; i++)
            high += t48_reaches(i, 13) && train->learner.weight[i].sums != 0;
        assert_int_equal(high > 0, laid);
        t48_train_free(train);
    }
}

static void threads_share_the_weights(void **state)
{
    (void)state;
    t48_train *train = new_run("0145,1256", 0.5);
    run(train, test_amount(1000) + 100, 3, NULL);
    assert_int_equal(train->games, test_amount(1000) + 100);
    assert_int_equal(train->workers, 3);
    for (uint64_t i = 0; i < train->learner.layout.size; i++)
        assert_true(train->learner.weight[i].value == train->learner.weight[i].value);
    t48_train_free(train);
}

/* Games end where the second stage begins: it stays as it was, and says what they
 * are worth. The first one learns the same in one run and in two. */
static void a_stage_learns_up_to_the_next(void **state)
{
    (void)state;
    const char *path = in_directory("until.train");
    uint64_t games = test_amount(400) + 300;
    t48_train *whole = new_run("0145,1256@7", 0.5), *half = new_run("0145,1256@7", 0.5), *rest;
    uint64_t stage = whole->learner.layout.stage_size;
    for (uint64_t i = 0; i < stage; i++)
        whole->learner.weight[stage + i].value = half->learner.weight[stage + i].value = 1000;
    whole->rule.until = half->rule.until = 1;
    run(whole, games, 1, NULL);
    run(half, 200, 1, path);
    t48_train_free(half);
    assert_int_equal(t48_train_load(&rest, path, NULL), LT_OK);
    assert_int_equal(rest->rule.until, 1);
    run(rest, games, 1, path);
    assert_same(whole, rest);
    for (uint64_t i = 0; i < stage; i++) {
        assert_true(whole->learner.weight[stage + i].value == 1000);
        assert_int_equal(whole->learner.weight[stage + i].sums, 0);
    }
    const t48_train_point *last = &whole->point[whole->points - 1];
    assert_true(last->reached[7] > 0.5);
    assert_true(last->reached[8] == 0);
    /* 128 is made of merges that score 500 to 800; then a board is worth 16 * 1000. */
    double value = t48_learner_value(&whole->learner, 0x21);
    assert_in_range((uint64_t)value, 8000, 17500);
    t48_train_free(rest);
    t48_train_free(whole);
}

static void averaging_is_the_mean_of_what_both_have_learned(void **state)
{
    (void)state;
    t48_train *one = new_run("01", 0), *two = new_run("01", 0);
    t48_weight *a = one->learner.weight, *b = two->learner.weight;
    a[1] = (t48_weight){.value = 4, .strength = 1};
    b[1] = (t48_weight){.value = 10, .strength = 2};
    a[2] = (t48_weight){.value = 5, .strength = 1};
    b[3] = (t48_weight){.value = 6, .strength = 3};
    assert_int_equal(t48_train_average(one, two, NULL), LT_OK);
    assert_true(a[0].value == 0 && a[1].value == 7 && a[2].value == 5 && a[3].value == 6);
    assert_int_equal(a[1].strength, 1);
    assert_int_equal(a[3].strength, 3);
    /* A third one counts a third. */
    b[1].value = 1;
    assert_int_equal(t48_train_blend(one, two, 1 / 3.0f, NULL), LT_OK);
    assert_true(fabsf(a[1].value - 5) < 1e-5f && a[2].value == 5 && a[3].value == 6);
    t48_train_free(one);
    t48_train_free(two);
}

/* --- files --------------------------------------------------------------------- */

typedef lt_status opener(const char *path, lt_error *err);

static lt_status open_checkpoint(const char *path, lt_error *err)
{
    t48_train *train;
    lt_status status = t48_train_load(&train, path, err);
    if (status == LT_OK) t48_train_free(train);
    return status;
}

static lt_status open_network(const char *path, lt_error *err)
{
    t48_net *net;
    lt_status status = t48_net_open(&net, path, err);
    if (status == LT_OK) t48_net_free(net);
    return status;
}

/* Every kind of damage is told, and nothing but damage. */
static void damage(const char *path, opener *open_it)
{
    char *bytes;
    size_t length;
    lt_error err;
    const char *other = in_directory("other");
    assert_int_equal(lt_file_load(path, 1 << 30, &bytes, &length, NULL), LT_OK);
    for (size_t at = 0; at < length; at += at < 64 ? 1 : 1 + length / 40) {
        bytes[at] ^= 0x20;
        assert_int_equal(lt_file_save(other, bytes, length, NULL), LT_OK);
        assert_int_equal(open_it(other, &err), LT_DAMAGED);
        assert_true(strstr(err.text, "is damaged") || strstr(err.text, "not a file of this kind"));
        bytes[at] ^= 0x20;
    }
    for (size_t cut = 0; cut < length; cut += 1 + length / 20) {
        assert_int_equal(lt_file_save(other, bytes, cut, NULL), LT_OK);
        assert_int_equal(open_it(other, &err), LT_DAMAGED);
    }
    assert_int_equal(lt_file_save(other, bytes, length, NULL), LT_OK);
    assert_int_equal(open_it(other, &err), LT_OK);
    memset(bytes, 0, length);
    assert_int_equal(lt_file_save(other, bytes, length, NULL), LT_OK);
    assert_int_equal(open_it(other, &err), LT_DAMAGED);
    assert_int_equal(open_it(in_directory("missing"), &err), LT_UNAVAILABLE);
    free(bytes);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    const char *checkpoint = in_directory("damage.train"), *network = in_directory("damage.net");
    t48_train *train = new_run("0145,1256", 0.5);
    run(train, 120, 1, checkpoint);
    t48_train_free(train);
    t48_net_packing packing = {.size = 1000000, .step = 1, .games = 4, .highest = 13};
    assert_int_equal(t48_net_quantize(checkpoint, &packing, network, NULL, NULL), LT_OK);
    damage(checkpoint, open_checkpoint);
    damage(network, open_network);
}

/* Sealed well, but with content that cannot be: the second line of defence. */
static void nonsense_under_a_good_seal_is_refused(void **state)
{
    (void)state;
    static const char *const magic[] = {"laatrain", "laatanet"};
    const char *path = in_directory("nonsense");
    lt_rng rng;
    lt_rng_seed(&rng, 5);
    for (int n = 0; n < 40; n++) {
        lt_sealer *sealer;
        lt_seal seal = {.version = 2};
        memcpy(seal.magic, magic[n & 1], 8);
        uint64_t content[64];
        for (int i = 0; i < 64; i++) content[i] = n & 2 ? lt_rng_next(&rng) : 0;
        assert_int_equal(lt_sealer_open(&sealer, path, &seal, NULL), LT_OK);
        assert_int_equal(lt_sealer_write(sealer, content, (size_t)(n * 12), NULL), LT_OK);
        assert_int_equal(lt_sealer_commit(sealer, NULL), LT_OK);
        lt_error err;
        lt_status status = n & 1 ? open_network(path, &err) : open_checkpoint(path, &err);
        assert_int_equal(status, LT_DAMAGED);
    }
}

static void a_full_disk_leaves_the_last_checkpoint_whole(void **state)
{
    (void)state;
    const char *path = in_directory("full.train");
    t48_train *train = new_run("0145,1256", 0.5), *loaded;
    run(train, 100, 1, path);
    uint64_t games = train->games;
    run(train, 200, 1, NULL);

    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 100000; /* the file system takes no more than this */
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    lt_error err;
    lt_status status = t48_train_save(train, path, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, LT_IO);
    assert_non_null(strstr(err.text, path));
    assert_int_equal(t48_train_load(&loaded, path, NULL), LT_OK);
    assert_int_equal(loaded->games, games);
    t48_train_free(loaded);
    t48_train_free(train);
}

/* What a calm weight remembers of its errors is limited, its value stays, and then errors that
 * agree move it again. */
static void a_network_that_remembers_less_learns_again(void **state)
{
    (void)state;
    static const float remembered = 1000;
    t48_train *calm = new_run("0145,1256", 0), *awake = new_run("0145,1256", 0);
    for (uint64_t i = 0; i < calm->learner.layout.size; i++)
        calm->learner.weight[i] = (t48_weight){.value = (float)(i % 97),
                                               .coherence = (int16_t)(i % 800),
                                               .strength = (uint16_t)(i % 50000)};
    memcpy(awake->learner.weight, calm->learner.weight,
           calm->learner.layout.size * sizeof(t48_weight));
    t48_learner_remember(&awake->learner, remembered);
    uint64_t less = 0;
    for (uint64_t i = 0; i < calm->learner.layout.size; i++) {
        const t48_weight *was = &calm->learner.weight[i], *is = &awake->learner.weight[i];
        assert_true(is->value == was->value);
        assert_int_equal(is->coherence, was->coherence);
        float before = t48_weight_strength(was), now = t48_weight_strength(is);
        assert_true(before <= remembered ? now == before : now <= remembered && now > 990);
        less += now < before;
    }
    assert_true(less > calm->learner.layout.size / 2);
    for (uint64_t i = 0; i < calm->learner.layout.size; i++)
        calm->learner.weight[i].strength = 40000;
    memcpy(awake->learner.weight, calm->learner.weight,
           calm->learner.layout.size * sizeof(t48_weight));
    t48_learner_remember(&awake->learner, remembered);
    t48_board board = 0x4321000000005432;
    double first = t48_learner_value(&calm->learner, board);
    for (int i = 0; i < 20; i++) {
        t48_learner_update(&calm->learner, &calm->rule, board, (float)first + 500);
        t48_learner_update(&awake->learner, &awake->rule, board, (float)first + 500);
    }
    double slow = t48_learner_value(&calm->learner, board) - first;
    double fast = t48_learner_value(&awake->learner, board) - first;
    assert_true(fast > 450 && fast > 2 * slow && slow >= 0);
    t48_train_free(awake);
    t48_train_free(calm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_learns),
        cmocka_unit_test(a_resumed_run_equals_an_uninterrupted_one),
        cmocka_unit_test(a_stage_learns_up_to_the_next),
        cmocka_unit_test(only_laid_out_games_begin_with_large_tiles),
        cmocka_unit_test(threads_share_the_weights),
        cmocka_unit_test(a_network_that_remembers_less_learns_again),
        cmocka_unit_test(averaging_is_the_mean_of_what_both_have_learned),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(nonsense_under_a_good_seal_is_refused),
        cmocka_unit_test(a_full_disk_leaves_the_last_checkpoint_whole),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
