/* A leaf of a search that asks the tables: the one value in which boards that a table
 * knows and boards that only a network (or another evaluation) knows are compared.
 *
 * With the table's probability P a board is worth
 *
 *   P * (points until the target is built + points of the collapse + what follows)
 *   + (1 - P) * (half of the points until the target is built + what a dead board is worth)
 *
 * where what follows is what the evaluation says of the collapsed board. With a + in the
 * pattern two targets are built, which then make one tile a level higher. A table keeps
 * its walls where they are and so says what can be had at least; where the evaluation
 * of the board itself is higher, that is its value. But where the unit is the chance to pass a
 * crunch, a table of just that whose walls may move is believed as it is. */
#ifndef T48_ENDGAME_LEAF_H
#define T48_ENDGAME_LEAF_H

#include "twenty48/endgame/endgame.h"
#include "twenty48/search/expectimax.h"

typedef struct t48_endgame_leaf {
    const t48_endgame_set *set;
    t48_leaf plain; /* the evaluation; its `value` is asked */
    unsigned
        crunch; /* it is the chance that a tile of this level gets the walls to merge; 0: not */
} t48_endgame_leaf;

/* The same leaf, with tables. `leaf` must outlive it. */
t48_leaf t48_endgame_leaf_of(const t48_endgame_leaf *leaf);

/* What a board is worth by the table's answer, whatever `plain` says of the board itself. */
t48_value t48_endgame_worth(const t48_leaf *plain, t48_board after,
                            const t48_endgame_answer *answer);

/* Whether a pattern's chance is that to pass a crunch in which a tile of level `target` is wanted
 * in the end: success makes the lowest wall once more, or a tile a level lower which merges with
 * two walls one after the other. */
bool t48_endgame_passes(const t48_pattern *pattern, t48_board after, unsigned target);

/* The board after a new tile of the target has met the walls, all that can merge
 * merged, with nothing on the free cells; *points is what those merges score. */
t48_board t48_endgame_collapsed(t48_board after, unsigned target, uint64_t *points);

/* Points until a tile of the target is built from the smaller ones, about. */
uint64_t t48_endgame_points_to(t48_board after, unsigned target);

#endif
