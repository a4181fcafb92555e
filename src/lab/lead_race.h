/* The best configuration of a sweep with a fraction of its games: leads a race.
 *
 * What a race decides follows from its plan and the outcomes in the store alone
 * (lab/lab_race.h), so a race that was killed goes on where it was. */
#ifndef LAB_LEAD_RACE_H
#define LAB_LEAD_RACE_H

#include "lab/lab_metric.h"
#include "lab/lab_race.h"
#include "lab/lead.h"

/* What is asked for. */
typedef struct lab_race_terms {
    const char *metric;
    uint64_t cap, budget, eta; /* as in lab_race_config */
} lab_race_terms;

/* How a race stands; once it is done, what came out. */
typedef struct lab_race_result {
    lab_experiment experiment;
    lab_config *configs; /* in the order of the race's numbers */
    size_t count;
    lab_metric metric;
    lab_race race;
    lab_race_place *places; /* best first */
    double seconds;         /* that all games took */
    double first_seconds;   /* those of the first round, where all play the same number */
    uint64_t first_games;
    double elapsed, processor; /* of this process */
} lab_race_result;

/* Races the sweep called `name` to the end. `ask` NULL: as it was planned before, or
 * by the defaults. On LT_OK free with lab_race_result_release. */
lt_status lab_race_run(const lab_lead *lead, const char *name, const lab_race_terms *ask,
                       lab_race_result *result, lt_error *err);
void lab_race_result_release(lab_race_result *result);

#endif
