/* The map's memory and its batches. */
#include "twenty48/exact/exact_map.h"

#include <stdlib.h>
#include <string.h>

lt_status t48_map_reset(t48_map *map, size_t expected, lt_error *err)
{
    unsigned bits = 4;
    while (((size_t)1 << bits) < 2 * expected) bits++;
    size_t slots = (size_t)1 << bits;
    if (slots > map->allocated) {
        free((void *)map->slot);
        map->slot = malloc(slots * sizeof *map->slot);
        map->allocated = map->slot ? slots : 0;
        if (!map->slot)
            return lt_fail(err, LT_NO_MEMORY, "no memory for a layer of %zu boards", expected);
    }
    memset((void *)map->slot, 0, slots * sizeof *map->slot);
    map->shift = 64 - bits;
    atomic_store(&map->count, 0);
    return LT_OK;
}

void t48_map_release(t48_map *map)
{
    free((void *)map->slot);
    *map = (t48_map){.slot = NULL};
}

unsigned t48_map_insert_many(t48_map *map, const uint64_t *boards, unsigned n)
{
    size_t home[T48_MAP_BATCH];
    for (unsigned i = 0; i < n; i++) {
        home[i] = t48_map_home(map, boards[i]);
        __builtin_prefetch((const void *)&map->slot[home[i]]);
    }
    unsigned fresh = 0;
    for (unsigned i = 0; i < n; i++) fresh += t48_map_insert(map, home[i], boards[i], 0);
    return fresh;
}

void t48_map_find_many(const t48_map *map, const uint64_t *boards, unsigned n, uint32_t *index)
{
    size_t home[T48_MAP_BATCH];
    for (unsigned i = 0; i < n; i++) {
        home[i] = t48_map_home(map, boards[i]);
        __builtin_prefetch((const void *)&map->slot[home[i]]);
    }
    for (unsigned i = 0; i < n; i++) index[i] = t48_map_find(map, home[i], boards[i]);
}

size_t t48_map_list(const t48_map *map, uint64_t *boards)
{
    size_t found = 0;
    for (size_t i = 0; i < t48_map_slots(map); i++) {
        uint64_t word = atomic_load_explicit(&map->slot[i], memory_order_relaxed);
        if (word) boards[found++] = word >> T48_MAP_INDEX_BITS;
    }
    return found;
}
