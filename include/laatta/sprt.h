/* Sequential test of A against B: pairs of outcomes go in, an answer comes out as soon as
 * it is clear. Any program can feed it; `laatta lab sprt` and t48_compare_run do.
 *
 *     lt_sprt test;
 *     lt_sprt_config config = lt_sprt_defaults(false);
 *     lt_sprt_init(&test, &config, &err);
 *     while (test.decision == LT_SPRT_GO_ON) lt_sprt_add(&test, score_of_a(), score_of_b());
 *     lt_sprt_state now = lt_sprt_look(&test);
 *
 * After every pair of games (game i of A and game i of B, best on the same seed)
 * a log-likelihood ratio weighs
 *     H0: A - B = d0 (or less)   against   H1: A - B = d1 (or more)
 * and the test ends when it leaves Wald's bounds. If the truth is d0 or less, H1
 * is chosen with probability about alpha at most; if it is d1 or more, H0 with
 * about beta at most. Between d0 and d1 either answer is fine. The measured
 * error rates are in docs/LAB-STATISTICS.md.
 *
 * The ratio is a generalised one: what is not known (variances, how often both
 * reach the tile) takes its most likely value under each hypothesis. Unstable. */
#ifndef LAATTA_SPRT_H
#define LAATTA_SPRT_H

#include "laatta/intervals.h"
#include "laatta/status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lt_sprt_config {
    bool rate;          /* outcomes are 0 or 1 and their share counts; else their mean */
    double d0, d1;      /* d0 < d1. Rates: differences of shares (0.02 = 2 points) */
    bool relative;      /* means only: d0 and d1 are shares of B's mean (0.02 = 2 %) */
    double alpha, beta; /* error rates, above 0 and below 0.5 */
    double level;       /* confidence level of the two intervals reported */
    uint64_t min_pairs; /* no decision before: the variance has to be known first; >= 2 */
    uint64_t max_pairs; /* then it ends undecided; 0 for no limit */
} lt_sprt_config;

/* d0 = 0; d1 = 2 % of B's mean, or 2 points for a rate; alpha = beta = 0.05;
 * level 0.95; at least 100 pairs; no limit. */
LT_API lt_sprt_config lt_sprt_defaults(bool rate);

typedef enum lt_sprt_decision {
    LT_SPRT_GO_ON,
    LT_SPRT_BETTER,     /* H1: A is better by more than d0 */
    LT_SPRT_NOT_BETTER, /* H0: A is not better by d1 */
    LT_SPRT_UNDECIDED,  /* max_pairs were played */
} lt_sprt_decision;

/* "go on", "better", "not better", "undecided". */
LT_API const char *lt_sprt_decision_name(lt_sprt_decision decision);

/* What the pairs have in common: running means and sums of products of
 * deviations from them; the pairs where one alone reached, or had more. */
typedef struct lt_sprt {
    lt_sprt_config config;
    uint64_t pairs;
    double mean_a, mean_b;
    double aa, bb, ab;
    uint64_t only_a, only_b;
    lt_sprt_decision decision; /* the first one reached stays */
    uint64_t decided_at;       /* pairs played at that moment; 0 before */
} lt_sprt;

/* Refuses a config that breaks a rule above. Nothing needs to be released. */
LT_API lt_status lt_sprt_init(lt_sprt *test, const lt_sprt_config *config, lt_error *err);

/* One pair of outcomes, 0 or 1 each for a rate. Pairs are added in the order of
 * their games; after a decision they still sharpen the estimate. */
LT_API void lt_sprt_add(lt_sprt *test, double a, double b);

/* Pairs to play before the next look, for those who look at the intervals now and then:
 * at first the least number of pairs, then half as many as there are. */
LT_API uint64_t lt_sprt_stretch(const lt_sprt *test);

/* What an interval says, whatever d0 and d1 are. */
typedef enum lt_verdict {
    LT_UNCLEAR,  /* zero is inside */
    LT_A_BETTER, /* all of it is above zero */
    LT_B_BETTER, /* below */
    LT_SAME,     /* no pair has differed; never of a rate, where that says little */
} lt_verdict;

typedef struct lt_sprt_state {
    lt_sprt_decision decision;
    uint64_t pairs, decided_at;
    double llr;          /* now; may be infinite when A and B never vary apart */
    double lower, upper; /* H0 at or below lower, H1 at or above upper */
    double mean_a, mean_b;
    double difference;    /* mean_a - mean_b */
    double stdev;         /* of the pairs' differences */
    double relative;      /* difference / mean_b; NAN when mean_b is 0 */
    lt_interval fixed;    /* of the difference, as if the number of pairs had been fixed: after
                             an early stop it covers less often than it says */
    lt_interval anytime;  /* of the difference, holds at every moment at once */
    double fixed_pairs;   /* pairs that a test of fixed length would need, by the present stdev */
    lt_interval interval; /* to be shown: anytime from min_pairs on; fixed before, when nobody
                             should have looked yet */
    lt_verdict verdict;   /* by that interval */
} lt_sprt_state;

LT_API lt_sprt_state lt_sprt_look(const lt_sprt *test);

/* Pairs that a one-sided test of fixed length needs for the same error rates. */
LT_API double lt_sprt_fixed_pairs(double alpha, double beta, double gap, double stdev);

#ifdef __cplusplus
}
#endif
#endif
