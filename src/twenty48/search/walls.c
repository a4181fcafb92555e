/* The search with walls: moves, recursion, transposition table, deepening. */
#include "twenty48/search/walls.h"

#include "base/clock.h"
#include "base/pages.h"
#include "twenty48/eval/eval_slopes.h"
#include "twenty48/lowered.h"
#include "twenty48/rows.h"
#include "twenty48/search/deepening.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Chances in 1/2^16. A search has a number of its own for every depth and rule, and
 * entries of other numbers are empty; when all are used up the table is cleared. */
enum { CHANCE_BITS = 16, NUMBER_BITS = 16, NUMBER_MAX = (1 << NUMBER_BITS) - 1 };
enum { ASK_CLOCK_EVERY = 64, WALL = 15, DEPTH_FIRST = 2, PATIENCE = 5 };

typedef struct entry {
    t48_board board;
    int64_t data; /* value * 2^16 + number of the search; 0: empty */
} entry;

struct t48_walls {
    t48_walls_config config;
    t48_shape shape;
    const t48_slope *slopes; /* what the evaluation adds up, if it does */
    uint64_t cells;
    int64_t fours;
    entry *table;
    uint16_t left[65536], right[65536]; /* rows moved; walls do not merge */
    /* the search under way */
    unsigned number;
    uint64_t still; /* walls that may not move */
    t48_value floor, dead;
    uint64_t nodes, limit; /* no limit: UINT64_MAX */
    double deadline;       /* 0: none */
    bool processor, stop;
    const lt_control *control;
    unsigned patience; /* boards until the clock is asked again */
};

/* --- boards with walls ----------------------------------------------------------- */

uint64_t t48_walls_of(t48_board board)
{
    board &= board >> 2;
    board &= board >> 1;
    return board & T48_ONES;
}

t48_board t48_walled(t48_board board, unsigned wall)
{
    for (; wall < WALL; wall++) {
        uint64_t large = t48_from_level(board, wall);
        uint32_t once = 0, twice = 0;
        for (uint64_t rest = large; rest; rest &= rest - 1) {
            uint32_t level = 1u << (board >> lt_ctz64(rest) & 15);
            twice |= once & level;
            once |= level;
        }
        if (!twice) return board | large * WALL;
    }
    return board;
}

