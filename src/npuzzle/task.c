/* From a user's position and goal to the solvers' numbering. */
#include "npuzzle/task.h"

#include "npuzzle/grid_steps.h"

#include <string.h>

static int turned_cell(const np_frame *f, int cell)
{
    int r = cell / f->cols, c = cell % f->cols;
    if (f->flip_rows) r = f->rows - 1 - r;
    if (f->flip_cols) c = f->cols - 1 - c;
    return r * f->cols + c;
}

np_move np_frame_turn(const np_frame *f, np_move move)
{
    bool vertical = move == NP_UP || move == NP_DOWN;
    return (vertical ? f->flip_rows : f->flip_cols) ? np_opposite(move) : move;
}

void np_frame_init(np_frame *f, const np_position *goal)
{
    memset(f, 0, sizeof *f);
    f->rows = goal->rows;
    f->cols = goal->cols;
    f->cells = goal->rows * goal->cols;
    int r = goal->blank / goal->cols, c = goal->blank % goal->cols;
    bool corner = (r == 0 || r == f->rows - 1) && (c == 0 || c == f->cols - 1);
    f->flip_rows = corner && r == 0;
    f->flip_cols = corner && c == 0;
    f->goal_blank = (uint8_t)turned_cell(f, goal->blank);
    for (int i = 0; i < 4; i++) f->order[i] = (uint8_t)np_frame_turn(f, (np_move)i);
}

void np_frame_plain(np_frame *f, int rows, int cols)
{
    np_position goal;
    np_position_goal(&goal, rows, cols, false);
    np_frame_init(f, &goal);
}

lt_status np_task_init(np_task *task, const np_position *start, const np_position *goal,
                       lt_error *err)
{
    LT_TRY(np_position_reaches(start, goal, err));
    memset(task, 0, sizeof *task);
    np_frame_init(&task->frame, goal);
    int cells = task->frame.cells;
    uint8_t home[NP_CELLS_MAX];
    for (int c = 0; c < cells; c++) home[goal->tile[c]] = (uint8_t)turned_cell(&task->frame, c);
    for (int c = 0; c < cells; c++)
        task->board[turned_cell(&task->frame, c)] = home[start->tile[c]];
    task->blank = (uint8_t)turned_cell(&task->frame, start->blank);
    return LT_OK;
}

bool np_task_solved(const np_task *task)
{
    for (int c = 0; c < task->frame.cells; c++)
        if (task->board[c] != c) return false;
    return true;
}

void np_frame_position(const np_frame *f, const np_position *goal, const uint8_t *board,
                       np_position *p)
{
    *p = *goal;
    for (int c = 0; c < f->cells; c++) {
        int shown = turned_cell(f, c);
        p->tile[shown] = goal->tile[turned_cell(f, board[c])];
        if (p->tile[shown] == 0) p->blank = (uint8_t)shown;
    }
}
