/* Bit operations with one meaning on every machine: an intrinsic where the
 * compiler has it, a plain C twin elsewhere. */
#ifndef LT_BITS_H
#define LT_BITS_H

#include <stdint.h>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

static inline unsigned lt_popcount64(uint64_t x)
{
    return (unsigned)__builtin_popcountll(x);
}

/* Number of zero bits below the lowest one; x must not be 0. */
static inline unsigned lt_ctz64(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

/* Gathers the bits of x that mask selects into the low end, in order. */
static inline uint64_t lt_pext64_plain(uint64_t x, uint64_t mask)
{
    uint64_t out = 0;
    for (uint64_t bit = 1; mask; bit <<= 1) {
        if (x & mask & -mask) out |= bit;
        mask &= mask - 1;
    }
    return out;
}

static inline uint64_t lt_pext64(uint64_t x, uint64_t mask)
{
#if defined(__BMI2__)
    return _pext_u64(x, mask);
#else
    return lt_pext64_plain(x, mask);
#endif
}

/* value * factor / 2^32, rounded towards minus infinity, for factors below 2^40 and
 * results that fit: three 64-bit products, where 128-bit arithmetic would be slow
 * (WebAssembly has none). */
static inline int64_t lt_scale32(int64_t value, uint64_t factor)
{
    uint64_t fraction = factor & 0xffffffffu, low = (uint64_t)value & 0xffffffffu;
    return value * (int64_t)(factor >> 32) + (value >> 32) * (int64_t)fraction +
           (int64_t)(low * fraction >> 32);
}

/* The n-th (from 0) lowest set bit of x, as a mask; x must have more than n set bits. */
static inline uint64_t lt_nth_bit(uint64_t x, unsigned n)
{
#if defined(__BMI2__)
    return _pdep_u64(1ull << n, x);
#else
    while (n--) x &= x - 1;
    return x & -x;
#endif
}

#endif
