/* Where k tiles and the blank can be, numbered for a table with a bit a place.
 *
 * What a pattern table needs to know of the blank is only the region it is in:
 * the empty cells (cells without a tile of the pattern) it can walk to for
 * nothing. A place is therefore
 *
 *     which cells the tiles are on      a combination: `combo`
 *     the region of the blank there     a block: combos[combo].block + region
 *     which tile is on which of them    a rank in 0 .. k! - 1
 *
 *     bit index = block * stride + rank       (stride: k! rounded up to 64)
 *
 * A tile that moves along a row keeps its place in the order of the tiles, so
 * the rank stays; moving along a column carries it past the pattern's tiles in
 * between, and the new rank is read from `turn`. All of it depends on the board
 * and on k only, never on which tiles the pattern has. */
#ifndef NP_PDB_SPACE_H
#define NP_PDB_SPACE_H

#include "base/bits.h"
#include "npuzzle/task.h"

enum { NP_PATTERN_MAX = 8, NP_SPACE_CELLS_MAX = 36 };

typedef struct np_combo {
    uint32_t block; /* the block of its first region */
    uint32_t map;   /* maps[map + cell] is the region of an empty cell */
} np_combo;

typedef struct np_space {
    int rows, cols, cells, k;
    uint32_t ranks;  /* k! */
    uint32_t stride; /* bits a block */
    /* combo of a mask: high[mask >> split] + low[mask & (2^split - 1)] */
    int split;
    uint32_t *high, *low;
    np_combo *combos;
    uint32_t combo_count, block_count;
    uint8_t *maps;
    uint16_t *turn; /* turn[(i * k + j) * ranks + rank]: the i-th tile becomes the j-th */
} np_space;

lt_status np_space_new(np_space **space, int rows, int cols, int k, lt_error *err);
void np_space_free(np_space *space);

static inline uint64_t np_space_bits(const np_space *s)
{
    return (uint64_t)s->block_count * s->stride;
}

static inline uint32_t np_space_combo(const np_space *s, uint64_t mask)
{
    return s->high[mask >> s->split] + s->low[mask & ((1u << s->split) - 1)];
}

static inline uint32_t np_space_block(const np_space *s, uint64_t mask, int blank)
{
    const np_combo *c = &s->combos[np_space_combo(s, mask)];
    return c->block + s->maps[c->map + (uint32_t)blank];
}

/* The rank after the tile on cell `from` of the mask went to cell `to`. */
static inline uint32_t np_space_turned(const np_space *s, uint64_t mask, uint32_t rank, int from,
                                       int to)
{
    uint64_t rest = mask & ~(1ull << from);
    unsigned i = lt_popcount64(rest & ((1ull << from) - 1));
    unsigned j = lt_popcount64(rest & ((1ull << to) - 1));
    return i == j ? rank : s->turn[(i * (unsigned)s->k + j) * s->ranks + rank];
}

/* The next larger mask with as many bits: every set of k cells in turn. */
static inline uint64_t np_next_mask(uint64_t mask)
{
    uint64_t low = mask & -mask, ripple = mask + low;
    return ripple | (((mask ^ ripple) >> 2) / low);
}

/* Rank of an arrangement: order[i] is the index, in 0 .. k-1, of the i-th tile by cell. */
uint32_t np_rank(const uint8_t *order, int k);
void np_unrank(uint8_t *order, int k, uint32_t rank);

#endif
