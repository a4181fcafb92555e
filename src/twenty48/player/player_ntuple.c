/* ntuple: expectimax over the values that a network has learned.
 *
 * A network of 2x3 serves 3x2 as well: the board is laid on its side. Of a small
 * board the network is shown the least of the symmetric ones, so that the player
 * moves alike on all of them even where two moves have equal values: exact regret
 * then visits one board for every eight. */
#include "twenty48/net/net.h"
#include "twenty48/player/player_ops.h"
#include "twenty48/search/expectimax.h"

#include <stdio.h>
#include <string.h>

typedef struct memory {
    t48_net *net;
    t48_expectimax *engine;
    t48_expectimax_limits limits;
    unsigned highest; /* level above which the board is shown to the network a step lower */
    bool sideways;    /* the network's boards have this one's rows as columns */
    bool settles;     /* symmetric boards are looked at as one */
} memory;

enum { CELLS_SETTLED = 9 }; /* boards that have exact values are no larger */

/* With time to go deep, less probable lines are worth it (docs/LEARNING.md). */
static const double timed_cut = 0.002;

/* A board as the network is shown it, and how it was turned, in this order. */
typedef struct shown {
    t48_board board;
    bool sideways, mirrored, flipped, transposed;
} shown;

static const lt_param params[] = {
    {"depth", "moves to look ahead", LT_INT, 3, 1, T48_EXPECTIMAX_DEPTH_MAX, NULL, NULL},
    {"ms", "milliseconds a move, as deep as they allow (0: exactly depth)", LT_REAL, 0, 0, 600000,
     NULL, NULL},
    {"clock", "what ms counts: time, or time of the processor (threads=1)", LT_CHOICE, 0, 0, 0,
     "wall|cpu", NULL},
    {"threads", "threads a search runs on", LT_INT, 1, 1, 256, NULL, NULL},
    {"cut", "probability below which a line ends early (0: never; with ms 0.002)", LT_REAL, 0.008,
     0, 1, NULL, NULL},
    {"margin", "a move this many points behind at a glance is not looked at (0: all are)", LT_REAL,
     20000, 0, 900000, NULL, NULL},
    {"table", "log2 of the entries of the transposition table (0: none)", LT_INT, 16, 0, 28, NULL,
     NULL},
    {"downgrade", "highest level the network is shown; higher boards step down (0: what suits it)",
     LT_INT, 0, 0, 15, NULL, NULL},
    {"net", "network file (default: the one that is installed)", LT_TEXT, 0, 0, 0, NULL, ""},
};

static t48_value leaf_value(const void *ctx, t48_board after)
{
    return t48_net_value(ctx, after);
}

/* Another default; the spec written out says so too. */
static void unless_given(t48_player *player, const char *name, double number)
{
    lt_param_value *value =
        &player->params.value[lt_params_find(&player->params, name, strlen(name))];
    if (!value->given) value->number = number;
}

