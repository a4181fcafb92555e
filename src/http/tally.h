/* The results of one experiment: what the dashboard shows of each configuration without
 * asking the database again. It costs a few kilobytes a configuration, however many games
 * those have. Knows no lock and no database. */
#ifndef HTTP_TALLY_H
#define HTTP_TALLY_H

#include "laatta/lab.h"
#include "laatta/results.h"

typedef struct tally_config {
    uint64_t id;
    uint64_t games; /* planned */
    char *spec, *label;
    t48_results results; /* binned */
} tally_config;

typedef struct tally {
    tally_config *config; /* in the order of their ids */
    size_t count;
} tally;

tally *tally_new(void);
void tally_free(tally *t);

/* Takes the configurations as they are planned now; those known keep their results. */
bool tally_plan(tally *t, const lab_config *configs, size_t count);

/* What the games of a configuration come to now; of one that is not planned it is passed
 * over. False: no memory. */
bool tally_take(tally *t, uint64_t id, const t48_results *results);

/* Finished games, of all configurations. */
uint64_t tally_games(const tally *t);

/* The first configuration that has games to come; 0: none has. */
uint64_t tally_unfinished(const tally *t);

/* NULL if it is not planned. */
tally_config *tally_find(const tally *t, uint64_t id);

/* The levels worth a column: from the lowest that some game missed to the highest
 * that some game reached. False when no game is finished. */
bool tally_levels(const tally *t, unsigned *low, unsigned *high);

typedef enum tally_key { TALLY_ID, TALLY_COUNT, TALLY_MEAN, TALLY_MEDIAN, TALLY_REACH } tally_key;

/* The configurations in order, as indices; free() it. Those without a game come last
 * where a figure is asked for; equal ones stand in the order of their ids. */
size_t *tally_order(tally *t, tally_key key, unsigned level, bool descending);

#endif
