/* What a game is worth in an experiment, by the name a person gives it:
 *
 *   mean         the score
 *   log-score    the logarithm of the score: doubling counts the same everywhere
 *   reach:2048   1 if the tile was reached, else 0
 *   median       of many games only: the median of their scores */
#ifndef LAB_METRIC_H
#define LAB_METRIC_H

#include "laatta/sim.h"
#include "laatta/status.h"
#include "lab/lab_sums.h"

#include <stdbool.h>
#include <stddef.h>

/* The names, for help and errors. */
#define LAB_METRICS "mean, log-score or reach:TILE"
#define LAB_METRICS_OF_MANY "mean, median, log-score or reach:TILE"
#define LAB_METRIC_CHOICES "mean|log-score|reach:TILE"
#define LAB_METRIC_CHOICES_OF_MANY "mean|median|log-score|reach:TILE"

typedef enum lab_metric_kind {
    LAB_METRIC_MEAN,
    LAB_METRIC_LOG,
    LAB_METRIC_REACH,
    LAB_METRIC_MEDIAN,
} lab_metric_kind;

typedef struct lab_metric {
    char name[32]; /* as it was given */
    lab_metric_kind kind;
    unsigned level; /* of the tile to reach */
} lab_metric;

/* `of_many`: the median is allowed, which no single game has. */
lt_status lab_metric_parse(const char *text, bool of_many, lab_metric *metric, lt_error *err);

/* What one game is worth; for the median, its score. */
double lab_metric_game(const lab_metric *metric, const t48_outcome *outcome);

/* What many games are worth, from what each is: their mean or their median. Sorts
 * `games` for the median. At least one is needed. */
double lab_metric_games(const lab_metric *metric, double *games, size_t count);

/* How the statistics see it, and whether a test asks for a share of the mean. */
lab_figure lab_metric_figure(const lab_metric *metric);
bool lab_metric_relative(const lab_metric *metric);

#endif
