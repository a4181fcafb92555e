/* Setting up a search. */
#include "twenty48/search/search.h"

#include "twenty48/rows.h"

#include <math.h>
#include <string.h>

void t48_search_init(t48_search *search, const t48_eval *eval, const t48_rules *rules, int depth)
{
    memset(search, 0, sizeof *search);
    search->eval = eval;
    search->shape = rules->shape;
    search->uses_move = eval->ops->uses_move && eval->ops->uses_move(eval);
    search->depth = depth;
    search->fours = (uint64_t)llround(rules->fours * 4294967296.0);
    const t48_dir order[T48_DIRS] = {T48_UP, T48_RIGHT, T48_DOWN, T48_LEFT};
    memcpy(search->order, order, sizeof order);
    if (t48_shape_fits_board(rules->shape)) search->cells = t48_cells_mask(rules->shape);
}
