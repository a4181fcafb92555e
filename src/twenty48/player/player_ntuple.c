/* ntuple: expectimax over the values that a network has learned.
 *
 * A network of 2x3 serves 3x2 as well: the board is laid on its side. Of a small
 * board the network is shown the least of the symmetric ones, so that the player
 * moves alike on all of them even where two moves have equal values: exact regret
 * then visits one board for every eight. */
#include "twenty48/endgame/endgame_leaf.h"
#include "twenty48/net/net.h"
#include "twenty48/net/net_walls.h"
#include "twenty48/player/player_ops.h"
#include "twenty48/rows.h"
#include "twenty48/search/expectimax.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What kind of search a board gets. */
typedef enum kind {
    USUAL,
    CROWDED, /* deeper: the six largest tiles all differ, and not much room is left */
    CRUNCH,  /* deeper, too, and it asks the network of walls */
    KINDS
} kind;

typedef struct memory {
    t48_net *net;
    t48_net *walls;                /* the network that knows crunches; NULL: none does */
    t48_expectimax *search[KINDS]; /* NULL: no board gets this one */
    t48_endgame_set *tables;       /* NULL: none */
    t48_endgame_leaf known[KINDS]; /* the leaves of the searches, with tables */
    t48_expectimax_limits limits;
    int depth, deeper;
    unsigned highest; /* level above which the board is shown to the network a step lower */
    unsigned guide;   /* gaps from which on late boards are, too (t48_guided); 0: none */
    bool sideways;    /* the network's boards have this one's rows as columns */
    bool settles;     /* symmetric boards are looked at as one */
} memory;

enum { CELLS_SETTLED = 9 }; /* boards that have exact values are no larger */
/* A network of walls sees no order among large tiles; shorter searches do not make up for that. */
enum { WALLS_DEPTH = 3 };

/* The least level of the smallest of six tiles that make a board crowded. */
enum { CROWDED_FROM = 7 };

/* A move whose chance a table knows to be so large is not searched (docs/notebook). */
static const double known_chance = 0.3;

/* With time to go deep, less probable lines are worth it (docs/notebook). */
static const double deep_cut = 0.002;

/* A board as the network is shown it, and how it was turned, in this order. */
typedef struct shown {
    t48_board board;
    bool sideways;     /* first laid on its side, */
    unsigned symmetry; /* then turned (symmetry.h) */
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
    {"guide",
     "a late board with a gap from this level on is shown a level lower (0: what suits; 16: "
     "never)",
     LT_INT, 0, 0, 16, NULL, NULL},
    {"deeper",
     "moves to look further ahead, from depth 3 on, while the six largest tiles all differ", LT_INT,
     2, 0, 8, NULL, NULL},
    {"walls", "network for boards full of large tiles: auto (the installed one), none, or a file",
     LT_TEXT, 0, 0, 0, NULL, "auto"},
    {"net", "network file (default: the one that is installed)", LT_TEXT, 0, 0, 0, NULL, ""},
    {"tables", "endgame tables: auto (those of laatta table), none, or a directory", LT_TEXT, 0, 0,
     0, NULL, "auto"},
};

static const char walls_name[] = "4x4-walls.net";

static t48_value leaf_value(const void *ctx, t48_board after)
{
    return t48_net_value(ctx, after);
}

/* A table knows boards as they are, so with tables they are lowered only here. */
static t48_value lowered_value(const void *ctx, t48_board after)
{
    const memory *m = ctx;
    return t48_net_value(m->net, t48_lowered(after, m->highest));
}

static t48_value walls_value(const void *ctx, t48_board after)
{
    return t48_net_walls(ctx, after);
}

/* Another default; the spec written out says so too. */
static void unless_given(t48_player *player, const char *name, double number)
{
    lt_param_value *value =
        &player->params.value[lt_params_find(&player->params, name, strlen(name))];
    if (!value->given) value->number = number;
}

static void release(t48_player *player)
{
    memory *m = player->memory;
    for (unsigned k = 0; k < KINDS; k++) t48_expectimax_free(m->search[k]);
    t48_endgame_set_free(m->tables);
    if (m->walls != m->net) t48_net_free(m->walls);
    t48_net_free(m->net);
}

/* Tables that are there, if they are for these rules. */
static lt_status find_tables(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    const char *named = lt_params_text(&player->params, "tables");
    bool given = strcmp(named, "auto") != 0;
    if (strcmp(named, "none") == 0 || !t48_endgame_rules(&player->rules)) return LT_OK;
    lt_status status = t48_endgame_set_open(&m->tables, given ? named : NULL, err);
    if (status != LT_OK) return given ? status : LT_OK;
    if (t48_endgame_set_count(m->tables) > 0) return LT_OK;
    t48_endgame_set_free(m->tables);
    m->tables = NULL;
    return LT_OK;
}

