/* Networks as files: they keep the values of their checkpoint, wherever their weights lie
 * then, and become a checkpoint again. */
#include "directory_testing.h"
#include "net_testing.h"

#include "base/files.h"
#include "twenty48/net/net.h"

static void a_network_keeps_the_values_of_its_checkpoint(void **state)
{
    (void)state;
    const char *checkpoint = in_directory("keep.train"), *network = in_directory("keep.net");
    t48_train *train = new_run("0145,1256,569a@8", 0.5);
    run(train, 400, 1, checkpoint);
    t48_net_packing packing = {.size = 1000000, .step = 0.5, .games = 20, .highest = 13};
    assert_int_equal(t48_net_quantize(checkpoint, &packing, network, NULL, NULL), LT_OK);
    t48_net *net, *again, *full, *parsed;
    lt_error err;
    assert_int_equal(t48_net_open(&net, network, &err), LT_OK);
    assert_int_equal(t48_net_open(&again, network, &err), LT_OK); /* from the cache */
    assert_int_equal(t48_net_open(&full, checkpoint, &err), LT_OK);
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(network, 1 << 30, &bytes, &length, NULL), LT_OK);
    assert_int_equal(t48_net_parse(&parsed, (const uint8_t *)bytes, length, "memory", &err), LT_OK);
    lt_rng rng;
    lt_rng_seed(&rng, 9);
    for (int i = 0; i < 2000; i++) {
        t48_board board = lt_rng_next(&rng) & lt_rng_next(&rng);
        double value = t48_learner_value(&train->learner, board);
        double coarse_value = (double)t48_net_value(net, board) / T48_NET_UNIT;
        /* 24 lookups, each rounded by at most a quarter of a point. */
        assert_true(coarse_value >= value - 6.1 && coarse_value <= value + 6.1);
        assert_int_equal(t48_net_value(net, board), t48_net_value(again, board));
        assert_int_equal(t48_net_value(net, board), t48_net_value(parsed, board));
        double full_value = (double)t48_net_value(full, board) / T48_NET_UNIT;
        assert_true(full_value >= value - 6.1 && full_value <= value + 6.1);
    }
    /* A smaller file is filled, keeps less, and says how much it is off. */
    double error = net->error;
    assert_true(error > 0 && error < 24 * 0.25);
    for (packing.size = length * 3 / 4; packing.size > 1000; packing.size /= 2) {
        size_t fitted;
        t48_net_free(again);
        assert_int_equal(t48_net_quantize(checkpoint, &packing, network, NULL, NULL), LT_OK);
        assert_int_equal(t48_net_open(&again, network, &err), LT_OK);
        assert_true(again->error > error);
        error = again->error;
        free(bytes);
        assert_int_equal(lt_file_load(network, 1 << 30, &bytes, &fitted, NULL), LT_OK);
        assert_true(fitted <= packing.size && fitted > packing.size * 9 / 10);
    }
    /* The level up to which it is to be shown boards travels with it. */
    assert_int_equal(net->highest, 13);
    assert_int_equal(full->highest, 8);
    packing.highest = 0;
    packing.size = 1000000;
    t48_net_free(again);
    assert_int_equal(t48_net_quantize(checkpoint, &packing, network, NULL, NULL), LT_OK);
    assert_int_equal(t48_net_open(&again, network, &err), LT_OK);
    assert_int_equal(again->highest, 8);
    packing.size = 250;
    assert_int_equal(t48_net_quantize(checkpoint, &packing, network, NULL, &err), LT_BAD_INPUT);
    free(bytes);
    t48_net_free(parsed);
    t48_net_free(full);
    t48_net_free(again);
    t48_net_free(net);
    t48_train_free(train);
}

/* Its values are those of the network, every weight that it has counts as learned, and
 * it can be gone on from. */
