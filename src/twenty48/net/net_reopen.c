/* A training run out of a network to play with, for when its checkpoint is gone.
 *
 * A network holds rounded values and nothing of what TC kept. Weights without sums
 * would each take their next error whole; so they begin calm, as if many errors had
 * cancelled out: a weight moves again as soon as new errors agree on where to. */
#include "twenty48/net/net_kernel.h"
#include "twenty48/net/net_train.h"

/* Points: about what ten boards of a trained network are wrong by. */
static const float calm = 10000;

lt_status t48_train_of_net(t48_train **train, const t48_net *net, uint64_t seed, lt_error *err)
{
    const t48_rule rule = {
        .rate = 1, .lambda = 0.5f, .steps = 3, .coherent = true, .restarts = 0.5};
    LT_TRY(t48_train_new(train, &net->layout, &rule, seed, err));
    t48_train *t = *train;
    t->games = net->games;
    t->moves = net->moves;
    t48_weight weight = {.strength = (uint16_t)t48_strength_pack(calm, 0)};
    for (uint64_t i = 0; i < net->layout.size; i++) {
        int16_t rounded = t48_net_weight(net, i);
        if (rounded == 0) continue;
        weight.value = (float)(rounded * net->step) / T48_NET_UNIT;
        t->learner.weight[i] = weight;
    }
    return LT_OK;
}
