/* Endgame tables as players ask them; what they are is in laatta/endgames.h. */
#ifndef T48_ENDGAME_H
#define T48_ENDGAME_H

#include "laatta/endgames.h"
#include "twenty48/endgame/endgame_pattern.h"

/* Files of the directory that were passed over: those that cannot be read, and those that
 * others answer for: the same walls and target, and no fewer boards. */
size_t t48_endgame_set_damaged(const t48_endgame_set *set);
size_t t48_endgame_set_left_out(const t48_endgame_set *set);

/* What a table says of a 4x4 board right after a move (before the new tile). */
typedef struct t48_endgame_answer {
    unsigned chance; /* in 1/65535 */
    const t48_pattern *pattern;
} t48_endgame_answer;
bool t48_endgame_ask(const t48_endgame_set *set, t48_board after, t48_endgame_answer *answer);

/* The same as a probability. */
static inline bool t48_endgame_probe(const t48_endgame_set *set, t48_board after, double *p,
                                     const t48_pattern **pattern)
{
    t48_endgame_answer answer;
    if (!t48_endgame_ask(set, after, &answer)) return false;
    *p = answer.chance / 65535.0;
    if (pattern) *pattern = answer.pattern;
    return true;
}

#endif
