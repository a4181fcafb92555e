/* Boards of one small shape, packed without gaps, with their symmetries and moves.
 *
 *   3x3:  bits 0-3 row 0 column 0, bits 4-7 row 0 column 1, bits 12-15 row 1
 *         column 0, ..., bits 32-35 row 2 column 2
 *
 * Shapes that stand upright (3x2, 4x2) are laid on their side first, so only 2x2,
 * 2x3, 2x4 and 3x3 exist here. A board takes at most 36 bits: the rest of a
 * 64-bit word is free for an index (exact_map.h). No level passes cells + 1, so
 * the row tables are always exact.
 *
 * A board stands for all boards that turning and mirroring make of it: the
 * smallest number among them is the canonical one. Symmetries are shifts and
 * masks only, so that compilers turn the loops over many boards into vector code. */
#ifndef T48_EXACT_SPACE_H
#define T48_EXACT_SPACE_H

#include "twenty48/rows.h"

#define T48_INLINE static inline __attribute__((always_inline))

enum { T48_PACKED_BITS = 36, T48_SPACE_CELLS_MAX = 9 };

typedef struct t48_space {
    uint8_t rows, cols, cells;
    bool sideways;  /* the shape asked for is this one transposed */
    bool symmetric; /* boards are made canonical; false: every board for itself */
    uint8_t top;    /* the highest level a game can reach */
    uint64_t ones;  /* bit 4i for each cell i */
} t48_space;

/* Fails for a shape that has too many boards for exact values. */
lt_status t48_space_init(t48_space *space, t48_shape shape, bool symmetric, lt_error *err);

/* Between the packed board and the 64-bit board of the shape asked for. */
uint64_t t48_space_pack(const t48_space *space, t48_board board);
t48_board t48_space_unpack(const t48_space *space, uint64_t packed);

/* Makes n boards canonical (nothing to do without symmetry). */
void t48_space_canonical(const t48_space *space, uint64_t *boards, unsigned n);

/* How many boards each of n canonical boards stands for; returns the sum. */
uint64_t t48_space_orbits(const t48_space *space, const uint64_t *boards, unsigned n,
                          uint8_t *orbit);

/* The boards that legal moves make of n boards, in order, not yet canonical: moves[i]
 * of them from board i, each with what it earns. Returns how many in all;
 * `after` and `gain` have room for four a board and four more. */
unsigned t48_space_moves(const t48_space *space, const uint64_t *boards, unsigned n,
                         uint64_t *after, uint32_t *gain, uint8_t *moves);

/* --- kernels: rows and cols are constants where they are called from --------- */

T48_INLINE uint64_t packed_mirror(unsigned cols, uint64_t b)
{
    if (cols == 2) return (b & 0x0f0f0f0full) << 4 | (b >> 4 & 0x0f0f0f0full);
    if (cols == 3)
        return (b & 0x00f00f00full) << 8 | (b & 0x0f00f00f0ull) | (b >> 8 & 0x00f00f00full);
    b = (b & 0x0f0f0f0full) << 4 | (b >> 4 & 0x0f0f0f0full);
    return (b & 0x00ff00ffull) << 8 | (b >> 8 & 0x00ff00ffull);
}

T48_INLINE uint64_t packed_flip(unsigned rows, unsigned cols, uint64_t b)
{
    uint64_t row = (1ull << (4 * cols)) - 1;
    if (rows == 2) return (b & row) << (4 * cols) | b >> (4 * cols);
    return (b & row) << (8 * cols) | (b & row << (4 * cols)) | b >> (8 * cols);
}

/* Square boards only. */
T48_INLINE uint64_t packed_transpose(unsigned side, uint64_t b)
{
    if (side == 2) return (b & 0xf00full) | (b & 0x00f0ull) << 4 | (b & 0x0f00ull) >> 4;
    return (b & 0xf000f000full) | (b & 0x000f000f0ull) << 8 | (b & 0x0f000f000ull) >> 8 |
           (b & 0x000000f00ull) << 16 | (b & 0x00f000000ull) >> 16;
}

T48_INLINE uint64_t packed_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

T48_INLINE uint64_t packed_canonical(unsigned rows, unsigned cols, uint64_t b)
{
    uint64_t m = packed_mirror(cols, b);
    uint64_t least = packed_least(
        packed_least(b, m), packed_least(packed_flip(rows, cols, b), packed_flip(rows, cols, m)));
    if (rows != cols) return least;
    uint64_t t = packed_transpose(rows, b), tm = packed_mirror(cols, t);
    return packed_least(
        least, packed_least(packed_least(t, tm),
                            packed_least(packed_flip(rows, cols, t), packed_flip(rows, cols, tm))));
}

/* Bit 4i is set if cell i is empty. */
T48_INLINE uint64_t packed_empties(const t48_space *space, uint64_t b)
{
    return t48_empties(b, space->ones);
}

/* Whether a tile of exactly this level (not 0) stands on the board. */
T48_INLINE bool packed_has_level(const t48_space *space, uint64_t b, unsigned level)
{
    return (~t48_occupied(b ^ level * space->ones) & space->ones) != 0;
}

T48_INLINE unsigned packed_max_level(uint64_t b)
{
    unsigned most = 0;
    for (; b; b >>= 4)
        if ((b & 15) > most) most = (unsigned)(b & 15);
    return most;
}

/* Slides the columns of a board of two rows (squares of three go through
 * packed_transpose); a column is a short row of the row tables. */
T48_INLINE void packed_columns(unsigned cols, uint64_t b, uint64_t *up, uint64_t *down,
                               uint32_t *gain)
{
    *up = *down = 0;
    *gain = 0;
    for (unsigned c = 0; c < cols; c++) {
        unsigned low = 4 * c, high = 4 * c + 4 * cols;
        unsigned pair = (unsigned)((b >> low & 15) | (b >> high & 15) << 4);
        uint64_t l = t48_rows.left[pair], r = (uint64_t)t48_rows.right[pair] >> 8;
        *up |= (l & 15) << low | l >> 4 << high;
        *down |= (r & 15) << low | r >> 4 << high;
        *gain += t48_rows.gain[pair];
    }
}

T48_INLINE void packed_slide(unsigned rows, unsigned cols, uint64_t b, uint64_t *left,
                             uint64_t *right, uint32_t *gain)
{
    *left = *right = 0;
    *gain = 0;
    for (unsigned r = 0; r < rows; r++) {
        unsigned shift = 4 * cols * r;
        unsigned row = (unsigned)(b >> shift) & ((1u << (4 * cols)) - 1);
        *left |= (uint64_t)t48_rows.left[row] << shift;
        *right |= (uint64_t)t48_rows.right[row] >> (16 - 4 * cols) << shift;
        *gain += t48_rows.gain[row];
    }
}

/* The four results (in the order up, right, down, left; equal to b where nothing
 * moves), and what a vertical (gain[0]) and a horizontal (gain[1]) move earn. */
T48_INLINE void packed_moves(unsigned rows, unsigned cols, uint64_t b, uint64_t after[4],
                             uint32_t gain[2])
{
    packed_slide(rows, cols, b, &after[T48_LEFT], &after[T48_RIGHT], &gain[1]);
    if (rows == 2) {
        packed_columns(cols, b, &after[T48_UP], &after[T48_DOWN], &gain[0]);
    } else {
        uint64_t up, down;
        packed_slide(rows, cols, packed_transpose(rows, b), &up, &down, &gain[0]);
        after[T48_UP] = packed_transpose(rows, up);
        after[T48_DOWN] = packed_transpose(rows, down);
    }
}

#endif
