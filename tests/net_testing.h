/* What tests of networks share. */
#ifndef NET_TESTING_H
#define NET_TESTING_H

#include "testing.h"

#include "laatta/rng.h"
#include "twenty48/net/net_train.h"

static inline t48_net_layout layout_of(t48_shape shape, const char *text)
{
    t48_net_layout layout;
    lt_error err;
    if (t48_net_layout_parse(&layout, shape, text, &err) != LT_OK) fail_msg("%s", err.text);
    return layout;
}

static inline t48_board random_board(lt_rng *rng, t48_shape shape)
{
    return lt_rng_next(rng) & (t48_cells_mask(shape) * 15);
}

/* A training run that has not begun. */
static inline t48_train *new_run(const char *text, double restarts)
{
    t48_net_layout layout = layout_of((t48_shape){4, 4}, text);
    t48_rule rule = {.rate = 1, .lambda = 0.5f, .steps = 3, .coherent = true, .restarts = restarts};
    t48_train *train;
    assert_int_equal(t48_train_new(&train, &layout, &rule, 7, NULL), LT_OK);
    return train;
}

static inline void run(t48_train *train, uint64_t games, int threads, const char *checkpoint)
{
    t48_train_limits limits = {.games = games,
                               .threads = threads,
                               .window_games = 100,
                               .round_moves = 40000,
                               .checkpoint = checkpoint,
                               .checkpoint_seconds = 1e9};
    lt_error err;
    if (t48_train_run(train, &limits, &err) != LT_OK) fail_msg("%s", err.text);
}

#endif
