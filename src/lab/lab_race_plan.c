/* The plan is known before the first game: how many a round leaves does not
 * depend on outcomes, except that the statistical rule may leave fewer. */
#include "lab/lab_race_plan.h"

/* The plan in which every round may take `share` games, and each configuration
 * plays at least one more. The rounds end when the cap is reached or when one
 * configuration is left. */
static void fill(lab_race_plan *plan, uint32_t k, uint32_t cap, uint32_t eta, uint64_t share)
{
    *plan = (lab_race_plan){0};
    uint32_t left = k, played = 0;
    while (plan->rounds < LAB_RACE_ROUNDS) {
        uint64_t more = share / left;
        if (more < 1) more = 1;
        if (more > cap - played || left == 1) more = cap - played;
        played += (uint32_t)more;
        plan->left[plan->rounds] = left;
        plan->target[plan->rounds++] = played;
        plan->games += more * left;
        if (played == cap || left <= 2) break;
        left = (left - 1) / eta + 1;
        if (left < 2) left = 2;
    }
}

uint64_t lab_race_least(uint32_t k, uint32_t cap, uint32_t eta)
{
    lab_race_plan plan;
    fill(&plan, k, cap, eta, 0);
    return plan.games;
}

bool lab_race_make_plan(lab_race_plan *plan, uint32_t k, uint32_t cap, uint32_t eta,
                        uint64_t budget)
{
    fill(plan, k, cap, eta, 0);
    if (plan->games > budget) return false;
    /* The largest share that stays within the budget. */
    uint64_t low = 0, high = (uint64_t)k * cap + 1;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        fill(plan, k, cap, eta, middle);
        if (plan->games <= budget)
            low = middle;
        else
            high = middle;
    }
    fill(plan, k, cap, eta, low);
    return true;
}
