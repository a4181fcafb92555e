/* The columns of finished_runs, in one place: a row is a game. */
#ifndef STORE_FINISHED_H
#define STORE_FINISHED_H

#include "store/store.h"

/* Those that every report needs come first; X(column, type). */
#define FINISHED_BRIEF_LIST(X) \
    X(game, "BIGINT")          \
    X(score, "BIGINT")         \
    X(moves, "BIGINT")         \
    X(max_level, "@SMALL")     \
    X(microseconds, "BIGINT")
#define FINISHED_ORIGIN_LIST(X) \
    X(versionID, "BIGINT")      \
    X(workerID, "BIGINT")       \
    X(seed, "BIGINT")
/* clang-format off */
#define FINISHED_TILE_LIST(X)                                                 \
    X(tile_2, "@SMALL") X(tile_4, "@SMALL") X(tile_8, "@SMALL")               \
    X(tile_16, "@SMALL") X(tile_32, "@SMALL") X(tile_64, "@SMALL")            \
    X(tile_128, "@SMALL") X(tile_256, "@SMALL") X(tile_512, "@SMALL")         \
    X(tile_1024, "@SMALL") X(tile_2048, "@SMALL") X(tile_4096, "@SMALL")      \
    X(tile_8192, "@SMALL") X(tile_16384, "@SMALL") X(tile_32768, "@SMALL")    \
    X(tile_65536, "@SMALL") X(tile_131072, "@SMALL") X(tile_larger, "@SMALL")
/* clang-format on */

#define FINISHED_NAME(column, type) ", " #column
#define FINISHED_DEFINITION(column, type) ", " #column " " type " NOT NULL"
#define FINISHED_ONE(column, type) +1 /* NOLINT(bugprone-macro-parentheses): a term of a sum */

/* As text for SELECT and INSERT; BRIEF is where ALL begins. A row begins with the number of
 * its experiment, by which the table is parted. */
#define FINISHED_BRIEF "configID" FINISHED_BRIEF_LIST(FINISHED_NAME)
#define FINISHED_ALL \
    FINISHED_BRIEF FINISHED_ORIGIN_LIST(FINISHED_NAME) FINISHED_TILE_LIST(FINISHED_NAME)
#define FINISHED_DEFINITIONS                                            \
    "configID BIGINT NOT NULL" FINISHED_BRIEF_LIST(FINISHED_DEFINITION) \
        FINISHED_ORIGIN_LIST(FINISHED_DEFINITION) FINISHED_TILE_LIST(FINISHED_DEFINITION)

#define FINISHED_TABLE " (experimentID, " FINISHED_ALL ")"
#define FINISHED_HEAD "INSERT INTO finished_runs" FINISHED_TABLE

enum {
    FINISHED_COLUMNS = 2 FINISHED_BRIEF_LIST(FINISHED_ONE) FINISHED_ORIGIN_LIST(FINISHED_ONE)
        FINISHED_TILE_LIST(FINISHED_ONE)
};

/* A result as a row, in the order of FINISHED_HEAD. */
void store_finished_row(store_value row[FINISHED_COLUMNS], uint64_t experiment, uint64_t version,
                        uint64_t worker, const lab_result *result);

/* Inserts such rows, inside a transaction. */
lt_status store_finished_insert(lab_store *store, const store_value *rows, size_t count,
                                lt_error *err);

#endif
