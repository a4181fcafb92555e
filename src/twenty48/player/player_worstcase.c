/* worstcase: minimax that follows only the worst placements, as another program does,
 * rebuilt from its description. Directions are tried right, up, down, left; of equal
 * values the first is kept. */
#include "twenty48/player/player_ops.h"
#include "twenty48/search/search.h"

static const lt_param params[] = {
    {"depth", "rounds looked ahead; one player move more is made", LT_INT, 4, 0, T48_DEPTH_MAX,
     NULL, NULL},
};

static lt_status init(t48_player *player, lt_error *err)
{
    (void)err;
    t48_search *search = player->memory;
    t48_search_init(search, player->eval, &player->rules, lt_params_int(&player->params, "depth"));
    const t48_dir order[T48_DIRS] = {T48_RIGHT, T48_UP, T48_DOWN, T48_LEFT};
    for (int k = 0; k < T48_DIRS; k++) search->order[k] = order[k];
    return LT_OK;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    t48_search *search = player->memory;
    t48_search_begin(search, player->control);
    t48_dir best = t48_searches(search->shape)->worstcase(search, state, legal, advice);
    player->nodes += search->nodes;
    if (advice) advice->unit = "how good the feared boards ahead look";
    return best;
}

const t48_player_ops t48_player_worstcase = {
    .info = {.name = "worstcase",
             .summary = "Fearful: looks only at the new tiles it fears most (minimax over "
                        "few placements)",
             LT_PARAMS(params),
             .eval = "seven"},
    .memory_size = sizeof(t48_search),
    .init = init,
    .choose = choose,
};