static void fill_row(t48_walls *e, unsigned row)
{
    unsigned out[4] = {0}, count = 0, moved = 0, mirrored = 0, turned = 0;
    bool open = false;
    for (unsigned i = 0; i < 4; i++) {
        unsigned tile = row >> (4 * i) & 15;
        if (tile == 0) continue;
        if (open && out[count - 1] == tile && tile != WALL) {
            out[count - 1]++;
            open = false;
        } else {
            out[count++] = tile;
            open = true;
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        moved |= out[i] << (4 * i);
        mirrored |= out[i] << (12 - 4 * i);
        turned |= (row >> (4 * i) & 15) << (12 - 4 * i);
    }
    e->left[row] = (uint16_t)moved;
    e->right[turned] = (uint16_t)mirrored;
}

static inline t48_board slide(const uint16_t *rows, t48_board b)
{
    return (uint64_t)rows[t48_row(b, 0)] | (uint64_t)rows[t48_row(b, 1)] << 16 |
           (uint64_t)rows[t48_row(b, 2)] << 32 | (uint64_t)rows[t48_row(b, 3)] << 48;
}

/* A board right after a move, and its transposition. */
typedef struct after {
    t48_board rows, cols;
    t48_dir dir;
} after;

/* The legal moves, in the order of directions. */
static inline unsigned find_moves(const t48_walls *e, t48_board board, after *m)
{
    t48_board turned = t48_transpose(board), moved;
    unsigned count = 0;
    moved = slide(e->left, turned);
    if (moved != turned) m[count++] = (after){t48_transpose(moved), moved, T48_UP};
    moved = slide(e->right, board) >> (16u - 4u * e->shape.cols);
    if (moved != board) m[count++] = (after){moved, t48_transpose(moved), T48_RIGHT};
    moved = slide(e->right, turned) >> (16u - 4u * e->shape.rows);
    if (moved != turned) m[count++] = (after){t48_transpose(moved), moved, T48_DOWN};
    moved = slide(e->left, board);
    if (moved != board) m[count++] = (after){moved, t48_transpose(moved), T48_LEFT};
    return count;
}

/* --- the engine -------------------------------------------------------------------- */

lt_status t48_walls_new(t48_walls **engine, const t48_rules *rules, const t48_walls_config *config,
                        lt_error *err)
{
    *engine = NULL;
    t48_walls *e = calloc(1, sizeof *e);
    if (!e) return lt_fail(err, LT_NO_MEMORY, "no memory for a search");
    e->config = *config;
    e->shape = rules->shape;
    e->slopes = t48_slopes_table(config->eval);
    e->cells = t48_cells_mask(rules->shape);
    e->fours = llround(rules->fours * (1 << CHANCE_BITS));
    for (unsigned row = 0; row < 65536; row++) fill_row(e, row);
    if (config->table_bits > 0) {
        void *pages;
        lt_status status = lt_pages_new(&pages, sizeof(entry) << config->table_bits,
                                        "the transposition table", err);
        if (status != LT_OK) {
            free(e);
            return status;
        }
        e->table = pages;
    }
    *engine = e;
    return LT_OK;
}

void t48_walls_free(t48_walls *engine)
{
    if (!engine) return;
    if (engine->table) lt_pages_free(engine->table, sizeof(entry) << engine->config.table_bits);
    free(engine);
}

static inline t48_value leaf_value(const t48_walls *e, const after *a)
{
    if (e->slopes) return t48_slopes_value(e->slopes, a->rows, a->cols);
    return e->config.eval->ops->board(e->config.eval, a->rows, a->cols);
}

static inline bool walls_stand(const t48_walls *e, const after *a)
{
    return (t48_walls_of(a->rows) & e->still) == e->still;
}

static double now(const t48_walls *e)
{
    return e->processor ? lt_clock_thread() : lt_clock_now();
}

static bool out_of_bounds(t48_walls *e)
{
    if (e->nodes > e->limit) e->stop = true;
    if ((e->deadline > 0 || e->control) && --e->patience == 0) {
        e->patience = ASK_CLOCK_EVERY;
        if ((e->deadline > 0 && now(e) > e->deadline) || lt_cancelled(e->control)) e->stop = true;
    }
    return e->stop;
}

static t48_value after_value(t48_walls *e, t48_board board, int left);

/* The best that a board before the player's move can be turned into. */
static t48_value best_value(t48_walls *e, t48_board board, int left)
{
    after m[T48_DIRS];
    t48_value glance[T48_DIRS], top = INT64_MIN, best = e->dead;
    unsigned count = find_moves(e, board, m), live = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!walls_stand(e, &m[i])) continue;
        t48_value value = leaf_value(e, &m[i]);
        e->nodes++;
        if (value < e->floor) continue;
        if (value > top) top = value;
        m[live] = m[i];
        glance[live++] = value;
    }
    if (live == 0 || left == 0) return live ? top : best;
    for (unsigned i = 0; i < live; i++) {
        if (top - glance[i] > e->config.margin) continue;
        t48_value value = after_value(e, m[i].rows, left);
        if (value > best) best = value;
    }
    return best;
}

static entry *slot(const t48_walls *e, t48_board board)
{
    uint64_t hash = board * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    return &e->table[hash >> (64 - e->config.table_bits)];
}

static t48_value after_value(t48_walls *e, t48_board board, int left)
{
    entry *at = e->table ? slot(e, board) : NULL;
    if (at && at->board == board && (at->data & NUMBER_MAX) == e->number)
        return at->data >> NUMBER_BITS;
    if (out_of_bounds(e)) return 0;
    uint64_t empty = t48_empties(board, e->cells);
    t48_value cells = lt_popcount64(empty), twos = 0, fours = 0;
    bool with_fours = left >= T48_WALLS_FOURS && e->fours > 0;
    for (; empty; empty &= empty - 1) {
        t48_board cell = empty & -empty;
        twos += best_value(e, board | cell, left - 1);
        if (with_fours) fours += best_value(e, board | cell << 1, left - 2);
    }
    if (!with_fours) fours = twos;
    t48_value value =
        (twos * ((1 << CHANCE_BITS) - e->fours) + fours * e->fours) / (cells * (1 << CHANCE_BITS));
    if (at && !e->stop) *at = (entry){board, value * (NUMBER_MAX + 1) + (t48_value)e->number};
    return value;
}

