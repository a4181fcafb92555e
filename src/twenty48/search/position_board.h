/* Position operations of the searches on 64-bit boards. A cell handle is the
 * shift of the cell's nibble. */
#ifndef T48_POSITION_BOARD_H
#define T48_POSITION_BOARD_H

#include "twenty48/eval/eval_snake.h"
#include "twenty48/rows.h"
#include "twenty48/search/search.h"

/* The board and its transposition: a move computes one from the other anyway,
 * and evaluations read both. */
typedef struct pos {
    t48_board rows, cols;
} pos;

static inline pos pos_of(t48_board board)
{
    return (pos){board, t48_transpose(board)};
}

static inline pos pos_from(const t48_state *state)
{
    return pos_of(t48_state_view(state));
}

static inline bool pos_equal(const pos *a, const pos *b)
{
    return a->rows == b->rows;
}

static inline bool pos_step(const t48_search *s, const pos *p, t48_dir dir, pos *after)
{
    if (__builtin_expect(t48_has_fifteen(p->rows), 0)) {
        after->rows = t48_board_move(p->rows, s->shape, dir, NULL);
        after->cols = t48_transpose(after->rows);
        return after->rows != p->rows;
    }
    switch (dir) {
    case T48_UP: after->cols = t48_rows_left(p->cols); break;
    case T48_DOWN: after->cols = t48_rows_right(p->cols, 16u - 4u * s->shape.rows); break;
    case T48_LEFT: after->rows = t48_rows_left(p->rows); break;
    default: after->rows = t48_rows_right(p->rows, 16u - 4u * s->shape.cols); break;
    }
    if (dir == T48_UP || dir == T48_DOWN) {
        if (after->cols == p->cols) return false;
        after->rows = t48_transpose(after->cols);
    } else {
        if (after->rows == p->rows) return false;
        after->cols = t48_transpose(after->rows);
    }
    return true;
}

static inline t48_value pos_value(const t48_search *s, const pos *p)
{
    return s->eval->ops->board(s->eval, p->rows, p->cols);
}

/* What the cache knows of a position: true if that settles it for the window. */
static inline bool pos_recall(t48_search *s, const pos *p, int depth, t48_value alpha,
                              t48_value beta, t48_value *value)
{
    switch (t48_cache_find(&s->cache, p->rows, depth, value)) {
    case T48_EXACT: return true;
    case T48_AT_LEAST: return *value >= beta;
    case T48_AT_MOST: return *value <= alpha;
    default: return false;
    }
}

static inline void pos_remember(t48_search *s, const pos *p, int depth, t48_value alpha,
                                t48_value beta, t48_value value)
{
    if (s->stopped) return;
    t48_cache_store(&s->cache, p->rows, depth, value,
                    value >= beta    ? T48_AT_LEAST
                    : value <= alpha ? T48_AT_MOST
                                     : T48_EXACT);
}

/* The evaluation's share of the last move; 0 when it has none. */
static inline t48_value pos_bonus(const t48_search *s, const pos *before, t48_dir dir)
{
    return s->uses_move ? s->eval->ops->board_move(s->eval, before->rows, before->cols, dir) : 0;
}

static inline unsigned pos_empties(const t48_search *s, const pos *p, uint8_t *handles)
{
    unsigned count = 0;
    for (uint64_t empty = t48_empties(p->rows, s->cells); empty; empty &= empty - 1)
        handles[count++] = (uint8_t)lt_ctz64(empty);
    return count;
}

static inline pos pos_place(const pos *p, unsigned handle, unsigned level)
{
    unsigned mirrored = (handle & 12) << 2 | handle >> 4 << 2;
    return (pos){p->rows | (uint64_t)level << handle, p->cols | (uint64_t)level << mirrored};
}

/* Values of all placements: handle i with a 2 at 2 i, with a 4 at 2 i + 1. */
static inline void pos_place_values(const t48_search *s, const pos *p, const uint8_t *handles,
                                    unsigned count, t48_value *value)
{
    if (s->eval->ops->board_places) {
        s->eval->ops->board_places(s->eval, p->rows, p->cols, handles, count, value);
        return;
    }
    for (unsigned i = 0; i < 2 * count; i++) {
        pos placed = pos_place(p, handles[i / 2], 1 + i % 2);
        value[i] = pos_value(s, &placed);
    }
}

/* What lies ahead, if the evaluation knows; a legal move is one that changes the board. */
static inline bool pos_ahead(const t48_search *s, const pos *p, bool leaves, t48_ahead *ahead)
{
    return s->eval->ops->board_ahead && s->eval->ops->board_ahead(s->eval, p->rows, leaves, ahead);
}

static inline bool pos_is(const pos *p, t48_board board)
{
    return p->rows == board;
}

static inline unsigned pos_cell(const t48_search *s, unsigned handle)
{
    return handle / 16 * s->shape.cols + handle % 16 / 4;
}

static inline unsigned pos_critical(const t48_search *s, const pos *p)
{
    unsigned cell = t48_critical_blank_board(s->snake, s->shape, p->rows, p->cols);
    return 16 * (cell / s->shape.cols) + 4 * (cell % s->shape.cols);
}

#endif
