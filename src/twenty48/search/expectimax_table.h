/* The transposition table of expectimax: values of boards by depth and budget, shared by
 * threads without locks. */
#ifndef T48_EXPECTIMAX_TABLE_H
#define T48_EXPECTIMAX_TABLE_H

#include "twenty48/eval/eval.h"

#include <stdatomic.h>

/* An entry is two words; the first is the board xor the second, so that halves
 * of two writes never pass for one:
 *
 *   data:  value (47 bits, signed) | depth (5) | budget (12) */
typedef struct entry {
    _Atomic uint64_t check, data;
} entry;

static inline uint64_t hash_of(t48_board key, uint64_t tag)
{
    uint64_t hash = (key ^ tag << 40) * 0x9e3779b97f4a7c15u;
    return (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
}

static inline bool find(const entry *at, t48_board key, uint64_t tag, t48_value *value)
{
    uint64_t data = atomic_load_explicit(&at->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&at->check, memory_order_relaxed);
    if ((check ^ data) != key || (data & 0x1ffff) != tag) return false;
    *value = (t48_value)data >> 17;
    return true;
}

static inline void keep(entry *at, t48_board key, uint64_t tag, t48_value value)
{
    uint64_t data = (uint64_t)value << 17 | tag;
    atomic_store_explicit(&at->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&at->data, data, memory_order_relaxed);
}

#endif
