/* What a worker asks of a store: claims, progress and results. The lab declares
 * it, src/store defines it for every database: the one place where both meet. */
#ifndef LAB_QUEUE_H
#define LAB_QUEUE_H

#include "laatta/lab.h"

/* Games first .. first + games - 1 of a configuration, held for a while. */
typedef struct lab_lease {
    uint64_t id; /* drawn by the worker, so that nobody has to be asked */
    uint64_t experiment, config, first, games;
    int64_t priority;
    int attempts; /* that were made before this one */
} lab_lease;

/* A lease that is over: results of its first `played` games; the rest goes back to
 * the queue. With a reason the rest has failed by its own fault. */
typedef struct lab_batch {
    lab_lease lease;
    const lab_result *results;
    uint64_t played;
    const char *reason;
    bool refused; /* out: the lease had lapsed, nothing was written */
} lab_batch;

/* What a worker is known by in the store. */
typedef struct lab_member {
    uint64_t worker, version;
    uint64_t experiment; /* 0: all */
    double lease;        /* seconds */
    uint64_t games, moves, lost;
} lab_member;

/* lab_behaviour(), worked out once a store: it takes a moment. */
lt_status lab_queue_behaviour(lab_store *store, char text[17], lt_error *err);

/* Enters a worker, and its version if that is new. */
lt_status lab_queue_join(lab_store *store, const char *behaviour, int threads, lab_member *member,
                         lt_error *err);
lt_status lab_queue_leave(lab_store *store, const lab_member *member, lt_error *err);

/* What a worker would like to have next. */
typedef struct lab_wish {
    uint64_t games; /* in all; 0: nothing */
    uint64_t each;  /* in a lease, at most */
    size_t most;    /* leases */
} lab_wish;

/* In one transaction: ends `batches` and claims, highest priority first, then
 * oldest first. `leases` has room for wish->most. */
lt_status lab_queue_exchange(lab_store *store, const lab_member *member, lab_batch *batches,
                             size_t count, const lab_wish *wish, lab_lease *leases, size_t *claimed,
                             lt_error *err);

/* Prolongs leases that made progress; tells for each whether it still stands. Also
 * notes that the worker is alive, and what it has done so far. */
lt_status lab_queue_renew(lab_store *store, const lab_member *member, const uint64_t *leases,
                          size_t count, bool *stands, lt_error *err);

/* Gives lapsed leases back to the queue; *lapsed counts games. A block that was
 * tried too often has failed. */
lt_status lab_queue_lapse(lab_store *store, uint64_t *lapsed, lt_error *err);

/* What there is to do for this version, and for others (games). */
typedef struct lab_pending {
    uint64_t open, leased, foreign;
} lab_pending;
lt_status lab_queue_pending(lab_store *store, const lab_member *member, lab_pending *pending,
                            lt_error *err);

/* Sleeps until there may be something new, at most so long. */
void lab_queue_wait(lab_store *store, double seconds);

/* What a worker must know to play a configuration. */
typedef struct lab_order {
    uint64_t config;
    char spec[LAB_SPEC_MAX];
    char probe[17]; /* how it played when it was queued (lab_probe); "" if not noted */
    t48_rules rules;
    uint64_t seed; /* of the experiment */
} lab_order;
lt_status lab_queue_order(lab_store *store, uint64_t config, lab_order *order, lt_error *err);

#endif
