/* expectiminimax: MAX and CHANCE in turn, or MAX and MIN if so asked. */
#include "twenty48/player/player_ops.h"
#include "twenty48/search/search.h"

static const lt_param params[] = {
    {"depth", "plies looked ahead; moves and placements both count", LT_INT, 4, 1, 12, NULL, NULL},
    {"placement", "what follows a move: the mean of all tiles, or the worst", LT_CHOICE, 0, 0, 0,
     "mean|worst", NULL},
    {"terminal", "a board without moves is worth its evaluation, or the least there is", LT_CHOICE,
     0, 0, 0, "evaluation|dead", NULL},
};

static lt_status init(t48_player *player, lt_error *err)
{
    (void)err;
    t48_search *search = player->memory;
    t48_search_init(search, player->eval, &player->rules, lt_params_int(&player->params, "depth"));
    search->worst = lt_params_int(&player->params, "placement") == 1;
    search->end_is_dead = lt_params_int(&player->params, "terminal") == 1;
    return LT_OK;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    t48_search *search = player->memory;
    t48_search_begin(search, player->control);
    t48_dir best = t48_searches(search->shape)->expectiminimax(search, state, legal, advice);
    player->nodes += search->nodes;
    if (advice)
        advice->unit = search->worst ? "how good the worst boards ahead look"
                                     : "how good boards ahead look on average";
    return best;
}

const t48_player_ops t48_player_expectiminimax = {
    .info = {.name = "expectiminimax",
             .summary = "Eight paths: expects the average new tile and likes big tiles "
                        "along one of eight paths (expectiminimax)",
             LT_PARAMS(params),
             .eval = "paths"},
    .memory_size = sizeof(t48_search),
    .init = init,
    .choose = choose,
};
