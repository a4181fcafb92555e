/* Sums of whole numbers and a count a bin. A bin of scores from 256 on:
 *
 *   score   1 s s s s s s s x x x ...     its highest bit, seven more, the rest
 *   bin     256 + 128 * (bits - 9) + sssssss
 *
 * so that a bin is at most 1/128 of its scores wide. */
#include "twenty48/sim/results_binned.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT = 256, PARTS = 128, PART_BITS = 7 };

/* What is above counts as this: squares and sums stay in their range for as many games
 * as anyone plays. A game of a million moves a second gets there in a day. */
#define SCORE_MOST (((uint64_t)1 << 40) - 1)

static uint64_t bounded(uint64_t score)
{
    return score < SCORE_MOST ? score : SCORE_MOST;
}

unsigned t48_score_bin_of(uint64_t score)
{
    score = bounded(score);
    if (score < EXACT) return (unsigned)score;
    unsigned high = 63 - (unsigned)__builtin_clzll(score);
    return EXACT + PARTS * (high - 8) + ((unsigned)(score >> (high - PART_BITS)) & (PARTS - 1));
}

uint64_t t48_score_bin_low(unsigned bin)
{
    if (bin < EXACT) return bin;
    unsigned high = 8 + (bin - EXACT) / PARTS;
    if (high > 63) return UINT64_MAX;
    return (uint64_t)(PARTS + (bin - EXACT) % PARTS) << (high - PART_BITS);
}

static double width_of(unsigned bin)
{
    return bin < EXACT ? 0 : ldexp(1, (int)((bin - EXACT) / PARTS + 8 - PART_BITS));
}

/* --- adding ------------------------------------------------------------------------ */

static lt_status no_memory(lt_error *err)
{
    return lt_fail(err, LT_NO_MEMORY, "no memory to add up results");
}

