/* Boards with large tiles laid out on purpose, and what stages of walls learn of them.
 *
 * A stage of walls knows boards in a crunch of so many walls (crunch.h). Games begin with walls
 * laid out in many shapes, also in those that play has never made, or from a board of an earlier
 * game, all numbers of walls and all phases of a crunch in turn, and end when the walls get to
 * merge, or without a move. So a board is worth the chance that they do, and boards with a 16384
 * and with a 32768, and all sets of large tiles, are the same problem. */
#ifndef T48_NET_WALLS_H
#define T48_NET_WALLS_H

#include "twenty48/net/net_learn.h"

/* Games that begin laid out or in a crunch end after so many moves at the latest; the board is
 * then worth what is thought. */
enum { T48_WALLS_MOVES = 1000 };

/* Whether it is stages of walls that learn. */
static inline bool t48_learns_walls(const t48_net_layout *layout, const t48_rule *rule)
{
    return rule->stage >= t48_net_levels(layout);
}

/* The fewest walls of the boards that learn, if it is stages of walls that do. */
static inline unsigned t48_walls_fewest(const t48_net_layout *layout, const t48_rule *rule)
{
    return layout->fewest + rule->stage - t48_net_levels(layout);
}

/* A crunch of so many walls, in one of many shapes, with some small tiles. */
t48_board t48_walls_crunch(unsigned walls, unsigned last, lt_rng *rng);
/* A crunch of `fewest` walls at least that an earlier game came to; 0 if there is none yet. */
t48_board t48_walls_take(const t48_pool *pool, const t48_net_layout *layout, unsigned fewest,
                         uint64_t *turn, lt_rng *rng);
/* Keeps a board that a game comes to, if it is in a crunch: the newest of each number of walls
 * and phase, where the ages of whole games are kept otherwise. */
void t48_walls_keep(t48_pool *pool, const t48_net_layout *layout, t48_board board);
/* One to six large tiles, of which `top` is the highest level, with some small ones: mostly in
 * a block two wide, which play does not come to by itself. */
t48_board t48_walls_laid(unsigned top, lt_rng *rng);
/* About how many moves a game has made that has come to this board. */
unsigned t48_walls_age(t48_board board);

#endif
