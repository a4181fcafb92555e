/* Sums over games: what statistics need to know of many outcomes. Everywhere in the lab
 * more is better. */
#ifndef LAB_SUMS_H
#define LAB_SUMS_H

#include "base/stats.h"

#include <stdint.h>

/* What the outcomes come to. */
typedef enum lab_figure {
    LAB_MEAN, /* the mean of any real outcome, such as the score */
    LAB_RATE, /* the share of games with outcome 1; the others have 0 */
} lab_figure;

/* What is kept of many outcomes. Zeroed memory is the empty sum. The outcomes'
 * order can show in the last bits, so equal order gives equal bits. */
typedef struct lab_sums {
    uint64_t games;
    double mean;
    double squares; /* sum of squared deviations from the mean */
} lab_sums;

void lab_sums_add(lab_sums *sums, double outcome);

/* The standard deviation of the sample (n - 1); 0 for fewer than two games. */
double lab_sums_stdev(const lab_sums *sums);

/* Wilson's interval of a rate, Student's t interval of a mean. Without games:
 * [0, 1] and the whole line. */
lt_interval lab_sums_interval(const lab_sums *sums, lab_figure figure, double level);

#endif
