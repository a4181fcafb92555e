/* The race as a state machine over a table of outcomes.
 *
 * Outcomes told are only stored; whatever a round decides it computes when the
 * last of its games is there, from the games below its target in the order of
 * their index. So neither the order of telling nor outcomes beyond the target
 * can show in the state. */
#include "lab/lab_race.h"

#include "base/quantiles.h"
#include "laatta/rng.h"
#include "lab/lab_multiple.h"

#include <math.h>
#include <stdlib.h>

/* Fewer games say too little about a variance for the statistical rule. */
enum { LEAST_TO_COMPARE = 10 };

struct lab_race_arm {
    double *outcomes; /* NAN where not told */
    uint32_t room;    /* of outcomes */
    lab_race_fate fate;
    uint32_t round; /* the last it played */
    lab_sums sums;  /* over the games of finished rounds */
};

/* What a ranking looks at. */
struct lab_race_contender {
    uint32_t number, round;
    bool in;
    double mean;
    uint64_t tie;
};

uint64_t lab_race_budget(uint32_t k, uint32_t cap, uint32_t eta)
{
    uint64_t part = (uint64_t)k * cap / 20, least = lab_race_least(k, cap, eta);
    return part > least ? part : least;
}

static bool known(const lab_race_arm *arm, uint32_t game)
{
    return game < arm->room && !isnan(arm->outcomes[game]);
}

static uint32_t target_of(const lab_race *race)
{
    return race->plan.target[race->round];
}

static void count_missing(lab_race *race)
{
    race->missing = 0;
    for (uint32_t i = 0; i < race->active_count; i++) {
        const lab_race_arm *arm = &race->arms[race->active[i]];
        for (uint32_t g = (uint32_t)arm->sums.games; g < target_of(race); g++)
            race->missing += !known(arm, g);
    }
}

lt_status lab_race_init(lab_race *race, const lab_race_config *config, lt_error *err)
{
    *race = (lab_race){.config = *config};
    lab_race_config *c = &race->config;
    if (c->eta == 0) c->eta = 3;
    if (c->level == 0) c->level = 0.95;
    if (c->k == 0 || c->cap == 0 || c->eta < 2)
        return lt_fail(err, LT_BAD_INPUT,
                       "a race takes at least 1 configuration, 1 game each and eta 2, not %u, %u "
                       "and %u",
                       c->k, c->cap, c->eta);
    if (!(c->level > 0 && c->level < 1))
        return lt_fail(err, LT_BAD_INPUT, "a confidence level lies between 0 and 1, not at %g",
                       c->level);
    if (c->budget == 0) c->budget = lab_race_budget(c->k, c->cap, c->eta);
    if (!lab_race_make_plan(&race->plan, c->k, c->cap, c->eta, c->budget))
        return lt_fail(err, LT_BAD_INPUT,
                       "a race of %u configurations takes at least %llu games, not %llu", c->k,
                       (unsigned long long)lab_race_least(c->k, c->cap, c->eta),
                       (unsigned long long)c->budget);
    race->arms = calloc(c->k, sizeof *race->arms);
    race->active = calloc(c->k, sizeof *race->active);
    race->order = calloc(c->k, sizeof *race->order);
    if (!race->arms || !race->active || !race->order) {
        lab_race_release(race);
        return lt_fail(err, LT_NO_MEMORY, "no memory for a race of %u configurations", c->k);
    }
    for (uint32_t i = 0; i < c->k; i++) race->active[i] = i;
    race->active_count = c->k;
    count_missing(race);
    return LT_OK;
}

void lab_race_release(lab_race *race)
{
    for (uint32_t i = 0; race->arms && i < race->config.k; i++) free(race->arms[i].outcomes);
    free(race->arms);
    free(race->active);
    free(race->order);
    race->arms = NULL;
    race->active = NULL;
    race->order = NULL;
}

