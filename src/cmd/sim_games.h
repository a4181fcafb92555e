/* Every game of a simulation by itself: as lines of CSV, or as records. */
#ifndef SIM_GAMES_H
#define SIM_GAMES_H

#include "laatta/sim.h"

/* game,seed,score,moves,tile: a line each on standard output. */
void sim_print_csv(const t48_sim *sim, const t48_sim_config *config);

/* Plays every game of `sim` again, on the threads of `config`, and saves each as
 * DIRECTORY/game-000000.txt. *differing: how many did not come out as in `sim` (a player
 * against the clock, another program). */
lt_status sim_save_records(const t48_sim *sim, const t48_sim_config *config, const char *directory,
                           uint64_t *differing, lt_error *err);

/* One game again, as a record in a file. *same: it came out as in `sim`. */
lt_status sim_save_record(const t48_sim *sim, const t48_sim_config *config, t48_player *player,
                          uint64_t game, const char *path, bool *same, lt_error *err);

#endif
