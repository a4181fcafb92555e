/* Networks become one: their mean, or the one with the walls of another. A
 * network's value is a sum of weights, so averaging the weights averages the values:
 * errors that several runs, or times of one run, do not share become smaller. */
#include "twenty48/net/net_train.h"

#include <stdio.h>
#include <string.h>

lt_status t48_train_blend(t48_train *train, const t48_train *other, float share, lt_error *err)
{
    const t48_net_layout *layout = &train->learner.layout, *theirs = &other->learner.layout;
    if (memcmp(&layout->shape, &theirs->shape, sizeof layout->shape) != 0 ||
        strcmp(layout->text, theirs->text) != 0)
        return lt_fail(err, LT_BAD_INPUT, "networks of %s and of %s cannot be averaged",
                       layout->text, theirs->text);
    for (uint64_t i = 0; i < layout->size; i++) {
        t48_weight *mine = &train->learner.weight[i];
        const t48_weight *their = &other->learner.weight[i];
        /* What only one of them has learned is taken from that one. */
        if (their->strength == 0) continue;
        if (mine->strength == 0)
            *mine = *their;
        else
            mine->value += (their->value - mine->value) * share;
    }
    return LT_OK;
}

lt_status t48_train_average(t48_train *train, const t48_train *other, lt_error *err)
{
    return t48_train_blend(train, other, 0.5f, err);
}

lt_status t48_train_join(t48_train *train, const t48_train *walls, lt_error *err)
{
    const t48_net_layout *theirs = &walls->learner.layout, *mine = &train->learner.layout;
    char text[T48_NET_TEXT];
    size_t length = strcspn(mine->text, "+");
    if (theirs->walls == 0)
        return lt_fail(err, LT_BAD_INPUT, "a network of %s has no stage of walls", theirs->text);
    if (strcspn(mine->text, "@+") != strcspn(theirs->text, "@+") ||
        memcmp(mine->mask, theirs->mask, sizeof mine->mask) != 0)
        return lt_fail(err, LT_BAD_INPUT, "networks of %s and of %s have different tuples",
                       mine->text, theirs->text);
    snprintf(text, sizeof text, "%.*s%s", (int)length, mine->text, strchr(theirs->text, '+'));
    if (mine->walls == 0) LT_TRY(t48_train_promote(train, text, true, 0, err));
    if (mine->walls != theirs->walls || mine->fewest != theirs->fewest)
        return lt_fail(err, LT_BAD_INPUT, "a network of %s cannot have the walls of %s", mine->text,
                       theirs->text);
    uint64_t size = theirs->stage_size;
    unsigned to = t48_net_levels(mine), from = t48_net_levels(theirs);
    memcpy(train->learner.weight + to * size, walls->learner.weight + from * size,
           (theirs->stages - from) * size * sizeof(t48_weight));
    return LT_OK;
}
