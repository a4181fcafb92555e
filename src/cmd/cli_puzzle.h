/* What the sliding-puzzle commands share. */
#ifndef CLI_PUZZLE_H
#define CLI_PUZZLE_H

#include "laatta/npuzzle.h"

/* A goal from --goal: NULL or blank-last, blank-first, or the tiles. */
lt_status cli_puzzle_goal(const char *text, int rows, int cols, np_position *goal, lt_error *err);

#endif
