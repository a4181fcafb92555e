/* When a search against the clock has looked deep enough: after every completed
 * depth it is asked whether the next one is worth beginning. It is not
 *
 *   - with a single contender;
 *   - when the values did not change: every line has used up its budget, and a
 *     greater depth would find the same;
 *   - when it could not be completed in time, judged by how the last depths grew
 *     (an uncompleted depth is thrown away);
 *   - when the best move has stayed the best, and its lead is larger than the
 *     leads have lately moved. */
#ifndef T48_DEEPENING_H
#define T48_DEEPENING_H

#include "twenty48/search/expectimax.h"

/* Depths that the best move must have been the best for, and how many times the
 * last change of its lead the lead must be (docs/notebook has the figures). */
enum { T48_STABLE_DEPTHS = 3, T48_STABLE_LEADS = 4 };

typedef struct t48_deepening {
    double limit;         /* seconds */
    double spent, growth; /* after the last depth; its time by that of the one before */
    double took;          /* by the last depth */
    t48_value value[T48_DIRS], lead;
    t48_dir best;
    int stable;   /* depths in a row with this best move */
    int patience; /* depths that it must have been the best for to be clear */
} t48_deepening;

static inline t48_deepening t48_deepening_begin(double seconds)
{
    return (t48_deepening){.limit = seconds, .best = T48_NONE, .patience = T48_STABLE_DEPTHS};
}

/* The best move so far and by how much; equal values: the first. */
static inline t48_dir t48_deepening_lead(const t48_expectimax_result *r, t48_value *lead)
{
    t48_dir best = T48_NONE;
    for (int d = 0; d < T48_DIRS; d++)
        if (r->contenders >> d & 1 && (best == T48_NONE || r->value[d] > r->value[best]))
            best = (t48_dir)d;
    *lead = INT64_MAX;
    for (int d = 0; d < T48_DIRS; d++)
        if (r->contenders >> d & 1 && d != (int)best && r->value[best] - r->value[d] < *lead)
            *lead = r->value[best] - r->value[d];
    return best;
}

/* `spent`: seconds since the search began. */
static inline bool t48_deepening_worth(t48_deepening *d, const t48_expectimax_result *r,
                                       double spent)
{
    t48_value lead;
    t48_dir best = t48_deepening_lead(r, &lead);
    double took = spent - d->spent;
    bool first = d->stable == 0, same = !first;
    for (int i = 0; i < T48_DIRS; i++) same = same && r->value[i] == d->value[i];
    d->stable = best == d->best ? d->stable + 1 : 1;
    t48_value moved = lead > d->lead ? lead - d->lead : d->lead - lead;
    bool clear = d->stable >= d->patience && lead > T48_STABLE_LEADS * moved;
    /* The first depths are too quick for a rate; a growth of 4 is usual. */
    d->growth = d->took > 1e-5 && took > d->took ? took / d->took : 4;
    bool late = spent + took * d->growth > d->limit;
    for (int i = 0; i < T48_DIRS; i++) d->value[i] = r->value[i];
    d->best = best;
    d->lead = lead;
    d->spent = spent;
    d->took = took;
    return (r->contenders & (r->contenders - 1)) != 0 && !same && !clear && !late;
}

#endif
