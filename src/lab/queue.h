/* What a worker asks of a store: claims, progress and results. The lab declares
 * it, src/store defines it for every database: the one place where both meet. */
#ifndef LAB_QUEUE_H
#define LAB_QUEUE_H

#include "laatta/lab.h"
#include "lab/recipe.h"

#include <string.h>

/* Games wait in blocks of this many at most: small enough that many workers find
 * one that nobody else is just claiming from. */
enum { LAB_BLOCK_GAMES = 256 };

/* Games first .. first + games - 1 of a configuration, held for a while. */
typedef struct lab_lease {
    uint64_t id; /* drawn by the worker, so that nobody has to be asked */
    uint64_t experiment, config, first, games;
    int64_t priority;
    int attempts; /* that were made before this one */
} lab_lease;

/* Why games of a lease were not played. */
typedef enum lab_fault {
    LAB_FAULT_NONE,   /* there was no time */
    LAB_FAULT_CONFIG, /* nobody can play this configuration: they have failed */
    LAB_FAULT_WORKER, /* this worker cannot (a file is missing, or another one): others may,
                         and this one is not given the configuration again */
} lab_fault;

/* A lease that is over: results of its first `played` games; the rest goes back to
 * the queue, or has failed. */
typedef struct lab_batch {
    lab_lease lease;
    const lab_result *results;
    uint64_t played;
    lab_fault fault;
    const char *reason; /* of a fault */
    /* What was made to play the first game (lab/recipe.h), and the fingerprint of its player:
     * kept with the results, and the configuration's other games may be claimed. NULL: nothing. */
    const lab_product *made;
    const char *fingerprint;
    bool lapsed; /* out: the lease was not there any more, nothing was written */
} lab_batch;

/* What a worker is known by in the store. */
typedef struct lab_member {
    uint64_t worker, version;
    uint64_t experiment; /* 0: all */
    uint64_t last;       /* the experiment of its last lease; 0: it has had none */
    double lease;        /* seconds */
    uint64_t games, moves, lost;
    uint64_t refused; /* configurations that it cannot play */
    bool unsure;      /* the answer to the last exchange was lost; */
    size_t doubt;     /* so many leases may have been claimed by it */
} lab_member;

/* How long the store may be kept waiting from now on (two seconds at least, for an
 * answer may take one with nothing being wrong; below 0: as usual), and what ends it sooner. */
void lab_queue_bound(lab_store *store, double seconds, const lt_control *control);

/* lab_behaviour, computed once for a store. */
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
 * oldest first. `leases` has room for wish->most. It is called again with the same
 * `leases` after a failure: when only the answer was lost, what was claimed is found in
 * the store and given now, and what was handed in is not called lapsed. */
lt_status lab_queue_exchange(lab_store *store, lab_member *member, lab_batch *batches, size_t count,
                             const lab_wish *wish, lab_lease *leases, size_t *claimed,
                             lt_error *err);

/* Prolongs leases that made progress; tells for each whether it still stands. Also
 * notes that the worker is alive, and what it has done so far. */
lt_status lab_queue_renew(lab_store *store, const lab_member *member, const uint64_t *leases,
                          size_t count, bool *stands, lt_error *err);

/* Gives lapsed leases back to the queue; *lapsed counts games. A block that was
 * tried too often has failed. */
lt_status lab_queue_lapse(lab_store *store, uint64_t *lapsed, lt_error *err);

/* What there is to do: blocks of games that this worker may claim, leases that
 * anybody holds, games that wait for a program of another behaviour, games that this
 * worker has refused, and blocks that are paused of the experiment it played last. */
typedef struct lab_pending {
    uint64_t open, leased, foreign, refused, paused;
} lab_pending;
lt_status lab_queue_pending(lab_store *store, const lab_member *member, lab_pending *pending,
                            lt_error *err);

/* How many workers there are, this one among them, and whether they are more than the
 * server has room for, if each held a connection. */
typedef struct lab_crowd {
    uint64_t workers;
    bool crowded;
} lab_crowd;
lt_status lab_queue_crowd(lab_store *store, const lab_member *member, lab_crowd *crowd,
                          lt_error *err);

/* Gives a server's connection back until the next call, which opens one anew. */
void lab_queue_rest(lab_store *store);

/* Sleeps until there may be something new (true), at most so long. */
bool lab_queue_wait(lab_store *store, double seconds);

/* Runs `work` in a transaction that only reads: everything it reads is of one moment,
 * whatever others write meanwhile. It may be run several times, so it must start from its
 * inputs each time. */
typedef lt_status lab_queue_work(lab_store *store, void *ctx, lt_error *err);
lt_status lab_queue_snapshot(lab_store *store, lab_queue_work *work, void *ctx, lt_error *err);

/* For reports that show a few of many configurations. As lab_configs, but without settings; and
 * those of some, for each that `config` points to. */
lt_status lab_queue_configs(lab_store *store, uint64_t id, lab_config **configs, size_t *count,
                            lt_error *err);
lt_status lab_queue_settings(lab_store *store, lab_config *const *config, size_t count,
                             lt_error *err);
/* As lab_summed, but without the bins of scores, which are most of what there is to read: no
 * quantile may be asked for. And those of some configurations, with bins. */
lt_status lab_queue_summed(lab_store *store, uint64_t experiment,
                           bool (*take)(void *ctx, uint64_t config, const t48_results *), void *ctx,
                           lt_error *err);
lt_status lab_queue_summed_few(lab_store *store, const uint64_t *configs, size_t count,
                               bool (*take)(void *ctx, uint64_t config, const t48_results *),
                               void *ctx, lt_error *err);

/* What a worker must know to play a configuration. */
typedef struct lab_order {
    uint64_t config;
    char spec[LAB_SPEC_MAX];
    char fingerprint[17]; /* that it had when it was queued (lab/fingerprint.h), or was made */
    char content[17];     /* of what was made for it; "": nothing was */
    t48_rules rules;
    uint64_t seed; /* of the experiment */
} lab_order;
lt_status lab_queue_order(lab_store *store, uint64_t config, lab_order *order, lt_error *err);

/* Has its player still to be made? */
static inline bool lab_order_unmade(const lab_order *order)
{
    return lab_recipe_is(order->spec) && strcmp(order->fingerprint, LAB_UNMADE) == 0;
}

/* What was made for an experiment's configurations, in their order; the curve lives as long
 * as the call. A callback that returns false ends the list. */
lt_status lab_queue_products(lab_store *store, uint64_t experiment,
                             bool (*take)(void *ctx, uint64_t config, const lab_product *product),
                             void *ctx, lt_error *err);

/* --- moving experiments between stores ---------------------------------------------- */

/* A program that has played for an experiment. */
typedef struct lab_origin {
    char behaviour[17];
    bool outdated;
} lab_origin;

/* What was made for the configuration at this place. */
typedef struct lab_made {
    size_t config;
    lab_product product;
} lab_made;

/* All of an experiment. The version of a configuration is the place of its origin in
 * `origins`, counted from 1; the configuration of a result is its place in `configs`. */
typedef struct lab_archive {
    lab_experiment experiment;
    lab_origin *origins;
    size_t origin_count;
    lab_config *configs;
    size_t config_count;
    lab_result *results; /* sorted by configuration and game */
    size_t result_count;
    char **notes; /* by step; NULL where there is none */
    size_t note_count;
    lab_made *made;
    size_t made_count;
} lab_archive;

/* Writes all of it in one transaction, under new numbers. What was played counts as
 * handed in by a worker called "import". */
lt_status lab_queue_restore(lab_store *store, lab_archive *archive, lt_error *err);

#endif
