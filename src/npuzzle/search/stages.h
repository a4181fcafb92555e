/* A large board in stages: tiles brought home one after another, from the
 * outside in, each stage with the exact number of moves it still needs.
 *
 * Lines are peeled off the board, never one that holds the blank's goal, until
 * a core of 4x4 is left. The tiles of a line come home one by one; the last two
 * together, because the last alone could not without moving the one before. A
 * stage looks at the blank and its one or two tiles only, and knows the moves to
 * its end from everywhere, so a search guided by it is never stuck. */
#ifndef NP_STAGES_H
#define NP_STAGES_H

#include "npuzzle/task.h"

enum { NP_STAGE_SOLVED_CORE = 4, NP_STAGE_WINDOW = 4 };

/* One stage: tile `a` home, or into the window, or `a` and `b` home together. */
typedef struct np_stage {
    uint8_t a, b;
    enum { NP_STAGE_HOME, NP_STAGE_ENTER, NP_STAGE_PAIR } kind;
    uint16_t fixed; /* cells whose tiles may no longer move: solved_by[cell] < fixed */
} np_stage;

typedef struct np_stages {
    np_frame frame;
    int count;
    np_stage stage[2 * NP_CELLS_MAX];
    uint16_t solved_by[NP_CELLS_MAX]; /* by cell: the stage that brings its tile home */
    /* of the stage that is open */
    int open;
    uint8_t window[NP_STAGE_WINDOW * NP_STAGE_WINDOW];
    int window_cells;
    uint8_t window_index[NP_CELLS_MAX]; /* UINT8_MAX outside */
    uint16_t *moves;                    /* to the stage's end, by the places it looks at */
    uint32_t *queue;
} np_stages;

lt_status np_stages_init(np_stages *stages, const np_frame *frame, lt_error *err);
void np_stages_release(np_stages *stages);
/* Computes the moves to the end of a stage from everywhere. */
void np_stages_open(np_stages *stages, int index);
/* Moves to the end of the open stage: 0 when it is reached, UINT16_MAX when it cannot be. */
int np_stages_moves(const np_stages *stages, const uint8_t *board, int blank);
/* May the blank enter this cell during the open stage? */
static inline bool np_stages_free(const np_stages *stages, int cell)
{
    return stages->solved_by[cell] >= stages->stage[stages->open].fixed;
}

#endif
