/* Boards in a crunch: six large tiles, all different, that leave ten cells in which another one of
 * the lowest of them has to be built. None can merge before that, so they are walls; what counts
 * is where they stand, not how large they are. Whether they get to merge is one problem for all of
 * these boards, as short as a few hundred moves.
 *
 * A tile from level `wall` on is a wall; a crunch has six, the lowest of level `wall`. Another of
 * that level passes it. To a network all walls are shown alike, as `wall` + 1, so that the one
 * that passes looks different. */
#ifndef T48_CRUNCH_H
#define T48_CRUNCH_H

#include "twenty48/lowered.h"

enum {
    T48_CRUNCH_WALLS = 6,
    T48_CRUNCH_WALL_LEAST = 3, /* no new tile is a wall */
    T48_CRUNCH_WALL_MAX = 10,  /* the highest level of walls of which there can be six */
};

/* Six walls of which two are equal are no crunch. */
static inline bool t48_in_crunch(t48_board board, unsigned wall)
{
    uint64_t walls = t48_from_level(board, wall);
    if (lt_popcount64(walls) != T48_CRUNCH_WALLS) return false;
    uint32_t levels = 0;
    for (; walls; walls &= walls - 1) levels |= 1u << (board >> lt_ctz64(walls) & 15);
    return lt_popcount64(levels) == T48_CRUNCH_WALLS && (levels >> wall & 1);
}

/* The board as a network is shown it. */
static inline t48_board t48_crunch_shown(t48_board board, unsigned wall)
{
    uint64_t walls = t48_from_level(board, wall);
    return (board & ~(walls * 15)) | walls * (wall + 1);
}

#endif
