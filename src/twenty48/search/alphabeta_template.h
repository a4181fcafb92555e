/* alphabeta: minimax with cut-offs. Max tries every legal move, Min every empty
 * cell with a 2 and with a 4; only Max lowers the depth, and at depth 0, always
 * Max's turn, the board is evaluated. A board without moves is worth `dead`. */

static t48_value alphabeta_move(t48_search *s, const pos *p, t48_dir dir, int depth,
                                t48_value alpha, t48_value beta);

static t48_value alphabeta_max(t48_search *s, const pos *p, t48_value bonus, int depth,
                               t48_value alpha, t48_value beta)
{
    s->nodes++;
    if (t48_search_stopped(s)) return 0;
    if (depth == 0) return pos_value(s, p) + bonus;
    t48_value best = -T48_INFINITY;
    for (int k = 0; k < T48_DIRS; k++) {
        t48_value value = alphabeta_move(s, p, s->order[k], depth, alpha, beta);
        if (value > best) best = value;
        if (best >= beta) return best;
        if (best > alpha) alpha = best;
    }
    return best == -T48_INFINITY ? s->eval->dead : best;
}

/* -infinity for a move that is not legal. */
static t48_value alphabeta_move(t48_search *s, const pos *p, t48_dir dir, int depth,
                                t48_value alpha, t48_value beta)
{
    pos after;
    if (!pos_step(s, p, dir, &after)) return -T48_INFINITY;
    t48_value bonus = depth == 1 ? pos_bonus(s, p, dir) : 0;
    uint8_t handle[T48_CELLS_MAX];
    unsigned count = pos_empties(s, &after, handle);
    t48_value worst = T48_INFINITY;
    for (unsigned i = 0; i < count; i++)
        for (unsigned level = 2; level >= 1; level--) {
            pos placed = pos_place(&after, handle[i], level);
            t48_value value = alphabeta_max(s, &placed, bonus, depth - 1, alpha, beta);
            if (value < worst) worst = value;
            if (worst <= alpha) return worst;
            if (worst < beta) beta = worst;
        }
    return worst;
}

static bool alphabeta_reply(t48_search *s, const pos *before, t48_dir dir, const pos *after,
                            int depth, unsigned *handle, unsigned *level)
{
    t48_value bonus = depth == 1 ? pos_bonus(s, before, dir) : 0;
    return worst_reply(s, after, bonus, depth - 1, 2, alphabeta_max, handle, level);
}

static t48_dir alphabeta_root(t48_search *s, const t48_state *state, unsigned legal,
                              t48_advice *advice)
{
    return search_root(s, state, legal, advice, 1, 1, alphabeta_move, alphabeta_reply);
}
