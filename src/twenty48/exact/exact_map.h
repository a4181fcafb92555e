/* A set of packed boards with an index each: open addressing, one word a slot.
 *
 *   bits  0-27  index of the board in its layer
 *   bits 28-63  the packed board (never 0: the empty board is in no layer)
 *
 * Several threads may insert at once; finding is for when inserting is over.
 * The caller keeps the load below a half by t48_map_reset's `expected` and by
 * looking at `count`. */
#ifndef T48_EXACT_MAP_H
#define T48_EXACT_MAP_H

#include "twenty48/exact/exact_space.h"

#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

enum { T48_MAP_INDEX_BITS = 28 };
#define T48_MAP_INDEX_MAX ((1u << T48_MAP_INDEX_BITS) - 1)

_Static_assert(T48_PACKED_BITS + T48_MAP_INDEX_BITS == 64, "a slot is one word");

typedef struct t48_map {
    _Atomic uint64_t *slot;
    unsigned shift;   /* 64 - log2 of the slots in use */
    size_t allocated; /* slots */
    _Atomic uint64_t count;
} t48_map;

/* Empties the map and makes room for `expected` boards at a load of a half. */
lt_status t48_map_reset(t48_map *map, size_t expected, lt_error *err);
void t48_map_release(t48_map *map);

static inline size_t t48_map_slots(const t48_map *map)
{
    return (size_t)1 << (64 - map->shift);
}

static inline size_t t48_map_home(const t48_map *map, uint64_t board)
{
    return (size_t)((board * 0x9e3779b97f4a7c15ull) >> map->shift);
}

/* Whether the board was not there before. `at` is its t48_map_home. */
static inline bool t48_map_insert(t48_map *map, size_t at, uint64_t board, uint32_t index)
{
    size_t mask = t48_map_slots(map) - 1;
    uint64_t word = board << T48_MAP_INDEX_BITS | index;
    for (;; at = (at + 1) & mask) {
        uint64_t seen = atomic_load_explicit(&map->slot[at], memory_order_relaxed);
        if (seen == 0 &&
            atomic_compare_exchange_strong_explicit(&map->slot[at], &seen, word,
                                                    memory_order_relaxed, memory_order_relaxed))
            return true;
        if (seen >> T48_MAP_INDEX_BITS == board) return false;
    }
}

/* The index of a board that is in the map. */
static inline uint32_t t48_map_find(const t48_map *map, size_t at, uint64_t board)
{
    size_t mask = t48_map_slots(map) - 1;
    for (;; at = (at + 1) & mask) {
        uint64_t seen = atomic_load_explicit(&map->slot[at], memory_order_relaxed);
        assert(seen != 0);
        if (seen >> T48_MAP_INDEX_BITS == board) return (uint32_t)seen & T48_MAP_INDEX_MAX;
    }
}

/* Inserts or finds many, asking for the memory of all before the first is needed.
 * n is at most T48_MAP_BATCH. Insertion returns how many were new. */
enum { T48_MAP_BATCH = 1024 };
unsigned t48_map_insert_many(t48_map *map, const uint64_t *boards, unsigned n);
void t48_map_find_many(const t48_map *map, const uint64_t *boards, unsigned n, uint32_t *index);

/* Writes the boards of the map, in no particular order; returns how many. */
size_t t48_map_list(const t48_map *map, uint64_t *boards);

#endif
