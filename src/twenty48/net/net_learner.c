/* The weights of a network that learns: their memory, what they know at first, and what they say.
 */
#include "base/pages.h"
#include "twenty48/net/net_kernel.h"

uint64_t t48_learner_bytes(const t48_net_layout *layout)
{
    return layout->size * sizeof(t48_weight);
}

lt_status t48_learner_init(t48_learner *learner, const t48_net_layout *layout, lt_error *err)
{
    void *pages;
    *learner = (t48_learner){.layout = *layout};
    LT_TRY(lt_pages_new(&pages, t48_learner_bytes(layout), "training this network", err));
    learner->weight = pages;
    return LT_OK;
}

void t48_learner_release(t48_learner *learner)
{
    lt_pages_free(learner->weight, t48_learner_bytes(&learner->layout));
    learner->weight = NULL;
}

void t48_learner_fill_stage(t48_learner *learner, unsigned stage, float value)
{
    float each = value / (float)learner->layout.lookups;
    t48_weight *weight = learner->weight + (uint64_t)stage * learner->layout.stage_size;
    for (uint64_t i = 0; i < learner->layout.stage_size; i++) weight[i].value = each;
}

void t48_learner_fill(t48_learner *learner, float value)
{
    for (unsigned s = 0; s < learner->layout.stages; s++) t48_learner_fill_stage(learner, s, value);
}

void t48_learner_remember(t48_learner *learner, float points)
{
    uint16_t most = (uint16_t)t48_strength_pack(points, 0);
    for (uint64_t i = 0; i < learner->layout.size; i++)
        if (learner->weight[i].strength > most) learner->weight[i].strength = most;
}

float t48_weight_strength(const t48_weight *weight)
{
    return weight->strength ? t48_strength_unpack(weight->strength) : 0;
}

double t48_learner_value(const t48_learner *learner, t48_board board)
{
    uint32_t index[T48_NET_LOOKUPS_MAX];
    t48_net_indices(&learner->layout, board, index);
    return t48_kernel_sum(learner->weight, index, learner->layout.lookups);
}

double t48_learner_walls(const t48_learner *learner, t48_board board)
{
    const t48_net_layout *layout = &learner->layout;
    uint32_t index[T48_NET_LOOKUPS_MAX];
    unsigned walls = t48_net_crunch(layout, board);
    if (!walls) return T48_WALLS_WHOLE;
    t48_net_indices_walls(layout, layout->tuples, walls, board, index);
    return t48_kernel_sum(learner->weight, index, layout->lookups);
}
