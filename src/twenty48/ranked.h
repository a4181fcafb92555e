/* Boards with several large tiles, shown so that all of them are one problem: the
 * large tiles are walls around the cells where the next one is built, and what counts
 * is where they stand and in which order, not how large they are.
 *
 * Every tile of level `first` or higher is shown by its rank: the largest as 15, the
 * next different one as 14 and so on. Equal tiles stay equal, different ones different,
 * and the legal moves stay the same. What is lost is whether a merge will make a tile
 * that stands on the board already. */
#ifndef T48_RANKED_H
#define T48_RANKED_H

#include "twenty48/lowered.h"

/* If there are more different ones than levels from `first` on, the smallest share one. */
static inline t48_board t48_ranked(t48_board board, unsigned first)
{
    uint64_t large = t48_from_level(board, first);
    uint32_t there = 0;
    for (uint64_t rest = large; rest; rest &= rest - 1)
        there |= 1u << (board >> lt_ctz64(rest) & 15);
    uint8_t rank[16];
    unsigned next = 15;
    while (there) {
        unsigned top = 31u - (unsigned)__builtin_clz(there);
        rank[top] = (uint8_t)next;
        if (next > first) next--;
        there &= ~(1u << top);
    }
    for (uint64_t rest = large; rest; rest &= rest - 1) {
        unsigned at = (unsigned)lt_ctz64(rest), level = board >> at & 15;
        board += (uint64_t)(rank[level] - level) << at;
    }
    return board;
}

#endif
