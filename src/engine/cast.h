/* The players that have thought of late: a player keeps its network and its tables as
 * long as boards of one size follow each other. */
#ifndef PROTOCOL_CAST_H
#define PROTOCOL_CAST_H

#include "laatta/player.h"

enum { CAST_SIZE = 4 };

typedef struct cast_member {
    char *spec;
    t48_rules rules;
    t48_player *player;
    uint64_t used; /* when, to let the oldest go */
    uint64_t game; /* the game that it knows of */
} cast_member;

typedef struct cast {
    cast_member member[CAST_SIZE];
    uint64_t clock;
} cast;

/* Who is asked, about which game. */
typedef struct cast_call {
    const char *spec;
    t48_rules rules;
    uint64_t game, seed; /* another game than the player knows of begins with the seed */
} cast_call;

lt_status cast_player(cast *c, const cast_call *call, t48_player **player, lt_error *err);
void cast_release(cast *c);

/* The parameter of a spec's player; NULL: it has none of that name. */
const lt_param *cast_param(const char *spec, const char *name);
/* `spec` with key=value at its end, where it counts; free() it. NULL: no memory. */
char *cast_spec_with(const char *spec, const char *key, double value);

#endif