static void a_network_becomes_a_checkpoint(void **state)
{
    (void)state;
    const char *first = in_directory("first.train"), *network = in_directory("first.net");
    const char *second = in_directory("second.train");
    t48_train *train = new_run("0145,1256@8", 0.5), *again, *loaded;
    run(train, 300, 1, first);
    t48_net_packing packing = {.size = 1000000, .step = 2, .games = 20, .highest = 13};
    assert_int_equal(t48_net_quantize(first, &packing, network, NULL, NULL), LT_OK);
    t48_net *net;
    assert_int_equal(t48_net_open(&net, network, NULL), LT_OK);
    assert_int_equal(t48_train_of_net(&again, net, 3, NULL), LT_OK);
    assert_int_equal(t48_train_save(again, second, NULL), LT_OK);
    assert_int_equal(t48_train_load(&loaded, second, NULL), LT_OK);
    assert_int_equal(loaded->games, 300);
    assert_int_equal(loaded->moves, train->moves);
    assert_int_equal(loaded->seed, 3);
    uint64_t learned = 0;
    for (uint64_t i = 0; i < net->layout.size; i++) {
        const t48_weight *w = &loaded->learner.weight[i];
        assert_int_equal(w->strength != 0, net->weight[i] != 0);
        assert_int_equal(w->coherence, 0);
        learned += w->strength != 0;
    }
    assert_int_equal(learned, net->kept);
    assert_true(learned > 1000);
    lt_rng rng;
    lt_rng_seed(&rng, 4);
    for (int i = 0; i < 2000; i++) {
        t48_board board = lt_rng_next(&rng) & lt_rng_next(&rng);
        double value = t48_learner_value(&loaded->learner, board);
        assert_true(value == (double)t48_net_value(net, board) / T48_NET_UNIT);
    }
    run(loaded, 400, 1, NULL);
    assert_int_equal(loaded->games, 400);
    t48_train_free(loaded);
    t48_train_free(again);
    t48_train_free(train);
    t48_net_free(net);
}

static void assert_equal_values(const t48_net *a, const t48_net *b)
{
    lt_rng rng;
    lt_rng_seed(&rng, 11);
    unsigned nonzero = 0;
    for (int i = 0; i < 20000; i++) {
        t48_board board = lt_rng_next(&rng) & lt_rng_next(&rng) & lt_rng_next(&rng);
        assert_int_equal(t48_net_value(a, board), t48_net_value(b, board));
        nonzero += t48_net_value(a, board) != 0;
    }
    assert_true(nonzero > 1000);
}

/* Tables come from the cache; without one, small networks have them in memory and large ones
 * stay rows, which take less. */
static void values_are_the_same_without_a_cache(void **state)
{
    (void)state;
    static const char *const shapes[] = {"0145,1256@6@7", "012345@7"};
    for (int large = 0; large < 2; large++) {
        const char *checkpoint = in_directory("rows.train"), *network = in_directory("rows.net");
        t48_train *train = new_run(shapes[large], 0), *again;
        run(train, 60, 1, checkpoint);
        t48_train_free(train);
        t48_net_packing packing = {.size = 1000000, .step = 0.5, .games = 5};
        assert_int_equal(t48_net_quantize(checkpoint, &packing, network, NULL, NULL), LT_OK);
        t48_net *first, *cached, *alone;
        lt_error err;
        assert_int_equal(t48_net_open(&first, network, &err), LT_OK);
        assert_int_equal(t48_net_open(&cached, network, &err), LT_OK);
        assert_true(first->map && cached->map && !first->row && !first->pages);
        assert_int_equal(setenv("XDG_CACHE_HOME", "/dev/null/nowhere", 1), 0);
        lt_status status = t48_net_open(&alone, network, &err);
        setenv("XDG_CACHE_HOME", directory, 1);
        assert_int_equal(status, LT_OK);
        assert_true(!alone->map && (alone->row != NULL) == large);
        assert_equal_values(first, cached);
        assert_equal_values(first, alone);
        /* Rows as well become a checkpoint. */
        assert_int_equal(t48_train_of_net(&again, alone, 3, NULL), LT_OK);
        uint64_t learned = 0;
        for (uint64_t i = 0; i < first->layout.size; i++) {
            const t48_weight *w = &again->learner.weight[i];
            assert_true(w->value == (float)(first->weight[i] * first->step) / T48_NET_UNIT);
            learned += w->strength != 0;
        }
        assert_int_equal(learned, first->kept);
        t48_train_free(again);
        t48_net_free(alone);
        t48_net_free(cached);
        t48_net_free(first);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_keeps_the_values_of_its_checkpoint),
        cmocka_unit_test(a_network_becomes_a_checkpoint),
        cmocka_unit_test(values_are_the_same_without_a_cache),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
