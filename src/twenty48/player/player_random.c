/* random: a uniformly random legal direction.
 *
 * One draw gives 32 tries of two bits, lowest first; the first legal direction
 * is taken. (All 32 illegal has a chance below 1e-3 in a thousand million moves;
 * then the first legal direction is taken.) */
#include "twenty48/player/player.h"

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    (void)state;
    uint64_t draw = lt_rng_next(&player->rng);
    player->nodes++;
    if (advice) {
        advice->unit = "probability";
        for (int d = 0; d < T48_DIRS; d++)
            if (t48_is_legal(legal, (t48_dir)d))
                advice->value[d] = 1.0 / __builtin_popcount(legal);
    }
    for (int tries = 0; tries < 32; tries++, draw >>= 2)
        if (t48_is_legal(legal, (t48_dir)(draw & 3))) return (t48_dir)(draw & 3);
    return (t48_dir)__builtin_ctz(legal);
}

const t48_player_ops t48_player_random = {
    .info = {.name = "random", .summary = "a uniformly random legal move", .stochastic = true},
    .choose = choose,
};
