/* The plan of a tuning: what --player, --param and their like ask for, kept as JSON
 * with the experiment. */
#ifndef TUNE_PLAN_H
#define TUNE_PLAN_H

#include "cmd/lab/cli_lab.h"
#include "lab/lab_measure.h"
#include "lab/lab_tune.h"

typedef struct tune_plan {
    char player[LAB_SPEC_MAX]; /* as it was written */
    char metric[32];
    lab_measure measure;
    size_t games; /* of a point of an iteration */
    lab_tune_config config;
    char key[LAB_SETTINGS_MAX][LAB_VALUE_MAX];
} tune_plan;

/* Reads the options into a plan and a new experiment; false after saying why not. */
bool tune_plan_ask(const cli_args *args, lab_experiment *experiment, json_t **plan);

lt_status tune_plan_read(const json_t *plan, tune_plan *out, lt_error *err);

/* A value of parameter p as it is written in a spec. */
void tune_plan_value(const tune_plan *plan, uint32_t p, double value, char out[LAB_VALUE_MAX]);

#endif
