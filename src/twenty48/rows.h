/* Row tables and the inlined moves built on them: the innermost loop of every
 * 2048 search. A row is 16 bits, its left cell in the low nibble.
 *
 * The tables are filled once when the program is loaded and only read after
 * that. Rows in which two 15s would merge (the result needs a level 16) hold the
 * sentinel T48_ROW_HIGH in `gain`; a board that may hold two 15s is moved by
 * t48_board_move, which resolves them exactly. */
#ifndef T48_ROWS_H
#define T48_ROWS_H

#include "base/bits.h"
#include "laatta/board.h"

#include <stddef.h>

typedef struct t48_row_tables {
    uint16_t left[65536];
    uint16_t right[65536];
    uint32_t gain[65536]; /* value of the tiles made; the same to both sides */
} t48_row_tables;

extern t48_row_tables t48_rows;

#define T48_ROW_HIGH 0x80000000u

#define T48_ONES 0x1111111111111111ull

/* Bit 4i is set if nibble i is not 0. */
static inline uint64_t t48_occupied(t48_board b)
{
    b |= b >> 2;
    b |= b >> 1;
    return b & T48_ONES;
}

/* Bit 4i is set if cell i is on the board. */
static inline uint64_t t48_cells_mask(t48_shape shape)
{
    uint64_t row = T48_ONES & ((1ull << (4 * shape.cols)) - 1) & 0xffff;
    return (row * 0x0001000100010001ull) & (~0ull >> (64 - 16 * shape.rows));
}

/* Bit 4i is set if cell i of a full 4x4 board (or of the masked one) is empty. */
static inline uint64_t t48_empties(t48_board b, uint64_t cells)
{
    return ~t48_occupied(b) & cells;
}

/* Whether any nibble is 15: then two of them might merge. */
static inline bool t48_has_fifteen(t48_board b)
{
    b &= b >> 2;
    b &= b >> 1;
    return (b & T48_ONES) != 0;
}

/* Whether two nibbles or more are 15. */
static inline bool t48_has_fifteens(t48_board b)
{
    b &= b >> 2;
    b &= b >> 1;
    b &= T48_ONES;
    return (b & (b - 1)) != 0;
}

/* Rows become columns. */
static inline t48_board t48_transpose(t48_board b)
{
    uint64_t a = (b & 0xf0f00f0ff0f00f0full) | ((b & 0x0000f0f00000f0f0ull) << 12) |
                 ((b & 0x0f0f00000f0f0000ull) >> 12);
    return (a & 0xff00ff0000ff00ffull) | ((a & 0x00000000ff00ff00ull) << 24) |
           ((a & 0x00ff00ff00000000ull) >> 24);
}

static inline uint16_t t48_row(t48_board b, unsigned row)
{
    return (uint16_t)(b >> (16 * row));
}

/* Moves for boards without two 15s. `spare` is 4 * (4 - width): a row of a
 * narrower board that slid to the far right of the 16 bits is brought back. */
static inline t48_board t48_rows_left(t48_board b)
{
    return (uint64_t)t48_rows.left[t48_row(b, 0)] | (uint64_t)t48_rows.left[t48_row(b, 1)] << 16 |
           (uint64_t)t48_rows.left[t48_row(b, 2)] << 32 |
           (uint64_t)t48_rows.left[t48_row(b, 3)] << 48;
}

static inline t48_board t48_rows_right(t48_board b, unsigned spare)
{
    t48_board moved = (uint64_t)t48_rows.right[t48_row(b, 0)] |
                      (uint64_t)t48_rows.right[t48_row(b, 1)] << 16 |
                      (uint64_t)t48_rows.right[t48_row(b, 2)] << 32 |
                      (uint64_t)t48_rows.right[t48_row(b, 3)] << 48;
    return moved >> spare;
}

/* One move of a board that comes with its transposition, which callers often have. */
static inline t48_board t48_slide(t48_board b, t48_board transposed, t48_shape shape, t48_dir dir)
{
    switch (dir) {
    case T48_UP: return t48_transpose(t48_rows_left(transposed));
    case T48_DOWN: return t48_transpose(t48_rows_right(transposed, 16u - 4u * shape.rows));
    case T48_LEFT: return t48_rows_left(b);
    default: return t48_rows_right(b, 16u - 4u * shape.cols);
    }
}

/* A move that is right for every board: the fast path, or the exact one. */
static inline t48_board t48_step(t48_board b, t48_shape shape, t48_dir dir)
{
    if (__builtin_expect(t48_has_fifteen(b), 0)) return t48_board_move(b, shape, dir, NULL);
    t48_board transposed = dir == T48_UP || dir == T48_DOWN ? t48_transpose(b) : 0;
    return t48_slide(b, transposed, shape, dir);
}

/* Value of the tiles that a move along the rows of `b` makes (pass the
 * transposed board for up and down). Not for boards with two 15s. */
static inline uint32_t t48_rows_gain(t48_board b)
{
    return t48_rows.gain[t48_row(b, 0)] + t48_rows.gain[t48_row(b, 1)] +
           t48_rows.gain[t48_row(b, 2)] + t48_rows.gain[t48_row(b, 3)];
}

#endif
