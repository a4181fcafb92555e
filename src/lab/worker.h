/* A worker's own state, shared by its parts: worker.c (the loop), worker_tasks.c
 * (claiming and handing in), worker_renew.c (keeping leases). */
#ifndef LAB_WORKER_H
#define LAB_WORKER_H

#include "lab/crew.h"
#include "lab/pace.h"
#include "lab/queue.h"

enum { LAB_LEASES_MAX = 64, LAB_ORDERS_KEPT = 32 };

typedef struct lab_worker {
    lab_store *store;
    const lab_work_config *config;
    lab_member member;
    lab_crew *crew;
    int threads;
    int making;     /* tasks of the crew whose player has to be made */
    lt_text folder; /* of what is made */
    lab_task *over; /* to be handed in */
    lab_order orders[LAB_ORDERS_KEPT];
    unsigned next_order;
    double seconds_a_game; /* of late; 0: not known yet */
    double speaking;       /* seconds that an exchange takes, of late */
    double trouble_since;  /* of the store; 0: there is none */
    double trouble_wait;   /* before the next try */
    double began, renewed, lapsed_at, reported, exchanged, counted, looked;
    lab_pace pace;
    double idle_wait; /* before the next look at an empty queue */
    lab_lease fresh[LAB_LEASES_MAX];
    bool idle;                /* the last claim found nothing */
    lt_error fault;           /* this machine cannot play at all; LT_OK: none */
    lt_error refusal;         /* why some configuration cannot be played here; LT_OK: none */
    char told[LT_ERROR_TEXT]; /* why a game was given up, when that was last told */
} lab_worker;

void lab_worker_say(const lab_worker *w, const char *text);

/* Takes over what the crew has ended. */
void lab_worker_collect(lab_worker *w);
/* What the crew should have next. */
lab_wish lab_worker_wish(const lab_worker *w);
/* Hands in what is over and claims what is wished for. */
lt_status lab_worker_exchange(lab_worker *w, const lab_wish *wish, lt_error *err);
void lab_task_free(lab_task *task);

/* Prolongs the leases that make progress. */
lt_status lab_worker_renew(lab_worker *w, lt_error *err);

#endif