/* --- the root ------------------------------------------------------------------------ */

static void next_number(t48_walls *e)
{
    if (e->number < NUMBER_MAX) {
        e->number++;
        return;
    }
    e->number = 1;
    if (e->table) memset(e->table, 0, sizeof(entry) << e->config.table_bits);
}

/* Searches all moves; what is not completed leaves the result as it was. */
static void search_depth(t48_walls *e, const after *m, unsigned count, int depth,
                         t48_expectimax_result *r)
{
    t48_value value[T48_DIRS];
    next_number(e);
    for (unsigned i = 0; i < count; i++)
        value[i] = walls_stand(e, &m[i]) ? after_value(e, m[i].rows, depth) : e->dead;
    if (e->stop) return;
    r->best = T48_NONE;
    r->contenders = 0;
    r->depth = depth;
    for (unsigned i = 0; i < count; i++) {
        r->value[m[i].dir] = value[i];
        if (value[i] > e->dead) r->contenders |= 1u << m[i].dir;
        if (r->best == T48_NONE || value[i] > r->value[r->best]) r->best = m[i].dir;
    }
}

/* Deeper and deeper within the limits; false if no move is alive. Boards looked at are
 * a clock like any other. */
static bool deepen(t48_walls *e, const after *m, unsigned count, const t48_walls_limits *limits,
                   t48_expectimax_result *r)
{
    bool timed = limits->ms > 0, counted = limits->nodes > 0;
    double begun = timed ? now(e) : 0;
    uint64_t before = e->nodes;
    t48_deepening by_time = t48_deepening_begin(limits->ms / 1000);
    t48_deepening by_nodes = t48_deepening_begin((double)limits->nodes);
    by_time.patience = by_nodes.patience = PATIENCE;
    e->limit = UINT64_MAX;
    e->deadline = 0;
    e->stop = false;
    for (int depth = timed || counted ? DEPTH_FIRST : limits->depth;; depth++) {
        search_depth(e, m, count, depth, r);
        if (e->stop || r->contenders == 0 || depth >= limits->depth) break;
        /* The first depth is always completed. */
        if (counted) e->limit = before + limits->nodes;
        if (timed) e->deadline = begun + limits->ms / 1000;
        bool worth = true;
        if (counted) worth = t48_deepening_worth(&by_nodes, r, (double)(e->nodes - before));
        if (timed) worth = t48_deepening_worth(&by_time, r, now(e) - begun) && worth;
        if (!worth) break;
    }
    return r->contenders != 0;
}

void t48_walls_search(t48_walls *engine, t48_board board, const t48_walls_limits *limits,
                      t48_expectimax_result *result)
{
    t48_walls *e = engine;
    after m[T48_DIRS];
    memset(result, 0, sizeof *result);
    result->best = T48_NONE;
    /* Two 32768s can merge and are no walls: all tiles above a gap step down. */
    if (t48_has_fifteens(board)) board = t48_lowered(board, WALL - 1);
    board = t48_walled(board, e->config.wall);
    unsigned count = find_moves(e, board, m);
    for (unsigned i = 0; i < count; i++) result->legal |= 1u << m[i].dir;
    if (count == 0) return;
    after root = {board, t48_transpose(board), T48_NONE};
    t48_value value = leaf_value(e, &root);
    e->nodes = 0;
    e->processor = limits->processor;
    e->control = limits->control;
    e->patience = ASK_CLOCK_EVERY;
    e->floor = value - e->config.drop;
    e->dead = value - e->config.dead;
    e->still = t48_walls_of(board);
    bool alive = false;
    if (lt_popcount64(e->still) >= T48_WALLS_STILL) alive = deepen(e, m, count, limits, result);
    e->still = 0;
    if (!alive) alive = deepen(e, m, count, limits, result);
    e->floor = INT64_MIN;
    if (!alive) deepen(e, m, count, limits, result);
    result->nodes = e->nodes;
    for (int d = 0; d < T48_DIRS; d++) result->value[d] -= value;
}
