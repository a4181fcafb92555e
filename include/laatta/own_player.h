/* A player of one's own: fill a t48_player_ops, register it, and everything that takes a
 * player takes it by its name: t48_player_new, t48_sim_run, t48_regret_run, the lab.
 *
 *   static t48_dir choose(t48_player *player, const t48_state *state, unsigned legal,
 *                         t48_advice *advice)
 *   {
 *       for (int d = T48_DIRS - 1; d >= 0; d--)
 *           if (t48_is_legal(legal, (t48_dir)d)) return (t48_dir)d;
 *       return T48_NONE;
 *   }
 *   static const t48_player_ops mine = {
 *       .info = {.name = "mine", .summary = "left before down before right before up"},
 *       .choose = choose,
 *   };
 *   ...
 *   t48_player_register(&mine, &err);
 *
 * Unstable: fields may be added at the end, which a program that was compiled before does
 * not notice.
 *
 * Threads: each of a simulation's threads makes a player of its own, so the functions are
 * called from many threads at once, but for one player never from two. */
#ifndef LAATTA_OWN_PLAYER_H
#define LAATTA_OWN_PLAYER_H

#include "laatta/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct t48_player_ops t48_player_ops;

struct t48_player_ops {
    t48_player_info info;
    size_t memory_size;                                   /* of t48_player_memory; may be 0 */
    lt_status (*init)(t48_player *player, lt_error *err); /* NULL: nothing to do */
    void (*release)(t48_player *player);                  /* NULL: nothing to do */
    void (*begin)(t48_player *player);                    /* a new game; NULL: no memory of one */
    /* The move for a position with at least one legal move (bit mask `legal`). With `advice`
     * not NULL it also fills value, unit and line, if it has any; legal, best, nodes and
     * terms are filled by the caller. T48_NONE, or a move that is not legal, gives up. */
    t48_dir (*choose)(t48_player *player, const t48_state *state, unsigned legal,
                      t48_advice *advice);
    /* Optional, of a player that draws: the probability of each legal move, which
     * must depend on the board alone. */
    void (*spread)(t48_player *player, const t48_state *state, unsigned legal,
                   double chance[T48_DIRS]);
    /* On boards that have exact values: its play is worth the same on a board that is
     * turned or mirrored. */
    bool symmetric;
    /* Optional, of a player that reads files: a checksum of what it has read. */
    uint64_t (*content)(const t48_player *player);
    /* Optional, of a player that may be unable to go on: why (t48_player_trouble). */
    const char *(*trouble)(const t48_player *player);
    /* Optional: plays whole games from their seeds at once, faster than move by
     * move but to exactly the same outcomes. False if these rules are not for it. */
    bool (*play_games)(t48_player *player, const uint64_t *seeds, size_t count,
                       t48_outcome *outcomes);
    void *ctx; /* whatever all players of this name share: t48_player_ctx */
};

static inline bool t48_is_legal(unsigned legal, t48_dir dir)
{
    return (legal >> dir & 1u) != 0;
}

/* Makes a player known to the whole process, until it ends. The struct is copied; what it
 * points to must stay. A name that was registered before is replaced for players that are
 * made from now on; the name of one of laatta's own players is refused (LT_BAD_INPUT), and
 * so is one with other characters than letters, digits, - and _. May be called from any
 * thread. */
#define t48_player_register(ops, err) t48_player_register_sized(ops, sizeof *(ops), err)
LT_API lt_status t48_player_register_sized(const t48_player_ops *ops, size_t size, lt_error *err);

/* --- what the functions of a player may ask -------------------------------------- */

LT_API const t48_rules *t48_player_rules(const t48_player *player);
LT_API const lt_params *t48_player_params(const t48_player *player);
LT_API void *t48_player_memory(const t48_player *player); /* zeroed before init */
LT_API void *t48_player_ctx(const t48_player *player);
/* Random numbers from the game's seed. A player that draws from here sets info.stochastic,
 * and plays the same game again from the same seed. */
LT_API lt_rng *t48_player_draws(t48_player *player);
/* Adds to t48_player_nodes. */
LT_API void t48_player_looked(t48_player *player, uint64_t positions);
/* Whether a long search should end now, with any legal move. */
LT_API bool t48_player_stopping(const t48_player *player);

#ifdef __cplusplus
}
#endif
#endif
