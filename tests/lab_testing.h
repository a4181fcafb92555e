/* What the tests of the lab share: the database of LAATTA_TEST_DB, which
 * tools/with-server sets, or an SQLite file of their own; one store for all tests,
 * for what a program's behaviour is takes half a second to find out. */
#ifndef LAB_TESTING_H
#define LAB_TESTING_H

#include "testing.h"

#include "lab/queue.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char lab_test_directory[] = "/tmp/laatta-lab-XXXXXX";
static char lab_test_database[400];
static lab_store *lab_test_shared;
static unsigned lab_test_serial;

static inline void must(lt_status status, const lt_error *err)
{
    if (status != LT_OK) fail_msg("%s: %s", lt_status_text(status), err->text);
}

static inline lab_store *open_store(void)
{
    lt_error err;
    if (!lab_test_shared) must(lab_open(&lab_test_shared, lab_test_database, &err), &err);
    return lab_test_shared;
}

/* A description whose name no other test or run has used. */
static inline lab_experiment describe(const char *player)
{
    lab_experiment x = {.kind = LAB_QUEUE, .rules = t48_rules_default(), .seed = 9, .attempts = 3};
    snprintf(x.name, LAB_NAME_MAX, "t%ld-%u", (long)getpid(), lab_test_serial++);
    strcpy(x.player, player);
    return x;
}

static inline lab_config config_of(const char *spec, uint64_t games)
{
    lab_config c = {.games = games};
    strcpy(c.spec, spec);
    return c;
}

/* An experiment of one configuration. */
static inline lab_experiment queue_games(lab_store *store, const char *spec, uint64_t games)
{
    lt_error err;
    lab_experiment x = describe(spec);
    lab_config c = config_of(spec, games);
    must(lab_add(store, &x, &c, 1, &err), &err);
    return x;
}

static inline lab_progress progress_of(lab_store *store, uint64_t id)
{
    lab_progress p;
    lt_error err;
    must(lab_progress_of(store, id, &p, &err), &err);
    return p;
}

/* What failed in an experiment, by whose fault, and the last reason. */
typedef struct failures {
    unsigned of_config, of_worker;
    char last[300];
} failures;

static inline bool count_failure(void *ctx, const lab_failure *f)
{
    failures *all = ctx;
    *(f->of_config ? &all->of_config : &all->of_worker) += 1;
    snprintf(all->last, sizeof all->last, "%s", f->reason);
    return true;
}

static inline failures failures_of(lab_store *store, uint64_t experiment)
{
    failures all = {0};
    lt_error err;
    must(lab_failures(store, experiment, count_failure, &all, &err), &err);
    return all;
}

static inline bool lab_test_begin(void)
{
    const char *given = getenv("LAATTA_TEST_DB");
    if (!mkdtemp(lab_test_directory)) return false;
    if (given)
        snprintf(lab_test_database, sizeof lab_test_database, "%s", given);
    else
        snprintf(lab_test_database, sizeof lab_test_database, "sqlite:%s/lab.sqlite",
                 lab_test_directory);
    return true;
}

static inline void lab_test_end(void)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char file[480];
    lab_close(lab_test_shared);
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s/lab.sqlite%s", lab_test_directory, ends[i]);
        unlink(file);
    }
    rmdir(lab_test_directory);
}

#endif
