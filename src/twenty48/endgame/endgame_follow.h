/* What follows success in a pattern with a +: the new tile has become a wall, wherever it stands,
 * and the table of the pattern with a wall on the + says what the board is worth. A chance in such
 * a table is that of all steps together.
 *
 * What goes on builds the same tile once more, or two of half of it, the first of which is a wall
 * in its turn:
 *
 *   row1-512   five walls, a 512    then   L-256      six walls, a 256
 *   L-256      six walls, a 256     then   row3-256   seven walls, another 256
 *
 * So a board after the first 512 is one of L-256, or of row3-256 if it has a 256 already. */
#ifndef T48_ENDGAME_FOLLOW_H
#define T48_ENDGAME_FOLLOW_H

#include "twenty48/endgame/endgame_table.h"

enum { T48_FOLLOW_MAX = 8 };

typedef struct t48_endgame_follow {
    t48_endgame_table *table[T48_FOLLOW_MAX];
    unsigned tables; /* 0: the pattern has no + */
    unsigned target; /* the level of the new tile */
} t48_endgame_follow;

/* The pattern with a wall where the + is: of those of the library one that builds halves, then the
 * one with the most pictures, if there is any. */
t48_pattern t48_endgame_following(const t48_pattern *pattern);

/* Opens the tables that follow, in the directory of `path`, where the table of the
 * pattern is to be; if it is not there, the reason names what to build first. */
lt_status t48_endgame_follow_open(t48_endgame_follow *follow, const t48_pattern *pattern,
                                  const char *path, lt_error *err);
void t48_endgame_follow_release(t48_endgame_follow *follow);

/* In 1/T48_CERTAIN; nothing where no table that follows knows the board. */
uint32_t t48_endgame_follow_worth(const void *follow, t48_board after);

#endif