/* The place of a bin, or where it would stand. */
static uint64_t place_of(const t48_results *r, unsigned bin)
{
    uint64_t low = 0, high = r->bin_count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (r->bins[middle].bin < bin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static lt_status count_bin(t48_results *r, unsigned bin, lt_error *err)
{
    uint64_t at = place_of(r, bin);
    if (at == r->bin_count || r->bins[at].bin != bin) {
        if (r->bin_count == r->bin_room) {
            uint64_t room = r->bin_room ? 2 * r->bin_room : 16;
            t48_score_bin *grown = realloc(r->bins, room * sizeof *grown);
            if (!grown) return no_memory(err);
            r->bins = grown;
            r->bin_room = room;
        }
        memmove(&r->bins[at + 1], &r->bins[at], (r->bin_count - at) * sizeof *r->bins);
        r->bins[at] = (t48_score_bin){.bin = bin};
        r->bin_count++;
    }
    r->bins[at].games++;
    return LT_OK;
}

lt_status results_binned_add(t48_results *r, const t48_outcome *outcome, double seconds,
                             lt_error *err)
{
    uint64_t score = bounded(outcome->score);
    LT_TRY(count_bin(r, t48_score_bin_of(score), err));
    uint64_t low = score & UINT32_MAX, high = score >> 32;
    /* (high * 2^32 + low)^2 without what is below 2^32, and that. */
    r->squares_high += (high * high << 32) + 2 * high * low + (low * low >> 32);
    r->squares_low += low * low & UINT32_MAX;
    r->score += score;
    if (!r->games || score < r->lowest) r->lowest = score;
    if (score > r->highest) r->highest = score;
    r->microseconds += (uint64_t)(seconds * 1e6 + 0.5);
    r->seconds = (double)r->microseconds / 1e6;
    r->games++;
    return LT_OK;
}

/* Two ascending lists become one. */
static t48_score_bin *merge_bins(const t48_results *a, const t48_results *b, uint64_t *count)
{
    t48_score_bin *bins = malloc((a->bin_count + b->bin_count + 1) * sizeof *bins);
    uint64_t i = 0, k = 0, n = 0;
    while (bins && (i < a->bin_count || k < b->bin_count)) {
        bool first = k == b->bin_count || (i < a->bin_count && a->bins[i].bin <= b->bins[k].bin);
        bool both = first && k < b->bin_count && a->bins[i].bin == b->bins[k].bin;
        bins[n] = first ? a->bins[i++] : b->bins[k++];
        if (both) bins[n].games += b->bins[k++].games;
        n++;
    }
    *count = n;
    return bins;
}

lt_status t48_results_merge(t48_results *r, const t48_results *more, lt_error *err)
{
    if (!more->games) return LT_OK;
    uint64_t count;
    t48_score_bin *bins = merge_bins(r, more, &count);
    if (!bins) return no_memory(err);
    free(r->bins);
    r->bins = bins;
    r->bin_room = r->bin_count + more->bin_count + 1;
    r->bin_count = count;
    if (!r->games || more->lowest < r->lowest) r->lowest = more->lowest;
    if (more->highest > r->highest) r->highest = more->highest;
    r->games += more->games;
    r->moves += more->moves;
    r->microseconds += more->microseconds;
    r->seconds = (double)r->microseconds / 1e6;
    r->score += more->score;
    r->squares_high += more->squares_high;
    r->squares_low += more->squares_low;
    for (unsigned i = 0; i <= T48_LEVEL_MAX; i++) r->largest[i] += more->largest[i];
    for (unsigned i = 0; i < T48_TILES; i++) r->tiles[i] += more->tiles[i];
    return LT_OK;
}

bool t48_results_equal(const t48_results *a, const t48_results *b)
{
    if (a->games != b->games || a->moves != b->moves || a->microseconds != b->microseconds ||
        a->score != b->score || a->squares_high != b->squares_high ||
        a->squares_low != b->squares_low || a->lowest != b->lowest || a->highest != b->highest ||
        a->bin_count != b->bin_count || memcmp(a->largest, b->largest, sizeof a->largest) != 0)
        return false;
    for (uint64_t i = 0; i < a->bin_count; i++)
        if (a->bins[i].bin != b->bins[i].bin || a->bins[i].games != b->bins[i].games) return false;
    return true;
}

/* --- figures ------------------------------------------------------------------------- */

/* The game of this rank, from 0: it stands in its bin as if the bin's games did evenly. */
static double score_of_rank(const t48_results *r, uint64_t rank)
{
    if (rank == 0) return (double)r->lowest;
    if (rank + 1 >= r->games) return (double)r->highest;
    uint64_t before = 0, i = 0;
    while (i + 1 < r->bin_count && before + r->bins[i].games <= rank) before += r->bins[i++].games;
    const t48_score_bin *b = &r->bins[i];
    double score = (double)t48_score_bin_low(b->bin) +
                   width_of(b->bin) * ((double)(rank - before) + 0.5) / (double)b->games;
    score = score < (double)r->lowest ? (double)r->lowest : score;
    return score > (double)r->highest ? (double)r->highest : score;
}

double results_binned_quantile(const t48_results *r, double p)
{
    if (!r->games) return 0;
    if (!r->bin_count) return NAN; /* read without them */
    double at = p * (double)(r->games - 1), below = floor(at);
    uint64_t rank = (uint64_t)below;
    double low = score_of_rank(r, rank);
    return at > below ? low + (at - below) * (score_of_rank(r, rank + 1) - low) : low;
}

lt_summary results_binned_score(const t48_results *r)
{
    lt_summary s = {.count = r->games};
    if (!r->games) return s;
    double n = (double)r->games, sum = (double)r->score;
    double squares = (double)r->squares_high * 4294967296.0 + (double)r->squares_low;
    double spread = squares - sum * (sum / n);
    s.mean = sum / n;
    s.stdev = r->games > 1 && spread > 0 && r->highest > r->lowest ? sqrt(spread / (n - 1)) : 0;
    s.median = results_binned_quantile(r, 0.5);
    s.min = (double)r->lowest;
    s.max = (double)r->highest;
    s.mean95 = lt_t_interval(s.mean, s.stdev, r->games, 0.95);
    return s;
}

/* Games of a bin before `score`, if they stand in it evenly. */
static double share_below(const t48_score_bin *b, double score)
{
    double low = (double)t48_score_bin_low(b->bin), width = width_of(b->bin);
    if (score <= low) return 0;
    return width > 0 && score < low + width ? (double)b->games * (score - low) / width
                                            : (double)b->games;
}

void results_binned_histogram(const t48_results *r, double low, double width, unsigned bins,
                              uint64_t *counts)
{
    uint64_t given = 0, before = 0;
    uint64_t i = 0;
    /* Rounded as they add up, so that none is lost. */
    for (unsigned k = 0; k + 1 < bins; k++) {
        double end = low + width * (k + 1), part = 0;
        while (i < r->bin_count && share_below(&r->bins[i], end) >= (double)r->bins[i].games)
            before += r->bins[i++].games;
        if (i < r->bin_count) part = share_below(&r->bins[i], end);
        uint64_t upto = before + (uint64_t)(part + 0.5);
        counts[k] = upto - given;
        given = upto;
    }
    if (bins) counts[bins - 1] = r->games - given;
}
