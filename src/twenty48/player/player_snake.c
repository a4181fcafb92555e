/* snake: looks ahead along the snake, with a 2 on the critical blank each time.
 * Directions are looked at down, left, right, up, and of equal values the last wins:
 * the first of them in the opposite order. */
#include "twenty48/eval/eval_snake.h"
#include "twenty48/player/player_ops.h"
#include "twenty48/search/search.h"

#include <stdlib.h>

static const lt_param params[] = {
    {"depth", "moves looked ahead after the first", LT_INT, 3, 0, 10, NULL, NULL},
};

static lt_status init(t48_player *player, lt_error *err)
{
    t48_search *search = player->memory;
    t48_search_init(search, player->eval, &player->rules, lt_params_int(&player->params, "depth"));
    const t48_dir order[T48_DIRS] = {T48_UP, T48_RIGHT, T48_LEFT, T48_DOWN};
    for (int k = 0; k < T48_DIRS; k++) search->order[k] = order[k];
    search->snake = malloc(sizeof *search->snake);
    if (!search->snake) return lt_fail(err, LT_NO_MEMORY, "no memory for the player snake");
    t48_snake_tables_fill(search->snake, player->rules.shape);
    return LT_OK;
}

static void release(t48_player *player)
{
    free(((t48_search *)player->memory)->snake);
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    t48_search *search = player->memory;
    t48_search_begin(search, player->control);
    t48_dir best = t48_searches(search->shape)->snake(search, state, legal, advice);
    player->nodes += search->nodes;
    if (advice) advice->unit = "the boards on its line, added up";
    return best;
}

const t48_player_ops t48_player_snake = {
    .info = {.name = "snake",
             .summary = "Snake: keeps the tiles in order along a winding path and thinks "
                        "of the worst gap in it (a 2 on the critical blank each time)",
             LT_PARAMS(params),
             .eval = "snake"},
    .memory_size = sizeof(t48_search),
    .init = init,
    .release = release,
    .choose = choose,
};
