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

/* All tiles above a gap in the levels step down, if there is a gap from level `from` on: above the
 * highest from level `least` on that no merge is about to fill, or else above the highest one.
 * Tiles that differ still differ, and the legal moves stay the same. */
static inline t48_board t48_gap_closed(t48_board board, unsigned from, unsigned least)
{
    uint32_t once = 1, twice = 0;
    for (t48_board rest = board; rest; rest >>= 4) {
        uint32_t level = 1u << (rest & 15);
        twice |= once & level;
        once |= level;
    }
    unsigned top = 31u - (unsigned)__builtin_clz(once);
    uint32_t gaps = ~once & ((1u << top) - 1), lasting = gaps & ~((twice & ~1u) << 1);
    if (gaps >> from == 0) return board;
    if (lasting >> least) gaps = lasting;
    return board - t48_from_level(board, 32u - (unsigned)__builtin_clz(gaps));
}

/* The board as a network is shown it that knows no level above `highest`: gaps, of which one is
 * at level `from` or higher, are closed as long as there is a higher one. */
static inline t48_board t48_lowered_from(t48_board board, unsigned highest, unsigned from,
                                         unsigned least)
{
    while (highest < 15 && t48_reaches(board, highest + 1)) {
        t48_board lower = t48_gap_closed(board, from, least);
        if (lower == board) break;
        board = lower;
    }
    return board;
}

static inline t48_board t48_lowered(t48_board board, unsigned highest)
{
    return t48_lowered_from(board, highest, 1, 1);
}

#endif
