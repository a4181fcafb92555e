/* The mean of two networks. A network's value is a sum of weights, so averaging the
 * weights averages the values: errors that two runs, or two times of one run, do not
 * share become smaller. */
#include "twenty48/net/net_train.h"

#include <string.h>

lt_status t48_train_average(t48_train *train, const t48_train *other, lt_error *err)
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
            mine->value = (mine->value + their->value) / 2;
    }
    return LT_OK;
}
