/* The value of a board by expectimax without table, budget or threads: the plain
 * form that tests hold the engine to. */
#include "twenty48/search/expectimax.h"

#include <assert.h>
#include <math.h>

t48_value t48_expectimax_plain(const t48_leaf *leaf, const t48_rules *rules, t48_board after,
                               int depth)
{
    if (depth == 0) return leaf->value(leaf->ctx, after);
    int64_t four = llround(rules->fours * (1 << T48_CHANCE_BITS));
    t48_value sum[2] = {0, 0};
    int64_t cells = 0;
    for (unsigned i = 0; i < t48_shape_cells(rules->shape); i++) {
        unsigned row = i / rules->shape.cols, col = i % rules->shape.cols;
        if (t48_board_level(after, row, col) != 0) continue;
        cells++;
        for (unsigned tile = 0; tile < 2; tile++) {
            t48_board board = after | (uint64_t)(tile + 1) << (16 * row + 4 * col);
            t48_value best = leaf->dead;
            bool any = false;
            for (int d = 0; d < T48_DIRS; d++) {
                uint64_t gained;
                t48_board moved = t48_board_move(board, rules->shape, (t48_dir)d, &gained);
                if (moved == board) continue;
                t48_value value = (t48_value)gained * leaf->point +
                                  t48_expectimax_plain(leaf, rules, moved, depth - 1);
                if (!any || value > best) best = value;
                any = true;
            }
            sum[tile] += best;
        }
    }
    assert(cells > 0); /* a move leaves room for a tile */
    return (sum[0] * ((1 << T48_CHANCE_BITS) - four) + sum[1] * four) / (cells << T48_CHANCE_BITS);
}
