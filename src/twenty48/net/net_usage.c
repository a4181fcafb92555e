/* How often each weight is looked at, by playing with it: errors in a weight that
 * is looked at often cost more. Boards are shown to the network as the player
 * `ntuple` shows them (t48_lowered, and in a crunch with walls); half of the games start
 * from late positions of the training, with walls every other one in a crunch, laid out or
 * of the training, which it ends with, and now and then a search looks a move further, so that all
 * boards count that deeper searches and longer games meet.
 *
 * A weight that was not met may still be met tomorrow: every weight gets, besides
 * its own count, the mean count of its class, weights of the same stage and highest
 * level and learned about as much. */
#include "twenty48/net/net_kernel.h"
#include "twenty48/net/net_quantize.h"
#include "twenty48/net/net_walls.h"

#include "base/pages.h"

enum { LEVELS = 16, STRENGTHS = 32, FURTHER = 8, SEED = 2048 };

typedef struct player {
    const t48_learner *learner;
    t48_usage *usage;
    unsigned highest;
    uint64_t cells;
    lt_rng rng;
} player;

static t48_board spawn(player *p, t48_board board)
{
    uint64_t empty = t48_empties(board, p->cells);
    t48_board cell = lt_nth_bit(empty, lt_rng_below(&p->rng, lt_popcount64(empty)));
    return board | cell << (lt_rng_below(&p->rng, 10) == 0);
}

/* The boards that the player compares, each counted; the best move, or T48_NONE. */
static t48_dir look(player *p, t48_board board, bool crunch, t48_board after[T48_DIRS])
{
    const t48_net_layout *layout = &p->learner->layout;
    float best = -INFINITY;
    t48_dir chosen = T48_NONE;
    for (int d = 0; d < T48_DIRS; d++) {
        uint64_t gain;
        after[d] = t48_board_move(board, layout->shape, (t48_dir)d, &gain);
        if (after[d] == board) continue;
        uint32_t index[T48_NET_LOOKUPS_MAX] = {0};
        if (crunch) {
            unsigned walls = t48_net_crunch(layout, after[d]);
            if (!walls) return (t48_dir)d; /* passed */
            t48_net_indices_walls(layout, layout->tuples, walls, after[d], index);
        } else {
            t48_net_indices(layout, after[d], index);
        }
        float value = crunch ? 0 : (float)gain;
        value += t48_kernel_sum(p->learner->weight, index, layout->lookups);
        for (unsigned i = 0; i < layout->lookups; i++) p->usage->count[index[i]] += 1;
        p->usage->boards++;
        if (value <= best) continue;
        best = value;
        chosen = (t48_dir)d;
    }
    return chosen;
}

static void play(player *p, t48_board board, bool only_walls)
{
    const t48_net_layout *layout = &p->learner->layout;
    unsigned guide = t48_net_guide(layout);
    for (unsigned count = 0;; count++) {
        bool crunch = layout->walls && t48_net_crunch(layout, board);
        if (only_walls && (!crunch || count == T48_WALLS_MOVES)) return;
        t48_board shown = crunch ? board : t48_guided(t48_lowered(board, p->highest), guide);
        t48_board after[T48_DIRS], next[T48_DIRS];
        t48_dir dir = look(p, shown, crunch, after);
        if (dir == T48_NONE) return;
        if (count % FURTHER == 0)
            for (int d = 0; d < T48_DIRS; d++)
                if (after[d] != shown) look(p, spawn(p, after[d]), crunch, next);
        board = spawn(p, t48_board_move(board, layout->shape, dir, NULL));
    }
}

/* A board in a crunch, every other one of the training if there is any. */
static t48_board begin_crunch(player *p, const t48_train *train, uint64_t *turn)
{
    const t48_net_layout *layout = &p->learner->layout;
    t48_board board = 0;
    if (train->workers > 0 && lt_rng_below(&p->rng, 2)) {
        const t48_pool *pool = &train->worker[lt_rng_below(&p->rng, (uint32_t)train->workers)].pool;
        board = t48_walls_take(pool, layout, layout->fewest, turn, &p->rng);
    }
    if (board) return board;
    unsigned kinds = T48_CRUNCH_WALLS + 1 - layout->fewest;
    return t48_walls_crunch(layout->fewest + lt_rng_below(&p->rng, kinds), layout->walls, &p->rng);
}

