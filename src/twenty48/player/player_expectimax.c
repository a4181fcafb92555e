/* expectimax: the mean over new tiles instead of the worst, deeper where the
 * board is more difficult. */
#include "base/bits.h"
#include "twenty48/player/player_ops.h"
#include "twenty48/rows.h"
#include "twenty48/search/expectimax.h"

typedef struct memory {
    t48_expectimax *engine;
    t48_expectimax_limits limits;
    t48_lines lines;
    int depth; /* 0: by the number of different tiles */
    int shift; /* evaluations finer than the engine holds lose these bits */
} memory;

static const lt_param params[] = {
    {"depth", "moves to look ahead (0: different tiles on the board - 1, at least 4)", LT_INT, 0, 0,
     T48_EXPECTIMAX_DEPTH_MAX, NULL, NULL},
    {"ms", "milliseconds a move, as deep as they allow (0: by depth)", LT_REAL, 0, 0, 600000, NULL,
     NULL},
    {"clock", "what ms counts: time, or time of the processor (threads=1)", LT_CHOICE, 0, 0, 0,
     "wall|cpu", NULL},
    {"threads", "threads a search runs on", LT_INT, 1, 1, 256, NULL, NULL},
    {"cut", "probability below which a line ends early (0: never)", LT_REAL, 0.0001, 0, 1, NULL,
     NULL},
    {"margin",
     "a move so far behind after a shorter look is left out, in the evaluation's unit (0: none)",
     LT_REAL, 20000, 0, 500000, NULL, NULL},
    {"table", "log2 of the entries of the transposition table (0: none)", LT_INT, 18, 0, 28, NULL,
     NULL},
};

static t48_value leaf_value(const void *ctx, t48_board after)
{
    const t48_player *player = ctx;
    const memory *m = player->memory;
    return player->eval->ops->board(player->eval, after, t48_transpose(after)) >> m->shift;
}

static lt_status init(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    t48_shape shape = player->rules.shape;
    if (!t48_shape_fits_board(shape))
        return lt_fail(err, LT_UNSUPPORTED, "expectimax plays boards up to 4x4, not %dx%d",
                       shape.rows, shape.cols);
    if (player->eval->ops->uses_move && player->eval->ops->uses_move(player->eval))
        return lt_fail(
            err, LT_UNSUPPORTED,
            "expectimax takes evaluations of a board alone; %s also weighs the last move",
            player->eval->ops->info.name);
    while (player->eval->unit >> m->shift > 1 << 16) m->shift++;
    m->depth = lt_params_int(&player->params, "depth");
    LT_TRY(t48_expectimax_limits_read(&m->limits, &player->params, err));
    /* Turned boards are next to never met in one search, so they share no entries. */
    t48_leaf leaf = {
        .value = leaf_value, .ctx = player, .dead = player->eval->dead >> m->shift, .coarse = true};
    const t48_eval_ops *ops = player->eval->ops;
    if (m->shift == 0 && ops->lines && ops->lines(player->eval, &m->lines)) leaf.lines = &m->lines;
    t48_expectimax_config config = {
        .cut = lt_params_real(&player->params, "cut"),
        .margin =
            t48_value_from(player->eval, lt_params_real(&player->params, "margin")) >> m->shift,
        .looks = true,
        .table_bits = (unsigned)lt_params_int(&player->params, "table"),
    };
    return t48_expectimax_new(&m->engine, &leaf, &player->rules, &config, err);
}

static void release(t48_player *player)
{
    memory *m = player->memory;
    t48_expectimax_free(m->engine);
}

static int by_difficulty(t48_board board)
{
    unsigned levels = 0;
    for (; board; board >>= 4) levels |= 1u << (board & 15);
    int depth = (int)lt_popcount64(levels & ~1u) - 1;
    return depth < 4 ? 4 : depth;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    memory *m = player->memory;
    t48_board board = t48_state_view(state);
    t48_expectimax_result result;
    m->limits.depth = m->depth           ? m->depth
                      : m->limits.ms > 0 ? T48_EXPECTIMAX_DEPTH_MAX
                                         : by_difficulty(board);
    m->limits.values = advice != NULL;
    m->limits.control = player->control;
    t48_expectimax_search(m->engine, board, &m->limits, &result);
    player->nodes += result.nodes;
    if (advice) {
        advice->unit = "how good the boards ahead look";
        double unit = (double)(player->eval->unit >> m->shift);
        for (int d = 0; d < T48_DIRS; d++)
            if (t48_is_legal(legal, (t48_dir)d)) advice->value[d] = (double)result.value[d] / unit;
    }
    return result.best;
}

const t48_player_ops t48_player_expectimax = {
    .info = {.name = "expectimax",
             .summary = "Looks ahead: weighs every new tile by how probable it is, as deep "
                        "as the board needs (expectimax)",
             LT_PARAMS(params),
             .timed_by = "ms",
             .eval = "lines"},
    .memory_size = sizeof(memory),
    .init = init,
    .release = release,
    .choose = choose,
};
