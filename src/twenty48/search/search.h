/* Searches: what alphabeta, worstcase, expectiminimax and snake have in common.
 *
 * Each search is written once, in NAME_template.h, against a small set of
 * position operations (pos_*), and compiled twice: on 64-bit boards for speed
 * (searches_board.c) and on grids for every size (searches_grid.c). On boards of
 * up to 4x4 both give the same value for every move; tests hold them to it. */
#ifndef T48_SEARCH_H
#define T48_SEARCH_H

#include "base/bits.h"
#include "laatta/control.h"
#include "twenty48/eval/eval.h"
#include "twenty48/eval/snake_paths.h"
#include "twenty48/search/cache.h"

enum { T48_DEPTH_MAX = 12, T48_ASK_EVERY = 256 };

typedef struct t48_search {
    const t48_eval *eval;
    t48_shape shape;
    uint64_t cells;   /* mask of the board's cells, see t48_cells_mask */
    bool uses_move;   /* the evaluation has a share for the last move */
    bool worst;       /* expectiminimax: worst placement instead of the mean */
    bool end_is_dead; /* expectiminimax: a board without moves is worth `dead` */
    int depth;
    uint64_t fours;          /* share of fours, in 1 / 2^32 of one */
    t48_dir order[T48_DIRS]; /* directions in the order they are tried; ties keep the first */
    t48_path_tables *snake;  /* for the critical blank; NULL if it is not asked for */
    uint64_t nodes;
    const lt_control *control;         /* asked now and then; NULL: never */
    unsigned patience;                 /* positions until it is asked again */
    bool stopped;                      /* it said so: values mean nothing from then on */
    t48_dir likely[T48_DEPTH_MAX + 1]; /* the last best move at each depth */
    t48_cache cache;
} t48_search;

/* Ready to search with `eval`, trying up, right, down, left in this order. */
void t48_search_init(t48_search *search, const t48_eval *eval, const t48_rules *rules, int depth);

/* Before every search. */
static inline void t48_search_begin(t48_search *search, const lt_control *control)
{
    search->nodes = 0;
    search->control = control;
    search->patience = T48_ASK_EVERY;
    search->stopped = false;
}

static inline bool t48_search_stopped(t48_search *search)
{
    if (--search->patience == 0) {
        search->patience = T48_ASK_EVERY;
        search->stopped = search->stopped || lt_cancelled(search->control);
    }
    return search->stopped;
}

/* The best legal move; with `advice` also exact values and the principal line. */
typedef t48_dir t48_search_fn(t48_search *search, const t48_state *state, unsigned legal,
                              t48_advice *advice);

typedef struct t48_search_table {
    t48_search_fn *alphabeta, *worstcase, *expectiminimax, *snake;
} t48_search_table;

extern const t48_search_table t48_searches_board, t48_searches_grid;

/* The searches for boards of this shape. */
static inline const t48_search_table *t48_searches(t48_shape shape)
{
    return t48_shape_fits_board(shape) ? &t48_searches_board : &t48_searches_grid;
}

/* Beyond every evaluation, and small enough for a cache entry. */
#define T48_INFINITY ((t48_value)1 << 54)

#endif