/* A leaf with the tables, if there are any. */
static t48_leaf with_tables(memory *m, kind which, const t48_leaf *leaf)
{
    m->known[which] = (t48_endgame_leaf){
        .set = m->tables, .plain = *leaf, .crunch = which == CRUNCH ? m->walls->layout.walls : 0};
    return m->tables ? t48_endgame_leaf_of(&m->known[which]) : *leaf;
}

/* The network that knows crunches: the one that is named, or, for a search that is deep enough, a
 * stage of the one for points, or, if that is the installed one, the installed one for walls.
 * Without any the other plays alone. */
static lt_status find_walls(t48_player *player, lt_error *err)
{
    memory *m = player->memory;
    const char *named = lt_params_text(&player->params, "walls");
    if (strcmp(named, "none") == 0 || t48_shape_cells(player->rules.shape) < 16) return LT_OK;
    if (strcmp(named, "auto") != 0) {
        LT_TRY(t48_net_find(&m->walls, named, named, err));
        if (m->walls->layout.walls) return LT_OK;
        return lt_fail(err, LT_BAD_INPUT, "%s knows no walls: it is a network of %s", named,
                       m->walls->layout.text);
    }
    if (m->depth < WALLS_DEPTH) return LT_OK;
    if (m->net->layout.walls) m->walls = m->net;
    if (m->walls || !t48_net_is_default(lt_params_text(&player->params, "net"))) return LT_OK;
    lt_status status = t48_net_find(&m->walls, walls_name, walls_name, err);
    return status == LT_UNAVAILABLE ? LT_OK : status; /* a damaged one is told */
}

/* Two searches for points, and one for the chance to pass a crunch: what they compare is in
 * different units, so all leaves of a search are of one kind. */
static lt_status make_searches(t48_player *player, const t48_rules *seen, lt_error *err)
{
    memory *m = player->memory;
    t48_leaf leaf = {.value = leaf_value,
                     .ctx = m->net,
                     .point = T48_NET_UNIT,
                     .symmetric = true,
                     .cached = true};
    t48_expectimax_config config = {
        .cut = lt_params_real(&player->params, "cut"),
        .margin = (t48_value)(lt_params_real(&player->params, "margin") * T48_NET_UNIT),
        .table_bits = (unsigned)lt_params_int(&player->params, "table"),
    };
    if (m->tables) {
        leaf.value = lowered_value;
        leaf.ctx = m;
    }
    t48_leaf asked = with_tables(m, USUAL, &leaf);
    LT_TRY(t48_expectimax_new(&m->search[USUAL], &asked, seen, &config, err));
    if (m->deeper > 0) {
        if (config.cut > deep_cut) config.cut = deep_cut;
        asked = with_tables(m, CROWDED, &leaf);
        LT_TRY(t48_expectimax_new(&m->search[CROWDED], &asked, seen, &config, err));
    }
    if (!m->walls) return LT_OK;
    leaf.value = walls_value;
    leaf.ctx = m->walls;
    leaf.point = 0;
    asked = with_tables(m, CRUNCH, &leaf);
    return t48_expectimax_new(&m->search[CRUNCH], &asked, seen, &config, err);
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
        unless_given(player, "cut", deep_cut);
        unless_given(player, "deeper", 0);
    }
    m->depth = lt_params_int(&player->params, "depth");
    m->deeper = m->depth < WALLS_DEPTH || t48_shape_cells(shape) < 16
                    ? 0
                    : lt_params_int(&player->params, "deeper");
    m->settles = t48_shape_cells(shape) <= CELLS_SETTLED;
    m->highest = (unsigned)lt_params_int(&player->params, "downgrade");
    if (m->highest == 0) m->highest = m->net->highest;
    unsigned guide = (unsigned)lt_params_int(&player->params, "guide");
    m->guide = guide == 0 ? t48_net_guide(&m->net->layout) : guide < 16 ? guide : 0;
    lt_status status = find_tables(player, err);
    if (status == LT_OK) status = find_walls(player, err);
    if (status == LT_OK) status = make_searches(player, &seen, err);
    if (status != LT_OK) release(player);
    return status;
}

static bool in_crunch(const memory *m, t48_board board)
{
    return m->search[CRUNCH] && t48_net_crunch(&m->walls->layout, board);
}

