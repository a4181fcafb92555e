/* Games side by side. Boards that fit 64 bits take a path of their own, where a move, the
 * new tile and the legal moves after it come from one board and its transposition; others
 * go through t48_state. */
#include "laatta/env.h"

#include "twenty48/rows.h"

#include <stdlib.h>
#include <string.h>

typedef struct game {
    t48_state state;
    lt_rng tiles;
    uint64_t episode;
    bool over; /* it ended, and waits for what `restart` says */
} game;

struct t48_env {
    t48_env_config config;
    uint64_t cells; /* a bit at the foot of every cell of a 64-bit board */
    uint64_t seed;
    game *games;
};

/* --- 64-bit boards -------------------------------------------------------------- */

/* Legal moves along one axis, `bits` from a cell to the next: bit 0 towards the first
 * cell (left, up), bit 1 towards the last. A tile slides into a gap, or onto its equal. */
static inline unsigned legal_along(t48_board b, uint64_t occupied, uint64_t pairs, unsigned bits)
{
    uint64_t next = occupied >> bits;
    uint64_t equal = ~t48_occupied(b ^ (b >> bits)) & occupied & pairs;
    uint64_t back = (~occupied & next & pairs) | equal, forth = (occupied & ~next & pairs) | equal;
    return (unsigned)(back != 0) | (unsigned)(forth != 0) << 1;
}

static inline unsigned legal_of(t48_board b, uint64_t cells)
{
    uint64_t occupied = t48_occupied(b);
    const uint64_t left_of_some = 0x0111011101110111; /* the last column has no next */
    unsigned rows = legal_along(b, occupied, cells & (cells >> 4) & left_of_some, 4);
    unsigned cols = legal_along(b, occupied, cells & (cells >> 16), 16);
    return (cols & 1) << T48_UP | (cols >> 1) << T48_DOWN | (rows & 1) << T48_LEFT |
           (rows >> 1) << T48_RIGHT;
}

static inline void levels_of(t48_board b, t48_shape shape, uint8_t *level)
{
    if (shape.cols == 4) {
        for (unsigned r = 0; r < shape.rows; r++, b >>= 16, level += 4) {
            uint32_t row = (uint32_t)(b & 0xffff);
            row = (row | row << 8) & 0x00ff00ffu;
            row = (row | row << 4) & 0x0f0f0f0fu;
            for (unsigned c = 0; c < 4; c++) level[c] = (uint8_t)(row >> (8 * c));
        }
        return;
    }
    for (unsigned r = 0; r < shape.rows; r++)
        for (unsigned c = 0; c < shape.cols; c++) *level++ = (uint8_t)t48_board_level(b, r, c);
}

/* --- any board ------------------------------------------------------------------ */

static inline unsigned legal_now(const t48_env *env, const t48_state *state)
{
    return state->packed ? legal_of(state->board, env->cells) : t48_grid_legal(&state->grid);
}

static inline void levels_now(const t48_state *state, uint8_t *level)
{
    if (state->packed)
        levels_of(state->board, state->shape, level);
    else
        memcpy(level, state->grid.level, t48_shape_cells(state->shape));
}

static void start(t48_env *env, size_t index, uint64_t episode)
{
    game *g = &env->games[index];
    uint64_t number = index + episode * env->config.count;
    g->state = t48_state_empty(&env->config.rules);
    g->episode = episode;
    g->over = false;
    t48_spawn_rng(&g->tiles, lt_seed_of(env->seed, number));
    t48_state_start(&g->state, &g->tiles);
}

/* Moves and lets a tile appear; the points made, or a negative number if it is not legal. */
static inline float move(game *g, t48_dir dir)
{
    t48_state *state = &g->state;
    if (!state->packed || t48_has_fifteen(state->board)) {
        uint64_t before = state->score;
        if (!t48_state_move(state, dir)) return -1;
        t48_state_spawn(state, &g->tiles);
        return (float)(state->score - before);
    }
    t48_board board = state->board;
    bool vertical = dir == T48_UP || dir == T48_DOWN;
    t48_board transposed = vertical ? t48_transpose(board) : 0;
    t48_board moved = t48_slide(board, transposed, state->shape, dir);
    if (moved == board) return -1;
    uint32_t gained = t48_rows_gain(vertical ? transposed : board);
    state->board = moved;
    state->score += gained;
    state->moves++;
    t48_state_spawn(state, &g->tiles);
    return (float)gained;
}

static void show(const t48_env *env, size_t i, unsigned legal, const t48_env_out *out)
{
    const t48_state *state = &env->games[i].state;
    if (out->level) levels_now(state, out->level + i * t48_shape_cells(state->shape));
    if (out->legal)
        for (int d = 0; d < T48_DIRS; d++) out->legal[4 * i + (size_t)d] = legal >> d & 1;
}

static void tell(size_t i, float reward, unsigned flags, const t48_state *state,
                 const t48_env_out *out)
{
    if (out->reward) out->reward[i] = reward;
    if (out->terminated) out->terminated[i] = flags & 1;
    if (out->truncated) out->truncated[i] = flags >> 1 & 1;
    if (out->refused) out->refused[i] = flags >> 2 & 1;
    if (out->score) out->score[i] = state->score;
    if (out->moves) out->moves[i] = state->moves;
}

