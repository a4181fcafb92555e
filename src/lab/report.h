/* What an experiment has shown so far, configuration by configuration. */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "base/stats.h"
#include "laatta/lab.h"
#include "lab/lab_multiple.h"

enum { LAB_LEVELS = 18 }; /* 2 .. 131072, as the store counts tiles */

typedef struct lab_row {
    const lab_config *config;
    uint64_t played;
    lt_summary score;             /* its values are gone */
    uint64_t reached[LAB_LEVELS]; /* games whose largest tile has at least this level */
    uint64_t moves;
    double seconds;
    double *scores; /* sorted, `played` of them */
} lab_row;

typedef struct lab_report {
    lab_experiment experiment;
    lab_progress progress;
    lab_config *configs;
    lab_row *rows; /* in the order of `configs` until sorted */
    size_t count;
    size_t left_out; /* configurations of outdated versions */
    double *scores;  /* of all */
} lab_report;

/* Configurations of outdated versions are left out, unless `outdated`. */
lt_status lab_report_read(lab_store *store, const char *name, bool outdated, lab_report *report,
                          lt_error *err);
void lab_report_release(lab_report *report);

/* What configurations are ranked by. */
typedef enum lab_order_by { LAB_BY_MEAN, LAB_BY_MEDIAN, LAB_BY_REACH, LAB_BY_CONFIG } lab_order_by;
void lab_report_sort(lab_report *report, lab_order_by by, unsigned level);

/* What the best by that measure (mean or reach) may claim; LT_BAD_INPUT when
 * nothing has been played. */
lt_status lab_report_best(const lab_report *report, lab_order_by by, unsigned level,
                          lab_best_of *best, lt_error *err);

/* The share of a row's games that reached a level, with Wilson's interval. */
lt_interval lab_row_reach(const lab_row *row, unsigned level, double *share);

/* Settings as "a=1 b=2", or the spec when there are none. */
void lab_row_name(const lab_row *row, char *out, size_t size);

#endif
