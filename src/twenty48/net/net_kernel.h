/* The innermost loops of learning, each twice: in plain C, and with gathers and
 * scatters where the processor has AVX-512. Both give the same bits: all weights of
 * a board are read before any is written (one that symmetric boards share is then
 * learned once), and sums are kept in sixteen lanes.
 *
 * Workers share weights without locks: a weight is read and written as a whole,
 * and a lost update now and then is part of the method. */
#ifndef T48_NET_KERNEL_H
#define T48_NET_KERNEL_H

#include "twenty48/net/net_learn.h"

#include <math.h>
#include <string.h>

#if defined(__AVX512F__) && !defined(T48_PLAIN_KERNEL)
#include <immintrin.h>
#define T48_FAST_KERNEL 1
#else
#define T48_FAST_KERNEL 0
#endif

enum { T48_KERNEL_LANES = 16 };

/* Adds up sixteen lanes, always in the same order. */
static inline float t48_kernel_fold(float lane[T48_KERNEL_LANES])
{
    for (unsigned half = T48_KERNEL_LANES / 2; half > 0; half /= 2)
        for (unsigned i = 0; i < half; i++) lane[i] += lane[i + half];
    return lane[0];
}

static inline t48_weight t48_kernel_load(const t48_weight *from)
{
    t48_weight w;
    uint64_t bits = __atomic_load_n((const uint64_t *)(const void *)from, __ATOMIC_RELAXED);
    memcpy(&w, &bits, sizeof w);
    return w;
}

static inline void t48_kernel_store(t48_weight *to, t48_weight w)
{
    uint64_t bits;
    memcpy(&bits, &w, sizeof bits);
    __atomic_store_n((uint64_t *)(void *)to, bits, __ATOMIC_RELAXED);
}

static inline float t48_kernel_sum_plain(const t48_weight *weight, const uint32_t *index,
                                         unsigned lookups)
{
    float lane[T48_KERNEL_LANES] = {0};
    for (unsigned i = 0; i < lookups; i++)
        lane[i % T48_KERNEL_LANES] += t48_kernel_load(&weight[index[i]]).value;
    return t48_kernel_fold(lane);
}

/* The short float of a strength: 1 <= strength, rounded down or, the more likely the
 * nearer, up: `noise` is from 0 to 2^12 - 1. Above 2^32 it stays there. */
static inline uint32_t t48_strength_pack(float strength, uint32_t noise)
{
    uint32_t bits;
    memcpy(&bits, &strength, sizeof bits);
    bits = (bits - (127u << 23) + noise) >> 12;
    return bits < 65535 ? bits : 65535;
}

static inline float t48_strength_unpack(uint32_t packed)
{
    uint32_t bits = (packed << 12) + (127u << 23);
    float strength;
    memcpy(&strength, &bits, sizeof strength);
    return strength;
}

/* What an update does to every weight of a board. */
typedef struct t48_kernel_step {
    float step;  /* rate * error of the board / lookups */
    float delta; /* error of the board */
    float size;  /* its absolute value */
    float first; /* the strength a weight gets by it when it had none: 1 at least */
    /* By chance, so that what is too small for the sums' few bits still counts in the
     * mean: otherwise a strength stops growing, and a weight that is often met never
     * becomes calm. From the bits of delta, so that a run can be repeated. */
    uint32_t noise; /* of a strength */
    float half;     /* of a coherence: -0.5 to 0.5 */
} t48_kernel_step;

static inline t48_kernel_step t48_kernel_step_of(float delta, float rate, unsigned lookups)
{
    float size = fabsf(delta);
    uint32_t bits;
    memcpy(&bits, &delta, sizeof bits);
    bits = (bits ^ bits >> 15) * 0x2c1b3c6du;
    bits = (bits ^ bits >> 12) * 0x297a2d39u;
    /* Below 1 a strength could not be told from none. */
    return (t48_kernel_step){.step = rate * delta / (float)lookups,
                             .delta = delta,
                             .size = size,
                             .first = size < 1.001f ? 1.001f : size,
                             .noise = bits >> 20,
                             .half = (float)(bits & 0xffff) / 65536.0f - 0.5f};
}

static inline t48_weight t48_kernel_learn(t48_weight w, const t48_kernel_step *s)
{
    float strength = s->first, error = s->delta;
    if (w.strength == 0) {
        w.value += s->step;
    } else {
        float old = t48_strength_unpack(w.strength);
        float coherence = (float)w.coherence * (1.0f / 32767);
        w.value += s->step * fabsf(coherence);
        strength = old + s->size;
        error = coherence * old + s->delta;
    }
    w.coherence = (int16_t)lrintf(error / strength * 32767.0f + s->half);
    w.strength = (uint16_t)t48_strength_pack(strength, s->noise);
    return w;
}

/* Moves a board's value towards `target` by TC. */
static inline void t48_kernel_update_plain(t48_weight *weight, const uint32_t *index,
                                           unsigned lookups, float target, float rate)
{
    t48_weight w[T48_NET_LOOKUPS_MAX];
    float lane[T48_KERNEL_LANES] = {0};
    for (unsigned i = 0; i < lookups; i++) {
        w[i] = t48_kernel_load(&weight[index[i]]);
        lane[i % T48_KERNEL_LANES] += w[i].value;
    }
    t48_kernel_step s = t48_kernel_step_of(target - t48_kernel_fold(lane), rate, lookups);
    for (unsigned i = 0; i < lookups; i++)
        t48_kernel_store(&weight[index[i]], t48_kernel_learn(w[i], &s));
}

