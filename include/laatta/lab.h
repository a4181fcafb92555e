/* The lab: experiments on players, kept in a database and worked off by any number
 * of programs on any number of machines.
 *
 * An experiment holds configurations (a player's spec each). A configuration has
 * games first .. first + games - 1; game i has the seed lt_seed_of(experiment's
 * seed, i), so any game can be played again and equals game i of `laatta sim` with
 * that seed, and configurations with the same games are compared on equal luck.
 * Games wait in blocks, are leased to workers, and end as results. A result is
 * written in the transaction that ends its lease: every game counts exactly once. Unstable. */
#ifndef LAATTA_LAB_H
#define LAATTA_LAB_H

#include "laatta/control.h"
#include "laatta/results.h"
#include "laatta/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LAB_NAME_MAX = 64, LAB_SPEC_MAX = 600, LAB_SETTINGS_MAX = 16, LAB_VALUE_MAX = 48 };

typedef struct lab_store lab_store;

/* Opens the database a URL names: sqlite:PATH, postgres://... or mysql://...; NULL
 * is $LAATTA_DB or, without that, a file in the user's data directory. Makes or
 * updates the tables. A store serves one thread at a time. */
LT_API lt_status lab_open(lab_store **store, const char *url, lt_error *err);

/* The same with terms of one's own. */
typedef struct lab_access {
    const char *url;           /* as above */
    bool read_only;            /* nothing is made or changed; a database that is not there is
                                  LT_BAD_INPUT. Only the tables of an older laatta are brought
                                  up to date, where that is allowed */
    double patience;           /* seconds to wait for an answer or a lock; 0: 60 */
    const lt_control *control; /* ends such waits within a second; its progress is not used */
    /* Told when something is being waited for. May be NULL. */
    void (*say)(void *ctx, const char *text);
    void *say_ctx;
} lab_access;
LT_API lt_status lab_open_as(lab_store **store, const lab_access *access, lt_error *err);
LT_API void lab_close(lab_store *store);
/* Opens a lost connection anew. */
LT_API lt_status lab_reopen(lab_store *store, lt_error *err);
/* The URL without its password. */
LT_API const char *lab_address(const lab_store *store);

/* --- experiments ---------------------------------------------------------- */

typedef enum lab_kind { LAB_QUEUE, LAB_SWEEP, LAB_SPRT, LAB_RACE, LAB_TUNE, LAB_KINDS } lab_kind;
typedef enum lab_state { LAB_ACTIVE, LAB_PAUSED, LAB_CANCELLED, LAB_DONE, LAB_STATES } lab_state;
LT_API const char *lab_kind_name(lab_kind kind);
LT_API const char *lab_state_name(lab_state state);

typedef struct lab_experiment {
    uint64_t id;
    char name[LAB_NAME_MAX]; /* unique: letters, digits, - _ . */
    lab_kind kind;
    lab_state state;
    char player[LAB_SPEC_MAX]; /* what it was asked for */
    t48_rules rules;
    uint64_t seed;
    int64_t priority; /* higher is played first */
    int attempts;     /* how often a block may be tried */
    char *plan;       /* how it is to be run, for kinds that need more; NULL or free() it */
    double created;   /* seconds since 1970, by the database's clock */
} lab_experiment;

/* A name for an experiment is letters, digits and - _ . ; LT_BAD_INPUT otherwise. */
LT_API lt_status lab_name_check(const char *name, lt_error *err);

/* How far it is, in games. */
typedef struct lab_progress {
    uint64_t configs;
    uint64_t games; /* all */
    uint64_t waiting, leased, failed;
    uint64_t finished;
} lab_progress;

/* The state that people are told: an experiment whose games are all played is done.
 * One that is led (sprt, race, tune) is done when its leader has said so. */
LT_API lab_state lab_state_now(const lab_experiment *experiment, const lab_progress *progress);

/* A name and a value that sets a configuration apart from its fellows. */
typedef struct lab_setting {
    char name[LAB_VALUE_MAX], value[LAB_VALUE_MAX];
} lab_setting;

typedef struct lab_config {
    uint64_t id; /* given by the store */
    char spec[LAB_SPEC_MAX];
    uint64_t games;
    uint64_t first;       /* number of its first game, 0 nearly always; never changes */
    uint64_t version;     /* of the program that queued it; given by the store */
    char fingerprint[17]; /* what its player's files and first moves were; given by the store */
    bool outdated;        /* that version is marked so */
    lab_setting setting[LAB_SETTINGS_MAX];
    unsigned settings;
} lab_config;

/* Adds an experiment with its configurations and all their games at once, or
 * nothing. Fills the ids of `experiment` and `configs`. A name that is taken is
 * LT_BAD_INPUT. */
LT_API lt_status lab_add(lab_store *store, lab_experiment *experiment, lab_config *configs,
                         size_t count, lt_error *err);

/* Adds configurations (those with id 0) to an experiment, and to configurations
 * that are there (id not 0) games until they have `games`. LT_UNSUPPORTED when those
 * were queued by a program of another behaviour: results of two never mix. */
