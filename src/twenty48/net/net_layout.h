/* The shape of an n-tuple network, as data: which cells each tuple looks at.
 *
 * A tuple is a set of cells; its table has 16^cells weights, and the index of a
 * board is the levels of those cells, lowest cell in the lowest nibble. All
 * symmetric boards share the table: the value of a board is the sum over tuples
 * and over its symmetric boards (eight on a square, four otherwise). The tables
 * of all tuples lie one after another in one array:
 *
 *   | tuple 0: 16^n0 weights | tuple 1: 16^n1 weights | ...
 *
 * A network with stages has such an array for each: boards whose highest level
 * reaches the one that a stage begins at, and that have the other tiles it asks for,
 * have weights of their own.
 *
 * Up to six stages of walls may follow as the last. They are never chosen by a level: a player
 * that asks for their value (t48_net_walls) wants to know how likely it is that the walls get to
 * merge, not how many points are to come, and shows them all walls alike (crunch.h). The last of
 * them is for six walls, the one before for five, and so on.
 *
 * A shape is written by name ("4x6", "8x6", ...) or cell by cell, one hex digit
 * a cell in row-major order: "012345,456789"; "8x6@14" has a second stage for
 * boards with a tile of level 14 (16384) or higher, "8x6@13@14" a third;
 * "8x6@14@14.13.12" has a third for those that have an 8192 and a 4096 as well;
 * "8x6@14+9" has a stage of walls, six tiles from level 9 (512) on; "8x6+14-9" has six of them,
 * from a lone 16384 on. */
#ifndef T48_NET_LAYOUT_H
#define T48_NET_LAYOUT_H

#include "base/bits.h"
#include "laatta/board.h"
#include "twenty48/crunch.h"
#include "twenty48/rows.h"
#include "twenty48/symmetry.h"

enum { T48_NET_TUPLES_MAX = 16, T48_NET_CELLS_MAX = 7, T48_NET_TEXT = 160, T48_NET_STAGES_MAX = 8 };
enum { T48_NET_LOOKUPS_MAX = 8 * T48_NET_TUPLES_MAX };
/* Weights that differ in the lowest cell of a tuple only, side by side in its table. */
enum { T48_NET_ROW = 16 };
/* Where a stage of walls begins, that many levels above its walls: no tile gets there. */
enum { T48_NET_NO_LEVEL = 16 };
/* What such a stage says of a board whose walls are certain to merge. */
enum { T48_WALLS_WHOLE = 100000 };

/* Cells of a tuple that lie side by side on the board: one shift brings all of them to where
 * `mask` wants them in an index. */
typedef struct t48_net_run {
    uint32_t shift, mask;
} t48_net_run;

typedef struct t48_net_layout {
    t48_shape shape;
    unsigned tuples, symmetries;
    unsigned lookups; /* tuples * symmetries */
    uint64_t mask[T48_NET_TUPLES_MAX];
    unsigned runs[T48_NET_TUPLES_MAX]; /* the same cells, run by run */
    t48_net_run run[T48_NET_TUPLES_MAX][T48_NET_CELLS_MAX];
    uint32_t offset[T48_NET_TUPLES_MAX]; /* where a tuple's table begins in a stage */
    unsigned stages;                     /* 1 at least */
    unsigned begins[T48_NET_STAGES_MAX]; /* the level each begins at; 0, then never falling */
    unsigned with[T48_NET_STAGES_MAX];   /* a bit for each level that its boards have besides */
    unsigned walls;                      /* the first level that its last stage takes as a wall;
                                            0: it has no stages of walls */
    unsigned fewest;                     /* walls that boards of the first of these have */
    uint32_t stage_size;                 /* weights of a stage */
    uint64_t size;                       /* weights in all tables together; fits 31 bits */
    char text[T48_NET_TEXT];             /* written cell by cell */
} t48_net_layout;

/* Parses a name or a list of tuples for a board of this shape (up to 4x4). */
lt_status t48_net_layout_parse(t48_net_layout *layout, t48_shape shape, const char *text,
                               lt_error *err);

/* The same, or for NULL the first of the named shapes for such a board. */
lt_status t48_net_layout_choose(t48_net_layout *layout, t48_shape shape, const char *text,
                                lt_error *err);

/* The name of the index-th named shape for such a board, and its tuples; NULL after the
 * last. */
const char *t48_net_layout_name(size_t index, t48_shape shape, const char **tuples);

/* Stages that are chosen by the highest level. */
static inline unsigned t48_net_levels(const t48_net_layout *layout)
{
    return layout->stages - (layout->walls ? T48_CRUNCH_WALLS + 1 - layout->fewest : 0);
}

/* The walls of a board in a crunch that such a network, which has stages of walls, knows; 0: it is
 * in none. */
static inline unsigned t48_net_crunch(const t48_net_layout *layout, t48_board board)
{
    return t48_crunch(board, layout->walls, layout->fewest);
}

/* Whether there is a tile of each of these levels, a bit for each. Seldom asked, and so apart
 * from the loops that ask. */
__attribute__((noinline, unused)) static bool t48_net_has(t48_board board, unsigned levels)
{
    for (; levels; levels &= levels - 1) {
        uint64_t others = board ^ lt_ctz64(levels) * T48_ONES; /* a nibble of 0 is the tile */
        if (!((others - T48_ONES) & ~others & 8 * T48_ONES)) return false;
    }
    return true;
}

