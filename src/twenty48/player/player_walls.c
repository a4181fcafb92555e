/* walls: a deep and narrow search in which large tiles are walls. It needs neither a
 * network nor tables. */
#include "twenty48/player/player_ops.h"
#include "twenty48/rows.h"
#include "twenty48/search/walls.h"

typedef struct memory {
    t48_walls *engine;
    t48_walls_limits limits;
    uint64_t nodes;
    unsigned wall;
    double crowd;
} memory;

/* The number of walls for which a search has just `nodes`. */
enum { WALLS_USUAL = 4 };

static const lt_param params[] = {
    {"nodes", "boards looked at for a move with four large tiles (0: exactly depth)", LT_INT,
     100000, 0, 900000, NULL, NULL},
    {"crowd", "times as many for each large tile more, and as few for each less", LT_REAL, 1.5, 1,
     10, NULL, NULL},
    {"depth", "new tiles to look ahead, at most", LT_INT, T48_WALLS_DEPTH_MAX, 1,
     T48_WALLS_DEPTH_MAX, NULL, NULL},
    {"ms", "milliseconds a move at most (0: no limit)", LT_REAL, 0, 0, 600000, NULL, NULL},
    {"clock", "what ms counts: time, or time of the processor", LT_CHOICE, 0, 0, 0, "wall|cpu",
     NULL},
    {"wall", "level from which on different tiles are walls", LT_INT, 9, 2, 15, NULL, NULL},
    {"drop", "a board worth so much less than now is dead", LT_REAL, 8000, 0, 900000, NULL, NULL},
    {"margin", "a move so far behind another at a glance is not looked at", LT_REAL, 700, 0, 900000,
     NULL, NULL},
    {"dead", "how much less than now a dead board is worth", LT_REAL, 9000, 0, 900000, NULL, NULL},
    {"table", "log2 of the entries of the transposition table (0: none)", LT_INT, 18, 0, 28, NULL,
     NULL},
};

static lt_status init(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    const lt_params *p = &player->params;
    t48_shape shape = player->rules.shape;
    if (!t48_shape_fits_board(shape))
        return lt_fail(err, LT_UNSUPPORTED, "walls plays boards up to 4x4, not %dx%d", shape.rows,
                       shape.cols);
    if (player->eval->ops->uses_move && player->eval->ops->uses_move(player->eval))
        return lt_fail(err, LT_UNSUPPORTED,
                       "walls takes evaluations of a board alone; %s also weighs the last move",
                       player->eval->ops->info.name);
    m->nodes = (uint64_t)lt_params_int(p, "nodes");
    m->crowd = lt_params_real(p, "crowd");
    m->wall = (unsigned)lt_params_int(p, "wall");
    m->limits.depth = lt_params_int(p, "depth");
    m->limits.ms = lt_params_real(p, "ms");
    m->limits.processor = lt_params_int(p, "clock") == 1;
    t48_walls_config config = {
        .eval = player->eval,
        .wall = m->wall,
        .drop = t48_value_from(player->eval, lt_params_real(p, "drop")),
        .margin = t48_value_from(player->eval, lt_params_real(p, "margin")),
        .dead = t48_value_from(player->eval, lt_params_real(p, "dead")),
        .table_bits = (unsigned)lt_params_int(p, "table"),
    };
    return t48_walls_new(&m->engine, &player->rules, &config, err);
}

static void release(t48_player *player)
{
    memory *m = player->memory;
    t48_walls_free(m->engine);
}

/* The more walls, the less room for mistakes. */
static uint64_t budget(const memory *m, t48_board board)
{
    int walls = (int)lt_popcount64(t48_walls_of(t48_walled(board, m->wall)));
    double nodes = (double)m->nodes;
    for (; walls > WALLS_USUAL; walls--) nodes *= m->crowd;
    for (; walls < WALLS_USUAL; walls++) nodes /= m->crowd;
    return m->nodes == 0 ? 0 : nodes < 1 ? 1 : (uint64_t)nodes;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    memory *m = player->memory;
    t48_board board = t48_state_view(state);
    t48_dir only = T48_UP;
    while (!t48_is_legal(legal, only)) only++;
    if (legal >> (only + 1) == 0 && !advice) return only;
    t48_expectimax_result result;
    m->limits.nodes = budget(m, board);
    m->limits.control = player->control;
    t48_walls_search(m->engine, board, &m->limits, &result);
    player->nodes += result.nodes;
    if (advice) {
        advice->unit = "how much better the boards ahead look";
        for (int d = 0; d < T48_DIRS; d++)
            if (t48_is_legal(legal, (t48_dir)d))
                advice->value[d] = (double)result.value[d] / (double)player->eval->unit;
    }
    return result.best == T48_NONE ? only : result.best;
}

const t48_player_ops t48_player_walls = {
    .info = {.name = "walls",
             .summary = "Along the walls: looks far ahead down the few lines that keep the "
                        "big tiles at the wall (no network)",
             LT_PARAMS(params),
             .eval = "slopes",
             .timed_by = "ms"},
    .memory_size = sizeof(memory),
    .init = init,
    .release = release,
    .choose = choose,
};
