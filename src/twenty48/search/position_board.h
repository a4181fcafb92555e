/* Position operations of the searches on 64-bit boards. A cell handle is the
 * shift of the cell's nibble. */
#ifndef T48_POSITION_BOARD_H
#define T48_POSITION_BOARD_H

#include "twenty48/eval/eval_snake.h"
#include "twenty48/rows.h"
#include "twenty48/search/search.h"

typedef t48_board pos;

static inline pos pos_from(const t48_state *state)
{
    return t48_state_view(state);
}

static inline bool pos_step(const t48_search *s, const pos *p, t48_dir dir, pos *after)
{
    *after = t48_step(*p, s->shape, dir);
    return *after != *p;
}

static inline t48_value pos_value(const t48_search *s, const pos *p)
{
    return s->eval->ops->board(s->eval, *p);
}

/* The evaluation's share of the last move; 0 when it has none. */
static inline t48_value pos_bonus(const t48_search *s, const pos *before, t48_dir dir)
{
    return s->uses_move ? s->eval->ops->board_move(s->eval, *before, dir) : 0;
}

static inline unsigned pos_empties(const t48_search *s, const pos *p, uint8_t *handles)
{
    unsigned count = 0;
    for (uint64_t empty = t48_empties(*p, s->cells); empty; empty &= empty - 1)
        handles[count++] = (uint8_t)lt_ctz64(empty);
    return count;
}

static inline pos pos_place(const pos *p, unsigned handle, unsigned level)
{
    return *p | (uint64_t)level << handle;
}

static inline unsigned pos_cell(const t48_search *s, unsigned handle)
{
    return handle / 16 * s->shape.cols + handle % 16 / 4;
}

static inline unsigned pos_critical(const t48_search *s, const pos *p)
{
    unsigned cell = t48_critical_blank_board(s->snake, s->shape, *p);
    return 16 * (cell / s->shape.cols) + 4 * (cell % s->shape.cols);
}

#endif