static lt_status init(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    t48_shape shape = player->rules.shape;
    if (!t48_shape_fits_board(shape))
        return lt_fail(err, LT_UNSUPPORTED, "ntuple plays boards up to 4x4, not %dx%d", shape.rows,
                       shape.cols);
    LT_TRY(t48_expectimax_limits_read(&m->limits, &player->params, err));
    char name[32];
    bool upright = shape.rows > shape.cols;
    snprintf(name, sizeof name, "%dx%d.net", upright ? shape.cols : shape.rows,
             upright ? shape.rows : shape.cols);
    LT_TRY(t48_net_find(&m->net, lt_params_text(&player->params, "net"), name, err));
    t48_rules seen = player->rules;
    seen.shape = m->net->layout.shape;
    m->sideways = seen.shape.rows != shape.rows;
    if ((m->sideways ? seen.shape.cols : seen.shape.rows) != shape.rows ||
        (m->sideways ? seen.shape.rows : seen.shape.cols) != shape.cols) {
        lt_status status =
            lt_fail(err, LT_UNSUPPORTED, "the network is for %dx%d boards, not %dx%d",
                    seen.shape.rows, seen.shape.cols, shape.rows, shape.cols);
        t48_net_free(m->net);
        return status;
    }
    if (m->limits.ms > 0) {
        unless_given(player, "depth", T48_EXPECTIMAX_DEPTH_MAX);
        unless_given(player, "cut", timed_cut);
    }
    m->limits.depth = lt_params_int(&player->params, "depth");
    m->settles = t48_shape_cells(shape) <= CELLS_SETTLED;
    m->highest = (unsigned)lt_params_int(&player->params, "downgrade");
    if (m->highest == 0) m->highest = t48_net_highest(&m->net->layout);
    t48_leaf leaf = {
        .value = leaf_value, .ctx = m->net, .point = T48_NET_UNIT, .symmetric = true, .dear = true};
    t48_expectimax_config config = {
        .cut = lt_params_real(&player->params, "cut"),
        .margin = (t48_value)(lt_params_real(&player->params, "margin") * T48_NET_UNIT),
        .table_bits = (unsigned)lt_params_int(&player->params, "table"),
    };
    lt_status status = t48_expectimax_new(&m->engine, &leaf, &seen, &config, err);
    if (status != LT_OK) t48_net_free(m->net);
    return status;
}

static void release(t48_player *player)
{
    memory *m = player->memory;
    t48_expectimax_free(m->engine);
    t48_net_free(m->net);
}

static shown show(const memory *m, t48_board board)
{
    const t48_net_layout *layout = &m->net->layout;
    if (m->sideways) board = t48_transpose(board);
    board = t48_lowered(board, m->highest);
    shown s = {.board = board, .sideways = m->sideways};
    if (!m->settles) return s;
    t48_board turned[8];
    t48_symmetric(layout, board, turned);
    unsigned least = 0;
    for (unsigned i = 1; i < layout->symmetries; i++)
        if (turned[i] < turned[least]) least = i;
    s.board = turned[least];
    s.mirrored = least & 1;
    s.flipped = least >> 1 & 1;
    s.transposed = least >> 2;
    return s;
}

/* Exchanges up with left and right with down. */
static t48_dir crossed(t48_dir dir, bool exchange)
{
    return exchange ? (t48_dir)(T48_LEFT - dir) : dir;
}

/* Exchanges left with right, up with down. */
static t48_dir reflected(t48_dir dir, const shown *s)
{
    bool sideways = dir == T48_LEFT || dir == T48_RIGHT;
    return (sideways ? s->mirrored : s->flipped) ? (t48_dir)(dir ^ 2) : dir;
}

static t48_dir dir_in(const shown *s, t48_dir dir)
{
    return crossed(reflected(crossed(dir, s->sideways), s), s->transposed);
}

static t48_dir dir_out(const shown *s, t48_dir dir)
{
    return crossed(reflected(crossed(dir, s->transposed), s), s->sideways);
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    memory *m = player->memory;
    t48_expectimax_result result;
    m->limits.values = advice != NULL;
    shown seen = show(m, t48_state_view(state));
    t48_expectimax_search(m->engine, seen.board, &m->limits, &result);
    player->nodes += result.nodes;
    if (advice) {
        advice->unit = "points still to come";
        for (int d = 0; d < T48_DIRS; d++)
            if (t48_is_legal(legal, (t48_dir)d))
                advice->value[d] = (double)result.value[dir_in(&seen, (t48_dir)d)] / T48_NET_UNIT;
    }
    return dir_out(&seen, result.best);
}

const t48_player_ops t48_player_ntuple = {
    .info = {.name = "ntuple",
             .summary = "expectimax over a learned n-tuple network",
             .params = params,
             .param_count = sizeof params / sizeof params[0]},
    .memory_size = sizeof(memory),
    .init = init,
    .release = release,
    .choose = choose,
    .symmetric = true,
};
