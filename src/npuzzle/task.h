/* A board as the solvers see it.
 *
 * Whatever the goal, every tile is renamed after the cell it must end on, so
 * that the solved board reads 0 1 2 3 ... and one table serves every goal with
 * the blank on the same cell. A goal with the blank in a corner is moreover
 * mirrored until that corner is the last cell: four goals, one set of tables. */
#ifndef NP_TASK_H
#define NP_TASK_H

#include "laatta/npuzzle.h"

typedef struct np_frame {
    uint8_t rows, cols;
    int cells;
    uint8_t goal_blank; /* the cell, and so the name, of the blank when solved */
    bool flip_rows, flip_cols;
    /* The moves in the order in which they are tried: up, left, right, down as
     * the user sees the board. */
    uint8_t order[4];
} np_frame;

typedef struct np_task {
    np_frame frame;
    uint8_t board[NP_CELLS_MAX]; /* by cell: the goal cell of the tile on it */
    uint8_t blank;               /* the cell of the blank */
} np_task;

void np_frame_init(np_frame *frame, const np_position *goal);
/* The blank in the last corner, nothing mirrored: the frame that tables are made for. */
void np_frame_plain(np_frame *frame, int rows, int cols);

/* Fails when `goal` cannot be reached from `start`. */
lt_status np_task_init(np_task *task, const np_position *start, const np_position *goal,
                       lt_error *err);
bool np_task_solved(const np_task *task);

/* The position a board of the frame stands for. */
void np_frame_position(const np_frame *frame, const np_position *goal, const uint8_t *board,
                       np_position *position);

/* A move of the task as the user sees it, and back: the same mapping. */
np_move np_frame_turn(const np_frame *frame, np_move move);

#endif
