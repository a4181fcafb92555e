/* How often a worker speaks to the store: less often the more workers there are, so that
 * the store has the same to do for a hundred of them as for thousands. */
#ifndef LAB_PACE_H
#define LAB_PACE_H

#include "lab/queue.h"

/* What all workers together ask of the store in a second, once there are many. */
enum { LAB_RENEWALS_A_SECOND = 100, LAB_EXCHANGES_A_SECOND = 200, LAB_LAPSES_A_SECOND = 20 };

typedef struct lab_pace {
    double lease;    /* seconds without progress after which games are given to others */
    double play;     /* seconds of play that are claimed for each thread */
    double exchange; /* at least so many seconds between two times of handing in */
    double renew;    /* leases are prolonged so often, */
    double lapse;    /* looked through for lapsed ones so often, */
    double count;    /* and the workers counted so often */
    double idle;     /* seconds between two looks at an empty queue, at most */
    bool rest;       /* in between the connection is given back */
} lab_pace;

/* For a worker that wants leases of `lease` seconds at least. */
lab_pace lab_pace_of(const lab_crowd *crowd, double lease);

#endif
