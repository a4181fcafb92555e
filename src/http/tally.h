/* The results of one experiment, counted: what the dashboard shows of each
 * configuration without asking the database again.
 *
 * Every game counts once, whatever order results come in and however often they are
 * told. Costs eight bytes and a bit a game. Knows no lock and no database. */
#ifndef HTTP_TALLY_H
#define HTTP_TALLY_H

#include "laatta/lab.h"
#include "laatta/results.h"

typedef struct tally_config {
    uint64_t id;
    uint64_t games; /* planned */
    char *spec, *label;
    uint64_t prefix; /* games 0 .. prefix - 1 are all counted */
    t48_results results;
    uint64_t *seen; /* a bit a game */
    size_t seen_words;
} tally_config;

typedef struct tally {
    tally_config *config; /* in the order of their ids */
    size_t count;
    uint64_t counted; /* games, of all */
    size_t last;      /* where the last result went */
} tally;

tally *tally_new(void);
void tally_free(tally *t);

/* Takes the configurations as they are planned now; those known keep their counts. */
bool tally_plan(tally *t, const lab_config *configs, size_t count);

/* Counts a result; one that was counted before, or of an unknown configuration, is
 * passed over. False: no memory. */
bool tally_add(tally *t, const lab_result *result);

/* NULL if it is not planned. */
tally_config *tally_find(const tally *t, uint64_t id);

/* The levels worth a column: from the lowest that some game missed to the highest
 * that some game reached. False when nothing has been counted. */
bool tally_levels(const tally *t, unsigned *low, unsigned *high);

typedef enum tally_key { TALLY_ID, TALLY_COUNT, TALLY_MEAN, TALLY_MEDIAN, TALLY_REACH } tally_key;

/* The configurations in order, as indices; free() it. Those without a game come last
 * where a figure is asked for; equal ones stand in the order of their ids. */
size_t *tally_order(tally *t, tally_key key, unsigned level, bool descending);

#endif
