/* random: a uniformly random legal direction.
 * Whole games go through the playouts, which draw the same numbers. */
#include "twenty48/player/player_ops.h"
#include "twenty48/playout/playout.h"

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    (void)state;
    player->nodes++;
    if (advice) {
        advice->unit = "probability";
        for (int d = 0; d < T48_DIRS; d++)
            if (t48_is_legal(legal, (t48_dir)d)) advice->value[d] = 1.0 / __builtin_popcount(legal);
    }
    return t48_random_dir(&player->rng, legal);
}

static void spread(t48_player *player, const t48_state *state, unsigned legal,
                   double chance[T48_DIRS])
{
    (void)player;
    (void)state;
    for (int d = 0; d < T48_DIRS; d++)
        chance[d] = t48_is_legal(legal, (t48_dir)d) ? 1.0 / __builtin_popcount(legal) : 0;
}

static bool play_games(t48_player *player, const uint64_t *seeds, size_t count,
                       t48_outcome *outcomes)
{
    if (!t48_shape_fits_board(player->rules.shape)) return false;
    enum { CHUNK = 1024 };
    t48_playout playouts[CHUNK];
    for (size_t done = 0; done < count;) {
        size_t chunk = count - done < CHUNK ? count - done : CHUNK;
        for (size_t i = 0; i < chunk; i++)
            playouts[i] = (t48_playout){.tiles = 2, .seed = seeds[done + i]};
        t48_playouts(&player->rules, playouts, chunk, &outcomes[done]);
        for (size_t i = 0; i < chunk; i++) player->nodes += outcomes[done + i].moves;
        done += chunk;
    }
    return true;
}

const t48_player_ops t48_player_random = {
    .info = {.name = "random",
             .summary = "Random: closes its eyes (a uniformly random legal move)",
             .stochastic = true},
    .choose = choose,
    .spread = spread,
    .symmetric = true,
    .play_games = play_games,
};
