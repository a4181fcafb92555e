/* Printing what lab/lead_race.h found. */
#ifndef RACE_REPORT_H
#define RACE_REPORT_H

#include "lab/lead_race.h"

/* The exit status. */
int race_print(const lab_race_result *r);
int race_print_json(const lab_race_result *r);

#endif
