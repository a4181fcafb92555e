/* The root of every search: tries the legal moves in order, keeps the first of
 * the best, and on request explains itself. */

/* Value of a move at a position, searched to `depth`; may be any bound that is
 * not above `alpha` if the true value is not. */
typedef t48_value move_fn(t48_search *s, const pos *p, t48_dir dir, int depth, t48_value alpha,
                          t48_value beta);

/* The tile that follows in the principal line; false if the line ends there. */
typedef bool reply_fn(t48_search *s, const pos *before, t48_dir dir, const pos *after, int depth,
                      unsigned *handle, unsigned *level);

/* Value of a position with the player to move, as move_fn. */
typedef t48_value turn_fn(t48_search *s, const pos *p, t48_value bonus, int depth, t48_value alpha,
                          t48_value beta);

/* The tile, a 2 or up to `most`, that leaves the player worst off: what there is to fear. */
static inline bool worst_reply(t48_search *s, const pos *after, t48_value bonus, int depth,
                               unsigned most, turn_fn *turn, unsigned *handle, unsigned *level)
{
    uint8_t cell[T48_CELLS_MAX];
    unsigned count = pos_empties(s, after, cell);
    t48_value worst = T48_INFINITY;
    for (unsigned i = 0; i < count; i++)
        for (unsigned l = most; l >= 1; l--) {
            pos placed = pos_place(after, cell[i], l);
            t48_value value = turn(s, &placed, bonus, depth, -T48_INFINITY, worst);
            if (value >= worst) continue;
            worst = value;
            *handle = cell[i];
            *level = l;
        }
    return true;
}

static inline t48_dir best_move(t48_search *s, const pos *p, unsigned legal, int depth,
                                t48_value *values, move_fn *move)
{
    t48_dir best = T48_NONE;
    t48_value best_value = -T48_INFINITY;
    for (int k = 0; k < T48_DIRS; k++) {
        t48_dir dir = s->order[k];
        if (!(legal >> dir & 1)) continue;
        t48_value alpha = values || best == T48_NONE ? -T48_INFINITY : best_value;
        t48_value value = move(s, p, dir, depth, alpha, T48_INFINITY);
        if (values) values[dir] = value;
        if (best == T48_NONE || value > best_value) {
            best = dir;
            best_value = value;
        }
    }
    return best;
}

static unsigned legal_moves(const t48_search *s, const pos *p)
{
    unsigned legal = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        pos after;
        if (pos_step(s, p, (t48_dir)d, &after)) legal |= 1u << d;
    }
    return legal;
}

/* Walks down the best moves and the replies to them; a move and its reply take
 * `plies` of the depth, and a move is searched to `least` or deeper. */
static void principal_line(t48_search *s, pos p, t48_dir best, t48_advice *advice, int plies,
                           int least, move_fn *move, reply_fn *reply)
{
    for (int depth = s->depth; best != T48_NONE && advice->line_length < T48_LINE_MAX;
         depth -= plies) {
        t48_ply *ply = &advice->line[advice->line_length++];
        *ply = (t48_ply){.dir = best};
        pos after;
        unsigned handle = 0, level = 0;
        pos_step(s, &p, best, &after);
        if (!reply(s, &p, best, &after, depth, &handle, &level)) return;
        ply->cell = (uint8_t)pos_cell(s, handle);
        ply->level = (uint8_t)level;
        p = pos_place(&after, handle, level);
        if (depth - plies < least) return;
        best = best_move(s, &p, legal_moves(s, &p), depth - plies, NULL, move);
    }
}

static inline t48_dir search_root(t48_search *s, const t48_state *state, unsigned legal,
                                  t48_advice *advice, int plies, int least, move_fn *move,
                                  reply_fn *reply)
{
    pos p = pos_from(state);
    if (!advice) return best_move(s, &p, legal, s->depth, NULL, move);
    t48_value values[T48_DIRS];
    t48_dir best = best_move(s, &p, legal, s->depth, values, move);
    for (int d = 0; d < T48_DIRS; d++)
        if (legal >> d & 1) advice->value[d] = t48_value_real(s->eval, values[d]);
    uint64_t nodes = s->nodes;
    principal_line(s, p, best, advice, plies, least, move, reply);
    s->nodes = nodes; /* the line is for show; the search is what is counted */
    return best;
}
