/* Boards in a crunch: some large tiles, all different, and free cells in which another one of the
 * lowest of them has to be built. None can merge before that, so they are walls; what counts is
 * where they stand, not how large they are. Whether they get to merge is one problem for all boards
 * with as many walls.
 *
 * There are six kinds, one after another on the way to a doubled tile. With `last` the level of
 * the lowest wall of the last one, a board is in a crunch of n walls, 1 to 6, if it has n tiles
 * from level last + 6 - n on, all different, the lowest of them of just that level; of several
 * such n the largest counts:
 *
 *     last 9   6 walls from a 512 on, ten free cells, another 512 is wanted
 *              5 walls from a 1024 on, eleven cells; its first 512 makes it a crunch of six
 *              ...
 *              1 wall, a 16384; its first 8192 makes it a crunch of two
 *
 * Another tile of the lowest level passes the crunch. To a network all walls are shown alike, a
 * level above the lowest, so that the one that passes looks different. */
#ifndef T48_CRUNCH_H
#define T48_CRUNCH_H

#include "twenty48/lowered.h"

enum {
    T48_CRUNCH_WALLS = 6,
    T48_CRUNCH_LAST_LEAST = 3, /* no new tile is a wall */
    T48_CRUNCH_LAST_MAX = 10,  /* the highest level of walls of which there can be six */
};

/* The level of the lowest of `walls` walls. */
static inline unsigned t48_crunch_level(unsigned walls, unsigned last)
{
    return last + T48_CRUNCH_WALLS - walls;
}

/* How many walls a board in a crunch has, `fewest` at least; 0: it is in none. */
static inline unsigned t48_crunch(t48_board board, unsigned last, unsigned fewest)
{
    for (unsigned n = T48_CRUNCH_WALLS, lowest = last; n >= fewest; n--, lowest++) {
        uint64_t walls = t48_from_level(board, lowest);
        if (lt_popcount64(walls) != n) continue;
        uint32_t levels = 0;
        for (; walls; walls &= walls - 1) levels |= 1u << (board >> lt_ctz64(walls) & 15);
        if (lt_popcount64(levels) == n && (levels >> lowest & 1)) return n;
    }
    return 0;
}

/* The board as a network is shown it; `lowest` is the level of the lowest wall. */
static inline t48_board t48_crunch_shown(t48_board board, unsigned lowest)
{
    uint64_t walls = t48_from_level(board, lowest);
    return (board & ~(walls * 15)) | walls * (lowest + 1);
}

#endif
