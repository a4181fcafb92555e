/* Neighbouring cells of a board, row by row. */
#ifndef NP_GRID_STEPS_H
#define NP_GRID_STEPS_H

#include "laatta/npuzzle.h"

/* The cell one step from `cell`, or -1 at an edge. */
static inline int np_step(int rows, int cols, int cell, np_move move)
{
    switch (move) {
    case NP_UP: return cell >= cols ? cell - cols : -1;
    case NP_DOWN: return cell < (rows - 1) * cols ? cell + cols : -1;
    case NP_LEFT: return cell % cols > 0 ? cell - 1 : -1;
    case NP_RIGHT: return cell % cols < cols - 1 ? cell + 1 : -1;
    }
    return -1;
}

static inline np_move np_opposite(np_move move)
{
    return (np_move)(3 - move);
}

#endif
