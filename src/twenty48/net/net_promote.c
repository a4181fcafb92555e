/* Giving a network more stages: those that are there stay. A new one, at the end of
 * what has been learned, had better know nothing: what is not known looks bad, so
 * that play keeps to what has been tried; weights taken over from lower boards make
 * it look good, and learning then runs from one odd board to the next. Where its
 * boards are well known it begins as a copy, and one of walls as certain (docs/LEARNING.md). */
#include "twenty48/net/net_learn.h"

#include <string.h>

/* Boards of the stages after it are no longer shown to this one. */
static void end_stage(t48_learner *learner, unsigned stage)
{
    const t48_net_layout *layout = &learner->layout;
    for (unsigned t = 0; t < layout->tuples; t++) {
        unsigned table = stage * layout->tuples + t;
        t48_weight *weight = learner->weight + t48_net_table(layout, table);
        uint64_t size = 1ull << (4 * t48_net_table_cells(layout, table));
        for (uint64_t i = 0; i < size; i++)
            if (t48_net_stage(layout, i) > stage) weight[i] = (t48_weight){0};
    }
}

static void copy_stage(t48_learner *to, unsigned here, const t48_learner *from, unsigned there)
{
    uint64_t size = to->layout.stage_size;
    memcpy(to->weight + here * size, from->weight + there * size, size * sizeof *to->weight);
}

lt_status t48_learner_promote(t48_learner *to, const t48_learner *from, bool copy, float value,
                              lt_error *err)
{
    const t48_net_layout *grown = &to->layout, *old = &from->layout;
    bool same = grown->tuples == old->tuples && grown->symmetries == old->symmetries &&
                memcmp(grown->mask, old->mask, sizeof grown->mask) == 0 &&
                (old->walls == 0 || old->walls == grown->walls);
    unsigned found = 0; /* stages of the old network that the new one has, too */
    for (unsigned s = 0; same && s < grown->stages; s++) {
        bool there = found < old->stages && grown->begins[s] == old->begins[found] &&
                     grown->with[s] == old->with[found];
        if (there)
            copy_stage(to, s, from, found++);
        else if (copy && grown->begins[s] < T48_NET_NO_LEVEL)
            copy_stage(to, s, from, found - 1);
        else if (value > 0)
            t48_learner_fill_stage(to, s, value);
    }
    if (!same || found < old->stages)
        return lt_fail(err, LT_BAD_INPUT,
                       "a network of %s cannot become one of %s: it may only get more stages",
                       old->text, grown->text);
    for (unsigned stage = 0; stage + 1 < t48_net_levels(grown); stage++) end_stage(to, stage);
    return LT_OK;
}
