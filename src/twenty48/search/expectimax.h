/* Expectimax on 64-bit boards: the best move against the mean over new tiles.
 *
 * The value of a board right after a move is
 *
 *   value(board, depth, budget) = leaf(board)                  if depth is 0, or
 *                                                              the budget is used up
 *                               = mean over cells and tiles of the best of
 *                                 gain + value(board', depth - 1, budget - cost)
 *
 * where the cost of a new tile is minus the logarithm of its probability. So
 * improbable lines are cut off. Moves that are far behind another one at a glance,
 * that is by gain + leaf, are left out of "the best of" wherever the search would
 * go on beyond them; or, if the search `looks`, those that are far behind by
 * gain + value(board', depth - 2, a smaller budget). And yet a value depends on nothing but board,
 * depth and budget: neither the transposition table nor the number of threads can change it.
 * Without a time limit the same board always gets the same values. */
#ifndef T48_EXPECTIMAX_H
#define T48_EXPECTIMAX_H

#include "laatta/control.h"
#include "laatta/game.h"
#include "laatta/param.h"
#include "twenty48/eval/eval.h"

/* Chances in 1/2^20: fine enough, and 64 bits hold a whole sum of values. */
enum { T48_CHANCE_BITS = 20 };
enum { T48_EXPECTIMAX_DEPTH_MAX = 16, T48_BUDGET_BITS = 1, T48_BUDGET_MAX = 4095 };

/* What a search asks about boards. */
typedef struct t48_leaf {
    t48_value (*value)(const void *ctx, t48_board after);
    const void *ctx;
    t48_value point;        /* worth of a point gained; 0 when only the board counts */
    t48_value dead;         /* worth of a board without moves */
    bool symmetric;         /* symmetric boards have equal values and share table entries */
    bool cached;            /* worth remembering: many lines end in the same board */
    bool coarse;            /* a 4 that is too improbable for the budget counts as a 2 */
    const t48_lines *lines; /* if set: what `value` adds up on 4x4, and point is 0 */
} t48_leaf;

typedef struct t48_expectimax t48_expectimax;

typedef struct t48_expectimax_config {
    double cut;          /* lines less probable than this end early; 0: none */
    t48_value margin;    /* a move this far behind at a glance is left out; 0: none is */
    bool looks;          /* not at a glance, but after a shorter search; needs a cut */
    unsigned table_bits; /* log2 of the entries of the transposition table; 0: no table */
} t48_expectimax_config;

/* Shapes up to 4x4. */
lt_status t48_expectimax_new(t48_expectimax **engine, const t48_leaf *leaf, const t48_rules *rules,
                             const t48_expectimax_config *config, lt_error *err);
void t48_expectimax_free(t48_expectimax *engine);

typedef struct t48_expectimax_limits {
    int depth;      /* player's moves, at least 1; with ms the deepest to try */
    double ms;      /* 0: exactly `depth` */
    bool processor; /* ms of the processor in this thread (threads is 1), not of the clock */
    int threads;
    const lt_control *control; /* asked now and then, to end the search; NULL: never */
    bool values; /* the values are wanted, of moves left out too; the best is the same */
} t48_expectimax_limits;

/* Reads ms, clock and threads of a player; the depth is its own matter. */
lt_status t48_expectimax_limits_read(t48_expectimax_limits *limits, const lt_params *params,
                                     lt_error *err);

typedef struct t48_expectimax_result {
    t48_dir best;
    t48_value value[T48_DIRS];  /* if wanted, of the legal ones; else of the contenders */
    unsigned legal, contenders; /* those not far behind at a glance */
    int depth;                  /* that was completed */
    uint64_t nodes;
} t48_expectimax_result;

/* Equal values: the first of up, right, down, left. */
void t48_expectimax_search(t48_expectimax *engine, t48_board board,
                           const t48_expectimax_limits *limits, t48_expectimax_result *result);

/* The same value without table, budget or threads: for tests. */
t48_value t48_expectimax_plain(const t48_leaf *leaf, const t48_rules *rules, t48_board after,
                               int depth);

#endif
