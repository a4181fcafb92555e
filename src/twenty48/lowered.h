/* Boards with high tiles, shown lower: the fast form of what t48_view does, for
 * boards in 64 bits (docs in include/laatta/board.h). */
#ifndef T48_LOWERED_H
#define T48_LOWERED_H

#include "base/bits.h"
#include "laatta/board.h"

/* A bit at the foot of every nibble of `level` (1 to 15) or higher. */
static inline uint64_t t48_from_level(t48_board board, unsigned level)
{
    const uint64_t low = 0x0f0f0f0f0f0f0f0full, lift = (16u - level) * 0x0101010101010101ull;
    uint64_t even = (board & low) + lift, odd = (board >> 4 & low) + lift;
    return (even >> 4 & 0x0101010101010101ull) | (odd & 0x1010101010101010ull);
}

/* Whether any tile is of this level (1 to 15) or higher. */
static inline bool t48_reaches(t48_board board, unsigned level)
{
    return t48_from_level(board, level) != 0;
}

/* The board as a network is shown it that knows no level above `highest`: as long
 * as there is a higher one and a gap in the levels, all tiles above the gap step
 * down. Tiles that differ still differ, and the legal moves stay the same. */
static inline t48_board t48_lowered(t48_board board, unsigned highest)
{
    while (highest < 15 && t48_reaches(board, highest + 1)) {
        uint32_t once = 0, twice = 0;
        for (t48_board rest = board; rest; rest >>= 4) {
            uint32_t level = 1u << (rest & 15);
            twice |= once & level;
            once |= level;
        }
        unsigned top = 31u - (unsigned)__builtin_clz(once);
        /* The highest gap that no merge is about to fill, or else the highest one. */
        uint32_t gaps = ~once & ((1u << top) - 2), lasting = gaps & ~((twice & ~1u) << 1);
        if (gaps == 0) return board;
        unsigned gap = 31u - (unsigned)__builtin_clz(lasting ? lasting : gaps);
        board -= t48_from_level(board, gap + 1);
    }
    return board;
}

#endif
