/* Printing and drawing what lab/lead_tune.h found. */
#ifndef TUNE_REPORT_H
#define TUNE_REPORT_H

#include "lab/lead_tune.h"

lt_status tune_print(const lab_tune_result *t, bool json, lt_error *err);
lt_status tune_draw(const lab_tune_result *t, const char *path, lt_error *err);

#endif
