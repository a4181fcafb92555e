/* Whether a new tile of the target gets to merge with its twin, the one that stood there before.
 *
 * Success in a pattern with a * is that merge. Where the two lie side by side it is certain; where
 * they do not, it counts what the next move can do whatever new tile comes. Looking no further
 * makes that the least that can be had; a player that has the choice lays the new tile beside its
 * twin. */
#ifndef T48_ENDGAME_MERGE_H
#define T48_ENDGAME_MERGE_H

#include "twenty48/endgame/endgame_layers.h"

/* What success is worth, in tenths, if the new tile does not lie beside the next one to merge: of
 * games in which it did not a tenth fewer were won (docs/notebook). */
enum { T48_TENTHS_APART = 9 };

/* Whether a new tile of the target lies beside the twin. */
bool t48_endgame_beside(t48_board after, unsigned target);

/* In 1/T48_CERTAIN, of a board inside right after a move that made a tile of the target. */
uint32_t t48_endgame_merge_chance(const t48_family *family, t48_board after);

#endif