/* Whether the six largest tiles all differ, and none of them is small. */
static bool is_crowded(t48_board board)
{
    for (unsigned level = CROWDED_FROM; level <= T48_CRUNCH_LAST_MAX; level++)
        if (t48_crunch(board, level, T48_CRUNCH_WALLS)) return true;
    return false;
}

static kind kind_of(const memory *m, t48_board board)
{
    if (in_crunch(m, board)) return CRUNCH;
    return m->search[CROWDED] && is_crowded(board) ? CROWDED : USUAL;
}

/* Whether a table knows the chance of a good move to pass the crunch. It has looked at everything
 * that can follow; a search would only add what it thinks of boards that no table knows. */
static bool is_known(const memory *m, t48_board board)
{
    double chance;
    const t48_pattern *pattern;
    for (int d = 0; d < T48_DIRS && m->tables; d++) {
        t48_board after = t48_step(board, m->net->layout.shape, (t48_dir)d);
        if (after != board && t48_endgame_probe(m->tables, after, &chance, &pattern) &&
            chance > known_chance && t48_endgame_passes(pattern, after, m->walls->layout.walls))
            return true;
    }
    return false;
}

/* Moves to look ahead. */
static int depth_of(const memory *m, kind which, t48_board board)
{
    if (which == CRUNCH && is_known(m, board)) return 1;
    int depth = m->depth + (which == USUAL ? 0 : m->deeper);
    return depth < T48_EXPECTIMAX_DEPTH_MAX ? depth : T48_EXPECTIMAX_DEPTH_MAX;
}

static uint64_t content(const t48_player *player)
{
    const memory *m = player->memory;
    uint64_t walls = m->walls && m->walls != m->net ? lt_mix64(m->walls->content) : 0;
    return m->net->content ^ walls ^ (m->tables ? t48_endgame_set_content(m->tables) : 0);
}

static shown show(const memory *m, t48_board board)
{
    if (m->sideways) board = t48_transpose(board);
    if (!in_crunch(m, board)) {
        if (!m->tables) board = t48_lowered(board, m->highest);
        board = t48_guided(board, m->guide);
    }
    shown s = {.board = board, .sideways = m->sideways};
    if (!m->settles) return s;
    s.board = t48_canonical(m->net->layout.shape, board, &s.symmetry);
    return s;
}

static t48_dir dir_in(const shown *s, t48_dir dir)
{
    return t48_dir_symmetric(s->symmetry, s->sideways ? t48_dir_transposed(dir) : dir);
}

static t48_dir dir_out(const shown *s, t48_dir dir)
{
    dir = t48_dir_back(s->symmetry, dir);
    return s->sideways ? t48_dir_transposed(dir) : dir;
}

static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice)
{
    memory *m = player->memory;
    t48_expectimax_result result;
    m->limits.values = advice != NULL;
    m->limits.control = player->control;
    shown seen = show(m, t48_state_view(state));
    kind which = kind_of(m, seen.board);
    bool crunch = which == CRUNCH;
    m->limits.depth = depth_of(m, which, seen.board);
    t48_expectimax_search(m->search[which], seen.board, &m->limits, &result);
    player->nodes += result.nodes;
    if (advice && m->tables)
        for (int d = 0; d < T48_DIRS; d++) {
            const t48_pattern *pattern;
            t48_board after = t48_step(seen.board, player->rules.shape, dir_in(&seen, (t48_dir)d));
            if (t48_is_legal(legal, (t48_dir)d) &&
                t48_endgame_probe(m->tables, after, &advice->chance[d], &pattern))
                advice->pattern[d] = pattern->name;
        }
    if (advice) {
        advice->unit =
            crunch ? "chance in percent that the large tiles get to merge" : "points still to come";
        double unit = crunch ? T48_NET_WALLS_WHOLE / 100.0 : T48_NET_UNIT;
        for (int d = 0; d < T48_DIRS; d++)
            if (t48_is_legal(legal, (t48_dir)d))
                advice->value[d] = (double)result.value[dir_in(&seen, (t48_dir)d)] / unit;
        /* What has hardly been met may be learned to be worse than hopeless. */
        for (int d = 0; d < T48_DIRS && crunch; d++) advice->value[d] = fmax(advice->value[d], 0);
    }
    return dir_out(&seen, result.best);
}

const t48_player_ops t48_player_ntuple = {
    .info = {.name = "ntuple",
             .summary = "Learned: has played millions of games against itself and "
                        "remembers what they were worth (expectimax over an n-tuple network)",
             LT_PARAMS(params),
             .timed_by = "ms"},
    .memory_size = sizeof(memory),
    .init = init,
    .release = release,
    .choose = choose,
    .content = content,
    .symmetric = true,
};
