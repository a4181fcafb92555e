/* The rounds of a race: how many stay in, and how many games each has then played. */
#ifndef LAB_RACE_PLAN_H
#define LAB_RACE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum { LAB_RACE_ROUNDS = 33 };

typedef struct lab_race_plan {
    uint32_t rounds;
    uint32_t left[LAB_RACE_ROUNDS];   /* configurations that play in the round, at most */
    uint32_t target[LAB_RACE_ROUNDS]; /* games each has played at its end */
    uint64_t games;                   /* of the whole plan, within the budget */
} lab_race_plan;

/* The least number of games a race of k needs: one more game a round. */
uint64_t lab_race_least(uint32_t k, uint32_t cap, uint32_t eta);

/* Spends about as many games on each round, and as many as the budget allows.
 * False if the budget is below lab_race_least(). Needs k, cap >= 1 and eta >= 2. */
bool lab_race_make_plan(lab_race_plan *plan, uint32_t k, uint32_t cap, uint32_t eta,
                        uint64_t budget);

#endif
