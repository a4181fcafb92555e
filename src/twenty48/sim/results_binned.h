/* Results that count scores in bins: what laatta/results.h asks of them. */
#ifndef T48_RESULTS_BINNED_H
#define T48_RESULTS_BINNED_H

#include "laatta/results.h"

/* Everything but moves, largest tiles and tiles, which all results count alike. */
lt_status results_binned_add(t48_results *r, const t48_outcome *outcome, double seconds,
                             lt_error *err);
lt_summary results_binned_score(const t48_results *r);
double results_binned_quantile(const t48_results *r, double p);
/* `counts` is zeroed. */
void results_binned_histogram(const t48_results *r, double low, double width, unsigned bins,
                              uint64_t *counts);

#endif
