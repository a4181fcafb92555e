/* A game's first position, and the stream that its further tiles are drawn from. */
#ifndef GAME_TESTING_H
#define GAME_TESTING_H

#include "testing.h"

#include "laatta/game.h"

static inline t48_state first_position(const t48_rules *rules, uint64_t seed, lt_rng *tiles)
{
    t48_spawn_rng(tiles, seed);
    t48_state s = t48_state_empty(rules);
    t48_state_start(&s, tiles);
    return s;
}

#endif
