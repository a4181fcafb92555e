/* The tables of a partition together: an additive heuristic with reflection.
 *
 * On a square board whose goal blank is on the diagonal, the board mirrored in
 * the diagonal has the same distance, and the same tables value it differently:
 * the heuristic is the larger of the two sums. */
#ifndef NP_PDB_SET_H
#define NP_PDB_SET_H

#include "npuzzle/pdb/partition.h"
#include "npuzzle/search/heuristic.h"

/* Where one pattern is during a search. */
typedef struct np_pdb_place {
    uint64_t mask;
    uint16_t rank;
    uint8_t distance;
} np_pdb_place;

typedef struct np_pdb_state {
    np_pdb_place plain[NP_GROUPS_MAX], mirror[NP_GROUPS_MAX];
    int32_t plain_sum, mirror_sum;
} np_pdb_state;

_Static_assert(sizeof(np_pdb_state) <= NP_STATE_MAX, "a search can hold the state");

typedef struct np_pdb_set {
    np_frame frame;
    np_partition partition;
    bool mirrored;
    int groups;
    np_space *space[NP_PATTERN_MAX + 1]; /* by number of tiles; NULL where not needed */
    np_pdb pdb[NP_GROUPS_MAX];
    uint8_t group_of[NP_SPACE_CELLS_MAX];        /* by tile */
    uint8_t mirror_group_of[NP_SPACE_CELLS_MAX]; /* of the tile's mirror image */
    uint8_t mirror_cell[NP_SPACE_CELLS_MAX];
    lt_error unsaved; /* why a table that was built could not be saved; status LT_OK: none */
    char description[72];
} np_pdb_set;

/* Takes the tables from the cache; what is missing or damaged there is built, and
 * saved if that can be. */
lt_status np_pdb_set_new(np_pdb_set **set, const np_frame *frame, const np_partition *partition,
                         bool reflect, const np_resources *resources, lt_error *err);
void np_pdb_set_free(np_pdb_set *set);

int np_pdb_set_start(const np_pdb_set *set, np_pdb_state *state, const uint8_t *board, int blank);
int np_pdb_set_apply(const np_pdb_set *set, np_pdb_state *state, int tile, int from, int to);
/* np_dfs_run for this heuristic, a good deal faster. */
void np_pdb_set_search(const np_pdb_set *set, np_dfs *dfs);

/* The place after its tile went from `from` to `to`, where the blank was; the blank
 * is on `from` now. */
static inline np_pdb_place np_pdb_moved(const np_pdb *pdb, np_pdb_place place, int from, int to)
{
    np_pdb_place p;
    p.rank = (uint16_t)np_space_turned(pdb->space, place.mask, place.rank, from, to);
    p.mask = (place.mask ^ (1ull << from)) | 1ull << to;
    p.distance = (uint8_t)np_pdb_after(place.distance, np_pdb_bit(pdb, p.mask, from, p.rank));
    return p;
}

#endif
