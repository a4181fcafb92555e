/* Setting up a search. */
#include "twenty48/search/search.h"

#include "twenty48/rows.h"

#include <math.h>

void t48_search_init(t48_search *search, const t48_eval *eval, const t48_rules *rules, int depth)
{
    *search = (t48_search){
        .eval = eval,
        .shape = rules->shape,
        .uses_move = eval->ops->uses_move && eval->ops->uses_move(eval),
        .depth = depth,
        .fours = llround(rules->fours * 4294967296.0),
        .order = {T48_UP, T48_RIGHT, T48_DOWN, T48_LEFT},
    };
    if (t48_shape_fits_board(rules->shape)) search->cells = t48_cells_mask(rules->shape);
}
