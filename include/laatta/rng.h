/* Random numbers: xoshiro256** (Blackman & Vigna), seeded by splitmix64.
 *
 * The whole stream is a documented function of one 64-bit seed, so that a game
 * or an experiment can be repeated on any machine. Game i of a run with seed s
 * uses lt_seed_of(s, i): any single game can be replayed without the others. */
#ifndef LAATTA_RNG_H
#define LAATTA_RNG_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lt_rng {
    uint64_t s[4];
} lt_rng;

/* The splitmix64 output function: a bijective mix of 64 bits. */
static inline uint64_t lt_mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Seed of item `index` of a run: the splitmix64 sequence that starts at `run_seed`. */
static inline uint64_t lt_seed_of(uint64_t run_seed, uint64_t index)
{
    return lt_mix64(run_seed + (index + 1) * 0x9e3779b97f4a7c15u);
}

/* The four state words are the first four splitmix64 outputs of the seed. */
static inline void lt_rng_seed(lt_rng *rng, uint64_t seed)
{
    for (unsigned i = 0; i < 4; i++) rng->s[i] = lt_seed_of(seed, i);
}

static inline uint64_t lt_rng_next(lt_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t scrambled = s[1] * 5;
    scrambled = ((scrambled << 7) | (scrambled >> 57)) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return scrambled;
}

/* Uniform in 0 .. n-1 (n > 0), from one draw; off by less than n / 2^32. */
static inline uint32_t lt_rng_below(lt_rng *rng, uint32_t n)
{
    return (uint32_t)(((lt_rng_next(rng) >> 32) * n) >> 32);
}

/* Uniform in [0, 1): 53 bits of a draw. */
static inline double lt_rng_unit(lt_rng *rng)
{
    return (double)(lt_rng_next(rng) >> 11) * (1.0 / 9007199254740992.0);
}

#ifdef __cplusplus
}
#endif
#endif
