/* What a player is: one const t48_player_ops (laatta/own_player.h) in a file player_NAME.c,
 * or registered by another program. */
#ifndef T48_PLAYER_OPS_H
#define T48_PLAYER_OPS_H

#include "laatta/own_player.h"
#include "twenty48/eval/eval.h"

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

#endif
