/* The two methods behind lab_tune.h. Both draw points into tune->points and take
 * outcomes of all of them; lab_tune.c counts the iterations. */
#ifndef LAB_TUNE_METHODS_H
#define LAB_TUNE_METHODS_H

#include "lab/lab_tune.h"

/* Points beyond the walls are reflected: a search may sit at a wall, and sees the
 * same slope on both sides of it. */
double lab_tune_fold(double x);

/* The width of one value of parameter i in the unit cube; 0 for a real number. */
double lab_tune_grain(const lab_tune *tune, uint32_t i);

void lab_cma_init(lab_tune *tune);
void lab_cma_draw(lab_tune *tune);
void lab_cma_tell(lab_tune *tune, const double *outcomes);

/* Axes and lengths from the shape. */
void lab_cma_decompose(lab_tune *tune);

void lab_spsa_draw(lab_tune *tune);
void lab_spsa_tell(lab_tune *tune, const double *outcomes);

/* The present distance of its two points from the centre. */
double lab_spsa_reach(const lab_tune *tune, uint32_t i);

#endif
