/* How laatta speaks to one kind of database: a const store_driver in a file
 * driver_NAME.c, and a dialect of a few words for where the SQL differs.
 *
 * Statements are written once, for all drivers, with `?` for every parameter and
 * words such as @NOW that a driver replaces (see `words`). A statement's text is a
 * string constant: a driver may keep what it prepared under the text's address.
 *
 * What a status means here: LT_UNAVAILABLE, the server is away or the connection
 * is lost (it must be opened anew); LT_BUSY, another transaction was in the way
 * and this one is undone (it may be tried again); anything else is final. */
#ifndef STORE_DRIVER_H
#define STORE_DRIVER_H

#include "laatta/control.h"
#include "laatta/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum store_type { STORE_NULL, STORE_INT, STORE_REAL, STORE_TEXT } store_type;

typedef struct store_value {
    store_type type;
    int64_t integer;  /* STORE_INT */
    double real;      /* STORE_REAL */
    const char *text; /* STORE_TEXT; in a row it is valid during the call only */
} store_value;

static inline store_value store_int(int64_t integer)
{
    return (store_value){.type = STORE_INT, .integer = integer};
}

/* Numbers and seeds of the lab: all 64 bits are kept. */
static inline store_value store_u64(uint64_t number)
{
    return store_int((int64_t)number);
}

static inline store_value store_real(double real)
{
    return (store_value){.type = STORE_REAL, .real = real};
}

static inline store_value store_text(const char *text)
{
    return (store_value){.type = text ? STORE_TEXT : STORE_NULL, .text = text};
}

/* A number of a row, whichever of the two kinds the database made of it. */
static inline int64_t store_as_int(const store_value *value)
{
    return value->type == STORE_REAL  ? (int64_t)value->real
           : value->type == STORE_INT ? value->integer
                                      : 0;
}

static inline double store_as_real(const store_value *value)
{
    return value->type == STORE_REAL  ? value->real
           : value->type == STORE_INT ? (double)value->integer
                                      : 0;
}

static inline const char *store_as_text(const store_value *value)
{
    return value->type == STORE_TEXT && value->text ? value->text : "";
}

/* Takes one row; false ends the reading (without an error). It must not use the
 * connection, which is busy with the next rows. */
typedef bool (*store_row_fn)(void *ctx, const store_value *cells);

/* Where the dialects differ. A word stands in a statement with @ before it. */
typedef struct store_words {
    const char *now;     /* @NOW    seconds since 1970, a real number, by the database's clock */
    const char *lock;    /* @LOCK   after a SELECT: lock the rows, skip those others have locked */
    const char *hold;    /* @HOLD   after a SELECT: lock the rows, wait for them */
    const char *packed;  /* @PACKED after CREATE TABLE (...): rows kept in the order of the key */
    const char *table;   /* @TABLE  after CREATE TABLE (...): any other table */
    const char *parts;   /* @PARTS  after CREATE TABLE finished_runs (...): see `part` */
    const char *bytes;   /* @BYTES  type of a text compared byte by byte, up to 200 characters */
    const char *note;    /* @NOTE   type of a text of any length */
    const char *small;   /* @SMALL  type of an integer up to 32767 */
    const char *nodes;   /* @NODES  a SELECT of the server and its copies: name, role, whether
                                    it takes changes, seconds it is behind or NULL, details */
    const char *orphans; /* @ORPHANS a SELECT of numbers of experiments that are not there but
                                   have a part, of old where that cannot be dropped safely */
    const char *parted;  /* @PARTED a SELECT of 1 or 0: has experiment ? a part, which from now on
                                    nobody drops before the transaction ends */
    const char *has;     /* @HAS    a SELECT of 1 or 0: has table ? a column ? */
} store_words;

typedef struct store_driver store_driver;

/* Seconds: where there are other servers to go to, an answer that a worker waits for may take
 * no longer: a lock may be held for ten seconds. */
#define STORE_ANSWER 12.0

/* Which of several servers is asked. */
typedef struct store_whom {
    int first;    /* this one, which is also the one that it was */
    bool only;    /* no other is asked */
    bool in_vain; /* the last time none would do */
} store_whom;

