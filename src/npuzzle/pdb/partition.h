/* Partitions: which tiles share a pattern table.
 *
 * A partition is a small text, a picture of the solved board with a letter for
 * each tile's pattern and '.' for the blank; '#' starts a comment, and a line
 * "quick" marks the one to build when no tables are there. The files of
 * data/partitions are part of the library; any other file may be named. */
#ifndef NP_PARTITION_H
#define NP_PARTITION_H

#include "npuzzle/pdb/pdb_table.h"

enum { NP_GROUPS_MAX = 8 };

typedef struct np_partition {
    char name[64];
    uint8_t rows, cols, goal_blank;
    bool quick;
    int groups;
    np_pattern pattern[NP_GROUPS_MAX];
} np_partition;

lt_status np_partition_parse(np_partition *partition, const char *name, const char *text,
                             size_t length, lt_error *err);

/* The partitions of the library. */
size_t np_partition_count(void);
lt_status np_partition_get(np_partition *partition, size_t index, lt_error *err);

/* By name ("7-8"), by file, or "snake-K": K tiles at a time along the rows, there
 * and back, for any board and goal. It must fit the frame. */
lt_status np_partition_find(np_partition *partition, const np_frame *frame, const char *name,
                            lt_error *err);
/* The partition to use when none is named: the largest whose tables are all in
 * the cache, else the quick one, else a snake: the largest that is quick to build, or
 * the smallest that covers the board. */
lt_status np_partition_choose(np_partition *partition, const np_frame *frame, bool no_cache,
                              lt_error *err);
/* Size in bytes of all its tables. */
uint64_t np_partition_bytes(const np_partition *partition);

#endif
