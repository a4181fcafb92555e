/* What an experiment has shown so far, configuration by configuration. */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "laatta/lab.h"
#include "laatta/results.h"
#include "lab/lab_multiple.h"

typedef struct lab_row {
    const lab_config *config;
    t48_results results;
    lt_summary score; /* of the results */
} lab_row;

typedef struct lab_report {
    lab_experiment experiment;
    lab_progress progress;
    lab_config *configs;
    lab_row *rows; /* in the order of `configs` until sorted */
    size_t count;
    size_t left_out; /* configurations of outdated versions */
    bool exact;      /* every game was read; otherwise medians are within 1/128 of the score */
} lab_report;

/* From where: experiments of at most so many games are read game by game, larger ones
 * from the store's sums, unless it is asked for otherwise. */
enum { LAB_REPORT_FEW = 20000 };
enum {
    LAB_REPORT_OUTDATED = 1, /* configurations of outdated versions too */
    LAB_REPORT_GAMES = 2,    /* every game, however many there are */
    LAB_REPORT_SUMS = 4      /* the sums, however few there are */
};
lt_status lab_report_read(lab_store *store, const char *name, unsigned flags, lab_report *report,
                          lt_error *err);
void lab_report_release(lab_report *report);

/* What configurations are ranked by. */
typedef enum lab_order_by { LAB_BY_MEAN, LAB_BY_MEDIAN, LAB_BY_REACH, LAB_BY_CONFIG } lab_order_by;
void lab_report_sort(lab_report *report, lab_order_by by, unsigned level);

/* Reads what is needed to show the first `top` rows by that order, not the median, and sorts:
 * of the others the settings are not known, and where sums were read the median neither (NAN). */
enum { LAB_REPORT_TOP = 100 }; /* `top` at most */
lt_status lab_report_top(lab_store *store, const char *name, unsigned flags, lab_order_by by,
                         unsigned level, size_t top, lab_report *report, lt_error *err);

/* What the best by that metric (mean or reach) may claim; LT_BAD_INPUT when
 * nothing has been played. */
lt_status lab_report_best(const lab_report *report, lab_order_by by, unsigned level,
                          lab_best_of *best, lt_error *err);

/* Settings as "a=1 b=2", or the spec when there are none. */
void lab_row_name(const lab_row *row, char *out, size_t size);

#endif