/* How long a driver may be kept waiting by a server or by a lock, and who hears of it. */
typedef struct store_wait {
    double seconds;                           /* at most */
    double answer;                            /* for one answer; 0: as long as for all */
    const lt_control *control;                /* may end it sooner; NULL: nobody does */
    void (*say)(void *ctx, const char *text); /* NULL: nobody is told */
    void *say_ctx;
    /* To be called in `open` as soon as there is a socket: from then on the
     * caller sees to it that no wait lasts too long. -1: it will be closed. May be NULL. */
    void (*connected)(void *ctx, int socket);
    void *connected_ctx;
    store_whom *whom; /* may be NULL */
} store_wait;

/* A wait that was cancelled still gets most of a second, so that what is under way can
 * be given back to a database that answers. */
static inline bool store_wait_over(const store_wait *wait, double waited)
{
    return waited >= wait->seconds || (waited >= 0.8 && lt_cancelled(wait->control));
}

/* The same for a single answer. */
static inline bool store_answer_late(const store_wait *wait, double waited)
{
    return store_wait_over(wait, waited) || (wait->answer > 0 && waited >= wait->answer);
}

/* Every driver's own connection begins with this. */
typedef struct store_connection {
    const store_driver *driver;
    unsigned places; /* so many connections does the server have room for; 0: any number */
} store_connection;

struct store_driver {
    const char *name;   /* for people: "SQLite" */
    const char *scheme; /* of its URLs; several are separated by '|' */
    store_words words;

    /* Opens what the URL names; `read_only`: nothing is made or changed, and a
     * database that is not there is LT_BAD_INPUT; so it is when the URL
     * or the password is wrong. No text ever holds the password. `wait` must outlive the
     * connection. */
    lt_status (*open)(store_connection **connection, const char *url, bool read_only,
                      const store_wait *wait, lt_error *err);
    void (*close)(store_connection *connection);

    /* Runs one statement. `row` (may be NULL) takes its rows, *changed (may be
     * NULL) gets the number of rows it changed. */
    lt_status (*run)(store_connection *connection, const char *text, const store_value *in,
                     size_t count, store_row_fn row, void *ctx, uint64_t *changed, lt_error *err);

    /* Inserts many rows. `head` is "INSERT INTO t (a, b)", without VALUES; `values`
     * has rows * columns entries. */
    lt_status (*insert)(store_connection *connection, const char *head, size_t columns,
                        const store_value *values, size_t rows, lt_error *err);

    /* Transactions see what was committed when each statement began (SQLite: they
     * come one after the other). rollback never fails. */
    lt_status (*begin)(store_connection *connection, lt_error *err);
    lt_status (*commit)(store_connection *connection, lt_error *err);
    void (*rollback)(store_connection *connection);
    /* Begins a transaction that only reads, and whose statements all see what was
     * committed when the first of them began; commit or rollback ends it. */
    lt_status (*snapshot)(store_connection *connection, lt_error *err);

    /* Makes the part of finished_runs that holds the results of an experiment, which has
     * none yet, or drops it with all of them if the experiment is gone, outside of
     * transactions. Whoever makes may
     * find it made. LT_BUSY: it cannot be dropped now. NULL: there are no parts. */
    lt_status (*part)(store_connection *connection, uint64_t experiment, bool make, lt_error *err);
    /* Where a part is a table: its name without the number of the experiment. Results are
     * written straight into it, so that the server need not look for it row by row. */
    const char *part_table;

    /* Announces to waiting connections, with the transaction under way, that there
     * is something new; NULL where nothing can be announced. */
    lt_status (*announce)(store_connection *connection, lt_error *err);
    /* Waits up to `seconds` for an announcement; true if there was one. Where there
     * are none, it sleeps so long and returns true. */
    bool (*wait)(store_connection *connection, double seconds);
};

/* The drivers, in alphabetical order. */
extern const store_driver *const *const store_drivers;
extern const size_t store_driver_count;

/* Replaces the words of a statement and, with `numbered`, every ? by $1, $2, ...
 * NULL when memory ran out; free() it. */
char *store_translate(const store_driver *driver, const char *text, bool numbered);

#endif
