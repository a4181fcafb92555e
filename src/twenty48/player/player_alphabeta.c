/* alphabeta: minimax with alpha-beta over every placement of 2 and 4. */
#include "twenty48/player/player_ops.h"
#include "twenty48/search/search.h"

static const lt_param params[] = {
    {"depth", "moves looked ahead", LT_INT, 3, 1, 12, NULL, NULL},
};

static lt_status init(t48_player *player, lt_error *err)
{
    (void)err;
    t48_search_init(player->memory, player->eval, &player->rules,
                    lt_params_int(&player->params, "depth"));
    return LT_OK;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    t48_search *search = player->memory;
    t48_search_begin(search, player->control);
    t48_dir best = t48_searches(search->shape)->alphabeta(search, state, legal, advice);
    player->nodes += search->nodes;
    if (advice) advice->unit = "how good the worst boards ahead look";
    return best;
}

const t48_player_ops t48_player_alphabeta = {
    .info = {.name = "alphabeta",
             .summary = "Careful: fears the worst new tile every time and skips lines that "
                        "cannot matter (minimax with alpha-beta)",
             LT_PARAMS(params),
             .eval = "five"},
    .memory_size = sizeof(t48_search),
    .init = init,
    .choose = choose,
};
