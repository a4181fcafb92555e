/* Making what recipes say, several at a time, within the memory of this machine. */
#ifndef LAB_MAKING_H
#define LAB_MAKING_H

#include "lab/queue.h"

#include <pthread.h>

/* Where things are made, and the memory that those under way were promised. */
typedef struct lab_makings {
    const char *folder;
    pthread_mutex_t lock;
    pthread_cond_t room;
    uint64_t memory, promised;
} lab_makings;

void lab_makings_init(lab_makings *makings, const char *folder);
void lab_makings_release(lab_makings *makings);

/* The spec of the player that plays an order, added to `spec`. For a recipe it plays with
 * what was made, which is made now if nobody has yet (product->content tells). LT_UNAVAILABLE
 * if this machine cannot; LT_CANCELLED. */
lt_status lab_makings_player(lab_makings *makings, const lab_order *order,
                             const lt_control *control, lab_product *product, lt_text *spec,
                             lt_error *err);

/* Configurations of an experiment that are recipes get the specs of the players that play
 * with what was made, in the usual folder. */
lt_status lab_made_players(lab_store *store, const lab_experiment *experiment, lab_config *configs,
                           size_t count, lt_error *err);

#endif