LT_API lt_status lab_extend(lab_store *store, const lab_experiment *experiment, lab_config *configs,
                            size_t count, lt_error *err);

/* LT_BAD_INPUT with the names that there are when there is no such experiment. */
LT_API lt_status lab_find(lab_store *store, const char *name, lab_experiment *experiment,
                          lt_error *err);
LT_API lt_status lab_find_id(lab_store *store, uint64_t id, lab_experiment *experiment,
                             lt_error *err);
LT_API lt_status lab_set_state(lab_store *store, uint64_t id, lab_state state, lt_error *err);
/* For people: refuses to change what was cancelled or is done (LT_BAD_INPUT), and tells
 * how far it is then. */
LT_API lt_status lab_change_state(lab_store *store, const char *name, lab_state state,
                                  lab_progress *progress, lt_error *err);
LT_API lt_status lab_set_plan(lab_store *store, uint64_t id, const char *plan, lt_error *err);

/* Another name, which must be free. */
LT_API lt_status lab_rename(lab_store *store, uint64_t id, const char *name, lt_error *err);
/* Deletes an experiment with everything that belongs to it, results too; its name is
 * free again. Workers that play for it find their leases gone. */
LT_API lt_status lab_delete(lab_store *store, uint64_t id, lt_error *err);

/* An experiment with all its results as text, a line of JSON each (docs/LAB.md shows
 * the format), and back into any store, where games that were not finished wait again.
 * free() *text. `name` NULL: the one it had. */
LT_API lt_status lab_export(lab_store *store, const char *name, char **text, size_t *length,
                            lt_error *err);
LT_API lt_status lab_import(lab_store *store, const char *text, const char *name,
                            lab_experiment *experiment, lt_error *err);

/* Lists; a callback that returns false ends the list. */
LT_API lt_status lab_experiments(lab_store *store,
                                 bool (*take)(void *ctx, const lab_experiment *,
                                              const lab_progress *),
                                 void *ctx, lt_error *err);
LT_API lt_status lab_progress_of(lab_store *store, uint64_t id, lab_progress *progress,
                                 lt_error *err);
/* All configurations of an experiment in the order of their ids; free() *configs. */
LT_API lt_status lab_configs(lab_store *store, uint64_t id, lab_config **configs, size_t *count,
                             lt_error *err);
/* One of such a list by its id; NULL if it is not there. */
LT_API const lab_config *lab_config_find(const lab_config *configs, size_t count, uint64_t id);
/* One configuration by its id, and the experiment it belongs to. */
LT_API lt_status lab_config_of(lab_store *store, uint64_t config, lab_config *out,
                               uint64_t *experiment, lt_error *err);

/* --- results --------------------------------------------------------------- */

typedef struct lab_result {
    uint64_t config, game;
    uint64_t seed;            /* of the game itself */
    uint64_t version, worker; /* that played it */
    t48_outcome outcome;
    double seconds;
} lab_result;

/* Every finished game of an experiment, or of one of its configurations (`config`
 * not 0), from game number `from` on, in any order. With `whole` also seed,
 * version, worker and tile counts, which takes longer. */
LT_API lt_status lab_results(lab_store *store, uint64_t experiment, uint64_t config, uint64_t from,
                             bool whole, bool (*take)(void *ctx, const lab_result *), void *ctx,
                             lt_error *err);

/* What the finished games of each configuration come to, in the order of their ids, from
 * id `from` on; those without games are left out. The store keeps these sums in the
 * transactions that write results: to read them takes no longer for a billion games. The
 * results are binned, and last as long as the call. */
LT_API lt_status lab_summed(lab_store *store, uint64_t experiment, uint64_t from,
                            bool (*take)(void *ctx, uint64_t config, const t48_results *),
                            void *ctx, lt_error *err);

/* Games that could not be played, and why. */
typedef struct lab_failure {
    uint64_t config, first, games;
    int attempts;
    bool of_config; /* the configuration's fault; otherwise its worker's */
    const char *reason;
    double at;
} lab_failure;
LT_API lt_status lab_failures(lab_store *store, uint64_t experiment,
                              bool (*take)(void *ctx, const lab_failure *), void *ctx,
                              lt_error *err);

/* Whether everything that is kept of an experiment adds up, at one moment, while it may be
 * worked on: every game waits, is being played or is finished once, and the sums are those of
 * the results. `tell` hears of each configuration that does not (0: of rows that cannot be
 * read). */
typedef struct lab_checked {
    uint64_t configs, games; /* that were read */
    uint64_t wrong;          /* how often `tell` was called */
} lab_checked;
LT_API lt_status lab_check(lab_store *store, uint64_t experiment,
                           void (*tell)(void *ctx, uint64_t config, const char *what), void *ctx,
                           lab_checked *checked, lt_error *err);
/* Makes the sums of an experiment anew from its results. LT_BAD_INPUT while games of it wait
 * or are being played, unless it is paused and nobody plays. */
