/* Parameters that make a player better, found by noisy games: leads a tuning.
 *
 * The points of an iteration are configurations of the experiment; iteration i
 * plays games i * N .. i * N + N - 1 of each, so that all its points meet the same
 * seeds and no two iterations do. The search is a function of the plan and the
 * outcomes (lab/lab_tune.h): one that was killed tells a fresh search what the
 * store has and goes on, bit for bit. */
#ifndef LAB_LEAD_TUNE_H
#define LAB_LEAD_TUNE_H

#include "lab/lab_metric.h"
#include "lab/lab_tune.h"
#include "lab/lead.h"

enum { LAB_TUNE_ITERATIONS = 50 }; /* where nobody says how many */

/* A plan, read. */
typedef struct lab_tune_goal {
    char player[LAB_SPEC_MAX]; /* as it was written */
    lab_metric metric;
    size_t games;        /* of a point of an iteration */
    uint64_t iterations; /* to do in all; 0: no limit */
    lab_tune_config config;
    char key[LAB_SETTINGS_MAX][LAB_VALUE_MAX];
} lab_tune_goal;

lt_status lab_tune_goal_read(const json_t *plan, lab_tune_goal *out, lt_error *err);

/* A value of parameter p as it is written in a spec. */
void lab_tune_value(const lab_tune_goal *goal, uint32_t p, double value, char out[LAB_VALUE_MAX]);

/* The player's spec with these values of its parameters, and the values as settings. */
lt_status lab_tune_spec(const lab_tune_goal *goal, const char *player, const double *values,
                        lab_config *out, lt_error *err);

/* What is kept of an iteration. */
typedef struct lab_tune_step {
    double score;         /* of all its points together */
    lt_interval interval; /* of that, at 95 % */
    double best_score;
    double best[LAB_TUNE_DIMS]; /* the best of its points */
    double mean[LAB_TUNE_DIMS]; /* what is recommended after it */
    double sigma;               /* the spread, as a share of the ranges */
} lab_tune_step;

/* What is asked for. */
typedef struct lab_tune_terms {
    const char *name;
    lab_experiment experiment; /* of a new one */
    json_t *plan;              /* of a new one; NULL: as it was planned */
    uint64_t iterations;       /* 0: as planned */
    double seconds;            /* 0: no limit */
} lab_tune_terms;

/* How a tuning stands. */
typedef struct lab_tune_result {
    char name[LAB_NAME_MAX];
    uint64_t seed;
    lab_tune_goal goal;
    lab_tune tune;
    lab_tune_step *steps; /* one a finished iteration */
    bool begun;           /* the rest is filled in */
} lab_tune_result;

/* Leads a tuning to its end. One that is there goes on as planned; one that has
 * ended is shown as it is, unless more iterations or time are asked for. *result is
 * filled as far as it came on any end; release it. */
lt_status lab_tune_run(const lab_lead *lead, const lab_tune_terms *ask, lab_tune_result *result,
                       lt_error *err);
void lab_tune_result_release(lab_tune_result *result);

#endif
