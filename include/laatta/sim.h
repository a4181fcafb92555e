/* Simulation: many games of one player, the same on any number of threads. */
#ifndef LAATTA_SIM_H
#define LAATTA_SIM_H

#include "laatta/control.h"
#include "laatta/player.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { T48_TILES = 18 };

/* One finished game. */
typedef struct t48_outcome {
    uint64_t score;
    uint32_t moves;
    uint8_t max_level;
    uint8_t tiles[T48_TILES]; /* by level, how many stand on the last board; [0]: larger ones */
} t48_outcome;

/* What the position at the end of a game amounts to. */
LT_API t48_outcome t48_outcome_of(const t48_state *state);

typedef struct t48_sim_config {
    const char *player; /* spec */
    t48_rules rules;
    const t48_grid *start; /* NULL: two random tiles; else the player moves first, on this */
    unsigned until;        /* a game ends when it holds a tile of this level; 0: when none moves */
    uint64_t games;
    uint64_t seed; /* game i has the seed lt_seed_of(seed, first + i) */
    int threads;   /* 0: one per processor */
    const lt_control *control;
    uint64_t first; /* number of the first game: game k of this run is game first + k */
} t48_sim_config;

typedef struct t48_sim t48_sim;

/* Plays. A start without a legal move, of another shape, or with the tile that is to be
 * reached is refused, and so is a tile that the board has no room for. When cancelled
 * it returns LT_CANCELLED with the games that were finished; they are games
 * 0 .. played - 1 without a gap. */
LT_API lt_status t48_sim_run(t48_sim **sim, const t48_sim_config *config, lt_error *err);
LT_API void t48_sim_free(t48_sim *sim);

LT_API uint64_t t48_sim_played(const t48_sim *sim);
LT_API const t48_outcome *t48_sim_outcome(const t48_sim *sim, uint64_t game);
LT_API double t48_sim_setup_seconds(const t48_sim *sim); /* making the players, before the games */
LT_API double t48_sim_seconds(const t48_sim *sim);       /* the games alone */
LT_API uint64_t t48_sim_moves(const t48_sim *sim);
LT_API uint64_t t48_sim_nodes(const t48_sim *sim);
LT_API const char *t48_sim_player(const t48_sim *sim); /* the spec, written out */

/* Games that the player gave up because it could not go on (t48_player_trouble): how many,
 * and why the first of them, by number; they count with the points they had. *why is NULL
 * when there are none. */
LT_API uint64_t t48_sim_lost(const t48_sim *sim, uint64_t *first, const char **why);

/* --- one game --------------------------------------------------------------- */

/* Called after every move, with the position before it and the one after the new tile;
 * false ends the game there. */
typedef bool t48_on_move(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after);

typedef enum t48_end {
    T48_END_OVER,      /* no move is left, or the player makes none */
    T48_END_WATCHER,   /* on_move ended it */
    T48_END_CANCELLED, /* the player's control did (t48_player_control) */
} t48_end;

/* Plays the game with this seed from `start` (NULL: two random tiles). The player must
 * be made for the rules; on_move may be NULL. */
LT_API t48_end t48_play(t48_player *player, const t48_rules *rules, const t48_grid *start,
                        uint64_t seed, t48_on_move *on_move, void *ctx, t48_outcome *outcome);

/* The same from a position in the middle of a game that the player knows of, with the
 * stream that new tiles are drawn from; *state becomes the last position. */
LT_API t48_end t48_play_on(t48_player *player, t48_state *state, lt_rng *tiles,
                           t48_on_move *on_move, void *ctx);

/* An on_move whose ctx is a level (unsigned): ends the game when it holds such a tile. */
LT_API bool t48_until(void *level, const t48_state *before, t48_dir dir, const t48_state *after);

/* A game, to the level `until` (0: to its end), with its whole history, for records. */
LT_API lt_status t48_play_recorded(t48_player *player, const t48_rules *rules,
                                   const t48_grid *start, unsigned until, uint64_t seed,
                                   t48_game **game, lt_error *err);

#ifdef __cplusplus
}
#endif
#endif
