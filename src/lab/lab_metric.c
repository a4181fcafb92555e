/* The table of metrics, and what games are worth by them. */
#include "lab/lab_metric.h"

#include "base/samebits.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static double score(const lab_metric *metric, const t48_outcome *outcome)
{
    (void)metric;
    return (double)outcome->score;
}

/* A game may end without a merge; 1 more keeps its logarithm finite. */
static double log_score(const lab_metric *metric, const t48_outcome *outcome)
{
    (void)metric;
    return lt_same_log((double)outcome->score + 1);
}

static double reached(const lab_metric *metric, const t48_outcome *outcome)
{
    return outcome->max_level >= metric->level;
}

static const struct {
    const char *name;
    double (*game)(const lab_metric *metric, const t48_outcome *outcome);
    lab_figure figure;
    bool relative; /* tests ask for a share of the mean, not for a difference */
    bool of_many;  /* no single game has it */
    bool of_tile;  /* NAME:TILE */
} metrics[] = {
    [LAB_METRIC_MEAN] = {.name = "mean", .game = score, .relative = true},
    [LAB_METRIC_LOG] = {.name = "log-score", .game = log_score},
    [LAB_METRIC_REACH] = {.name = "reach", .game = reached, .figure = LAB_RATE, .of_tile = true},
    [LAB_METRIC_MEDIAN] = {.name = "median", .game = score, .of_many = true},
};
enum { METRICS = sizeof metrics / sizeof metrics[0] };

/* The level of a tile that the store counts, 2 to 131072; 0 if the text is none. */
static unsigned level_of(const char *text)
{
    unsigned long long tile;
    if (!lt_parse_u64(text, strlen(text), &tile)) return 0;
    for (unsigned level = 1; level < T48_TILES; level++)
        if (1ull << level == tile) return level;
    return 0;
}

lt_status lab_metric_parse(const char *text, bool of_many, lab_metric *metric, lt_error *err)
{
    size_t name = strcspn(text, ":");
    for (unsigned k = 0; k < METRICS; k++) {
        if (strlen(metrics[k].name) != name || memcmp(metrics[k].name, text, name) != 0) continue;
        unsigned level = metrics[k].of_tile && text[name] ? level_of(text + name + 1) : 0;
        if (metrics[k].of_tile ? !level : text[name] != '\0') break;
        if (metrics[k].of_many && !of_many) break;
        *metric = (lab_metric){.kind = (lab_metric_kind)k, .level = level};
        if (level)
            snprintf(metric->name, sizeof metric->name, "%s:%u", metrics[k].name, 1u << level);
        else
            snprintf(metric->name, sizeof metric->name, "%s", metrics[k].name);
        return LT_OK;
    }
    char shown[60];
    return lt_fail(err, LT_BAD_INPUT,
                   "\"%s\" is not a metric; allowed are %s, with a tile from 2 to 131072",
                   lt_quote(shown, sizeof shown, text, strlen(text)),
                   of_many ? LAB_METRICS_OF_MANY : LAB_METRICS);
}

double lab_metric_game(const lab_metric *metric, const t48_outcome *outcome)
{
    return metrics[metric->kind].game(metric, outcome);
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
    return metrics[metric->kind].figure;
}

bool lab_metric_relative(const lab_metric *metric)
{
    return metrics[metric->kind].relative;
}
