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
t48_outcome t48_outcome_of(const t48_state *state);

typedef struct t48_sim_config {
    const char *player; /* spec */
    t48_rules rules;
    const t48_grid *start; /* NULL: two random tiles */
    uint64_t games;
    uint64_t seed; /* game i has the seed lt_seed_of(seed, i) */
    int threads;   /* 0: one per processor */
    const lt_control *control;
} t48_sim_config;

typedef struct t48_sim t48_sim;

/* Plays. When cancelled it returns LT_CANCELLED with the games that were
 * finished; they are games 0 .. played - 1 without a gap. */
lt_status t48_sim_run(t48_sim **sim, const t48_sim_config *config, lt_error *err);
void t48_sim_free(t48_sim *sim);

uint64_t t48_sim_played(const t48_sim *sim);
const t48_outcome *t48_sim_outcome(const t48_sim *sim, uint64_t game);
double t48_sim_seconds(const t48_sim *sim);
uint64_t t48_sim_moves(const t48_sim *sim);
uint64_t t48_sim_nodes(const t48_sim *sim);
const char *t48_sim_player(const t48_sim *sim); /* the spec, written out */

/* Plays one game of a player to its end. The player must be made for the rules. */
t48_outcome t48_play_game(t48_player *player, const t48_rules *rules, const t48_grid *start,
                          uint64_t seed);

/* The same with its whole history, for records. */
lt_status t48_play_recorded(t48_player *player, const t48_rules *rules, const t48_grid *start,
                            uint64_t seed, t48_game **game, lt_error *err);

#ifdef __cplusplus
}
#endif
#endif