size_t lab_race_ask(const lab_race *race, lab_race_games *list, size_t capacity)
{
    size_t count = 0;
    if (race->done) return 0;
    for (uint32_t i = 0; i < race->active_count && count < capacity; i++) {
        const lab_race_arm *arm = &race->arms[race->active[i]];
        uint32_t game = (uint32_t)arm->sums.games, target = target_of(race);
        while (game < target && count < capacity) {
            if (known(arm, game)) {
                game++;
                continue;
            }
            uint32_t from = game;
            while (game < target && !known(arm, game)) game++;
            list[count++] = (lab_race_games){race->active[i], from, game - from};
        }
    }
    return count;
}

/* How many standard errors the paired differences must lie below 0 for the
 * statistical rule: 1 - level is shared out over k comparisons in every round. */
static double strictness(const lab_race *race, uint32_t games)
{
    double errors = (1 - race->config.level) / race->config.k / race->plan.rounds;
    return lt_t_quantile(1 - errors, games - 1);
}

/* Is the leader better than this one, by the games both played? */
static bool beaten(const lab_race *race, const lab_race_arm *arm, const lab_race_arm *leader,
                   double bound)
{
    lab_sums apart = {0};
    for (uint32_t g = 0; g < target_of(race); g++)
        lab_sums_add(&apart, arm->outcomes[g] - leader->outcomes[g]);
    /* Half a pair of each kind keeps a rate's variance above 0. */
    if (race->config.figure == LAB_RATE) {
        lab_sums_add(&apart, 1);
        lab_sums_add(&apart, -1);
    }
    double error = lab_sums_stdev(&apart) / sqrt((double)apart.games);
    return apart.mean + bound * error < 0;
}

static lab_race_contender contender(const lab_race *race, uint32_t number)
{
    const lab_race_arm *arm = &race->arms[number];
    return (lab_race_contender){.number = number,
                                .round = arm->round,
                                .in = arm->fate == LAB_RACE_IN,
                                .mean = arm->sums.mean,
                                .tie = lt_seed_of(race->config.seed, number)};
}

