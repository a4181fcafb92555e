/* Boards that are the same but for turning and mirroring: eight on a square, four
 * otherwise.
 *
 * A symmetry is a number: bit 0 exchanges left and right, then bit 1 top and bottom,
 * then bit 2 rows and columns. 0 leaves the board as it is. */
#ifndef T48_SYMMETRY_H
#define T48_SYMMETRY_H

#include "laatta/board.h"
#include "twenty48/rows.h"

enum { T48_SYMMETRIES_MAX = 8 };

static inline unsigned t48_symmetries(t48_shape shape)
{
    return shape.rows == shape.cols ? 8 : 4;
}

/* Left and right exchanged, on a board of `spare` / 4 missing columns. */
static inline t48_board t48_mirror(t48_board b, unsigned spare)
{
    b = (b & 0x00ff00ff00ff00ffull) << 8 | (b >> 8 & 0x00ff00ff00ff00ffull);
    b = (b & 0x0f0f0f0f0f0f0f0full) << 4 | (b >> 4 & 0x0f0f0f0f0f0f0f0full);
    return b >> spare;
}

/* Top and bottom exchanged, on a board of `spare` / 16 missing rows. */
static inline t48_board t48_flip(t48_board b, unsigned spare)
{
    b = (b & 0x0000ffff0000ffffull) << 16 | (b >> 16 & 0x0000ffff0000ffffull);
    b = b << 32 | b >> 32;
    return b >> spare;
}

/* All symmetric boards by number; returns how many there are. */
static inline unsigned t48_symmetric(t48_shape shape, t48_board b,
                                     t48_board out[T48_SYMMETRIES_MAX])
{
    unsigned cols = 16u - 4u * shape.cols, rows = 64u - 16u * shape.rows;
    out[0] = b;
    out[1] = t48_mirror(b, cols);
    out[2] = t48_flip(b, rows);
    out[3] = t48_flip(out[1], rows);
    if (shape.rows != shape.cols) return 4;
    for (unsigned i = 0; i < 4; i++) out[4 + i] = t48_transpose(out[i]);
    return 8;
}

/* The least of them, which stands for all, and by which symmetry the board becomes it
 * (the first of several). */
static inline t48_board t48_canonical(t48_shape shape, t48_board board, unsigned *symmetry)
{
    t48_board all[T48_SYMMETRIES_MAX];
    unsigned count = t48_symmetric(shape, board, all), least = 0;
    for (unsigned i = 1; i < count; i++)
        if (all[i] < all[least]) least = i;
    *symmetry = least;
    return all[least];
}

/* Up and left, right and down exchanged: a direction on the board laid on its side. */
static inline t48_dir t48_dir_transposed(t48_dir dir)
{
    return (t48_dir)(T48_LEFT - dir);
}

/* Bits 0 and 1 of a symmetry; doing it twice undoes it. */
static inline t48_dir t48_dir_reflected(unsigned symmetry, t48_dir dir)
{
    bool level = dir == T48_LEFT || dir == T48_RIGHT;
    return symmetry >> (level ? 0 : 1) & 1 ? (t48_dir)(dir ^ 2) : dir;
}

/* The direction on the symmetric board that does what `dir` does on the board, */
static inline t48_dir t48_dir_symmetric(unsigned symmetry, t48_dir dir)
{
    dir = t48_dir_reflected(symmetry, dir);
    return symmetry & 4 ? t48_dir_transposed(dir) : dir;
}

/* and back. */
static inline t48_dir t48_dir_back(unsigned symmetry, t48_dir dir)
{
    return t48_dir_reflected(symmetry, symmetry & 4 ? t48_dir_transposed(dir) : dir);
}

#endif
