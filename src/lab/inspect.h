/* Stored games played again: do they end as they are stored? */
#ifndef LAB_INSPECT_H
#define LAB_INSPECT_H

#include "laatta/lab.h"

typedef struct lab_inspection {
    const lab_experiment *experiment;
    uint64_t games; /* the first so many of each configuration */
    int threads;
    const lt_control *control; /* told of the games that were checked */
    /* Called for a game that ends otherwise, by any thread. */
    void (*differs)(void *ctx, const lab_result *stored, const t48_outcome *played);
    void *ctx;
} lab_inspection;

/* What was found: games that were checked, and those of them that end otherwise. When
 * cancelled it is LT_OK with what was done. */
lt_status lab_inspect(lab_store *store, const lab_inspection *asked, uint64_t *checked,
                      uint64_t *wrong, lt_error *err);

#endif
