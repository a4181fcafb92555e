/* A player of one's own is taken by everything that takes a player: simulation, regret, the
 * lab; and networks and training as other programs use them. threads */
#include "lab_testing.h"

#include "laatta/exact.h"
#include "laatta/network.h"
#include "laatta/own_player.h"
#include "laatta/training.h"

#include <math.h>

/* Left before down before right before up, or, with `draws`, any legal move. */
static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    (void)state;
    (void)advice;
    unsigned *asked = t48_player_memory(player);
    ++*asked;
    t48_player_looked(player, 1);
    if (lt_params_int(t48_player_params(player), "draws")) {
        t48_dir dir;
        do dir = (t48_dir)lt_rng_below(t48_player_draws(player), 4);
        while (!t48_is_legal(legal, dir));
        return dir;
    }
    for (int d = T48_DIRS - 1; d >= 0; d--)
        if (t48_is_legal(legal, (t48_dir)d)) return (t48_dir)d;
    return T48_NONE;
}

static const lt_param params[] = {
    {"draws", "move by chance", LT_INT, 0, 0, 1, NULL, NULL},
};
static const t48_player_ops mine = {
    .info = {.name = "mine", .summary = "left first", .params = params, .param_count = 1},
    .memory_size = sizeof(unsigned),
    .choose = choose,
};

static t48_dir always_up(t48_player *player, const t48_state *state, unsigned legal,
                         t48_advice *advice)
{
    (void)player, (void)state, (void)legal, (void)advice;
    return T48_UP;
}

static t48_dir rubbish(t48_player *player, const t48_state *state, unsigned legal,
                       t48_advice *advice)
{
    (void)player, (void)state, (void)legal, (void)advice;
    return (t48_dir)77;
}

static t48_outcome first_game(const char *spec, int threads, uint64_t *moves)
{
    lt_error err;
    t48_sim *sim;
    t48_sim_config config = {
        .player = spec, .rules = t48_rules_default(), .games = 50, .seed = 4, .threads = threads};
    must(t48_sim_run(&sim, &config, &err), &err);
    t48_outcome outcome = *t48_sim_outcome(sim, 0);
    if (moves) *moves = t48_sim_moves(sim);
    assert_int_equal(t48_sim_nodes(sim) > 0, strncmp(spec, "mine", 4) == 0);
    t48_sim_free(sim);
    return outcome;
}

static void it_plays(void **unused)
{
    (void)unused;
    lt_error err;
    size_t before = t48_player_count();
    must(t48_player_register(&mine, &err), &err);
    must(t48_player_register(&mine, &err), &err); /* again, in its own place */
    assert_int_equal(t48_player_count(), before + 1);
    uint64_t one, many;
    t48_outcome a = first_game("mine", 1, &one), b = first_game("mine", 3, &many);
    assert_int_equal(one, many);
    assert_int_equal(a.score, b.score);
    a = first_game("mine:draws=1", 1, &one);
    b = first_game("mine:draws=1", 3, &many);
    assert_int_equal(one, many);
    assert_true(a.moves > 20);
}

static void moves_that_are_none_give_up(void **unused)
{
    (void)unused;
    lt_error err;
    t48_player_ops other = {.info = {.name = "upwards"}, .choose = always_up};
    must(t48_player_register(&other, &err), &err);
    assert_true(first_game("upwards", 1, NULL).moves < 100);
    other.choose = rubbish;
    must(t48_player_register(&other, &err), &err);
    assert_int_equal(first_game("upwards", 1, NULL).moves, 0);
}

/* Giving up loses all that was still to be had, and is no move. */
static void regret_counts_what_is_given_up(void **unused)
{
    (void)unused;
    lt_error err;
    static t48_regret regret;
    t48_regret_config config = {.player = "stubborn", .rules = {{2, 2}, 0.1}};
    t48_player_ops other = {.info = {.name = "stubborn"}, .choose = always_up};
    must(t48_player_register(&other, &err), &err);
    must(t48_regret_run(&config, &regret, &err), &err);
    assert_int_equal(regret.method, T48_REGRET_EXACT);
    assert_true(regret.expected > 0 && regret.moves > 0);
    assert_true(fabs(regret.regret - regret.regret_by_loss) < 1e-8);
    other.choose = rubbish;
    must(t48_player_register(&other, &err), &err);
    must(t48_regret_run(&config, &regret, &err), &err);
    assert_true(regret.expected == 0 && regret.moves == 0);
    assert_true(fabs(regret.regret_by_loss - regret.optimal) < 1e-8);
    assert_true(regret.regret == regret.optimal);
}

static void names_are_checked(void **unused)
{
    (void)unused;
    lt_error err;
    static const char *const bad[] = {"", "random", "two words", "a:b", NULL};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        t48_player_ops ops = mine;
        ops.info.name = bad[i];
        assert_int_equal(t48_player_register(&ops, &err), LT_BAD_INPUT);
    }
    t48_player_ops ops = {.info = {.name = "silent"}};
    assert_int_equal(t48_player_register(&ops, &err), LT_BAD_INPUT);
    assert_string_equal(err.text, "the player silent has no function to choose");
}

