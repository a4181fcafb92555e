/* expectiminimax: MAX takes the best child, CHANCE the mean over empty cells of
 * the tiles' probabilities, or MIN, if so asked, the worst placement. Depth
 * counts both kinds; at depth 0 the board is evaluated, on either turn. So is
 * a board without moves; or, if so asked, it is worth `dead`. */

static t48_value expecti_move(t48_search *s, const pos *p, t48_dir dir, int depth, t48_value alpha,
                              t48_value beta);

static t48_value expecti_max(t48_search *s, const pos *p, t48_value bonus, int depth)
{
    s->nodes++;
    if (t48_search_stopped(s)) return 0;
    if (depth == 0) return pos_value(s, p) + bonus;
    t48_value best = -T48_INFINITY;
    for (int k = 0; k < T48_DIRS; k++) {
        t48_value value = expecti_move(s, p, s->order[k], depth, 0, 0);
        if (value > best) best = value;
    }
    if (best != -T48_INFINITY) return best;
    return s->end_is_dead ? s->eval->dead : pos_value(s, p) + bonus;
}

/* The mean of two tiles' sums over `count` cells, rounded in two steps that no
 * evaluation can make overflow: the quotients towards 0, the rest downwards. */
static inline t48_value expecti_mean(const t48_search *s, t48_value twos, t48_value fours,
                                     unsigned count)
{
    t48_value two = twos / (t48_value)count, four = fours / (t48_value)count;
    return two + lt_scale32(four - two, s->fours);
}

static t48_value expecti_chance(t48_search *s, const pos *after, t48_value bonus, int depth)
{
    s->nodes++;
    if (depth == 0) return pos_value(s, after) + bonus;
    uint8_t handle[T48_CELLS_MAX];
    unsigned count = pos_empties(s, after, handle);
    t48_value sum[3] = {0, 0, 0}, worst = T48_INFINITY;
    for (unsigned i = 0; i < count; i++)
        for (unsigned level = 1; level <= 2; level++) {
            pos placed = pos_place(after, handle[i], level);
            t48_value value = expecti_max(s, &placed, bonus, depth - 1);
            sum[level] += value;
            if (value < worst) worst = value;
        }
    return s->worst ? worst : expecti_mean(s, sum[1], sum[2], count);
}

/* -infinity for a move that is not legal. */
static t48_value expecti_move(t48_search *s, const pos *p, t48_dir dir, int depth, t48_value alpha,
                              t48_value beta)
{
    (void)alpha;
    (void)beta;
    pos after;
    if (!pos_step(s, p, dir, &after)) return -T48_INFINITY;
    t48_value bonus = pos_bonus(s, p, dir);
    return expecti_chance(s, &after, bonus, depth - 1);
}

static t48_value expecti_turn(t48_search *s, const pos *p, t48_value bonus, int depth,
                              t48_value alpha, t48_value beta)
{
    (void)alpha;
    (void)beta;
    return expecti_max(s, p, bonus, depth);
}

/* The worst 2 (or, for MIN, the worst tile): what the player has to fear. */
static bool expecti_reply(t48_search *s, const pos *before, t48_dir dir, const pos *after,
                          int depth, unsigned *handle, unsigned *level)
{
    if (depth < 3) return false;
    t48_value bonus = pos_bonus(s, before, dir);
    return worst_reply(s, after, bonus, depth - 2, s->worst ? 2 : 1, expecti_turn, handle, level);
}

static t48_dir expectiminimax_root(t48_search *s, const t48_state *state, unsigned legal,
                                   t48_advice *advice)
{
    return search_root(s, state, legal, advice, 2, 1, expecti_move, expecti_reply);
}
