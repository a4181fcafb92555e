/* The board as JSON. Every call needs the board's lock; a result of NULL is a lack of
 * memory. */
#ifndef HTTP_LAB_JSON_H
#define HTTP_LAB_JSON_H

#include "http/lab_board.h"

/* {"state": "open" | "opening" | "away", "address", "error"} */
json_t *json_of_database(const lab_board *board);

/* Name, state, progress, rate; not the results. */
json_t *json_of_experiment(const board_experiment *e);

/* Those that changed after `version`. */
json_t *json_of_experiments(const lab_board *board, uint64_t version);

/* Those at work, and the last ones that were. */
json_t *json_of_workers(const lab_board *board);

/* {"at": [...], KEY: [...], ...}; a key that is NULL is left out. */
json_t *json_of_trail(const trail *t, const char *first, const char *second);

/* Which configurations are shown. */
typedef struct json_choice {
    tally_key key;
    unsigned level; /* of the tile that reaching is about */
    bool descending;
    size_t from, count;
} json_choice;

/* Experiment, its configurations as chosen, and what the first of them may claim. */
json_t *json_of_details(const lab_board *board, board_experiment *e, const json_choice *choice);

/* {"from", "width", "bins": n, "configs": [{"id", "label", "counts": [...]}]} */
json_t *json_of_histogram(const board_experiment *e, const uint64_t *ids, size_t count,
                          unsigned bins);

#endif
