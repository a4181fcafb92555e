/* Printing what lab/lead_sprt.h found. */
#ifndef SPRT_REPORT_H
#define SPRT_REPORT_H

#include "lab/lead_sprt.h"

/* The exit status: 0 when the test was decided, 1 when not. */
int sprt_print(const lab_sprt_verdict *verdict);
int sprt_print_json(const lab_sprt_verdict *verdict);

#endif
