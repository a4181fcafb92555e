/* Position operations of the searches on grids of any size. A cell handle is
 * the cell's index. */
#ifndef T48_POSITION_GRID_H
#define T48_POSITION_GRID_H

#include "twenty48/eval/eval_snake.h"
#include "twenty48/search/search.h"

typedef t48_grid pos;

static inline pos pos_from(const t48_state *state)
{
    return t48_state_grid(state);
}

static inline bool pos_equal(const pos *a, const pos *b)
{
    return t48_grid_equal(a, b);
}

static inline bool pos_step(const t48_search *s, const pos *p, t48_dir dir, pos *after)
{
    (void)s;
    *after = *p;
    return t48_grid_move(after, dir, NULL);
}

static inline t48_value pos_value(const t48_search *s, const pos *p)
{
    return s->eval->ops->grid(s->eval, p);
}

/* No cache on grids. */
static inline bool pos_recall(t48_search *s, const pos *p, int depth, t48_value alpha,
                              t48_value beta, t48_value *value)
{
    (void)s, (void)p, (void)depth, (void)alpha, (void)beta, (void)value;
    return false;
}

static inline void pos_remember(t48_search *s, const pos *p, int depth, t48_value alpha,
                                t48_value beta, t48_value value)
{
    (void)s, (void)p, (void)depth, (void)alpha, (void)beta, (void)value;
}

static inline t48_value pos_bonus(const t48_search *s, const pos *before, t48_dir dir)
{
    return s->uses_move ? s->eval->ops->grid_move(s->eval, before, dir) : 0;
}

static inline unsigned pos_empties(const t48_search *s, const pos *p, uint8_t *handles)
{
    (void)s;
    unsigned count = 0;
    for (unsigned i = 0; i < t48_shape_cells(p->shape); i++)
        if (p->level[i] == 0) handles[count++] = (uint8_t)i;
    return count;
}

static inline pos pos_place(const pos *p, unsigned handle, unsigned level)
{
    pos placed = *p;
    placed.level[handle] = (uint8_t)level;
    return placed;
}

static inline void pos_place_values(const t48_search *s, const pos *p, const uint8_t *handles,
                                    unsigned count, t48_value *value)
{
    for (unsigned i = 0; i < 2 * count; i++) {
        pos placed = pos_place(p, handles[i / 2], 1 + i % 2);
        value[i] = pos_value(s, &placed);
    }
}

/* No looking ahead on grids. */
static inline bool pos_ahead(const t48_search *s, const pos *p, bool leaves, t48_ahead *ahead)
{
    (void)s, (void)p, (void)leaves, (void)ahead;
    return false;
}

static inline pos pos_of(t48_board board)
{
    return t48_board_grid(board, (t48_shape){4, 4});
}

static inline bool pos_is(const pos *p, t48_board board)
{
    t48_grid grid = pos_of(board);
    return t48_grid_equal(p, &grid);
}

static inline unsigned pos_cell(const t48_search *s, unsigned handle)
{
    (void)s;
    return handle;
}

static inline unsigned pos_critical(const t48_search *s, const pos *p)
{
    return t48_critical_blank_grid(s->snake, p);
}

#endif