/* Best first. The ties of different numbers differ: lt_seed_of is one to one. */
static int by_rank(const void *a, const void *b)
{
    const lab_race_contender *x = a, *y = b;
    if (x->round != y->round) return x->round > y->round ? -1 : 1;
    if (x->in != y->in) return x->in ? -1 : 1;
    if (x->mean != y->mean) return x->mean > y->mean ? -1 : 1;
    return x->tie < y->tie ? -1 : x->tie > y->tie;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Adds the round's games to everyone's sums and ranks those who played. */
static void settle(lab_race *race)
{
    for (uint32_t i = 0; i < race->active_count; i++) {
        lab_race_arm *arm = &race->arms[race->active[i]];
        uint32_t from = (uint32_t)arm->sums.games;
        race->counted += target_of(race) - from;
        for (uint32_t g = from; g < target_of(race); g++)
            lab_sums_add(&arm->sums, arm->outcomes[g]);
        race->order[i] = contender(race, race->active[i]);
    }
    qsort(race->order, race->active_count, sizeof *race->order, by_rank);
}

/* Ends the round: the statistical rule, then, unless it was the last, the cut.
 * The leader always stays. */
static void close_round(lab_race *race)
{
    settle(race);
    uint32_t games = target_of(race), stay = 0;
    bool last = race->round + 1 == race->plan.rounds;
    const lab_race_arm *leader = &race->arms[race->order[0].number];
    double bound = games >= LEAST_TO_COMPARE ? strictness(race, games) : INFINITY;
    for (uint32_t i = 0; i < race->active_count; i++) {
        lab_race_arm *arm = &race->arms[race->order[i].number];
        if (i > 0 && games >= LEAST_TO_COMPARE && beaten(race, arm, leader, bound))
            arm->fate = LAB_RACE_BEATEN;
        else if (!last && stay == race->plan.left[race->round + 1])
            arm->fate = LAB_RACE_CUT;
        else
            race->active[stay++] = race->order[i].number;
    }
    qsort(race->active, stay, sizeof *race->active, by_number);
    race->active_count = stay;
    /* A race of one is over: more games could not change who wins. */
    race->done = last || stay == 1;
    if (race->done) return;
    race->round++;
    for (uint32_t i = 0; i < stay; i++) race->arms[race->active[i]].round = race->round;
    count_missing(race);
}

/* Room for one game of an arm, and some more. */
static bool make_room(const lab_race *race, lab_race_arm *arm, uint32_t game)
{
    if (game < arm->room) return true;
    uint32_t cap = race->config.cap, room = game < cap / 2 ? game * 2 + 1 : cap;
    if (room < target_of(race)) room = target_of(race);
    double *outcomes = realloc(arm->outcomes, room * sizeof *outcomes);
    if (!outcomes) return false;
    for (uint32_t g = arm->room; g < room; g++) outcomes[g] = NAN;
    arm->outcomes = outcomes;
    arm->room = room;
    return true;
}

lt_status lab_race_tell(lab_race *race, uint32_t configuration, uint32_t game, double outcome,
                        lt_error *err)
{
    if (configuration >= race->config.k || game >= race->config.cap)
        return lt_fail(err, LT_BAD_INPUT,
                       "the race has configurations 0 to %u and games 0 to %u, not %u and %u",
                       race->config.k - 1, race->config.cap - 1, configuration, game);
    if (!isfinite(outcome) || (race->config.figure == LAB_RATE && outcome != 0 && outcome != 1))
        return lt_fail(err, LT_BAD_INPUT, "game %u of configuration %u: %g is not an outcome of %s",
                       game, configuration, outcome,
                       race->config.figure == LAB_RATE ? "a rate: 0 or 1" : "a mean");
    lab_race_arm *arm = &race->arms[configuration];
    if (known(arm, game)) {
        if (arm->outcomes[game] == outcome) return LT_OK;
        return lt_fail(err, LT_BAD_INPUT,
                       "game %u of configuration %u was %g and is now told as %g", game,
                       configuration, arm->outcomes[game], outcome);
    }
    if (!make_room(race, arm, game))
        return lt_fail(err, LT_NO_MEMORY, "no memory for %u games of configuration %u", game + 1,
                       configuration);
    arm->outcomes[game] = outcome;
    if (race->done || arm->fate != LAB_RACE_IN || game >= target_of(race)) return LT_OK;
    race->missing--;
    /* Outcomes told early may complete the next rounds, too. */
    while (!race->done && race->missing == 0) close_round(race);
    return LT_OK;
}

uint64_t lab_race_played(const lab_race *race)
{
    if (race->done) return race->counted;
    uint64_t wanted = 0;
    for (uint32_t i = 0; i < race->active_count; i++)
        wanted += target_of(race) - race->arms[race->active[i]].sums.games;
    return race->counted + wanted - race->missing;
}

uint64_t lab_race_most(const lab_race *race)
{
    uint64_t games = race->counted, before = race->round ? race->plan.target[race->round - 1] : 0;
    for (uint32_t r = race->round; !race->done && r < race->plan.rounds; r++) {
        uint32_t left = race->plan.left[r];
        if (left > race->active_count) left = race->active_count;
        games += left * (race->plan.target[r] - before);
        before = race->plan.target[r];
    }
    return games;
}

lt_status lab_race_ranking(const lab_race *race, lab_race_place *places, lt_error *err)
{
    uint32_t k = race->config.k;
    lab_race_contender *order = malloc(k * sizeof *order);
    if (!order) return lt_fail(err, LT_NO_MEMORY, "no memory to rank %u configurations", k);
    for (uint32_t i = 0; i < k; i++) order[i] = contender(race, i);
    qsort(order, k, sizeof *order, by_rank);
    double level = race->config.level, joint = lab_joint_level(level, k);
    for (uint32_t i = 0; i < k; i++) {
        const lab_race_arm *arm = &race->arms[order[i].number];
        places[i] =
            (lab_race_place){.configuration = order[i].number,
                             .fate = arm->fate,
                             .round = arm->round,
                             .sums = arm->sums,
                             .own = lab_sums_interval(&arm->sums, race->config.figure, level),
                             .joint = lab_sums_interval(&arm->sums, race->config.figure, joint)};
    }
    free(order);
    return LT_OK;
}
