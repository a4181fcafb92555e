/* The names of metrics, and what games are worth by them. */
#include "lab/lab_measure.h"

#include "base/samebits.h"
#include "base/text.h"

#include <string.h>

enum { LEVELS = 18 }; /* as the store counts tiles: 2 to 131072 */

lt_status lab_measure_parse(const char *text, bool of_many, lab_measure *measure, lt_error *err)
{
    static const struct {
        const char *name;
        lab_measure_kind kind;
    } names[] = {
        {"mean", LAB_MEASURE_MEAN}, {"log-score", LAB_MEASURE_LOG}, {"median", LAB_MEASURE_MEDIAN}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text, names[i].name) == 0 && (of_many || names[i].kind != LAB_MEASURE_MEDIAN)) {
            *measure = (lab_measure){.kind = names[i].kind};
            return LT_OK;
        }
    unsigned long long tile;
    if (strncmp(text, "reach:", 6) == 0 && lt_parse_u64(text + 6, strlen(text + 6), &tile))
        for (unsigned level = 1; level < LEVELS; level++)
            if (1ull << level == tile) {
                *measure = (lab_measure){LAB_MEASURE_REACH, level};
                return LT_OK;
            }
    char shown[60];
    return lt_fail(err, LT_BAD_INPUT,
                   "\"%s\" is not a metric; allowed are mean, %slog-score and reach:TILE with a "
                   "tile from 2 to 131072",
                   lt_quote(shown, sizeof shown, text, strlen(text)), of_many ? "median, " : "");
}

double lab_measure_game(const lab_measure *measure, const t48_outcome *outcome)
{
    if (measure->kind == LAB_MEASURE_REACH) return outcome->max_level >= measure->level;
    /* A game may end without a merge; 1 more keeps its logarithm finite. */
    if (measure->kind == LAB_MEASURE_LOG) return lt_same_log((double)outcome->score + 1);
    return (double)outcome->score;
}

double lab_measure_games(const lab_measure *measure, double *games, size_t count)
{
    if (measure->kind == LAB_MEASURE_MEDIAN) return lt_summarise(games, count).median;
    lab_sums sums = {0};
    for (size_t i = 0; i < count; i++) lab_sums_add(&sums, games[i]);
    return sums.mean;
}

lab_metric lab_measure_metric(const lab_measure *measure)
{
    return measure->kind == LAB_MEASURE_REACH ? LAB_RATE : LAB_MEAN;
}
