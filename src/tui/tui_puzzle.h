/* A sliding puzzle on the screen: what its loop and its drawing share. */
#ifndef TUI_PUZZLE_H
#define TUI_PUZZLE_H

#include "tui/tui_board.h"
#include "tui/tui_keep.h"
#include "tui/tui_pace.h"
#include "tui/tui_solver.h"

typedef enum tui_puzzle_mode { TUI_SLIDING, TUI_ASK_SHUFFLE, TUI_BEST } tui_puzzle_mode;

typedef struct tui_puzzle {
    tui_screen *screen;
    const tui_options *options;
    char size[8];
    np_position goal, position;
    uint64_t shuffles, seed; /* puzzles so far, and the seed of this one */

    /* Moves made, and after `at` those that can be redone. */
    uint8_t *moves;
    size_t at, count, capacity;
    bool timing, solved, aided; /* aided: the solver had a hand in it */
    double began, ended;

    /* The solver at work, and what is wanted of it; its answer, as far as followed. */
    tui_solver *solver;
    double asked_at;
    bool then_run, hint;
    bool planned;
    np_solution plan;
    int plan_at;
    tui_pace pace;

    tui_scores scores;
    char message[TUI_MESSAGE];
    tui_puzzle_mode mode;
    bool quit, dirty;

    /* The tile on its way, to the cell the blank left. */
    bool moving;
    double move_began;
    int from, to;
} tui_puzzle;

#define TUI_STEP_SECONDS 0.08

/* Seconds on the clock of this puzzle. */
double tui_puzzle_seconds(const tui_puzzle *app, double now);
void tui_puzzle_draw(tui_puzzle *app, double now);

#endif
