/* The one game loop: ask the player, move, let a tile appear, tell the watcher. */
#include "laatta/sim.h"

#include "twenty48/player/player_ops.h"

t48_outcome t48_outcome_of(const t48_state *state)
{
    t48_outcome outcome = {.score = state->score, .moves = state->moves};
    if (state->packed) {
        for (t48_board board = state->board; board; board >>= 4) {
            unsigned level = board & 15;
            if (level > outcome.max_level) outcome.max_level = (uint8_t)level;
            if (level) outcome.tiles[level]++;
        }
        return outcome;
    }
    unsigned cells = (unsigned)state->shape.rows * state->shape.cols;
    for (unsigned i = 0; i < cells; i++) {
        unsigned level = state->grid.level[i];
        if (level > outcome.max_level) outcome.max_level = (uint8_t)level;
        if (level) outcome.tiles[level < T48_TILES ? level : 0]++;
    }
    return outcome;
}

t48_end t48_play_on(t48_player *player, t48_state *state, lt_rng *tiles, t48_on_move *on_move,
                    void *ctx)
{
    for (;;) {
        t48_dir dir = t48_player_choose(player, state);
        /* A search that was stopped answers too, but its move means nothing. */
        if (lt_cancelled(player->control)) return T48_END_CANCELLED;
        if (dir == T48_NONE) return T48_END_OVER;
        if (!on_move) {
            t48_state_move(state, dir);
            t48_state_spawn(state, tiles);
            continue;
        }
        t48_state before = *state;
        t48_state_move(state, dir);
        t48_state_spawn(state, tiles);
        if (!on_move(ctx, &before, dir, state)) return T48_END_WATCHER;
    }
}

t48_end t48_play(t48_player *player, const t48_rules *rules, const t48_grid *start, uint64_t seed,
                 t48_on_move *on_move, void *ctx, t48_outcome *outcome)
{
    if (!start && !on_move && player->ops->play_games &&
        player->ops->play_games(player, &seed, 1, outcome))
        return T48_END_OVER;
    t48_state state = start ? t48_state_from_grid(start, rules) : t48_state_empty(rules);
    lt_rng tiles;
    t48_spawn_rng(&tiles, seed);
    t48_player_begin(player, seed);
    if (!start) t48_state_start(&state, &tiles);
    t48_end end = t48_play_on(player, &state, &tiles, on_move, ctx);
    *outcome = t48_outcome_of(&state);
    return end;
}

bool t48_until(void *level, const t48_state *before, t48_dir dir, const t48_state *after)
{
    (void)before;
    (void)dir;
    return t48_state_max_level(after) < *(const unsigned *)level;
}

/* A game that is written down as it is played. */
typedef struct recording {
    t48_game *game;
    unsigned until;
    lt_status status;
    lt_error *err;
} recording;

static bool record(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    (void)before;
    recording *r = ctx;
    bool moved;
    r->status = t48_game_move(r->game, dir, &moved, r->err);
    return r->status == LT_OK && (r->until == 0 || t48_state_max_level(after) < r->until);
}

lt_status t48_play_recorded(t48_player *player, const t48_rules *rules, const t48_grid *start,
                            unsigned until, uint64_t seed, t48_game **game, lt_error *err)
{
    recording r = {.until = until, .err = err};
    t48_outcome outcome;
    LT_TRY(t48_game_new(&r.game, rules, seed, start, err));
    t48_game_keep_playing(r.game);
    t48_end end = t48_play(player, rules, start, seed, record, &r, &outcome);
    if (r.status == LT_OK && end == T48_END_CANCELLED)
        r.status = lt_fail(err, LT_CANCELLED, "stopped after %u moves", (unsigned)outcome.moves);
    if (r.status != LT_OK) t48_game_free(r.game);
    *game = r.status == LT_OK ? r.game : NULL;
    return r.status;
}
