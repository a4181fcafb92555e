/* What follows success in a pattern with a +: the new tile has become a wall, and the
 * table of the pattern with a wall on the + says what the board is worth, wherever the tile stands.
 * A chance in such a table is that of both successes together. */
#ifndef T48_ENDGAME_FOLLOW_H
#define T48_ENDGAME_FOLLOW_H

#include "twenty48/endgame/endgame_table.h"

typedef struct t48_endgame_follow {
    t48_endgame_table *table; /* NULL: the pattern has no + */
    unsigned target;          /* the level of the new tile */
} t48_endgame_follow;

/* The pattern with a wall where the + is: the one of the library with the most pictures, if there
 * is any. */
t48_pattern t48_endgame_following(const t48_pattern *pattern);

/* Opens the table that follows, in the directory of `path`, where the table of the
 * pattern is to be; if it is not there, the reason names what to build first. */
lt_status t48_endgame_follow_open(t48_endgame_follow *follow, const t48_pattern *pattern,
                                  const char *path, lt_error *err);
void t48_endgame_follow_release(t48_endgame_follow *follow);

/* In 1/T48_CERTAIN; nothing where the table that follows does not know the board. */
uint32_t t48_endgame_follow_worth(const void *follow, t48_board after);

#endif
