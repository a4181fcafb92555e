/* The plan of a tuning: what --player, --param and their like ask for. */
#ifndef TUNE_PLAN_H
#define TUNE_PLAN_H

#include "cmd/lab/cli_lab.h"
#include "lab/lead_tune.h"

/* Reads the options into a plan and a new experiment; false after saying why not. */
bool tune_plan_ask(const cli_args *args, uint64_t iterations, lab_experiment *experiment,
                   json_t **plan);

#endif
