/* Learning leaves out moves that a few look-ups show to be hopeless: the same games as a plain
 * player makes who knows the rule, and where values are small the games of one who looks at all. */
#include "net_testing.h"

#include <math.h>

enum { GLANCE = 16, LOOKUPS = 64 };

/* The rule once more, apart from the learner. */
static const float share = 0.55f, least = 100000;

typedef struct plain_game {
    uint64_t moves, score;
    unsigned left_out; /* best moves that a glance took for hopeless */
} plain_game;

static float sum(const t48_learner *l, t48_board board, unsigned lookups)
{
    uint32_t index[T48_NET_LOOKUPS_MAX];
    float total = 0;
    t48_net_indices(&l->layout, board, index);
    for (unsigned i = 0; i < lookups; i++) total += l->weight[index[i]].value;
    return total;
}

static bool play_one(const t48_learner *l, bool screened, t48_board *board, plain_game *game)
{
    t48_board after[T48_DIRS];
    float glance[T48_DIRS], value[T48_DIRS], first = -INFINITY, best = -INFINITY, any = -INFINITY;
    uint64_t gain[T48_DIRS];
    int chosen = -1, best_of_all = -1;
    for (int d = 0; d < T48_DIRS; d++) {
        after[d] = t48_board_move(*board, l->layout.shape, (t48_dir)d, &gain[d]);
        if (after[d] == *board) continue;
        glance[d] = 4 * sum(l, after[d], GLANCE) + (float)gain[d];
        value[d] = sum(l, after[d], LOOKUPS) + (float)gain[d];
        if (glance[d] > first) first = glance[d];
        if (value[d] > any) any = value[best_of_all = d];
    }
    float behind = share * first > least ? share * first : least;
    for (int d = 0; d < T48_DIRS; d++) {
        if (after[d] == *board || (screened && first - glance[d] > behind)) continue;
        if (value[d] > best) best = value[chosen = d];
    }
    if (chosen < 0) return false;
    game->left_out += chosen != best_of_all;
    game->moves++;
    game->score += gain[chosen];
    *board = after[chosen];
    return true;
}

/* A network of whole numbers from -most to most, which sums hold exactly. */
static void fill(t48_learner *l, lt_rng *rng, unsigned most)
{
    for (uint64_t i = 0; i < l->layout.size; i++)
        l->weight[i].value = (float)lt_rng_below(rng, 2 * most + 1) - (float)most;
}

static plain_game compare(unsigned most, bool screened, uint64_t seed)
{
    t48_net_layout layout = layout_of((t48_shape){4, 4}, "012,456,145,125,567,046,236,157");
    t48_learner learner;
    assert_int_equal(layout.lookups, LOOKUPS);
    assert_int_equal(t48_learner_init(&learner, &layout, NULL), LT_OK);
    lt_rng rng;
    lt_rng_seed(&rng, seed);
    fill(&learner, &rng, most);
    /* A rate of nothing: the weights stay as they are. */
    t48_rule rule = {.rate = 0, .lambda = 0.5f, .steps = 3};
    t48_worker worker = {.rng = rng};
    t48_tally tally;
    uint64_t games = test_amount(400) + 20;
    t48_learn_round(&learner, &rule, &worker, 0, games, NULL, NULL, &tally);

    plain_game plain = {0};
    uint64_t cells = t48_cells_mask(layout.shape);
    for (uint64_t g = 0; g < games; g++) {
        t48_board board = t48_learn_spawn(0, cells, &rng);
        do board = t48_learn_spawn(board, cells, &rng);
        while (play_one(&learner, screened, &board, &plain));
    }
    assert_int_equal(tally.games, games);
    assert_int_equal(tally.moves, plain.moves);
    assert_int_equal((uint64_t)tally.score, plain.score);
    assert_memory_equal(&worker.rng, &rng, sizeof rng);
    t48_learner_release(&learner);
    return plain;
}

static void hopeless_moves_are_left_out(void **state)
{
    (void)state;
    assert_true(compare(20000, true, 1).left_out > 0);
}

static void small_values_leave_nothing_out(void **state)
{
    (void)state;
    compare(500, false, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hopeless_moves_are_left_out),
        cmocka_unit_test(small_values_leave_nothing_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
