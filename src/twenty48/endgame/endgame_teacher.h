/* Tables that teach a network: while it plays and learns, a board that a table knows
 * learns what the table says, in the unit of the network itself.
 *
 * Its value is that of a leaf (endgame_leaf.h), with what the network has learned so far
 * as what follows the collapse, and without regard to what it thinks of the board
 * itself. A table keeps its walls still; where its chance is below a half, moving one is
 * often better, and what is taught is the least that the board is worth. */
#ifndef T48_ENDGAME_TEACHER_H
#define T48_ENDGAME_TEACHER_H

#include "twenty48/endgame/endgame.h"
#include "twenty48/net/net_learn.h"

/* `set` must outlive the training. */
t48_teacher t48_endgame_teacher(const t48_endgame_set *set);

#endif
