/* The table of players: those of laatta, then those that other programs registered. */
#ifndef T48_ROSTER_H
#define T48_ROSTER_H

#include "twenty48/player/player_ops.h"

/* Below t48_player_count(); stays for the whole process. */
const t48_player_ops *t48_player_ops_at(size_t index);

#endif
