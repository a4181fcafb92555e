/* A pattern table: for each place of k tiles and the blank's region, the fewest
 * moves OF THOSE TILES that bring them home with the blank able to get home.
 *
 * Every such move changes the distance by exactly one (its parity is that of
 * the tiles' Manhattan distance), so the table holds a single bit a place:
 * bit 1 of the distance. With the parity it gives the distance mod 4, so that the
 * distance before a move tells the one after it. Tables of disjoint patterns add up to an
 * admissible, consistent heuristic (Korf and Felner, 2002). */
#ifndef NP_PDB_TABLE_H
#define NP_PDB_TABLE_H

#include "base/sealed.h"
#include "base/text.h"
#include "npuzzle/pdb/pdb_space.h"
#include "npuzzle/resources.h"

typedef struct np_pattern {
    uint8_t rows, cols, goal_blank, k;
    uint8_t tiles[NP_PATTERN_MAX]; /* goal cells, rising */
} np_pattern;

typedef struct np_pdb {
    np_pattern pattern;
    const np_space *space;
    const uint64_t *bits;
    uint64_t *own;    /* the bits when they are on the heap */
    lt_sealed sealed; /* or in a mapped file */
} np_pdb;

/* Breadth-first on several threads; needs three times the table's size. */
lt_status np_pdb_build(np_pdb *pdb, const np_pattern *pattern, const np_space *space,
                       const np_resources *resources, lt_error *err);
void np_pdb_close(np_pdb *pdb);

/* The bit of a place. */
static inline unsigned np_pdb_bit(const np_pdb *pdb, uint64_t mask, int blank, uint32_t rank)
{
    const np_space *s = pdb->space;
    uint64_t at = (uint64_t)np_space_block(s, mask, blank) * s->stride + rank;
    return (unsigned)(pdb->bits[at >> 6] >> (at & 63)) & 1;
}

/* The distance after one move of the pattern, from the one before it and the new bit. */
static inline int np_pdb_after(int before, unsigned bit)
{
    return (((unsigned)(before + 1) >> 1) & 1) == bit ? before + 1 : before - 1;
}

/* Mask and rank of the pattern on a board, and its distance, found by walking home. */
void np_pdb_locate(const np_pattern *pattern, const uint8_t *board, int cells, uint64_t *mask,
                   uint32_t *rank);
int np_pdb_distance(const np_pdb *pdb, const uint8_t *board, int blank);

/* The file of a pattern in the cache; `path` is filled. */
lt_status np_pdb_path(const np_pattern *pattern, lt_text *path, lt_error *err);
lt_status np_pdb_load(np_pdb *pdb, const np_pattern *pattern, const np_space *space,
                      const char *path, lt_error *err);
lt_status np_pdb_save(const np_pdb *pdb, const char *path, lt_error *err);
/* What files of the table heuristic (*.all) begin with. */
#define NP_WHOLE_MAGIC "LAATALL1"
/* Reads all of a table file (*.pdb, or *.all) and checks it. */
lt_status np_pdb_check(const char *path, lt_error *err);

#endif
