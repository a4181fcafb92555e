/* Boards in vector registers, one in each lane of 64 bits: what is done to all of them at
 * once, by nibble arithmetic alone. Plain C on vector types; the compiler makes AVX-512,
 * AVX2, NEON or WebAssembly instructions of it. Whoever includes this defines T48_LANES,
 * a number that fills a register of the level it is compiled for at most: wider vectors
 * would be split, and passing them would depend on the level.
 *
 * Lanes do not know how to merge two 32768. */
#ifndef T48_LANES_H
#define T48_LANES_H

#include "laatta/board.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum { LANES = T48_LANES };

/* A board in each lane; the same bits as rows of 16 bits, and as pairs of cells. */
typedef uint64_t lanes __attribute__((vector_size(8 * LANES)));
typedef uint16_t rows __attribute__((vector_size(8 * LANES)));
typedef int64_t signed_lanes __attribute__((vector_size(8 * LANES)));
typedef uint8_t pairs __attribute__((vector_size(8 * LANES)));

static inline lanes all(uint64_t x)
{
    return (lanes){0} + x;
}

/* yes where mask is all ones, no where it is zero */
static inline lanes pick(lanes mask, lanes yes, lanes no)
{
    return (yes & mask) | (no & ~mask);
}

/* Bit 4i for every nibble i of x that is not zero; the other bits mean nothing. */
static inline lanes any_bit(lanes x)
{
    x |= x >> 2;
    return x | x >> 1;
}

/* The product of the lower halves: one instruction where there is one, which
 * compilers do not find by themselves. */
static inline lanes multiply(lanes a, lanes b)
{
#if T48_LANES == 8
    return (lanes)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif T48_LANES == 4
    return (lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (lanes)_mm_mul_epu32((__m128i)a, (__m128i)b);
#else
    return (a & all(0xffffffffu)) * (b & all(0xffffffffu));
#endif
}

/* Reverses the four nibbles of every row. */
static inline lanes mirror(lanes b)
{
    b = ((b & all(0x0f0f0f0f0f0f0f0full)) << 4) | ((b >> 4) & all(0x0f0f0f0f0f0f0f0full));
    return (lanes)((rows)b << 8 | (rows)b >> 8);
}

/* A number of 16 bits in every row. */
static inline rows each(uint16_t x)
{
    return (rows)all(x * 0x0001000100010001ull);
}

/* In rows where cell i is empty, what lies behind it moves up. */
static inline rows close_first(rows b)
{
    rows gap = (rows)((b & each(0x000f)) == each(0));
    return (b & ~gap) | (b >> 4 & gap);
}

static inline rows close_second(rows b)
{
    rows gap = (rows)((b & each(0x00f0)) == each(0)) & each(0xfff0);
    return b ^ ((b ^ b >> 4) & gap);
}

/* The third and fourth cell are a byte of their own. */
static inline rows close_third(rows b)
{
    rows gap = (rows)((pairs)(b & each(0x0f00)) == (pairs)each(0x00ff));
    return (b & ~gap) | (b >> 4 & gap);
}

/* Merges a cell with the one behind it where they are equal tiles, and moves up
 * what follows. `cell` selects it, `behind` the cells after it, `one` its lowest bit. */
static inline rows merge(rows b, uint16_t cell, uint16_t behind, uint16_t one, rows *made)
{
    rows change = b ^ b >> 4;
    rows equal = (rows)((change & each(cell)) == each(0)) & (rows)((b & each(cell)) != each(0));
    b = (b ^ (change & equal & each(behind))) + (equal & each(one));
    *made |= b & equal & each(cell);
    return b;
}

/* `made`: the tiles that merges made, where they are, and no others. */
static inline lanes slide_left(lanes board, lanes *made)
{
    rows b = close_first(close_second(close_third((rows)board))), tiles = each(0);
    b = merge(b, 0x000f, 0xfff0, 0x0001, &tiles);
    b = merge(b, 0x00f0, 0xff00, 0x0010, &tiles);
    b = merge(b, 0x0f00, 0xf000, 0x0100, &tiles);
    *made = (lanes)tiles;
    return (lanes)b;
}

#endif
