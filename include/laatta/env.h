/* Many games of 2048 side by side, for programs that learn: an action for each game in,
 * observations, rewards and ends out, all in the caller's arrays, nothing copied.
 *
 *   t48_env_config config = {.rules = t48_rules_default(), .count = 4096, .seed = 1};
 *   t48_env_new(&env, &config, &err);
 *   t48_env_out out = {.level = levels, .reward = rewards, .terminated = ends, .legal = masks};
 *   t48_env_reset(env, 1, &out);
 *   for (;;) t48_env_step(env, actions, sizeof *actions, &out, &err);
 *
 * An action is a direction (t48_dir): 0 up, 1 right, 2 down, 3 left. One that is not legal
 * changes nothing and is told in `refused`.
 *
 * Game i has in its k-th episode (k = 0, 1, ...) the seed lt_seed_of(seed, i + k * count):
 * together they are the games 0, 1, 2, ... of a simulation with that seed (laatta/sim.h).
 * An environment serves one thread at a time; different ones are independent. Unstable. */
#ifndef LAATTA_ENV_H
#define LAATTA_ENV_H

#include "laatta/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What becomes of a game that has ended. */
typedef enum t48_env_restart {
    T48_RESTART_NEXT, /* the next step starts a new one instead of moving, with reward 0 */
    T48_RESTART_SAME, /* a new one at once; the last board is told in final_level */
    T48_RESTART_NONE, /* it stays as it is until a reset */
} t48_env_restart;

typedef struct t48_env_config {
    t48_rules rules;
    size_t count; /* games side by side, at least 1 */
    uint64_t seed;
    t48_env_restart restart;
    unsigned until; /* a game ends when it holds a tile of this level; 0: when none moves */
    uint32_t moves; /* a game is cut off (truncated) after so many moves; 0: never */
} t48_env_config;

/* Where results go: arrays of `count` elements, except those of levels, which have rows *
 * cols for each game, and `legal`, which has four bytes for each game. Any may be NULL. */
typedef struct t48_env_out {
    uint8_t *level;       /* the boards, cell by cell */
    float *reward;        /* points that the move made */
    uint8_t *terminated;  /* 1: the game ended with this step */
    uint8_t *truncated;   /* 1: it was cut off */
    uint8_t *legal;       /* 1: the direction is legal */
    uint8_t *refused;     /* 1: the action was not legal, nothing changed */
    uint64_t *score;      /* of the game so far; of the last one where it ended */
    uint32_t *moves;      /* likewise */
    uint8_t *final_level; /* with T48_RESTART_SAME: last boards of games that ended; the rest
                           * of the array is left alone */
} t48_env_out;

typedef struct t48_env t48_env;

LT_API lt_status t48_env_new(t48_env **env, const t48_env_config *config, lt_error *err);
LT_API void t48_env_free(t48_env *env);
LT_API size_t t48_env_count(const t48_env *env);

/* Starts every game anew, from another seed; fills levels and legal moves, and clears the
 * rest. */
LT_API void t48_env_reset(t48_env *env, uint64_t seed, const t48_env_out *out);

/* One move in every game. `actions` are whole numbers of `width` bytes (1, 2, 4 or 8), one
 * for each game, and must not overlap the arrays of `out`. An action outside 0 .. 3 is
 * LT_BAD_INPUT, and then no game has moved. */
LT_API lt_status t48_env_step(t48_env *env, const void *actions, size_t width,
                              const t48_env_out *out, lt_error *err);

/* The exact position of one game. */
LT_API const t48_state *t48_env_state(const t48_env *env, size_t index);

#ifdef __cplusplus
}
#endif
#endif
