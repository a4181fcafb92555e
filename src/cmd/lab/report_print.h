/* A report of the lab as text, JSON and CSV. */
#ifndef REPORT_PRINT_H
#define REPORT_PRINT_H

#include "lab/report.h"

/* What was asked for. */
typedef struct report_view {
    lab_order_by by;
    unsigned level; /* of the tile, for LAB_BY_REACH */
    const char *text;
    uint64_t top; /* rows to show; 0: all */
} report_view;

/* By what the best is picked out: only means and shares have an interval that holds for
 * the best of many. */
lab_order_by report_best_by(const report_view *view);

void report_print(const lab_report *report, const report_view *view);
int report_print_json(const lab_report *report, const report_view *view); /* the exit status */
int report_print_csv(const lab_report *report);

#endif
