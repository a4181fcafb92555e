/* Which of two players is better: both play the same seeds until that is clear.
 *
 *     t48_compare_config config = {.a = "mine", .b = "greedy", .rules = t48_rules_default(),
 *                                  .games = 1000, .seed = 1};
 *     t48_comparison *comparison;
 *     if (t48_compare_run(&comparison, &config, &err) == LT_OK) {
 *         lt_sprt_state now = lt_sprt_look(t48_comparison_pairs(comparison));
 *         ... now.verdict, now.difference, now.interval ...
 *     }
 *     t48_comparison_free(comparison);
 *
 * Unstable. */
#ifndef LAATTA_COMPARE_H
#define LAATTA_COMPARE_H

#include "laatta/sim.h"
#include "laatta/sprt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum t48_compare_until {
    T48_UNTIL_CLEAR,   /* the interval of the difference leaves zero. It is looked at after
                          every lt_sprt_stretch and holds at all looks together */
    T48_UNTIL_DECIDED, /* the sequential test decides between d0 and d1 */
    T48_UNTIL_ALL,     /* all games are played */
} t48_compare_until;

typedef struct t48_compare_config {
    const char *a, *b; /* specs */
    t48_rules rules;
    unsigned reach; /* how often a tile of this level is reached; 0: the mean score */
    uint64_t games; /* at most so many of each, 2 or more */
    uint64_t seed;  /* game i of both has the seed lt_seed_of(seed, i) */
    int threads;    /* 0: one per processor */
    t48_compare_until until;
    const lt_sprt_config *test; /* NULL: lt_sprt_defaults. `rate` and `max_pairs` follow from
                                   reach and games */
    const lt_control *control;
} t48_compare_config;

typedef struct t48_comparison t48_comparison;

/* Plays. LT_CANCELLED gives the pairs that were finished; any other failure nothing. The
 * result does not depend on the number of threads. */
LT_API lt_status t48_compare_run(t48_comparison **comparison, const t48_compare_config *config,
                                 lt_error *err);
LT_API void t48_comparison_free(t48_comparison *comparison);

/* The pairs of games, for lt_sprt_look. */
LT_API const lt_sprt *t48_comparison_pairs(const t48_comparison *comparison);

/* Of A (side 0) or B (side 1): its spec, written out; how many of its games it gave up
 * because it could not go on, and why the first of them (NULL: there are none). */
LT_API const char *t48_comparison_player(const t48_comparison *comparison, int side);
LT_API uint64_t t48_comparison_lost(const t48_comparison *comparison, int side, const char **why);

#ifdef __cplusplus
}
#endif
#endif
