/* What a player is: one const t48_player_ops in a file player_NAME.c. */
#ifndef T48_PLAYER_OPS_H
#define T48_PLAYER_OPS_H

#include "laatta/player.h"
#include "laatta/sim.h"
#include "twenty48/eval/eval.h"

typedef struct t48_player_ops t48_player_ops;

struct t48_player {
    const t48_player_ops *ops;
    t48_rules rules;
    lt_params params;
    t48_eval *eval; /* NULL for players that take none */
    lt_rng rng;     /* the player's own stream, set anew for every game */
    uint64_t nodes;
    const lt_control *control; /* asked now and then by long searches; may be NULL */
    void *memory;              /* ops->memory_size bytes, zero at first */
    char *spec;                /* written out */
};

struct t48_player_ops {
    t48_player_info info;
    size_t memory_size;
    lt_status (*init)(t48_player *player, lt_error *err); /* NULL: nothing to do */
    void (*release)(t48_player *player);                  /* NULL: nothing to do */
    void (*begin)(t48_player *player);                    /* a new game; NULL: no memory of one */
    /* The move for a position with at least one legal move (bit mask `legal`).
     * With `advice` not NULL it also fills value, unit, line; legal, best, nodes
     * and terms are filled by the caller. Adds to player->nodes. */
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
};

static inline bool t48_is_legal(unsigned legal, t48_dir dir)
{
    return (legal >> dir & 1u) != 0;
}

#endif
