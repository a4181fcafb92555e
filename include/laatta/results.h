/* Results: what many games of 2048 add up to. `laatta sim`, the lab's reports, the
 * dashboard and the page all count by these functions, so they cannot disagree.
 *
 *     t48_results r = {0};
 *     for (uint64_t i = 0; i < t48_sim_played(sim); i++)
 *         t48_results_add(&r, t48_sim_outcome(sim, i), 0, &err);
 *     lt_summary score = t48_results_score(&r);
 *     double share;
 *     lt_interval i = t48_results_reach(&r, 11, 0.95, &share);    2048 is level 11
 *     t48_results_release(&r);
 *
 * Games may come in any order, also between two questions: the same games give the
 * same figures to the last bit. Costs eight bytes a game.
 *
 * For any number of games in a few kilobytes, start with {.binned = true}: scores are then
 * counted in bins and their sums kept. Means, deviations, shares and the ends stay what
 * they are; a median or a quantile may be off by 1/128 of itself, and usually is by far
 * less. Such results can be merged: in any order and grouping they give the same. */
#ifndef LAATTA_RESULTS_H
#define LAATTA_RESULTS_H

#include "laatta/intervals.h"
#include "laatta/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Scores below 256 have a bin each; from there on every power of two has 128 of equal
 * width. */
typedef struct t48_score_bin {
    uint64_t games;
    unsigned bin;
} t48_score_bin;

/* The bin of a score; where a bin begins. */
LT_API unsigned t48_score_bin_of(uint64_t score);
LT_API uint64_t t48_score_bin_low(unsigned bin);

/* Zeroed memory is no game at all. */
typedef struct t48_results {
    bool binned; /* set before the first game */
    uint64_t games, moves;
    double seconds;
    uint64_t largest[T48_LEVEL_MAX + 1]; /* games by the level of their largest tile */
    uint64_t tiles[T48_TILES];           /* on all last boards together, by level; [0]: larger */
    /* What follows is for the functions below. */
    double *scores;
    uint64_t sorted, room;
    lt_summary summary; /* of the sorted ones */
    /* Of binned results: whole numbers, so that no order of adding shows. */
    uint64_t microseconds;
    uint64_t score, squares_high, squares_low; /* sums; a square is high * 2^32 + low */
    uint64_t lowest, highest;                  /* score */
    t48_score_bin *bins;                       /* those with games, in ascending order */
    uint64_t bin_count, bin_room;
} t48_results;

LT_API lt_status t48_results_add(t48_results *results, const t48_outcome *outcome, double seconds,
                                 lt_error *err);
LT_API void t48_results_release(t48_results *results);

/* Adds binned results to binned ones. On failure `results` is what it was. */
LT_API lt_status t48_results_merge(t48_results *results, const t48_results *more, lt_error *err);
/* Whether two binned results are of the same games, as far as they tell. */
LT_API bool t48_results_equal(const t48_results *a, const t48_results *b);

/* The scores: as figures, as the score that a share p of the games does not exceed
 * (0 <= p <= 1, between two games in proportion), and themselves in ascending order
 * (NULL of binned results). */
LT_API lt_summary t48_results_score(t48_results *results);
LT_API double t48_results_quantile(t48_results *results, double p);
LT_API const double *t48_results_scores(t48_results *results);

/* Counts the games by their scores in `bins` stretches of equal width from `low` on;
 * those outside count at the ends. Binned ones are spread evenly over their bin. */
LT_API void t48_results_histogram(const t48_results *results, double low, double width,
                                  unsigned bins, uint64_t *counts);

/* The games whose largest tile has at least this level; and the share of these, with
 * Wilson's interval at a confidence such as 0.95. */
LT_API uint64_t t48_results_reached(const t48_results *results, unsigned level);
LT_API lt_interval t48_results_reach(const t48_results *results, unsigned level, double confidence,
                                     double *share);

/* The lowest and the highest level that a game's largest tile had; false without games. */
LT_API bool t48_results_levels(const t48_results *results, unsigned *lowest, unsigned *highest);

#ifdef __cplusplus
}
#endif
#endif
