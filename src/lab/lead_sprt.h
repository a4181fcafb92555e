/* Is A better than B? Leads pairs of games until that is clear.
 *
 * Pairs are weighed in the order of their games, and the test is over at the first
 * pair that decides it. What it says follows from the plan and the games alone:
 * neither batches, threads nor a restart can show in it. */
#ifndef LAB_LEAD_SPRT_H
#define LAB_LEAD_SPRT_H

#include "laatta/sprt.h"
#include "lab/lab_metric.h"
#include "lab/lead.h"

/* What is asked for. */
typedef struct lab_sprt_terms {
    char a[LAB_SPEC_MAX], b[LAB_SPEC_MAX]; /* whole specs */
    const char *metric;
    double d0, d1, alpha, beta;
    uint64_t max; /* pairs; 0: no limit */
    uint64_t seed;
    t48_rules rules;
} lab_sprt_terms;

/* LT_BAD_INPUT for what no test can be made of. */
lt_status lab_sprt_terms_check(const lab_sprt_terms *ask, lt_error *err);

/* What came out. */
typedef struct lab_sprt_verdict {
    char name[LAB_NAME_MAX];
    char a[LAB_SPEC_MAX], b[LAB_SPEC_MAX];
    lab_metric metric;
    uint64_t seed;
    lt_sprt test; /* whose decision is the verdict; see lt_sprt_look */
} lab_sprt_verdict;

/* Leads the test called `name` (NULL: sprt-1 or the next that is free) to its end. One
 * that is there goes on as planned: `ask` must then be that plan, or NULL; `max` not
 * NULL is a new limit of pairs. *verdict is filled as far as it came on any end. */
lt_status lab_sprt_run(const lab_lead *lead, const char *name, const lab_sprt_terms *ask,
                       const uint64_t *max, lab_sprt_verdict *verdict, lt_error *err);

#endif
