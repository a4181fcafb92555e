/* snake: look-ahead along the snake. Each legal move is evaluated, a 2 put on
 * the critical blank of the moved board, and so on: value of a move = its own
 * evaluation + (best value below) / 0.9^level, with level 1 at the root; at depth
 * 0 the evaluation alone; a board without moves is worth 0. */

/* 1 / 0.9^level in 1 / 2^32. */
static inline t48_value snake_boost(t48_value value, unsigned level)
{
    static const uint64_t boost[] = {4294967296, 4772185884,  5302428760,  5891587512,
                                     6546208346, 7273564829,  8081738699,  8979709666,
                                     9977455184, 11086061316, 12317845906, 13686495451};
    return lt_scale32(value, boost[level]);
}

static t48_value snake_move_at(t48_search *s, const pos *p, t48_dir dir, int depth, unsigned level)
{
    pos after;
    if (!pos_step(s, p, dir, &after)) return -T48_INFINITY;
    s->nodes++;
    if (t48_search_stopped(s)) return 0;
    t48_value own = pos_value(s, &after) + pos_bonus(s, p, dir);
    if (depth == 0) return own;
    pos placed = pos_place(&after, pos_critical(s, &after), 1);
    t48_value best = -T48_INFINITY;
    for (int k = 0; k < T48_DIRS; k++) {
        t48_value value = snake_move_at(s, &placed, s->order[k], depth - 1, level + 1);
        if (value > best) best = value;
    }
    return own + (best == -T48_INFINITY ? 0 : snake_boost(best, level));
}

static t48_value snake_move(t48_search *s, const pos *p, t48_dir dir, int depth, t48_value alpha,
                            t48_value beta)
{
    (void)alpha;
    (void)beta;
    return snake_move_at(s, p, dir, depth, 1 + (unsigned)(s->depth - depth));
}

static bool snake_reply(t48_search *s, const pos *before, t48_dir dir, const pos *after, int depth,
                        unsigned *handle, unsigned *level)
{
    (void)before;
    (void)dir;
    if (depth == 0) return false;
    *handle = pos_critical(s, after);
    *level = 1;
    return true;
}

static t48_dir snake_root(t48_search *s, const t48_state *state, unsigned legal, t48_advice *advice)
{
    return search_root(s, state, legal, advice, 1, 0, snake_move, snake_reply);
}
