/* Large tiles laid out. */
#include "twenty48/net/net_walls.h"

enum { LOWEST = 9, HIGHEST = 15, MOST = 7 }; /* levels of tiles to lay out, and how many */

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
    unsigned level[MOST] = {0}, count = draw_below(top, level, rng);
    unsigned first = lt_rng_below(rng, 4) ? BEST : 0;
    const uint8_t *shape = shapes[first + lt_rng_below(rng, SHAPES - first)];
    /* In order, or with some exchanged: what disorder costs must be learned, too. */
    unsigned exchanged = lt_rng_below(rng, 10) == 0 ? 1 + lt_rng_below(rng, 3) : 0;
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

/* Cells in which the walls of a crunch stand. The first two are the shape that play comes to, and
 * the best of those that it does not. */
static const uint8_t crunches[][T48_CRUNCH_WALLS] = {
    {0, 1, 2, 3, 4, 5},  /* a row, and two of the next */
    {0, 1, 4, 5, 8, 9},  /* a block two wide */
    {0, 1, 2, 3, 4, 7},  /* a row, and the ends of the next */
    {0, 1, 2, 3, 4, 6},  /* a row, and a gap in the next */
    {0, 1, 2, 3, 5, 6},  /* a row, and the middle of the next */
    {0, 1, 2, 3, 4, 8},  /* a row, and down the edge */
    {0, 1, 4, 5, 8, 12}, /* a square, and down the edge */
    {0, 1, 2, 4, 5, 6},  /* a block three wide */
    {0, 1, 2, 4, 5, 8},  /* stairs */
    {0, 1, 4, 5, 3, 7},  /* a square, and the other edge */
};
enum { CRUNCHES = sizeof crunches / sizeof crunches[0] };

t48_board t48_walls_crunch(unsigned walls, unsigned last, lt_rng *rng)
{
    unsigned draw = lt_rng_below(rng, 8), lowest = t48_crunch_level(walls, last);
    const uint8_t *shape = crunches[draw < 4 ? 0 : draw < 6 ? 1 : lt_rng_below(rng, CRUNCHES)];
    t48_board board = (t48_board)lowest << (4 * shape[walls - 1]);
    /* All walls are shown alike: which is where makes no difference. */
    for (unsigned i = 0; i < walls - 1; i++) board |= (t48_board)(HIGHEST - i) << (4 * shape[i]);
    if (lt_rng_below(rng, 2))
        board = add_small(board, lt_rng_below(rng, 7), 1 + lt_rng_below(rng, lowest - 1), rng);
    return t48_learn_spawn(board, T48_ONES, rng);
}

enum { PHASES = T48_AGES / T48_CRUNCH_WALLS };
_Static_assert(PHASES *T48_CRUNCH_WALLS == T48_AGES, "a pool has room for all phases");

t48_board t48_walls_take(const t48_pool *pool, const t48_net_layout *layout, unsigned fewest,
                         uint64_t *turn, lt_rng *rng)
{
    for (unsigned tries = 0; tries < T48_AGES; tries++) {
        /* Not one phase after another: where many are empty, the same few would come up. */
        unsigned kind = (unsigned)((*turn)++ * 37 % T48_AGES);
        uint32_t seen = pool->seen[kind], kept = seen < T48_AGE_KEPT ? seen : T48_AGE_KEPT;
        if (kept == 0) continue;
        t48_board board = pool->board[kind][lt_rng_below(rng, kept)];
        if (t48_net_crunch(layout, board) >= fewest) return board;
    }
    return 0;
}

static unsigned sum_of(t48_board board)
{
    unsigned sum = 0;
    for (t48_board rest = board; rest; rest >>= 4) sum += (rest & 15) ? 1u << (rest & 15) : 0;
    return sum;
}

void t48_walls_keep(t48_pool *pool, const t48_net_layout *layout, t48_board board)
{
    unsigned walls = t48_net_crunch(layout, board);
    if (walls == 0) return;
    unsigned lowest = t48_crunch_level(walls, layout->walls);
    /* The free tiles become the next wall, or, of the last crunch, another of the lowest. */
    unsigned wanted = 1u << (walls < T48_CRUNCH_WALLS ? lowest - 1 : lowest);
    unsigned phase = sum_of(board & ~(t48_from_level(board, lowest) * 15)) * PHASES / wanted;
    unsigned kind = (walls - 1) * PHASES + (phase < PHASES ? phase : PHASES - 1);
    pool->board[kind][pool->seen[kind]++ % T48_AGE_KEPT] = board;
}

unsigned t48_walls_age(t48_board board)
{
    return sum_of(board) * 5 / 11; /* a new tile is 2.2 on average */
}
