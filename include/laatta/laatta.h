/* laatta: sliding-tile games, played, solved and measured.
 *
 * The library laatta has 2048 on boards from 2x2 to 8x8 with its players, from textbook
 * minimax to learned networks; exact values of small boards; simulation on all cores;
 * training; and optimal solvers for the 15-puzzle and its relatives. It needs libm and
 * threads. The library laatta-lab (laatta/lab.h) keeps experiments in databases.
 *
 *   #include <laatta/laatta.h>
 *   #include <stdio.h>
 *   int main(void)
 *   {
 *       t48_rules rules = t48_rules_default();
 *       t48_player *player;
 *       t48_grid board;
 *       t48_advice advice;
 *       lt_error err;
 *       if (t48_grid_parse("2 4 8 16/0 0 2 4/0 0 0 2/0 0 0 0", rules.shape, &board, &err) ||
 *           t48_player_new(&player, "expectimax:depth=3", &rules, &err)) {
 *           fprintf(stderr, "%s\n", err.text);
 *           return lt_status_exit(err.status);
 *       }
 *       t48_state state = t48_state_from_grid(&board, &rules);
 *       t48_player_advise(player, &state, &advice);
 *       puts(t48_dir_name(advice.best));
 *       t48_player_free(player);
 *   }
 *
 *   cc program.c $(pkg-config --cflags --libs laatta)
 *   or, in CMake: find_package(laatta) and target_link_libraries(program laatta::laatta)
 *
 * What is where:
 *   version.h status.h control.h param.h rng.h     what every part uses
 *   grid.h board.h game.h                          2048: exact boards, fast ones, games
 *   player.h own_player.h sim.h env.h              players, one's own, many games, learning
 *   network.h training.h endgames.h exact.h        what is learned and what is known
 *   npuzzle.h                                      the sliding puzzle
 *   results.h intervals.h bench.h                  what games add up to and are worth; Bench
 *   compare.h sprt.h                               which of two is better, as soon as it is clear
 *   lab.h                                          experiments (link with -llaatta-lab)
 *
 * Rules for all of it:
 * - A call that can fail returns lt_status and writes one sentence for a person into an
 *   lt_error, which may be NULL. It then has made nothing that must be freed.
 * - _init/_release are for storage of the caller's, _new/_free for the heap. _free(NULL) is
 *   allowed. Whatever else is returned says how long it lives.
 * - The library never prints, exits or handles signals. What it keeps for the whole process
 *   is a list of registered players (own_player.h), nothing else.
 * - Threads: functions without an object may be called from any thread at any time. An
 *   object belongs to one thread at a time unless its header says that it is only read.
 *   Different objects are independent.
 * - The same seed gives the same game on every machine and any number of threads.
 * - Stable: all headers but those that say "Unstable" at their top. Programs that use the
 *   stable ones go on running with every liblaatta.so.1. What is unstable may change with
 *   a new minor version, and CHANGELOG.md says how. */
#ifndef LAATTA_LAATTA_H
#define LAATTA_LAATTA_H

#include "laatta/bench.h"
#include "laatta/board.h"
#include "laatta/compare.h"
#include "laatta/control.h"
#include "laatta/endgames.h"
#include "laatta/env.h"
#include "laatta/exact.h"
#include "laatta/game.h"
#include "laatta/grid.h"
#include "laatta/intervals.h"
#include "laatta/lab.h"
#include "laatta/network.h"
#include "laatta/npuzzle.h"
#include "laatta/own_player.h"
#include "laatta/param.h"
#include "laatta/player.h"
#include "laatta/results.h"
#include "laatta/rng.h"
#include "laatta/sim.h"
#include "laatta/sprt.h"
#include "laatta/status.h"
#include "laatta/training.h"
#include "laatta/version.h"

#endif
