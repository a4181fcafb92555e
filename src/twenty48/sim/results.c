/* What games add up to. Scores are kept, the first `sorted` of them in ascending order:
 * a question sorts what has come since the last one and merges it in, and all figures
 * are computed over the sorted scores, so that the order of the games cannot show.
 * Results in bins are in results_binned.c. */
#include "laatta/results.h"

#include "base/stats.h"
#include "twenty48/sim/results_binned.h"

#include <stdlib.h>
#include <string.h>

static lt_status keep_score(t48_results *r, const t48_outcome *outcome, lt_error *err)
{
    if (r->games == r->room) {
        uint64_t room = r->room ? 2 * r->room : 16;
        double *grown = realloc(r->scores, room * sizeof *grown);
        if (!grown) return lt_fail(err, LT_NO_MEMORY, "no memory to add up results");
        r->scores = grown;
        r->room = room;
    }
    r->scores[r->games++] = (double)outcome->score;
    return LT_OK;
}

lt_status t48_results_add(t48_results *r, const t48_outcome *outcome, double seconds, lt_error *err)
{
    if (r->binned) {
        LT_TRY(results_binned_add(r, outcome, seconds, err));
    } else {
        LT_TRY(keep_score(r, outcome, err));
        r->seconds += seconds;
    }
    r->moves += outcome->moves;
    r->largest[outcome->max_level <= T48_LEVEL_MAX ? outcome->max_level : T48_LEVEL_MAX]++;
    for (unsigned level = 0; level < T48_TILES; level++) r->tiles[level] += outcome->tiles[level];
    return LT_OK;
}

void t48_results_release(t48_results *r)
{
    free(r->scores);
    free(r->bins);
    *r = (t48_results){0};
}

/* Merges the sorted scores and those that came since; without memory for that all are
 * sorted again, which takes longer. */
static void settle(t48_results *r)
{
    if (r->sorted == r->games) return;
    size_t old = (size_t)r->sorted, fresh = (size_t)(r->games - r->sorted), at = (size_t)r->games;
    double *late = old ? malloc(fresh * sizeof *late) : NULL;
    if (late) {
        memcpy(late, r->scores + old, fresh * sizeof *late);
        lt_sort(late, fresh);
        while (fresh)
            r->scores[--at] =
                old && r->scores[old - 1] > late[fresh - 1] ? r->scores[--old] : late[--fresh];
        free(late);
    } else {
        lt_sort(r->scores, (size_t)r->games);
    }
    r->sorted = r->games;
    r->summary = lt_summary_of_sorted(r->scores, (size_t)r->games);
}

lt_summary t48_results_score(t48_results *r)
{
    if (r->binned) return results_binned_score(r);
    settle(r);
    return r->summary;
}

double t48_results_quantile(t48_results *r, double p)
{
    if (r->binned) return results_binned_quantile(r, p);
    return lt_quantile_of_sorted(t48_results_scores(r), (size_t)r->games, p);
}

const double *t48_results_scores(t48_results *r)
{
    if (!r->binned) settle(r);
    return r->scores;
}

void t48_results_histogram(const t48_results *r, double low, double width, unsigned bins,
                           uint64_t *counts)
{
    memset(counts, 0, bins * sizeof *counts);
    if (r->binned) {
        results_binned_histogram(r, low, width, bins, counts);
        return;
    }
    for (uint64_t i = 0; i < r->games; i++) {
        double bin = (r->scores[i] - low) / width;
        counts[bin < 0 ? 0 : bin < bins ? (unsigned)bin : bins - 1]++;
    }
}

uint64_t t48_results_reached(const t48_results *r, unsigned level)
{
    uint64_t games = 0;
    for (; level <= T48_LEVEL_MAX; level++) games += r->largest[level];
    return games;
}

lt_interval t48_results_reach(const t48_results *r, unsigned level, double confidence,
                              double *share)
{
    uint64_t reached = t48_results_reached(r, level);
    *share = r->games ? (double)reached / (double)r->games : 0;
    return lt_wilson(reached, r->games, confidence);
}

bool t48_results_levels(const t48_results *r, unsigned *lowest, unsigned *highest)
{
    *lowest = 0;
    *highest = T48_LEVEL_MAX;
    if (!r->games) return false;
    while (!r->largest[*lowest]) ++*lowest;
    while (!r->largest[*highest]) --*highest;
    return true;
}