/* A late position of the training; 0 if there is none. */
static t48_board late(player *p, const t48_train *train)
{
    if (train->workers == 0) return 0;
    const t48_pool *pool = &train->worker[lt_rng_below(&p->rng, (uint32_t)train->workers)].pool;
    unsigned ages = t48_ages_used(&p->learner->layout);
    while (ages > 0 && pool->seen[ages - 1] == 0) ages--;
    if (ages == 0) return 0;
    unsigned age = lt_rng_below(&p->rng, ages);
    if (pool->seen[age] == 0) return 0;
    uint32_t kept = pool->seen[age] < T48_AGE_KEPT ? pool->seen[age] : T48_AGE_KEPT;
    return pool->board[age][lt_rng_below(&p->rng, kept)];
}

static unsigned highest_level(uint64_t index)
{
    unsigned highest = 0;
    for (; index; index >>= 4)
        if ((index & 15) > highest) highest = index & 15;
    return highest;
}

static bool touched(const t48_weight *w)
{
    return w->value != 0 || w->sums != 0;
}

/* Adds the mean of a weight's class to its own count. */
static void smooth(const t48_learner *l, t48_usage *usage)
{
    const t48_net_layout *layout = &l->layout;
    double sum[T48_NET_STAGES_MAX][LEVELS][STRENGTHS] = {0};
    double number[T48_NET_STAGES_MAX][LEVELS][STRENGTHS] = {0};
    for (int pass = 0; pass < 2; pass++)
        for (unsigned t = 0; t < t48_net_tables(layout); t++) {
            unsigned stage = t / layout->tuples;
            uint64_t first = t48_net_table(layout, t);
            uint64_t size = 1ull << (4 * t48_net_table_cells(layout, t));
            for (uint64_t i = 0; i < size; i++) {
                const t48_weight *w = &l->weight[first + i];
                float *count = &usage->count[first + i];
                if (!touched(w)) {
                    if (*count > 0) *count = 0;
                    continue;
                }
                unsigned level = highest_level(i), strength = w->strength >> 11;
                if (pass == 0) {
                    sum[stage][level][strength] += (double)*count;
                    number[stage][level][strength]++;
                } else {
                    *count += (float)((sum[stage][level][strength] + 0.01) /
                                      number[stage][level][strength]);
                }
            }
        }
}

lt_status t48_usage_measure(t48_usage *usage, const t48_train *train, uint64_t games,
                            unsigned highest, const lt_control *control, lt_error *err)
{
    const t48_learner *l = &train->learner;
    void *pages;
    LT_TRY(lt_pages_new(&pages, l->layout.size * sizeof *usage->count, "packing", err));
    *usage = (t48_usage){.count = pages, .boards = 1};
    player p = {
        .learner = l, .usage = usage, .highest = highest, .cells = t48_cells_mask(l->layout.shape)};
    lt_rng_seed(&p.rng, SEED);
    uint64_t turn = 0;
    lt_status status = LT_OK;
    for (uint64_t game = 0; status == LT_OK && game < games; game++) {
        t48_board board = game % 2 ? late(&p, train) : 0;
        bool crunch = l->layout.walls && game % 4 < 2;
        if (crunch) board = begin_crunch(&p, train, &turn);
        if (board == 0) board = spawn(&p, spawn(&p, 0));
        play(&p, board, crunch);
        lt_report(control, &(lt_progress){.what = "playing with the network",
                                          .unit = "games",
                                          .done = game + 1,
                                          .total = games});
        if (lt_cancelled(control)) status = lt_fail(err, LT_CANCELLED, "stopped on request");
    }
    smooth(l, usage);
    return status;
}

void t48_usage_release(t48_usage *usage, const t48_net_layout *layout)
{
    lt_pages_free(usage->count, layout->size * sizeof *usage->count);
    usage->count = NULL;
}
