/* A tuning under way, and the picture of its way. */
#ifndef TUNE_TRACE_H
#define TUNE_TRACE_H

#include "base/stats.h"
#include "laatta/lab.h"
#include "lab/lab_measure.h"
#include "lab/lab_tune.h"

/* What is kept of an iteration. */
typedef struct tune_step {
    double score;         /* of all its points together */
    lt_interval interval; /* of that, at 95 % */
    double best_score;
    double best[LAB_TUNE_DIMS]; /* the best of its points */
    double mean[LAB_TUNE_DIMS]; /* what is recommended after it */
    double sigma;               /* the spread, as a share of the ranges */
} tune_step;

typedef struct tune_trace {
    const char *title, *metric;
    const lab_tune_config *config;
    const char *keys[LAB_TUNE_DIMS]; /* names of the parameters */
    const tune_step *steps;
    size_t count;
} tune_trace;

/* Score with its interval above, the recommended parameters below. */
lt_status tune_trace_svg(const tune_trace *trace, const char *path, lt_error *err);

#endif
