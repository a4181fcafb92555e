/* A race: the best of k configurations with a fraction of the games that k times
 * the full number would take.
 *
 * Rounds of successive halving: all configurations still in play the same games
 * (game i has the same seed for everyone), then the best one in `eta` goes on to
 * more games, until those left have played `cap` games. A configuration also
 * leaves when the paired games show that the leader is better; the true best is
 * lost that way with probability 1 - level at most. Halving has no such promise:
 * it spends the budget where it helps, and may cut the best after an unlucky start.
 *
 * The race does no work itself. The caller asks which games are missing, plays
 * or looks them up, and tells the outcomes in any order:
 *
 *     while (!lab_race_done(&race)) {
 *         size_t n = lab_race_ask(&race, list, capacity);
 *         ... play list[0 .. n-1] and lab_race_tell() every game ...
 *     }
 *
 * Its state is a function of the config and the set of outcomes told. A race
 * that was killed goes on by telling a fresh one all outcomes of the store, even
 * ones of games that it would not have asked for. */
#ifndef LAB_RACE_H
#define LAB_RACE_H

#include "laatta/status.h"
#include "lab/lab_race_plan.h"
#include "lab/lab_sums.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lab_race_config {
    uint32_t k;      /* configurations, numbered 0 .. k-1 */
    uint32_t cap;    /* games of one configuration at most */
    uint64_t budget; /* games of all together at most; 0 for lab_race_budget() */
    uint32_t eta;    /* one in eta goes on; 2 or more, 0 for 3 */
    lab_figure figure;
    double level;  /* of the statistical rule and of the intervals; 0 for 0.95 */
    uint64_t seed; /* orders configurations with equal outcomes */
} lab_race_config;

/* A twentieth of k * cap games, or the least a race can do with. */
uint64_t lab_race_budget(uint32_t k, uint32_t cap, uint32_t eta);

typedef enum lab_race_fate {
    LAB_RACE_IN,     /* still racing; once done: played to the end */
    LAB_RACE_CUT,    /* not among the best of its round when that ended */
    LAB_RACE_BEATEN, /* the leader of the round is better, by the statistical rule */
} lab_race_fate;

typedef struct lab_race_arm lab_race_arm;
typedef struct lab_race_contender lab_race_contender;

typedef struct lab_race {
    lab_race_config config; /* with the defaults filled in */
    lab_race_plan plan;
    lab_race_arm *arms; /* k */
    uint32_t *active;   /* those still in, ascending */
    uint32_t active_count;
    lab_race_contender *order; /* room to rank a round */
    uint32_t round;            /* 0 .. plan.rounds - 1 */
    uint64_t missing;          /* games of this round not told yet */
    uint64_t counted;          /* games of finished rounds */
    bool done;
} lab_race;

lt_status lab_race_init(lab_race *race, const lab_race_config *config, lt_error *err);
void lab_race_release(lab_race *race);

/* Games from .. from + count - 1 of one configuration. */
typedef struct lab_race_games {
    uint32_t configuration, from, count;
} lab_race_games;

/* Writes up to `capacity` stretches of games that the present round still
 * misses, by configuration; returns their number, 0 only when done. */
size_t lab_race_ask(const lab_race *race, lab_race_games *list, size_t capacity);

/* One outcome (0 or 1 for a rate). Told twice it must be the same. */
lt_status lab_race_tell(lab_race *race, uint32_t configuration, uint32_t game, double outcome,
                        lt_error *err);

static inline bool lab_race_done(const lab_race *race)
{
    return race->done;
}

/* Games that count so far, and the most that the race can still come to. */
uint64_t lab_race_played(const lab_race *race);
uint64_t lab_race_most(const lab_race *race);

typedef struct lab_race_place {
    uint32_t configuration;
    lab_race_fate fate;
    uint32_t round;    /* the last it played, from 0 */
    lab_sums sums;     /* over the games of finished rounds */
    lt_interval own;   /* at the config's level, as if it were alone */
    lt_interval joint; /* at the level where all k hold together */
} lab_race_place;

/* All k into `places`, best first: who played more rounds, then who was not
 * beaten or cut, then the higher mean. The first is the winner; its interval
 * `own` flatters it. */
lt_status lab_race_ranking(const lab_race *race, lab_race_place *places, lt_error *err);

#endif