/* The last stage that is for such a board. */
static inline unsigned t48_net_stage(const t48_net_layout *layout, t48_board board)
{
    unsigned stage = 0, levels = t48_net_levels(layout);
    for (unsigned s = 1; s < levels && t48_reaches(board, layout->begins[s]); s++)
        if (!layout->with[s] || t48_net_has(board, layout->with[s])) stage = s;
    return stage;
}

/* How a board of the second half of a game is looked at to choose a move: one with a gap among its
 * large tiles, from level `guide` on, is much like the same board with these a level lower, which
 * a network knows far better. 0: as it is. */
enum { T48_GUIDED_FROM = 14, T48_GUIDE = 12, T48_GUIDE_LEAST = 10 };
static inline t48_board t48_guided(t48_board board, unsigned guide)
{
    return guide ? t48_lowered_from(board, T48_GUIDED_FROM - 1, guide, T48_GUIDE_LEAST) : board;
}

/* What suits a network: those that have a stage for the second half know the first one well. */
static inline unsigned t48_net_guide(const t48_net_layout *layout)
{
    for (unsigned s = 1; s < layout->stages; s++)
        if (layout->begins[s] == T48_GUIDED_FROM) return T48_GUIDE;
    return 0;
}

/* The tables of all stages and tuples: how many, and where the k-th begins. */
static inline unsigned t48_net_tables(const t48_net_layout *layout)
{
    return layout->stages * layout->tuples;
}

static inline uint64_t t48_net_table(const t48_net_layout *layout, unsigned k)
{
    return (uint64_t)(k / layout->tuples) * layout->stage_size + layout->offset[k % layout->tuples];
}

static inline unsigned t48_net_table_cells(const t48_net_layout *layout, unsigned k)
{
    return lt_popcount64(layout->mask[k % layout->tuples]) / 4;
}

/* Where four symmetric boards are in the table of a tuple; run by run where no instruction
 * gathers bits (WebAssembly, processors other than x86-64-v3). */
static inline void t48_net_four_plain(const t48_net_layout *layout, unsigned tuple,
                                      const t48_board board[4], uint32_t at[4])
{
    for (unsigned s = 0; s < 4; s++) at[s] = 0;
    for (unsigned r = 0; r < layout->runs[tuple]; r++) {
        t48_net_run run = layout->run[tuple][r];
        for (unsigned s = 0; s < 4; s++) at[s] |= (uint32_t)(board[s] >> run.shift) & run.mask;
    }
}

static inline void t48_net_four(const t48_net_layout *layout, unsigned tuple,
                                const t48_board board[4], uint32_t at[4])
{
#if defined(__BMI2__)
    for (unsigned s = 0; s < 4; s++) at[s] = (uint32_t)lt_pext64(board[s], layout->mask[tuple]);
#else
    t48_net_four_plain(layout, tuple, board, at);
#endif
}

/* Where the weights of some tuples are, from one on, in the stage that begins at `stage`. */
static inline void t48_net_indices_some(const t48_net_layout *layout, unsigned from, unsigned until,
                                        uint32_t stage, const t48_board turned[8], uint32_t *index)
{
    for (unsigned t = from; t < until; t++) {
        uint32_t offset = stage + layout->offset[t];
        for (unsigned half = 0; half < layout->symmetries; half += 4, index += 4) {
            t48_net_four(layout, t, turned + half, index);
            for (unsigned s = 0; s < 4; s++) index[s] += offset;
        }
    }
}

/* Where the weights of a board are in a stage: `layout->lookups` positions. `tuples` is
 * layout->tuples, given apart because a constant lets the loops be unrolled. */
static inline void t48_net_indices_in(const t48_net_layout *layout, unsigned tuples, unsigned stage,
                                      t48_board board, uint32_t index[T48_NET_LOOKUPS_MAX])
{
    t48_board turned[8];
    t48_symmetric(layout->shape, board, turned);
    t48_net_indices_some(layout, 0, tuples, stage * layout->stage_size, turned, index);
}

static inline void t48_net_indices_of(const t48_net_layout *layout, unsigned tuples,
                                      t48_board board, uint32_t index[T48_NET_LOOKUPS_MAX])
{
    t48_net_indices_in(layout, tuples, t48_net_stage(layout, board), board, index);
}

/* The stage of boards with so many walls, and the board as it is shown it. */
static inline unsigned t48_net_walls_stage(const t48_net_layout *layout, unsigned walls,
                                           t48_board *board)
{
    *board = t48_crunch_shown(*board, t48_crunch_level(walls, layout->walls));
    return layout->stages - 1 - (T48_CRUNCH_WALLS - walls);
}

/* Of a board in a crunch of so many walls. */
static inline void t48_net_indices_walls(const t48_net_layout *layout, unsigned tuples,
                                         unsigned walls, t48_board board,
                                         uint32_t index[T48_NET_LOOKUPS_MAX])
{
    unsigned stage = t48_net_walls_stage(layout, walls, &board);
    t48_net_indices_in(layout, tuples, stage, board, index);
}

static inline void t48_net_indices(const t48_net_layout *layout, t48_board board,
                                   uint32_t index[T48_NET_LOOKUPS_MAX])
{
    t48_net_indices_of(layout, layout->tuples, board, index);
}

#endif
