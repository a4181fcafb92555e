/* A small transposition table, kept from search to search: what is known of the value of a
 * board searched to a depth.
 *
 * Whole boards are kept as keys, so a hit is never false. New entries overwrite
 * old ones; that changes the work, never the result, because a value depends only
 * on board, depth and evaluation. Searches on grids go without. */
#ifndef T48_CACHE_H
#define T48_CACHE_H

#include "laatta/board.h"

#include <string.h>

typedef enum t48_bound { T48_UNKNOWN, T48_EXACT, T48_AT_LEAST, T48_AT_MOST } t48_bound;

typedef struct t48_cache_entry {
    t48_board board;
    int64_t value; /* value * 256 + depth * 4 + bound; 0 means empty */
} t48_cache_entry;

enum { T48_CACHE_BITS = 12 };

typedef struct t48_cache {
    t48_cache_entry entry[1 << T48_CACHE_BITS];
} t48_cache;

static inline t48_cache_entry *t48_cache_slot(t48_cache *cache, t48_board board, int depth)
{
    uint64_t hash = (board + (uint64_t)depth * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return &cache->entry[hash >> (64 - T48_CACHE_BITS)];
}

static inline t48_bound t48_cache_find(t48_cache *cache, t48_board board, int depth, int64_t *value)
{
    const t48_cache_entry *e = t48_cache_slot(cache, board, depth);
    if (e->board != board || (e->value & 255) >> 2 != depth) return T48_UNKNOWN;
    *value = e->value >> 8;
    return (t48_bound)(e->value & 3);
}

static inline void t48_cache_store(t48_cache *cache, t48_board board, int depth, int64_t value,
                                   t48_bound bound)
{
    t48_cache_entry *e = t48_cache_slot(cache, board, depth);
    e->board = board;
    e->value = value * 256 + depth * 4 + (int)bound;
}

#endif
