/* Adaptive binary arithmetic coding: bits at the cost of how surprising they are.
 *
 * A t48_bit learns the chance of its being 1, as the mean of a quick and a slow
 * estimate. The coder narrows a 32-bit range bit by bit and moves whole bytes out
 * (G. N. N. Martin's range coder; carries are resolved by holding back bytes).
 * Integers only: every machine writes and reads the same bytes.
 *
 * A reader never passes the end of its bytes: it goes on with zeros and counts
 * them, and the caller asks t48_reader_done. */
#ifndef T48_NET_CODER_H
#define T48_NET_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct t48_bit {
    uint16_t quick, slow; /* chance of a 1, in 1/65536 */
} t48_bit;

enum { T48_BIT_QUICK = 5, T48_BIT_SLOW = 8, T48_BIT_LEAST = 16 };
#define T48_CODER_LOW (1u << 24)

/* The chance of a 1 as the coder takes it: never quite 0 or 1. */
static inline uint32_t t48_bit_chance(const t48_bit *bit)
{
    uint32_t chance = ((uint32_t)bit->quick + bit->slow) >> 1;
    if (chance < T48_BIT_LEAST) return T48_BIT_LEAST;
    return chance > 65536 - T48_BIT_LEAST ? 65536 - T48_BIT_LEAST : chance;
}

static inline void t48_bit_learn(t48_bit *bit, bool one)
{
    if (one) {
        bit->quick = (uint16_t)(bit->quick + ((65535 - bit->quick) >> T48_BIT_QUICK));
        bit->slow = (uint16_t)(bit->slow + ((65535 - bit->slow) >> T48_BIT_SLOW));
    } else {
        bit->quick = (uint16_t)(bit->quick - (bit->quick >> T48_BIT_QUICK));
        bit->slow = (uint16_t)(bit->slow - (bit->slow >> T48_BIT_SLOW));
    }
}

/* --- reading ----------------------------------------------------------------- */

typedef struct t48_reader {
    const uint8_t *at, *end;
    uint32_t range, code;
    uint32_t missing; /* bytes that were asked for beyond the end */
} t48_reader;

static inline uint32_t t48_reader_byte(t48_reader *r)
{
    if (r->at < r->end) return *r->at++;
    r->missing++;
    return 0;
}

static inline void t48_reader_init(t48_reader *r, const uint8_t *bytes, size_t length)
{
    *r = (t48_reader){.at = bytes, .end = bytes + length, .range = UINT32_MAX};
    for (int i = 0; i < 4; i++) r->code = r->code << 8 | t48_reader_byte(r);
}

static inline bool t48_read(t48_reader *r, t48_bit *bit)
{
    uint32_t bound = (r->range >> 16) * t48_bit_chance(bit);
    bool one = r->code < bound;
    if (one) {
        r->range = bound;
    } else {
        r->code -= bound;
        r->range -= bound;
    }
    t48_bit_learn(bit, one);
    while (r->range < T48_CODER_LOW) {
        r->code = r->code << 8 | t48_reader_byte(r);
        r->range <<= 8;
    }
    return one;
}

/* `count` bits that nothing is known of. */
static inline uint32_t t48_read_even(t48_reader *r, unsigned count)
{
    uint32_t value = 0;
    while (count-- > 0) {
        r->range >>= 1;
        bool one = r->code >= r->range;
        if (one) r->code -= r->range;
        value = value << 1 | one;
        while (r->range < T48_CODER_LOW) {
            r->code = r->code << 8 | t48_reader_byte(r);
            r->range <<= 8;
        }
    }
    return value;
}

/* Whether exactly all bytes were needed. */
static inline bool t48_reader_done(const t48_reader *r)
{
    return r->at == r->end && r->missing == 0;
}

/* --- writing ------------------------------------------------------------------- */

/* Bytes beyond `room` are counted and not written. */
typedef struct t48_writer {
    uint8_t *bytes;
    size_t length, room;
    uint64_t low;
    uint32_t range;
    uint8_t held;   /* a byte that a carry may still change, */
    uint64_t nines; /* and how many 255s follow it */
    bool begun;
} t48_writer;

static inline void t48_writer_init(t48_writer *w, uint8_t *bytes, size_t room)
{
    *w = (t48_writer){.bytes = bytes, .room = room, .range = UINT32_MAX};
}

static inline void t48_writer_byte(t48_writer *w, uint8_t byte)
{
    if (w->length < w->room) w->bytes[w->length] = byte;
    w->length++;
}

static inline void t48_writer_shift(t48_writer *w)
{
    if (w->low < 0xff000000u || w->low > UINT32_MAX) {
        uint8_t carry = (uint8_t)(w->low >> 32);
        if (w->begun) t48_writer_byte(w, (uint8_t)(w->held + carry));
        for (; w->nines > 0; w->nines--) t48_writer_byte(w, (uint8_t)(255 + carry));
        w->held = (uint8_t)(w->low >> 24);
        w->begun = true;
    } else {
        w->nines++;
    }
    w->low = (w->low & 0xffffffu) << 8;
}

static inline void t48_write(t48_writer *w, t48_bit *bit, bool one)
{
    uint32_t bound = (w->range >> 16) * t48_bit_chance(bit);
    if (one) {
        w->range = bound;
    } else {
        w->low += bound;
        w->range -= bound;
    }
    t48_bit_learn(bit, one);
    while (w->range < T48_CODER_LOW) {
        w->range <<= 8;
        t48_writer_shift(w);
    }
}

static inline void t48_write_even(t48_writer *w, uint32_t value, unsigned count)
{
    while (count-- > 0) {
        w->range >>= 1;
        if (value >> count & 1) w->low += w->range;
        while (w->range < T48_CODER_LOW) {
            w->range <<= 8;
            t48_writer_shift(w);
        }
    }
}

/* Four bytes of `low`, and the one held back before them. */
static inline void t48_writer_finish(t48_writer *w)
{
    for (int i = 0; i < 5; i++) t48_writer_shift(w);
}

#endif
