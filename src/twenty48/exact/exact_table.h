/* Tables of perfect play: the value of every afterstate, found by binary search.
 *
 * A packed board is split into its upper bits and its lower 32; the boards of one
 * layer and equal upper bits form a bucket, sorted by their lower bits.
 *
 *   directory  uint32 a bucket and one more: its first entry
 *   keys       uint32 an entry: the lower bits (padded to 8 bytes)
 *   values     double an entry
 *
 * A file is this after the seal; its free bytes describe the table:
 *   0 rows, 1 cols, 2 stop level, 3 aim level, 4-7 layers (uint32),
 *   8-15 share of fours (double), 16-23 value of a game (double). */
#ifndef T48_EXACT_TABLE_H
#define T48_EXACT_TABLE_H

#include "base/sealed.h"
#include "twenty48/exact/exact_layers.h"

struct t48_exact_table {
    t48_space space;
    t48_exact_about about;
    uint32_t layers;
    uint32_t *made; /* the arrays in one piece, if they were made here */
    const uint32_t *directory, *keys;
    const double *values;
    lt_sealed sealed; /* or the file they are mapped from */
};

/* Upper parts that a packed board of this shape can have. */
static inline uint32_t t48_table_buckets(const t48_space *space)
{
    return space->cells > 8 ? 16 : 1;
}

/* Makes a table from sorted layers and their kept values. */
lt_status t48_exact_table_make(t48_exact_table **table, const t48_layers *layers,
                               double *const *values, const t48_exact_about *about, lt_error *err);

/* The value of a packed afterstate; NaN if it is not there. */
double t48_exact_table_value(const t48_exact_table *table, uint64_t packed);

#endif
