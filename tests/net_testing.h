/* What tests of networks share. */
#ifndef NET_TESTING_H
#define NET_TESTING_H

#include "testing.h"

#include "laatta/rng.h"
#include "twenty48/net/net_layout.h"

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

#endif
