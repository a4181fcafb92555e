/* Many comparisons at once: what may be claimed of the best of k.
 *
 * To look at k configurations and report the best one is to choose the luckiest
 * as well: its own interval promises too much. These helpers give the
 * level at which all k intervals hold together, and say how much luck can do. */
#ifndef LAB_MULTIPLE_H
#define LAB_MULTIPLE_H

#include "laatta/status.h"
#include "lab/lab_sums.h"

#include <stdbool.h>
#include <stddef.h>

/* The level of each of k intervals at which all hold together at `level`
 * (Bonferroni): 0.95 for one, 0.995 for ten. k is at least 1. */
double lab_joint_level(double level, size_t k);

/* The best of k, with what has to be said beside it. */
typedef struct lab_best_of {
    size_t k;              /* configurations compared, those without games left out */
    size_t best;           /* index of the best; the first of equals */
    double joint_level;    /* the level of one interval that lets all k hold */
    lt_interval own;       /* at `level`, as if it had been the only one */
    lt_interval joint;     /* at joint_level: holds although it was chosen */
    double flattery;       /* by how much luck alone lifts the best of k equal ones */
    bool flattered;        /* k > 1: its own interval flatters it */
    size_t rivals;         /* others whose joint interval reaches into the best's */
    bool best_for_certain; /* no rivals: it is the best, at `level` */
} lab_best_of;

/* sums[0 .. k-1] of the configurations, over independent or equal seeds. Fails
 * if none has games. */
lt_status lab_best_of_sums(const lab_sums *sums, size_t k, lab_figure figure, double level,
                           lab_best_of *result, lt_error *err);

#endif
