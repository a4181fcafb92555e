/* Running means by Welford's recurrence: no cancellation even when the deviation is
 * small against the mean. */
#include "lab/lab_sums.h"

#include <math.h>

void lab_sums_add(lab_sums *sums, double outcome)
{
    sums->games++;
    double before = outcome - sums->mean;
    sums->mean += before / (double)sums->games;
    sums->squares += before * (outcome - sums->mean);
}

double lab_sums_stdev(const lab_sums *sums)
{
    return sums->games > 1 ? sqrt(sums->squares / (double)(sums->games - 1)) : 0;
}

lt_interval lab_sums_interval(const lab_sums *sums, lab_figure figure, double level)
{
    if (figure == LAB_MEAN)
        return lt_t_interval(sums->mean, lab_sums_stdev(sums), sums->games, level);
    uint64_t hits = (uint64_t)(sums->mean * (double)sums->games + 0.5);
    return lt_wilson(hits, sums->games, level);
}
