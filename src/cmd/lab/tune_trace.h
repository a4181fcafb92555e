/* The picture of the way that a tuning took. */
#ifndef TUNE_TRACE_H
#define TUNE_TRACE_H

#include "lab/lead_tune.h"

typedef struct tune_trace {
    const char *title, *metric;
    const lab_tune_config *config;
    const char *keys[LAB_TUNE_DIMS]; /* names of the parameters */
    const lab_tune_step *steps;
    size_t count;
} tune_trace;

/* Score with its interval above, the recommended parameters below. */
lt_status tune_trace_svg(const tune_trace *trace, const char *path, lt_error *err);

#endif
