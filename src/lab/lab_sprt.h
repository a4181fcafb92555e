/* Sequential test of player A against player B: it stops by itself.
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
 * reach the tile) takes its most likely value under each hypothesis. */
#ifndef LAB_SPRT_H
#define LAB_SPRT_H

#include "laatta/status.h"
#include "lab/lab_sums.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct lab_sprt_config {
    lab_figure figure;
    double d0, d1;      /* d0 < d1. Rates: differences of shares (0.02 = 2 points) */
    bool relative;      /* means only: d0 and d1 are shares of B's mean (0.02 = 2 %) */
    double alpha, beta; /* error rates, above 0 and below 0.5 */
    double level;       /* confidence level of the two intervals reported */
    uint64_t min_pairs; /* no decision before: the variance has to be known first; >= 2 */
    uint64_t max_pairs; /* then it ends undecided; 0 for no limit */
} lab_sprt_config;

/* d0 = 0; d1 = 2 % of B's mean, or 2 points for a rate; alpha = beta = 0.05;
 * level 0.95; at least 100 pairs; no limit. */
lab_sprt_config lab_sprt_defaults(lab_figure figure);

typedef enum lab_sprt_decision {
    LAB_SPRT_GO_ON,
    LAB_SPRT_BETTER,     /* H1: A is better by more than d0 */
    LAB_SPRT_NOT_BETTER, /* H0: A is not better by d1 */
    LAB_SPRT_UNDECIDED,  /* max_pairs were played */
} lab_sprt_decision;

/* What the pairs have in common: running means and sums of products of
 * deviations from them; for rates also the pairs where one alone reached. */
typedef struct lab_sprt {
    lab_sprt_config config;
    uint64_t pairs;
    double mean_a, mean_b;
    double aa, bb, ab;
    uint64_t only_a, only_b;
    lab_sprt_decision decision; /* the first one reached stays */
    uint64_t decided_at;        /* pairs played at that moment; 0 before */
} lab_sprt;

/* Refuses a config that breaks a rule above. Nothing needs to be released. */
lt_status lab_sprt_init(lab_sprt *test, const lab_sprt_config *config, lt_error *err);

/* One pair of outcomes, 0 or 1 each for a rate. Pairs are added in the order of
 * their games; after a decision they still sharpen the estimate. */
void lab_sprt_add(lab_sprt *test, double a, double b);

/* Many pairs as sums, for stores that aggregate: the test is looked at once,
 * after all of them, which makes no error likelier. For a rate, sum_ab counts
 * the pairs where both reached, and the squares equal the sums. */
typedef struct lab_sprt_batch {
    uint64_t pairs;
    double sum_a, sum_b, sum_aa, sum_bb, sum_ab;
} lab_sprt_batch;
void lab_sprt_add_batch(lab_sprt *test, const lab_sprt_batch *batch);

/* Pairs to play before the next look, for those who look at the intervals now and then:
 * at first the least number of pairs, then half as many as there are. */
uint64_t lab_sprt_stretch(const lab_sprt *test);

typedef struct lab_sprt_state {
    lab_sprt_decision decision;
    uint64_t pairs, decided_at;
    double llr;          /* now; may be infinite when A and B never vary apart */
    double lower, upper; /* H0 at or below lower, H1 at or above upper */
    double mean_a, mean_b;
    double difference;   /* mean_a - mean_b */
    double stdev;        /* of the pairs' differences */
    double relative;     /* difference / mean_b; NAN when mean_b is 0 */
    lt_interval fixed;   /* of the difference, as if the number of pairs had been fixed: after
                            an early stop it covers less often than it says */
    lt_interval anytime; /* of the difference, holds at every moment at once */
    double fixed_pairs;  /* pairs that a test of fixed length would need, by the present stdev */
} lab_sprt_state;

lab_sprt_state lab_sprt_look(const lab_sprt *test);

/* Pairs that a one-sided test of fixed length needs for the same error rates. */
double lab_sprt_fixed_pairs(double alpha, double beta, double gap, double stdev);

#endif