LT_API lt_status lab_repair(lab_store *store, uint64_t experiment, lt_error *err);

/* A numbered note of an experiment: the trace of tuning, the rounds of a race. */
LT_API lt_status lab_note(lab_store *store, uint64_t experiment, uint64_t step, const char *body,
                          lt_error *err);
LT_API lt_status lab_notes(lab_store *store, uint64_t experiment, uint64_t from,
                           bool (*take)(void *ctx, uint64_t step, const char *body), void *ctx,
                           lt_error *err);

/* --- versions ---------------------------------------------------------------- */

/* A behaviour of players that has queued or played here (lab_behaviour). */
typedef struct lab_version {
    uint64_t id;
    char behaviour[17];
    double created;
    bool outdated; /* reports leave its configurations out unless asked */
    uint64_t configs, games;
} lab_version;

LT_API lt_status lab_versions(lab_store *store, bool (*take)(void *ctx, const lab_version *),
                              void *ctx, lt_error *err);
LT_API lt_status lab_set_outdated(lab_store *store, uint64_t version, bool outdated, lt_error *err);

/* --- workers ---------------------------------------------------------------- */

typedef struct lab_worker_info {
    uint64_t id;
    char host[64];
    int pid, threads;
    char program[LAB_VALUE_MAX]; /* version and behaviour */
    double started, seen, now;   /* by the database's clock */
    uint64_t games, moves, lost; /* lost: games whose lease had lapsed */
    bool working;
} lab_worker_info;

LT_API lt_status lab_workers(lab_store *store, bool (*take)(void *ctx, const lab_worker_info *),
                             void *ctx, lt_error *err);

/* A worker that has not been heard of for so many seconds is taken for dead. */
enum { LAB_SILENT_SECONDS = 60 };

/* Those at work, by the machine they are on. */
typedef struct lab_host {
    char name[64];
    uint64_t workers, threads, games;
    double moves_a_second;
} lab_host;
LT_API lt_status lab_hosts(lab_store *store, bool (*take)(void *ctx, const lab_host *), void *ctx,
                           lt_error *err);

/* Games that nobody plays although they are not finished, and why, in a sentence. */
typedef struct lab_stuck {
    char experiment[LAB_NAME_MAX];
    uint64_t games;
    const char *why;
} lab_stuck;
LT_API lt_status lab_stuck_games(lab_store *store, bool (*take)(void *ctx, const lab_stuck *),
                                 void *ctx, lt_error *err);

/* What the database's server tells of itself and of those that copy from it; then those
 * of a URL with several servers that give no answer ("away", `details` says why). */
typedef struct lab_node {
    char name[100], role[40], details[200];
    bool writable; /* it takes changes: the primary, or a member of a cluster of equals */
    double lag;    /* seconds behind the primary; below 0: it is not behind, or does not say */
} lab_node;
LT_API lt_status lab_nodes(lab_store *store, bool (*take)(void *ctx, const lab_node *), void *ctx,
                           lt_error *err);

/* Commands that players may run on this machine (`external`), each compared whole. What
 * is not named here is refused, whatever the database asks for. */
typedef struct lab_commands {
    const char *const *command;
    size_t count;
} lab_commands;

typedef struct lab_work_config {
    int threads;         /* 0: one per processor */
    bool forever;        /* wait for more when the queue is empty */
    uint64_t experiment; /* only this one; 0: all */
    double lease;        /* seconds without progress after which games are given to others */
    double patience;     /* seconds to keep trying when the database is away */
    lab_commands allowed;
    const char *folder; /* where workers share what recipes make (networks that are trained);
                           NULL: $LAATTA_FOLDER or one in the user's data directory */
    const lt_control *control;
    /* Told of what is worth a line: a lost connection, a lapsed lease. May be NULL. */
    void (*say)(void *ctx, const char *text);
    void *say_ctx;
    /* Asked when no game waits any more, between two uses of the store: it may add
     * games and tells so in *added. `leased` games (its own among them) are still
     * being played; at 0 all results are in the store. Asked again after it failed
     * for want of a connection, so it must not rely on having been obeyed. May be
     * NULL. */
    lt_status (*more)(void *ctx, uint64_t leased, bool *added, lt_error *err);
    void *more_ctx;
} lab_work_config;

typedef struct lab_work_done {
    uint64_t games, moves, lost;
    uint64_t refused; /* configurations that could not be played here */
    double seconds;
} lab_work_done;

/* Works until nothing is left to play and nobody holds a lease, or until cancelled:
 * then games under way are given back. A configuration that cannot be played here (its
 * network is missing, or not the one it was queued with) is left to others, and
 * LT_UNAVAILABLE tells why at the end. */
LT_API lt_status lab_work(lab_store *store, const lab_work_config *config, lab_work_done *done,
                          lt_error *err);

/* The number that tells how this program's players behave, in 16 hexadecimal
 * digits: results of different behaviour never mix. */
LT_API lt_status lab_behaviour(char text[17], lt_error *err);

#ifdef __cplusplus
}
#endif
#endif
