/* What a game is worth in an experiment, by the name a person gives it:
 *
 *   mean         the score
 *   log-score    the logarithm of the score: doubling counts the same everywhere
 *   reach:2048   1 if the tile was reached, else 0
 *   median       of many games only: the median of their scores */
#ifndef LAB_MEASURE_H
#define LAB_MEASURE_H

#include "laatta/sim.h"
#include "laatta/status.h"
#include "lab/lab_metric.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum lab_measure_kind {
    LAB_MEASURE_MEAN,
    LAB_MEASURE_LOG,
    LAB_MEASURE_REACH,
    LAB_MEASURE_MEDIAN,
} lab_measure_kind;

typedef struct lab_measure {
    lab_measure_kind kind;
    unsigned level; /* of the tile to reach */
} lab_measure;

/* `of_many`: the median is allowed, which no single game has. */
lt_status lab_measure_parse(const char *text, bool of_many, lab_measure *measure, lt_error *err);

/* What one game is worth; for the median, its score. */
double lab_measure_game(const lab_measure *measure, const t48_outcome *outcome);

/* What many games are worth, from what each is: their mean or their median. Sorts
 * `games` for the median. At least one is needed. */
double lab_measure_games(const lab_measure *measure, double *games, size_t count);

/* How the statistics see it. */
lab_metric lab_measure_metric(const lab_measure *measure);

#endif
