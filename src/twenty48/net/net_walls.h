/* Learning to live among walls: where games of a stage of walls begin, and what is
 * learned there.
 *
 * Points say little about late boards: what counts is whether play goes on until the
 * next large tiles merge. So a move made is worth the same whatever it merges, and what
 * comes later counts less and less; large tiles are shown by their rank. Then boards
 * with a 16384 and with a 32768 are the same problem, games are some hundred moves long
 * and may begin anywhere: large tiles are laid out on purpose in many shapes, also in
 * those that play has never made. */
#ifndef T48_NET_WALLS_H
#define T48_NET_WALLS_H

#include "twenty48/net/net_learn.h"

/* A board is worth WHOLE x (1 - mean of (1 - 1 / HORIZON) ^ moves to the end). */
enum { T48_WALLS_WHOLE = 100000, T48_WALLS_HORIZON = 2000 };
/* Games among walls, and others that begin laid out, end after so many moves at the
 * latest; the board is then worth what is thought. */
enum { T48_WALLS_MOVES = 1000 };

/* Whether it is the stage of walls that learns. */
static inline bool t48_learns_walls(const t48_net_layout *layout, const t48_rule *rule)
{
    return layout->walls && rule->stage == layout->stages - 1;
}

/* A few large tiles in order along an edge, the rest still to be built. */
t48_board t48_walls_plain(lt_rng *rng);
/* Large tiles in one of many shapes, with some small ones: two to seven of any levels, or,
 * if `top` is not 0, one to six of which that is the highest level. */
t48_board t48_walls_laid(unsigned top, lt_rng *rng);
/* About how many moves a game has made that has come to this board. */
unsigned t48_walls_age(t48_board board);

/* A board to begin with; true if it is not a plain one but was met in an earlier game, a
 * share rule->restarts of them, or laid out, a share rule->laid. */
bool t48_walls_start(t48_worker *worker, const t48_rule *rule, t48_board *board);
/* Keeps some of the boards that a game of `moves` moves comes to: the newest by number
 * of large tiles and by how much of the next one is built. */
void t48_walls_remember(t48_pool *pool, t48_board board, unsigned moves);

#endif
