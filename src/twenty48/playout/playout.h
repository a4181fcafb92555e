/* Random play to the end: the game of the player `random`, without the player.
 *
 * Playouts on 4x4 run several at a time, one in each lane of a vector register;
 * others one by one. Both draw the same numbers in the same order as a game of
 * `random` with the same seed, and end with the same outcome. */
#ifndef T48_PLAYOUT_H
#define T48_PLAYOUT_H

#include "laatta/control.h"
#include "laatta/sim.h"

/* One playout to do. */
typedef struct t48_playout {
    t48_board start;
    unsigned tiles; /* how many appear before the first move: 2 on an empty board
                     * for a whole game, 1 on a board just moved on */
    uint64_t seed;
} t48_playout;

/* Plays all of them on boards of `rules`, which must fit 4x4. The score counts
 * from the start on. */
void t48_playouts(const t48_rules *rules, const t48_playout *playouts, size_t count,
                  t48_outcome *outcomes);

/* The plain form, for any position. */
t48_outcome t48_playout_plain(t48_state state, lt_rng *spawns, lt_rng *player,
                              const lt_control *control);

/* How `random` chooses: a draw gives 31 tries of two bits, lowest first, and the
 * first legal direction is taken; if none was, there is another draw. A mark above
 * the last try tells when they are used up. */
static inline uint64_t t48_random_tries(uint64_t draw)
{
    return (draw & ((1ull << 62) - 1)) | 1ull << 62;
}

static inline t48_dir t48_random_dir(lt_rng *rng, unsigned legal)
{
    for (;;)
        for (uint64_t tries = t48_random_tries(lt_rng_next(rng)); tries != 1; tries >>= 2)
            if (legal >> (tries & 3) & 1) return (t48_dir)(tries & 3);
}

#endif
