/* A game with its history.
 *
 * Every position that was reached is kept with the state of the tile stream, so
 * undo is a step back and a move after undo draws what the first one would have
 * drawn: the list of moves alone replays the game. */
#include "laatta/game.h"

#include <stdlib.h>

typedef struct step {
    t48_state state; /* after the move and the new tile; step 0 is the start */
    lt_rng rng;      /* the stream of new tiles, as it stands after it */
    t48_dir dir;     /* the move that led here */
} step;

struct t48_game {
    t48_rules rules;
    uint64_t seed;
    bool keep_playing;
    step *steps;
    size_t count, capacity; /* steps made, among them those that can be redone */
    size_t at;              /* the present */
};

enum { WINNING_LEVEL = 11 };

lt_status t48_game_new(t48_game **game, const t48_rules *rules, uint64_t seed,
                       const t48_grid *start, lt_error *err)
{
    *game = NULL;
    t48_game *g = calloc(1, sizeof *g);
    if (g) g->steps = malloc(256 * sizeof *g->steps);
    if (!g || !g->steps) {
        free(g);
        return lt_fail(err, LT_NO_MEMORY, "no memory for a game");
    }
    g->rules = *rules;
    g->seed = seed;
    g->capacity = 256;
    g->count = 1;
    step *first = &g->steps[0];
    first->dir = T48_NONE;
    t48_spawn_rng(&first->rng, seed);
    if (start) {
        g->rules.shape = start->shape;
        first->state = t48_state_from_grid(start, &g->rules);
        g->keep_playing = t48_state_max_level(&first->state) >= WINNING_LEVEL;
    } else {
        first->state = t48_state_empty(rules);
        t48_state_start(&first->state, &first->rng);
    }
    *game = g;
    return LT_OK;
}

void t48_game_free(t48_game *game)
{
    if (!game) return;
    free(game->steps);
    free(game);
}

lt_status t48_game_move(t48_game *game, t48_dir dir, bool *moved, lt_error *err)
{
    step next = game->steps[game->at];
    next.dir = dir;
    *moved = t48_state_move(&next.state, dir);
    if (!*moved) return LT_OK;
    t48_state_spawn(&next.state, &next.rng);
    if (game->at + 1 == game->capacity) {
        step *steps = realloc(game->steps, 2 * game->capacity * sizeof *steps);
        if (!steps) return lt_fail(err, LT_NO_MEMORY, "no memory to remember another move");
        game->steps = steps;
        game->capacity *= 2;
    }
    game->steps[++game->at] = next;
    game->count = game->at + 1;
    return LT_OK;
}

bool t48_game_undo(t48_game *game)
{
    if (game->at == 0) return false;
    game->at--;
    return true;
}

bool t48_game_redo(t48_game *game)
{
    if (game->at + 1 == game->count) return false;
    game->at++;
    return true;
}

void t48_game_keep_playing(t48_game *game)
{
    game->keep_playing = true;
}

const t48_state *t48_game_state(const t48_game *game)
{
    return &game->steps[game->at].state;
}

const t48_rules *t48_game_rules(const t48_game *game)
{
    return &game->rules;
}

t48_phase t48_game_phase(const t48_game *game)
{
    const t48_state *state = t48_game_state(game);
    if (t48_state_legal(state) == 0) return T48_OVER;
    if (!game->keep_playing && t48_state_max_level(state) >= WINNING_LEVEL) return T48_WON;
    return T48_PLAYING;
}

uint64_t t48_game_seed(const t48_game *game)
{
    return game->seed;
}

size_t t48_game_length(const t48_game *game)
{
    return game->at;
}

size_t t48_game_redoable(const t48_game *game)
{
    return game->count - 1 - game->at;
}

t48_dir t48_game_move_at(const t48_game *game, size_t index)
{
    return game->steps[index + 1].dir;
}

t48_state t48_game_state_at(const t48_game *game, size_t index)
{
    return game->steps[index].state;
}