#if T48_FAST_KERNEL

static inline float t48_kernel_sum(const t48_weight *weight, const uint32_t *index,
                                   unsigned lookups)
{
    __m512 sum = _mm512_setzero_ps();
    for (unsigned i = 0; i < lookups; i += T48_KERNEL_LANES) {
        __mmask16 some = lookups - i < 16 ? (__mmask16)((1u << (lookups - i)) - 1) : 0xffff;
        __m512i at = _mm512_maskz_loadu_epi32(some, index + i);
        sum = _mm512_add_ps(
            sum, _mm512_mask_i32gather_ps(_mm512_setzero_ps(), some, at, &weight->value, 8));
    }
    float lane[T48_KERNEL_LANES];
    _mm512_storeu_ps(lane, sum);
    return t48_kernel_fold(lane);
}

/* What TC keeps of sixteen weights, after an error; their values in *value. */
static inline __m512i t48_kernel_learn16(__m512 *value, __m512i sums, const t48_kernel_step *s)
{
    const __m512 step = _mm512_set1_ps(s->step), delta = _mm512_set1_ps(s->delta);
    const __m512i one = _mm512_set1_epi32(127 << 23);
    __m512i packed = _mm512_srli_epi32(sums, 16);
    __mmask16 fresh = _mm512_cmpeq_epi32_mask(packed, _mm512_setzero_si512());
    __m512 old = _mm512_castsi512_ps(_mm512_add_epi32(_mm512_slli_epi32(packed, 12), one));
    __m512 coherence =
        _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_srai_epi32(_mm512_slli_epi32(sums, 16), 16)),
                      _mm512_set1_ps(1.0f / 32767));
    __m512 mine = _mm512_mul_ps(step, _mm512_abs_ps(coherence));
    *value = _mm512_add_ps(*value, _mm512_mask_mov_ps(mine, fresh, step));
    __m512 strength = _mm512_add_ps(old, _mm512_set1_ps(s->size));
    strength = _mm512_mask_mov_ps(strength, fresh, _mm512_set1_ps(s->first));
    __m512 error = _mm512_add_ps(_mm512_mul_ps(coherence, old), delta);
    error = _mm512_mask_mov_ps(error, fresh, delta);
    __m512i coherent = _mm512_cvtps_epi32(
        _mm512_add_ps(_mm512_mul_ps(_mm512_div_ps(error, strength), _mm512_set1_ps(32767.0f)),
                      _mm512_set1_ps(s->half)));
    __m512i bits = _mm512_sub_epi32(_mm512_castps_si512(strength), one);
    bits = _mm512_srli_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32((int)s->noise)), 12);
    bits = _mm512_min_epu32(bits, _mm512_set1_epi32(65535));
    return _mm512_or_si512(_mm512_slli_epi32(bits, 16),
                           _mm512_and_si512(coherent, _mm512_set1_epi32(0xffff)));
}

static inline void t48_kernel_update(t48_weight *weight, const uint32_t *index, unsigned lookups,
                                     float target, float rate)
{
    /* Sixteen weights as values and sums, from and to two vectors of eight whole ones. */
    const __m512i evens =
        _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i odds = _mm512_add_epi32(evens, _mm512_set1_epi32(1));
    const __m512i low = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
    if (lookups % T48_KERNEL_LANES != 0) {
        t48_kernel_update_plain(weight, index, lookups, target, rate);
        return;
    }
    enum { MOST = T48_NET_LOOKUPS_MAX / T48_KERNEL_LANES };
    unsigned groups = lookups / T48_KERNEL_LANES;
    __m256i at[2 * MOST];
    __m512 value[MOST], sum = _mm512_setzero_ps();
    __m512i sums[MOST];
    for (unsigned g = 0; g < groups; g++) {
        const uint32_t *these = index + g * T48_KERNEL_LANES;
        at[2 * g] = _mm256_loadu_si256((const __m256i *)(const void *)these);
        at[2 * g + 1] = _mm256_loadu_si256((const __m256i *)(const void *)(these + 8));
        __m512i w0 = _mm512_i32gather_epi64(at[2 * g], weight, 8);
        __m512i w1 = _mm512_i32gather_epi64(at[2 * g + 1], weight, 8);
        value[g] = _mm512_castsi512_ps(_mm512_permutex2var_epi32(w0, evens, w1));
        sums[g] = _mm512_permutex2var_epi32(w0, odds, w1);
        sum = _mm512_add_ps(sum, value[g]);
    }
    float lane[T48_KERNEL_LANES];
    _mm512_storeu_ps(lane, sum);
    t48_kernel_step s = t48_kernel_step_of(target - t48_kernel_fold(lane), rate, lookups);
    for (unsigned g = 0; g < groups; g++) {
        sums[g] = t48_kernel_learn16(&value[g], sums[g], &s);
        __m512i v = _mm512_castps_si512(value[g]);
        _mm512_i32scatter_epi64(weight, at[2 * g], _mm512_permutex2var_epi32(v, low, sums[g]), 8);
        _mm512_i32scatter_epi64(weight, at[2 * g + 1], _mm512_permutex2var_epi32(v, high, sums[g]),
                                8);
    }
}

#else

static inline float t48_kernel_sum(const t48_weight *weight, const uint32_t *index,
                                   unsigned lookups)
{
    return t48_kernel_sum_plain(weight, index, lookups);
}

static inline void t48_kernel_update(t48_weight *weight, const uint32_t *index, unsigned lookups,
                                     float target, float rate)
{
    t48_kernel_update_plain(weight, index, lookups, target, rate);
}

#endif
#endif
