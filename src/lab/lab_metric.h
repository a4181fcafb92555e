/* What the lab measures of a game: a score, or whether a tile was reached.
 *
 * Everywhere in the lab more is better. */
#ifndef LAB_METRIC_H
#define LAB_METRIC_H

#include "base/stats.h"

#include <stdint.h>

typedef enum lab_metric {
    LAB_MEAN, /* the mean of any real outcome, such as the score */
    LAB_RATE, /* the share of games with outcome 1; the others have 0 */
} lab_metric;

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
lt_interval lab_sums_interval(const lab_sums *sums, lab_metric metric, double level);

#endif
