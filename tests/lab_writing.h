/* Writers of results that no game had, for tests of what becomes of them. */
#ifndef LAB_WRITING_H
#define LAB_WRITING_H

#include "lab_testing.h"

#include "laatta/rng.h"

#include <pthread.h>

enum { LEASES = 3, EACH = 20 };

static inline void complain(void *ctx, uint64_t config, const char *what)
{
    (void)ctx;
    print_message("configuration %llu: %s\n", (unsigned long long)config, what);
}

static inline void ignore(void *ctx, uint64_t config, const char *what)
{
    (void)ctx;
    (void)config;
    (void)what;
}

static inline lab_checked check(lab_store *store, uint64_t id)
{
    lab_checked checked;
    lt_error err;
    must(lab_check(store, id, complain, NULL, &checked, &err), &err);
    return checked;
}

static inline uint64_t wrong(lab_store *store, uint64_t id)
{
    lab_checked checked;
    lt_error err;
    must(lab_check(store, id, ignore, NULL, &checked, &err), &err);
    return checked.wrong;
}

static inline int64_t rows_of(lab_store *store, uint64_t config)
{
    int64_t rows = -1;
    lt_error err;
    must(STORE_NUMBER(store, "SELECT COUNT(*) FROM sums WHERE configID = ?", &rows, &err,
                      store_u64(config)),
         &err);
    return rows;
}

/* A result that no game had, but the store cannot know. */
static inline lab_result made_up(const lab_lease *lease, uint64_t game)
{
    lt_rng rng;
    lt_rng_seed(&rng, lease->config * 1000003 + game);
    uint8_t level = (uint8_t)(5 + lt_rng_below(&rng, 8));
    return (lab_result){.config = lease->config,
                        .game = game,
                        .seed = game,
                        .seconds = (double)lt_rng_below(&rng, 1000000) / 999983,
                        .outcome = {.score = 4 * (lt_rng_below(&rng, 1u << level) + level),
                                    .moves = 10 + lt_rng_below(&rng, 90),
                                    .max_level = level,
                                    .tiles = {[1] = 1}}};
}

static inline lab_member join(lab_store *store, lab_store *shared, uint64_t experiment)
{
    lt_error err;
    char behaviour[17];
    lab_member m = {.experiment = experiment, .lease = 60};
    must(lab_queue_behaviour(shared, behaviour, &err), &err);
    must(lab_queue_join(store, behaviour, 1, &m, &err), &err);
    return m;
}

/* Hands in what was claimed and claims again; the number of leases. */
static inline size_t exchange(lab_store *store, lab_member *m, lab_lease leases[LEASES],
                              size_t count)
{
    lt_error err;
    lab_result results[LEASES][EACH];
    lab_batch batches[LEASES];
    for (size_t i = 0; i < count; i++) {
        for (uint64_t g = 0; g < leases[i].games; g++)
            results[i][g] = made_up(&leases[i], leases[i].first + g);
        /* Now and then the last game is given back. */
        uint64_t played = leases[i].games - (leases[i].first % 7 == 3 && leases[i].games > 1);
        batches[i] = (lab_batch){.lease = leases[i], .results = results[i], .played = played};
    }
    lab_wish wish = {(uint64_t)LEASES * EACH, EACH, LEASES};
    size_t claimed;
    must(lab_queue_exchange(store, m, batches, count, &wish, leases, &claimed, &err), &err);
    return claimed;
}

typedef struct writer {
    lab_store *store;
    lab_member member;
    pthread_t thread;
} writer;

static inline void *write_results(void *ctx)
{
    writer *w = ctx;
    lab_lease leases[LEASES];
    size_t count = 0;
    do count = exchange(w->store, &w->member, leases, count);
    while (count);
    return NULL;
}

#endif
