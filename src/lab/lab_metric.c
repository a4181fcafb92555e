/* The names of metrics, and what games are worth by them. */
#include "lab/lab_metric.h"

#include "base/samebits.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { LEVELS = 18 }; /* as the store counts tiles: 2 to 131072 */

lt_status lab_metric_parse(const char *text, bool of_many, lab_metric *metric, lt_error *err)
{
    static const struct {
        const char *name;
        lab_metric_kind kind;
    } names[] = {
        {"mean", LAB_METRIC_MEAN}, {"log-score", LAB_METRIC_LOG}, {"median", LAB_METRIC_MEDIAN}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text, names[i].name) == 0 && (of_many || names[i].kind != LAB_METRIC_MEDIAN)) {
            *metric = (lab_metric){.kind = names[i].kind};
            strcpy(metric->name, text);
            return LT_OK;
        }
    unsigned long long tile;
    if (strncmp(text, "reach:", 6) == 0 && lt_parse_u64(text + 6, strlen(text + 6), &tile))
        for (unsigned level = 1; level < LEVELS; level++)
            if (1ull << level == tile) {
                *metric = (lab_metric){.kind = LAB_METRIC_REACH, .level = level};
                snprintf(metric->name, sizeof metric->name, "reach:%llu", tile);
                return LT_OK;
            }
    char shown[60];
    return lt_fail(err, LT_BAD_INPUT,
                   "\"%s\" is not a metric; allowed are mean, %slog-score and reach:TILE with a "
                   "tile from 2 to 131072",
                   lt_quote(shown, sizeof shown, text, strlen(text)), of_many ? "median, " : "");
}

double lab_metric_game(const lab_metric *metric, const t48_outcome *outcome)
{
    if (metric->kind == LAB_METRIC_REACH) return outcome->max_level >= metric->level;
    /* A game may end without a merge; 1 more keeps its logarithm finite. */
    if (metric->kind == LAB_METRIC_LOG) return lt_same_log((double)outcome->score + 1);
    return (double)outcome->score;
}

double lab_metric_games(const lab_metric *metric, double *games, size_t count)
{
    if (metric->kind == LAB_METRIC_MEDIAN) return lt_summarise(games, count).median;
    lab_sums sums = {0};
    for (size_t i = 0; i < count; i++) lab_sums_add(&sums, games[i]);
    return sums.mean;
}

lab_figure lab_metric_figure(const lab_metric *metric)
{
    return metric->kind == LAB_METRIC_REACH ? LAB_RATE : LAB_MEAN;
}
