/* circle: up, right, down, left in turn, always round the same way. A step that
 * changes nothing is passed over; or, if so asked, it ends the game. */
#include "twenty48/player/player_ops.h"

static const t48_dir order[T48_DIRS] = {T48_UP, T48_RIGHT, T48_DOWN, T48_LEFT};

static const lt_param params[] = {
    {"blocked", "a step that changes nothing is passed over, or ends the game", LT_CHOICE, 0, 0, 0,
     "pass|end", NULL},
};

static void begin(t48_player *player)
{
    *(unsigned *)player->memory = 0;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    (void)state;
    unsigned *turn = player->memory;
    player->nodes++;
    for (unsigned k = 0; k < T48_DIRS && advice; k++) {
        t48_dir dir = order[(*turn + k) % T48_DIRS];
        advice->unit = "turns left until it is tried";
        if (t48_is_legal(legal, dir)) advice->value[dir] = k;
    }
    bool ends = lt_params_int(&player->params, "blocked") == 1;
    if (ends && !t48_is_legal(legal, order[*turn % T48_DIRS])) return T48_NONE;
    while (!t48_is_legal(legal, order[*turn % T48_DIRS])) ++*turn;
    return order[(*turn)++ % T48_DIRS];
}

const t48_player_ops t48_player_circle = {
    .info = {.name = "circle",
             .summary = "Round and round: goes round without looking (up, right, down, "
                        "left in turn)",
             LT_PARAMS(params)},
    .memory_size = sizeof(unsigned),
    .begin = begin,
    .choose = choose,
};
