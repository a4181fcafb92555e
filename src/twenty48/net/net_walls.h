/* Boards with large tiles laid out on purpose, and what a stage of walls learns of them.
 *
 * A stage of walls knows boards in a crunch (crunch.h). Its games begin with walls laid out in
 * many shapes, also in those that play has never made, and end when the next wall has been built,
 * or without a move. So a board is worth the chance that it will be, and boards with a 16384 and
 * with a 32768, and all sets of large tiles, are the same problem. */
#ifndef T48_NET_WALLS_H
#define T48_NET_WALLS_H

#include "twenty48/net/net_learn.h"

/* Games of other stages that begin laid out end after so many moves at the latest; the board is
 * then worth what is thought. */
enum { T48_WALLS_MOVES = 1000 };

/* Whether it is the stage of walls that learns. */
static inline bool t48_learns_walls(const t48_net_layout *layout, const t48_rule *rule)
{
    return layout->walls && rule->stage == layout->stages - 1;
}

/* A crunch of walls from level `wall` on, in one of many shapes, with some small tiles. */
t48_board t48_walls_crunch(unsigned wall, lt_rng *rng);
/* One to six large tiles, of which `top` is the highest level, with some small ones: mostly in
 * a block two wide, which play does not come to by itself. */
t48_board t48_walls_laid(unsigned top, lt_rng *rng);
/* About how many moves a game has made that has come to this board. */
unsigned t48_walls_age(t48_board board);

#endif
