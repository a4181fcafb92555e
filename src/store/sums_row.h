/* A row of sums: what the games of a configuration come to (laatta/results.h, binned).
 * A configuration may have several such rows; they are to be added. */
#ifndef STORE_SUMS_ROW_H
#define STORE_SUMS_ROW_H

#include "base/text.h"
#include "laatta/results.h"
#include "store/checked.h"

/* Whole numbers; X(column, member of t48_results). A square is high * 2^32 + low. */
#define SUMS_LIST(X)              \
    X(games, games)               \
    X(score, score)               \
    X(squares_high, squares_high) \
    X(squares_low, squares_low)   \
    X(score_min, lowest)          \
    X(score_max, highest)         \
    X(moves, moves)               \
    X(microseconds, microseconds)

#define SUMS_NAME(column, member) ", " #column
#define SUMS_QUALIFIED(column, member) ", s." #column
#define SUMS_DEFINITION(column, member) ", " #column " BIGINT NOT NULL"
#define SUMS_ONE(column, member) +1 /* NOLINT(bugprone-macro-parentheses): a term of a sum */

/* `levels` and `scores` are lists of counts: games by the level of their largest tile,
 * and by the bin of their score. "11:3 1 5:2" is 3 games at 11, one at 12, 2 at 17. */
#define SUMS_ALL "configID, slot" SUMS_LIST(SUMS_NAME) ", levels, scores"
#define SUMS_BRIEF_OF_S "s.configID, s.slot" SUMS_LIST(SUMS_QUALIFIED) ", s.levels"
#define SUMS_ALL_OF_S SUMS_BRIEF_OF_S ", s.scores"
#define SUMS_DEFINITIONS                                        \
    "configID BIGINT NOT NULL, slot BIGINT NOT NULL" SUMS_LIST( \
        SUMS_DEFINITION) ", levels @NOTE NOT NULL, scores @NOTE NOT NULL"
#define SUMS_HEAD "INSERT INTO sums (" SUMS_ALL ")"
enum { SUMS_COLUMNS = 4 SUMS_LIST(SUMS_ONE), SUMS_FIGURES = 2 };

/* Results as the cells of a row from SUMS_FIGURES on; false when memory ran out. The texts
 * must last as long as the row is used. */
bool sums_row_write(const t48_results *r, lt_text *levels, lt_text *scores,
                    store_value row[SUMS_COLUMNS]);

/* Reads the figures of a row into `r`, which is empty; release it in any case. One that is
 * not `whole` has no scores in it, so that there are no bins. */
void sums_row_read(store_row *row, bool whole, t48_results *r);

#endif