static void regret_takes_it(void **unused)
{
    (void)unused;
    lt_error err;
    static t48_regret regret;
    t48_regret_config config = {.player = "mine", .rules = {{2, 2}, 0.1}};
    must(t48_regret_run(&config, &regret, &err), &err);
    assert_int_equal(regret.method, T48_REGRET_EXACT);
    assert_true(regret.regret > 0 && regret.expected > 0);
}

static bool add_score(void *ctx, const lab_result *result)
{
    *(uint64_t *)ctx += result->outcome.moves;
    return true;
}

static void the_lab_takes_it(void **unused)
{
    (void)unused;
    lt_error err;
    uint64_t expected, moves = 0;
    first_game("mine", 1, &expected);
    lab_store *store = open_store();
    lab_experiment x = describe("mine");
    x.seed = 4;
    lab_config config = config_of("mine", 50);
    must(lab_add(store, &x, &config, 1, &err), &err);
    lab_work_config work = {.threads = 2, .lease = 60, .patience = 10, .experiment = x.id};
    lab_work_done done;
    must(lab_work(store, &work, &done, &err), &err);
    assert_int_equal(done.games, 50);
    must(lab_results(store, x.id, 0, 0, false, add_score, &moves, &err), &err);
    assert_int_equal(moves, expected);
}

/* --- networks and training ----------------------------------------------------------- */

static void training_resumes_bit_for_bit(void **unused)
{
    (void)unused;
    lt_error err;
    char path[] = "/tmp/laatta-training-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    t48_training how = t48_training_default();
    how.shape = (t48_shape){2, 3};
    t48_train *whole, *half, *rest;
    t48_train_point point;
    t48_train_step step = {.games = 60, .threads = 1};
    must(t48_train_start(&whole, &how, &err), &err);
    must(t48_train_start(&half, &how, &err), &err);
    must(t48_train_on(whole, &step, NULL, &err), &err);
    must(t48_train_on(whole, &step, &point, &err), &err);
    assert_int_equal(point.games, 120);
    assert_int_equal(point.window, 60);
    assert_true(point.mean > 0);
    must(t48_train_on(half, &step, NULL, &err), &err);
    must(t48_train_save(half, path, &err), &err);
    must(t48_train_load(&rest, path, &err), &err);
    must(t48_train_on(rest, &step, NULL, &err), &err);
    enum { BOARDS = 729 }; /* every board without a tile above 4 */
    t48_board boards[BOARDS];
    double a[BOARDS], b[BOARDS], c[BOARDS], sum = 0;
    for (unsigned i = 0; i < BOARDS; i++) {
        boards[i] = 0;
        for (unsigned cell = 0, rest_of = i; cell < 6; cell++, rest_of /= 3)
            boards[i] |= (uint64_t)(rest_of % 3) << (16 * (cell / 3) + 4 * (cell % 3));
    }
    t48_train_values(whole, boards, BOARDS, a);
    t48_train_values(rest, boards, BOARDS, b);
    assert_memory_equal(a, b, sizeof a);
    for (unsigned i = 0; i < BOARDS; i++) sum += a[i];
    assert_true(sum > 0);

    /* The mean of two runs; a checkpoint is a network; one of another shape is refused. */
    t48_net *net;
    must(t48_train_average(half, rest, &err), &err);
    must(t48_train_save(rest, path, &err), &err);
    must(t48_net_open(&net, path, &err), &err);
    must(t48_net_values(net, how.shape, boards, BOARDS, c, &err), &err);
    for (unsigned i = 0; i < BOARDS; i++) assert_true(fabs(c[i] - b[i]) < 1);
    assert_int_equal(t48_net_describe(net).games, 120);
    assert_int_equal(t48_net_values(net, (t48_shape){4, 4}, boards, BOARDS, c, &err),
                     LT_UNSUPPORTED);
    assert_string_equal(err.text, "the network is for 2x3 boards, not 4x4");
    t48_net_free(net);
    how.shape = (t48_shape){2, 2};
    t48_train *other;
    must(t48_train_start(&other, &how, &err), &err);
    assert_int_equal(t48_train_average(whole, other, &err), LT_BAD_INPUT);
    t48_train_free(other);
    step = (t48_train_step){.games = 0};
    assert_int_equal(t48_train_on(whole, &step, NULL, &err), LT_BAD_INPUT);
    how.lambda = 2;
    assert_int_equal(t48_train_start(&other, &how, &err), LT_BAD_INPUT);
    assert_null(other);
    t48_train_free(whole);
    t48_train_free(half);
    t48_train_free(rest);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays),
        cmocka_unit_test(moves_that_are_none_give_up),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(regret_takes_it),
        cmocka_unit_test(regret_counts_what_is_given_up),
        cmocka_unit_test(the_lab_takes_it),
        cmocka_unit_test(training_resumes_bit_for_bit),
    };
    if (!lab_test_begin()) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lab_test_end();
    return failed;
}
