/* The innermost loops of learning: in plain C, with gathers and scatters where the
 * processor has AVX-512, and with eight weights at a time where it has AVX2 (whose gathers
 * are no faster than loads one by one). All give the same bits: all weights of
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

#define T48_FAST_KERNEL 0
#if !defined(T48_PLAIN_KERNEL) && (defined(__AVX512F__) || defined(__AVX2__))
#include <immintrin.h>
#undef T48_FAST_KERNEL
#if defined(__AVX512F__)
#define T48_FAST_KERNEL 512
#else
#define T48_FAST_KERNEL 256
#endif
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
        /* The index has `lookups` entries; the analyzer loses count of a layout's. */
        w[i] = t48_kernel_load(&weight[index[i]]); // NOLINT(clang-analyzer-core.*)
        lane[i % T48_KERNEL_LANES] += w[i].value;
    }
    t48_kernel_step s = t48_kernel_step_of(target - t48_kernel_fold(lane), rate, lookups);
    for (unsigned i = 0; i < lookups; i++)
        t48_kernel_store(&weight[index[i]], t48_kernel_learn(w[i], &s));
}

#if T48_FAST_KERNEL == 512

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

#elif T48_FAST_KERNEL == 256

/* Four weights, whole. Loads one by one into a vector: through memory, a load of what
 * smaller stores have just written would have to wait for them. */
static inline __m256 t48_kernel_take4(const t48_weight *weight, const uint32_t index[4])
{
    const long long *word = (const long long *)(const void *)weight;
    return _mm256_castsi256_ps(
        _mm256_set_epi64x(__atomic_load_n(word + index[3], __ATOMIC_RELAXED),
                          __atomic_load_n(word + index[2], __ATOMIC_RELAXED),
                          __atomic_load_n(word + index[1], __ATOMIC_RELAXED),
                          __atomic_load_n(word + index[0], __ATOMIC_RELAXED)));
}

/* The values, or with 0xdd what TC keeps, of eight weights in order. */
#define T48_KERNEL_PICK8(low, high, which) \
    _mm256_castpd_ps(                      \
        _mm256_permute4x64_pd(_mm256_castps_pd(_mm256_shuffle_ps(low, high, which)), 0xd8))

static inline void t48_kernel_merge8(uint64_t w[8], __m256 value, __m256i sums)
{
    __m256 rest = _mm256_castsi256_ps(sums);
    __m256 low = _mm256_unpacklo_ps(value, rest), high = _mm256_unpackhi_ps(value, rest);
    _mm256_storeu_ps((float *)(void *)w, _mm256_permute2f128_ps(low, high, 0x20));
    _mm256_storeu_ps((float *)(void *)(w + 4), _mm256_permute2f128_ps(low, high, 0x31));
}

static inline float t48_kernel_fold8(__m256 first, __m256 second)
{
    float lane[T48_KERNEL_LANES];
    _mm256_storeu_ps(lane, first);
    _mm256_storeu_ps(lane + 8, second);
    return t48_kernel_fold(lane);
}

static inline float t48_kernel_sum(const t48_weight *weight, const uint32_t *index,
                                   unsigned lookups)
{
    if (lookups % T48_KERNEL_LANES != 0) return t48_kernel_sum_plain(weight, index, lookups);
    __m256 sum[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};
    for (unsigned i = 0; i < lookups; i += 8) {
#define T48_AT(k) t48_kernel_load(&weight[index[i + (k)]]).value
        __m256 value = _mm256_set_ps(T48_AT(7), T48_AT(6), T48_AT(5), T48_AT(4), T48_AT(3),
                                     T48_AT(2), T48_AT(1), T48_AT(0));
#undef T48_AT
        sum[i / 8 % 2] = _mm256_add_ps(sum[i / 8 % 2], value);
    }
    return t48_kernel_fold8(sum[0], sum[1]);
}

/* What TC keeps of eight weights, after an error; their values in *value. */
static inline __m256i t48_kernel_learn8(__m256 *value, __m256i sums, const t48_kernel_step *s)
{
    const __m256 step = _mm256_set1_ps(s->step), delta = _mm256_set1_ps(s->delta);
    const __m256i one = _mm256_set1_epi32(127 << 23);
    __m256i packed = _mm256_srli_epi32(sums, 16);
    __m256 fresh = _mm256_castsi256_ps(_mm256_cmpeq_epi32(packed, _mm256_setzero_si256()));
    __m256 old = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_slli_epi32(packed, 12), one));
    __m256 coherence =
        _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_srai_epi32(_mm256_slli_epi32(sums, 16), 16)),
                      _mm256_set1_ps(1.0f / 32767));
    __m256 size = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), coherence);
    *value = _mm256_add_ps(*value, _mm256_blendv_ps(_mm256_mul_ps(step, size), step, fresh));
    __m256 strength = _mm256_add_ps(old, _mm256_set1_ps(s->size));
    strength = _mm256_blendv_ps(strength, _mm256_set1_ps(s->first), fresh);
    __m256 error = _mm256_add_ps(_mm256_mul_ps(coherence, old), delta);
    error = _mm256_blendv_ps(error, delta, fresh);
    __m256i coherent = _mm256_cvtps_epi32(
        _mm256_add_ps(_mm256_mul_ps(_mm256_div_ps(error, strength), _mm256_set1_ps(32767.0f)),
                      _mm256_set1_ps(s->half)));
    __m256i bits = _mm256_sub_epi32(_mm256_castps_si256(strength), one);
    bits = _mm256_srli_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32((int)s->noise)), 12);
    bits = _mm256_min_epu32(bits, _mm256_set1_epi32(65535));
    return _mm256_or_si256(_mm256_slli_epi32(bits, 16),
                           _mm256_and_si256(coherent, _mm256_set1_epi32(0xffff)));
}

static inline void t48_kernel_update(t48_weight *weight, const uint32_t *index, unsigned lookups,
                                     float target, float rate)
{
    if (lookups % T48_KERNEL_LANES != 0) {
        t48_kernel_update_plain(weight, index, lookups, target, rate);
        return;
    }
    enum { MOST = T48_NET_LOOKUPS_MAX / 8 };
    uint64_t w[8], *word = (uint64_t *)(void *)weight;
    __m256 value[MOST], sums[MOST], sum[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};
    for (unsigned g = 0; g < lookups / 8; g++) {
        __m256 low = t48_kernel_take4(weight, index + 8 * g);
        __m256 high = t48_kernel_take4(weight, index + 8 * g + 4);
        value[g] = T48_KERNEL_PICK8(low, high, 0x88);
        sums[g] = T48_KERNEL_PICK8(low, high, 0xdd);
        sum[g % 2] = _mm256_add_ps(sum[g % 2], value[g]);
    }
    t48_kernel_step s =
        t48_kernel_step_of(target - t48_kernel_fold8(sum[0], sum[1]), rate, lookups);
    for (unsigned g = 0; g < lookups / 8; g++) {
        __m256i learned = t48_kernel_learn8(&value[g], _mm256_castps_si256(sums[g]), &s);
        t48_kernel_merge8(w, value[g], learned);
        for (unsigned k = 0; k < 8; k++)
            __atomic_store_n(&word[index[8 * g + k]], w[k], __ATOMIC_RELAXED);
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