static void step(t48_env *env, size_t i, t48_dir dir, const t48_env_out *out)
{
    enum { TERMINATED = 1, TRUNCATED = 2, REFUSED = 4 };
    const t48_env_config *c = &env->config;
    game *g = &env->games[i];
    float reward = 0;
    unsigned flags = 0;
    if (g->over && c->restart == T48_RESTART_NEXT) {
        start(env, i, g->episode + 1);
    } else if (!g->over) {
        reward = move(g, dir);
        if (reward < 0) {
            reward = 0;
            flags = REFUSED;
        }
    }
    unsigned legal = legal_now(env, &g->state);
    if (legal == 0 || (c->until && t48_state_max_level(&g->state) >= c->until))
        flags |= TERMINATED;
    else if (c->moves && g->state.moves >= c->moves)
        flags |= TRUNCATED;
    tell(i, reward, flags, &g->state, out);
    if (flags & (TERMINATED | TRUNCATED)) {
        g->over = true;
        if (c->restart == T48_RESTART_SAME) {
            if (out->final_level)
                levels_now(&g->state, out->final_level + i * t48_shape_cells(c->rules.shape));
            start(env, i, g->episode + 1);
            legal = legal_now(env, &g->state);
        }
    }
    show(env, i, legal, out);
}

/* --- the interface ---------------------------------------------------------------- */

lt_status t48_env_new(t48_env **env, const t48_env_config *config, lt_error *err)
{
    *env = NULL;
    t48_shape shape = config->rules.shape;
    if (shape.rows < T48_SIDE_MIN || shape.rows > T48_SIDE_MAX || shape.cols < T48_SIDE_MIN ||
        shape.cols > T48_SIDE_MAX)
        return lt_fail(err, LT_BAD_INPUT, "a board has 2 to 8 rows and columns, not %dx%d",
                       shape.rows, shape.cols);
    if (!(config->rules.fours >= 0 && config->rules.fours <= 1))
        return lt_fail(err, LT_BAD_INPUT, "the share of fours is 0 to 1, not %g",
                       config->rules.fours);
    if (config->count == 0 || config->count > SIZE_MAX / 2 / sizeof(game))
        return lt_fail(err, LT_BAD_INPUT, "%zu games cannot be played side by side", config->count);
    if (config->until && (config->until < 3 || config->until > t48_shape_cells(shape) + 1))
        return lt_fail(err, LT_BAD_INPUT,
                       "a game cannot end at level %u: on %dx%d levels 3 to %u are reached",
                       config->until, shape.rows, shape.cols, t48_shape_cells(shape) + 1);
    t48_env *e = calloc(1, sizeof *e);
    if (e) e->games = calloc(config->count, sizeof *e->games);
    if (!e || !e->games) {
        free(e);
        return lt_fail(err, LT_NO_MEMORY, "no memory for %zu games", config->count);
    }
    e->config = *config;
    if (t48_shape_fits_board(shape)) e->cells = t48_cells_mask(shape);
    t48_env_reset(e, config->seed, &(t48_env_out){.level = NULL});
    *env = e;
    return LT_OK;
}

void t48_env_free(t48_env *env)
{
    if (!env) return;
    free(env->games);
    free(env);
}

size_t t48_env_count(const t48_env *env)
{
    return env->config.count;
}

void t48_env_reset(t48_env *env, uint64_t seed, const t48_env_out *out)
{
    env->seed = seed;
    for (size_t i = 0; i < env->config.count; i++) {
        start(env, i, 0);
        tell(i, 0, 0, &env->games[i].state, out);
        show(env, i, legal_now(env, &env->games[i].state), out);
    }
}

/* The action at an index; anything that is no direction comes out above 3. */
static inline uint64_t action_at(const void *actions, size_t width, size_t i)
{
    switch (width) {
    case 1: return ((const uint8_t *)actions)[i];
    case 2: return ((const uint16_t *)actions)[i];
    case 4: return ((const uint32_t *)actions)[i];
    default: return ((const uint64_t *)actions)[i];
    }
}

/* As the caller most likely wrote it: -1 rather than 255. */
static long long as_signed(uint64_t action, size_t width)
{
    unsigned spare = (unsigned)(64 - 8 * width);
    return (int64_t)(action << spare) >> spare;
}

lt_status t48_env_step(t48_env *env, const void *actions, size_t width, const t48_env_out *out,
                       lt_error *err)
{
    size_t count = env->config.count;
    if (width != 1 && width != 2 && width != 4 && width != 8)
        return lt_fail(err, LT_BAD_INPUT, "an action has 1, 2, 4 or 8 bytes, not %zu", width);
    for (size_t i = 0; i < count; i++) {
        uint64_t action = action_at(actions, width, i);
        if (action >= T48_DIRS)
            return lt_fail(err, LT_BAD_INPUT,
                           "action %zu is %lld; 0 is up, 1 right, 2 down and 3 left", i,
                           as_signed(action, width));
    }
    for (size_t i = 0; i < count; i++) step(env, i, (t48_dir)action_at(actions, width, i), out);
    return LT_OK;
}

const t48_state *t48_env_state(const t48_env *env, size_t index)
{
    return &env->games[index].state;
}
