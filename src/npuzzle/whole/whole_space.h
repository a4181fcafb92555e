/* Every position of a small board (up to 12 cells), numbered without gaps.
 *
 * A position is the blank's cell and the order of the n - 1 tiles, read row by
 * row. Only half of the orders can be reached, those of one parity, so the last
 * two tiles follow from the others and are left out of the number:
 *
 *     d[i]   = tiles after the i-th that are smaller than it      (Lehmer code)
 *     rank   = d[0] * w[0] + ... + d[k-3] * w[k-3],  w[i] = (k-1-i)! / 2
 *     number = blank * half + rank,                  half = k! / 2,  k = n - 1
 *
 * Moving the blank along a row keeps the rank. Along a column a tile passes
 * cols - 1 others, which changes the digits in a window of cols and no others. */
#ifndef NP_WHOLE_SPACE_H
#define NP_WHOLE_SPACE_H

#include "npuzzle/resources.h"
#include "npuzzle/task.h"

enum { NP_WHOLE_CELLS_MAX = 12 };

typedef struct np_whole {
    np_frame frame;
    int k;
    uint32_t half;
    uint32_t weight[NP_WHOLE_CELLS_MAX];
    uint8_t odd[NP_WHOLE_CELLS_MAX]; /* by blank cell: parity of the orders reached */
    /* By blank cell and direction (0 up, 1 down): the window's new value, times
     * its weight, by its value; NULL where the window reaches the digits left out. */
    uint32_t *turn[NP_WHOLE_CELLS_MAX][2];
    uint32_t window_weight[NP_WHOLE_CELLS_MAX][2], window_size[NP_WHOLE_CELLS_MAX][2];
} np_whole;

lt_status np_whole_init(np_whole *whole, const np_frame *frame, lt_error *err);
void np_whole_release(np_whole *whole);

static inline uint64_t np_whole_count(const np_whole *w)
{
    return (uint64_t)w->frame.cells * w->half;
}

uint32_t np_whole_rank(const np_whole *whole, const uint8_t *board);
void np_whole_unrank(const np_whole *whole, int blank, uint32_t rank, uint8_t *board);

/* The rank after the blank went up or down from cell `blank` (which it can). */
uint32_t np_whole_turn_slow(const np_whole *whole, int blank, bool down, uint32_t rank);
static inline uint32_t np_whole_turn(const np_whole *w, int blank, bool down, uint32_t rank)
{
    const uint32_t *turn = w->turn[blank][down];
    if (!turn) return np_whole_turn_slow(w, blank, down, rank);
    uint32_t weight = w->window_weight[blank][down];
    uint32_t value = rank / weight % w->window_size[blank][down];
    return rank - value * weight + turn[value];
}

/* 64-bit words of the positions of one blank cell, a bit each. */
static inline uint64_t np_whole_block_words(const np_whole *w)
{
    return ((uint64_t)w->half + 63) / 64;
}

enum { NP_WHOLE_DEPTHS = 256 };

/* What a search of everything brings. */
typedef struct np_whole_layers {
    uint64_t at_depth[NP_WHOLE_DEPTHS]; /* positions by distance from the goal */
    int depth;                          /* the largest distance */
    uint64_t last[16];                  /* numbers of some of the positions there */
    int last_count;
} np_whole_layers;

/* Breadth-first over everything. With `table` not NULL it gets a bit a position,
 * bit 1 of the distance, in a block of words for each blank cell. */
lt_status np_whole_search(const np_whole *whole, const np_resources *resources,
                          np_whole_layers *layers, uint64_t *table, lt_error *err);

#endif
