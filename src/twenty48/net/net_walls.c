/* Where games among walls begin. */
#include "twenty48/net/net_walls.h"

enum { LOWEST = 9, HIGHEST = 15, MOST = 7 }; /* levels of walls to lay out, and how many */
enum { COUNTS = 8, PHASES = 8, WARM = 200, EVERY = 32 };
_Static_assert(COUNTS *PHASES <= T48_AGES, "a pool has room for them");

/* Cells in which the large tiles stand, the largest first. */
static const uint8_t shapes[][MOST] = {
    {3, 2, 1, 0, 4, 5, 6},  /* a row, and back along the next */
    {0, 1, 2, 3, 7, 6, 5},  /* the same, seen from the other corner */
    {3, 2, 1, 0, 4, 8, 9},  /* a row, and down the edge */
    {1, 2, 0, 3, 4, 5, 7},  /* a row with the largest inside */
    {2, 1, 0, 4, 5, 8, 9},  /* stairs */
    {0, 1, 4, 5, 8, 2, 9},  /* a square, and both ways on */
    {1, 0, 4, 5, 9, 8, 12}, /* a block two wide, the largest not in the corner */
    {0, 4, 8, 9, 5, 1, 2},  /* a block two wide, along */
    {0, 1, 5, 4, 8, 9, 13}, /* the same, across: the best of all, as tables tell */
};
enum { SHAPES = sizeof shapes / sizeof shapes[0], BEST = SHAPES - 1 };

t48_board t48_walls_plain(lt_rng *rng)
{
    unsigned count = 1 + lt_rng_below(rng, 3), level = 13 + lt_rng_below(rng, 3);
    t48_board board = 0;
    for (unsigned cell = 0; cell < count; cell++) {
        board |= (t48_board)level << (4 * cell);
        if (level < 12) break;
        level -= 1 + lt_rng_below(rng, 2);
    }
    return t48_learn_spawn(board, T48_ONES, rng);
}

/* `count` different levels, highest first. */
static void draw_levels(unsigned count, unsigned level[MOST], lt_rng *rng)
{
    uint32_t set = 0;
    while (lt_popcount64(set) < count)
        set |= 1u << (LOWEST + lt_rng_below(rng, HIGHEST - LOWEST + 1));
    for (unsigned i = 0; set; i++) {
        level[i] = 31u - (unsigned)__builtin_clz(set);
        set &= ~(1u << level[i]);
    }
}

/* `top` and levels below it, how many is returned: mostly one after another, as they are
 * before all of them merge. */
static unsigned draw_below(unsigned top, unsigned level[MOST], lt_rng *rng)
{
    unsigned count = 1;
    level[0] = top;
    bool all = lt_rng_below(rng, 10) < 6;
    unsigned end = LOWEST + lt_rng_below(rng, 5);
    for (unsigned next = top - 1; next >= LOWEST && count < MOST - 1; next--)
        if (all ? next >= end : lt_rng_below(rng, 2)) level[count++] = next;
    return count;
}

static t48_board add_small(t48_board board, unsigned count, unsigned levels, lt_rng *rng)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t empty = t48_empties(board, T48_ONES);
        unsigned cells = lt_popcount64(empty);
        if (cells < 3) break;
        board |= lt_nth_bit(empty, lt_rng_below(rng, cells)) * (1 + lt_rng_below(rng, levels));
    }
    return board;
}

t48_board t48_walls_laid(unsigned top, lt_rng *rng)
{
    unsigned level[MOST] = {0}, count;
    if (top) {
        count = draw_below(top, level, rng);
    } else {
        count = 2 + lt_rng_below(rng, MOST - 1);
        /* Seven are near the end whatever is done. */
        if (count == MOST && lt_rng_below(rng, 2)) count = MOST - 2;
        draw_levels(count, level, rng);
    }
    /* Below a given top mostly the best, which play does not come to by itself. */
    unsigned first = top && lt_rng_below(rng, 4) ? BEST : 0;
    const uint8_t *shape = shapes[first + lt_rng_below(rng, SHAPES - first)];
    /* In order, or with some exchanged: what disorder costs must be learned, too. */
    unsigned exchanged = lt_rng_below(rng, 10) < (top ? 1 : 4) ? 1 + lt_rng_below(rng, 3) : 0;
    for (; exchanged; exchanged--) {
        unsigned a = lt_rng_below(rng, count), b = lt_rng_below(rng, count), kept = level[a];
        level[a] = level[b];
        level[b] = kept;
    }
    t48_board board = 0;
    for (unsigned i = 0; i < count; i++) board |= (t48_board)level[i] << (4 * shape[i]);
    if (lt_rng_below(rng, 2)) {
        unsigned levels = 1 + lt_rng_below(rng, LOWEST - 1);
        board = add_small(board, lt_rng_below(rng, 5), levels, rng);
    }
    return t48_learn_spawn(board, T48_ONES, rng);
}

/* A board of an earlier game, all kinds in turn; false if there is none yet. */
static bool take_kept(t48_worker *worker, t48_board *board)
{
    for (unsigned tries = 0; tries < COUNTS * PHASES; tries++) {
        unsigned kind = (unsigned)(worker->turn++ % (COUNTS * PHASES));
        uint32_t seen = worker->pool.seen[kind], kept = seen < T48_AGE_KEPT ? seen : T48_AGE_KEPT;
        if (kept == 0) continue;
        *board = worker->pool.board[kind][lt_rng_below(&worker->rng, kept)];
        return true;
    }
    return false;
}

bool t48_walls_start(t48_worker *worker, const t48_rule *rule, t48_board *board)
{
    double draw = lt_rng_unit(&worker->rng);
    if (draw < rule->restarts && take_kept(worker, board)) return true;
    bool laid = draw < rule->restarts + rule->laid;
    *board = laid ? t48_walls_laid(0, &worker->rng) : t48_walls_plain(&worker->rng);
    return laid;
}

static unsigned sum_of(t48_board board)
{
    unsigned sum = 0;
    for (t48_board rest = board; rest; rest >>= 4) sum += (rest & 15) ? 1u << (rest & 15) : 0;
    return sum;
}

unsigned t48_walls_age(t48_board board)
{
    return sum_of(board) * 5 / 11; /* a new tile is 2.2 on average */
}

void t48_walls_remember(t48_pool *pool, t48_board board, unsigned moves)
{
    /* Shapes that soon come to an end are not kept: there are enough of them. */
    if (moves < WARM || moves % EVERY != 0) return;
    unsigned large = lt_popcount64(t48_from_level(board, LOWEST + 1));
    if (large >= COUNTS) large = COUNTS - 1;
    unsigned phase = sum_of(board) % (2u << LOWEST) * PHASES / (2u << LOWEST);
    unsigned kind = large * PHASES + phase;
    pool->board[kind][pool->seen[kind]++ % T48_AGE_KEPT] = board;
}
