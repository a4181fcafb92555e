/* Players of a lab: what a database names is made here, and a player that starts another
 * program only if this machine's owner has allowed the very command. */
#ifndef LAB_PERMISSION_H
#define LAB_PERMISSION_H

#include "laatta/lab.h"

/* Does this spec start another program? */
bool lab_spec_outside(const char *spec);

/* t48_player_new, or LT_UNAVAILABLE with what would have to be allowed. `allowed` may be
 * NULL: nothing is. */
lt_status lab_player_new(t48_player **player, const char *spec, const t48_rules *rules,
                         const lab_commands *allowed, lt_error *err);

#endif
