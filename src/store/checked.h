/* Rows whose cells are checked as they are taken: a database is a stranger, and
 * anyone who may write to it may write anything.
 *
 * A row function takes its cells one by one; the first that cannot be is kept as
 * the reason, and the reading ends with LT_DAMAGED. Taken cells are then of no use:
 * a row function ends with `return store_row_ok(row) && ...`. */
#ifndef STORE_CHECKED_H
#define STORE_CHECKED_H

#include "store/store.h"

typedef struct store_row {
    const store_value *cell;
    const char *table;
    lt_status status; /* LT_OK: nothing wrong so far */
    lt_error *err;
} store_row;

static inline bool store_row_ok(const store_row *row)
{
    return row->status == LT_OK;
}

/* Whole numbers in a range; numbers of things, which have none below 0; numbers of
 * which every pattern of bits is allowed; real numbers in a range. */
int64_t store_row_int(store_row *row, unsigned at, const char *column, int64_t low, int64_t high);
uint64_t store_row_count(store_row *row, unsigned at, const char *column);
uint64_t store_row_bits(store_row *row, unsigned at, const char *column);
double store_row_real(store_row *row, unsigned at, const char *column, double low, double high);

/* A line of text into `to`: one that is too long, not UTF-8, or holds control
 * characters is refused. */
void store_row_line(store_row *row, unsigned at, const char *column, char *to, size_t size);
/* Text of any length, line breaks allowed; valid as long as the row. */
const char *store_row_text(store_row *row, unsigned at, const char *column);

/* Refuses the row for a reason of one's own: `found` says what is in the column. */
void store_row_refuse(store_row *row, const char *column, const char *found);

/* A number that this program gave away: 1 or more. */
uint64_t store_row_id(store_row *row, unsigned at, const char *column);
/* The rules of a board, from three cells: rows, columns, share of fours. */
t48_rules store_row_rules(store_row *row, unsigned at);
/* Games of a configuration, from two cells: the number of the first, how many. */
void store_row_games(store_row *row, unsigned at, uint64_t most, uint64_t *first, uint64_t *games);

/* Takes a row; false ends the reading. */
typedef bool (*store_take_fn)(void *ctx, store_row *row);

/* store_run with checked rows; `table` is the one to blame. */
lt_status store_read(lab_store *store, const char *table, const char *text, const store_value *in,
                     size_t count, store_take_fn take, void *ctx, lt_error *err);
#define STORE_READ(store, table, text, take, ctx, err, ...)            \
    store_read(store, table, text, (const store_value[]){__VA_ARGS__}, \
               sizeof((const store_value[]){__VA_ARGS__}) / sizeof(store_value), take, ctx, err)

/* A few numbers as parameters of `IN`: those of `ids`, the first once more for want of others. */
enum { STORE_FEW = 8 };
#define STORE_FEW_TEXT "(?, ?, ?, ?, ?, ?, ?, ?)"
void store_few(const uint64_t *ids, size_t count, store_value in[STORE_FEW]);

/* Limits of what the lab writes, and so of what it believes. */
enum { STORE_PRIORITY_MAX = 1000000000, STORE_ATTEMPTS_MAX = 1000, STORE_THREADS_MAX = 32767 };
#define STORE_GAMES_MAX ((uint64_t)1 << 48)

#endif
