/* What tables teach. */
#include "twenty48/endgame/endgame_teacher.h"

#include "twenty48/endgame/endgame_leaf.h"

#include <math.h>

enum { HALF = 32768 }; /* of 65535 */

static t48_value learned(const void *learner, t48_board after)
{
    return llround(t48_learner_value(learner, after));
}

static t48_value learned_walls(const void *learner, t48_board after)
{
    return llround(t48_learner_walls(learner, after));
}

static t48_taught says(const void *set, const t48_learner *learner, bool walls, t48_board after,
                       float *value)
{
    t48_endgame_answer answer;
    if (!t48_endgame_ask(set, after, &answer)) return T48_TAUGHT_NOT;
    t48_leaf plain = {
        .value = walls ? learned_walls : learned, .ctx = learner, .point = walls ? 0 : 1};
    *value = (float)t48_endgame_worth(&plain, after, &answer);
    /* A search compares chances of boards with walls that moved and that did not. */
    return walls || answer.chance < HALF ? T48_TAUGHT_LEAST : T48_TAUGHT_EXACT;
}

t48_teacher t48_endgame_teacher(const t48_endgame_set *set)
{
    return (t48_teacher){.says = says, .ctx = set};
}
