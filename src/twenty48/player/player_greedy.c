/* greedy: the move with the largest immediate score; the first of equals in the
 * order up, right, down, left. */
#include "twenty48/player/player_ops.h"

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    t48_dir best = T48_NONE;
    uint64_t best_gain = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        if (!t48_is_legal(legal, (t48_dir)d)) continue;
        t48_state after = *state;
        t48_state_move(&after, (t48_dir)d);
        uint64_t gain = after.score - state->score;
        player->nodes++;
        if (advice) advice->value[d] = (double)gain;
        if (best == T48_NONE || gain > best_gain) {
            best = (t48_dir)d;
            best_gain = gain;
        }
    }
    if (advice) advice->unit = "points gained by the move";
    return best;
}

const t48_player_ops t48_player_greedy = {
    .info = {.name = "greedy", .summary = "Greedy: takes the move that scores most at once"},
    .choose = choose,
};
