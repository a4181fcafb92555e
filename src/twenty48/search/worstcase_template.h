/* worstcase: minimax with alpha-beta that follows only the worst placements.
 *
 * At the computer's turn every empty cell is tried with a 2 and with a 4 and the
 * board evaluated; only placements whose value, truncated to an integer, equals
 * the truncated minimum are searched further. At depth 0 the board right after
 * the player's move is evaluated. */

enum { PLACEMENTS_MAX = 2 * T48_CELLS_MAX };

/* The largest value that truncates (towards zero) to the same integer as `least`. */
static inline t48_value same_integer(const t48_search *s, t48_value least)
{
    t48_value unit = s->eval->unit, integer = least / unit;
    return least <= -unit ? integer * unit : (integer + 1) * unit - 1;
}

/* The placements that are searched on, the worst first. */
static unsigned worst_placements(const t48_search *s, const pos *after, t48_value bonus,
                                 pos *placed)
{
    uint8_t handle[T48_CELLS_MAX];
    t48_value value[PLACEMENTS_MAX];
    unsigned count = pos_empties(s, after, handle), kept = 0, worst = 0;
    pos_place_values(s, after, handle, count, value);
    for (unsigned i = 1; i < 2 * count; i++)
        if (value[i] < value[worst]) worst = i;
    t48_value limit = same_integer(s, value[worst] + bonus) - bonus;
    placed[kept++] = pos_place(after, handle[worst / 2], 1 + worst % 2);
    for (unsigned i = 0; i < 2 * count; i++)
        if (value[i] <= limit && i != worst)
            placed[kept++] = pos_place(after, handle[i / 2], 1 + i % 2);
    return kept;
}

static t48_value worstcase_move(t48_search *s, const pos *p, t48_dir dir, int depth,
                                t48_value alpha, t48_value beta);

/* Depth 0: the best board right after a move. */
static t48_value worstcase_leaf(t48_search *s, const pos *p, t48_value beta)
{
    t48_value best = -T48_INFINITY;
    for (int k = 0; k < T48_DIRS && best < beta; k++) {
        pos after;
        if (!pos_step(s, p, s->order[k], &after)) continue;
        s->nodes++;
        t48_value value = pos_value(s, &after) + pos_bonus(s, p, s->order[k]);
        if (value > best) best = value;
    }
    return best == -T48_INFINITY ? s->eval->dead : best;
}

static t48_value worstcase_max(t48_search *s, const pos *p, int depth, t48_value alpha,
                               t48_value beta);

/* As worstcase_leaf, of values that are known. */
static inline t48_value worstcase_known(t48_search *s, const t48_value value[T48_DIRS],
                                        t48_value beta)
{
    t48_value best = -T48_INFINITY;
    for (int k = 0; k < T48_DIRS && best < beta; k++) {
        t48_value next = value[s->order[k]];
        s->nodes += next > T48_ILLEGAL;
        best = next > best ? next : best;
    }
    return best == -T48_INFINITY ? s->eval->dead : best;
}

/* As worstcase_move, with what lies ahead: mostly the first placement refutes the move, and
 * the others need not be found. */
static inline t48_value worstcase_ahead(t48_search *s, const pos *p, t48_dir dir,
                                        const t48_ahead *ahead, int depth, t48_value alpha,
                                        t48_value beta)
{
    if (pos_is(p, ahead->after[dir])) return -T48_INFINITY;
    s->nodes++;
    if (t48_search_stopped(s)) return 0;
    pos first = pos_of(ahead->placed[dir]);
    t48_value worst = depth == 1 ? worstcase_known(s, ahead->leaves[ahead->leaf[dir]], beta)
                                 : worstcase_max(s, &first, depth - 1, alpha, beta);
    if (worst <= alpha) return worst;
    if (worst < beta) beta = worst;
    pos after = pos_of(ahead->after[dir]), placed[PLACEMENTS_MAX];
    unsigned count = worst_placements(s, &after, pos_bonus(s, p, dir), placed);
    for (unsigned i = 1; i < count; i++) {
        t48_value value = worstcase_max(s, &placed[i], depth - 1, alpha, beta);
        if (value < worst) worst = value;
        if (worst <= alpha) return worst;
        if (worst < beta) beta = worst;
    }
    return worst;
}

static t48_value worstcase_max(t48_search *s, const pos *p, int depth, t48_value alpha,
                               t48_value beta)
{
    if (depth == 0) return worstcase_leaf(s, p, beta);
    t48_value best = -T48_INFINITY, floor = alpha, known;
    if (pos_recall(s, p, depth, alpha, beta, &known)) return known;
    /* The value does not depend on the order, but good moves first cut off more:
     * what was best in the last position of this depth often is again. */
    t48_dir likely = s->likely[depth];
    t48_ahead ahead;
    bool seen = pos_ahead(s, p, depth == 1, &ahead);
    for (int k = -1; k < T48_DIRS; k++) {
        t48_dir dir = k < 0 ? likely : s->order[k];
        if (k >= 0 && dir == likely) continue;
        t48_value value = seen ? worstcase_ahead(s, p, dir, &ahead, depth, floor, beta)
                               : worstcase_move(s, p, dir, depth, floor, beta);
        if (value > best) {
            best = value;
            s->likely[depth] = dir;
        }
        if (best >= beta) break;
        if (best > floor) floor = best;
    }
    if (best == -T48_INFINITY) return s->eval->dead;
    pos_remember(s, p, depth, alpha, beta, best);
    return best;
}

/* -infinity for a move that is not legal. */
static t48_value worstcase_move(t48_search *s, const pos *p, t48_dir dir, int depth,
                                t48_value alpha, t48_value beta)
{
    pos after, placed[PLACEMENTS_MAX];
    if (!pos_step(s, p, dir, &after)) return -T48_INFINITY;
    s->nodes++;
    if (t48_search_stopped(s)) return 0;
    t48_value bonus = pos_bonus(s, p, dir);
    if (depth == 0) return pos_value(s, &after) + bonus;
    unsigned count = worst_placements(s, &after, bonus, placed);
    t48_value worst = T48_INFINITY;
    for (unsigned i = 0; i < count; i++) {
        t48_value value = worstcase_max(s, &placed[i], depth - 1, alpha, beta);
        if (value < worst) worst = value;
        if (worst <= alpha) return worst;
        if (worst < beta) beta = worst;
    }
    return worst;
}

static bool worstcase_reply(t48_search *s, const pos *before, t48_dir dir, const pos *after,
                            int depth, unsigned *handle, unsigned *level)
{
    if (depth == 0) return false;
    pos placed[PLACEMENTS_MAX];
    unsigned count = worst_placements(s, after, pos_bonus(s, before, dir), placed);
    uint8_t cell[T48_CELLS_MAX];
    unsigned cells = pos_empties(s, after, cell);
    t48_value worst = T48_INFINITY;
    for (unsigned i = 0; i < count; i++) {
        t48_value value = worstcase_max(s, &placed[i], depth - 1, -T48_INFINITY, worst);
        if (value >= worst) continue;
        worst = value;
        for (unsigned c = 0; c < cells; c++)
            for (unsigned l = 1; l <= 2; l++) {
                pos candidate = pos_place(after, cell[c], l);
                if (!pos_equal(&candidate, &placed[i])) continue;
                *handle = cell[c];
                *level = l;
            }
    }
    return true;
}

static t48_dir worstcase_root(t48_search *s, const t48_state *state, unsigned legal,
                              t48_advice *advice)
{
    return search_root(s, state, legal, advice, 1, 0, worstcase_move, worstcase_reply);
}
