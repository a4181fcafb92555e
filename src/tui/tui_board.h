/* Where the tiles go: the largest tiles with which the board fits the window. */
#ifndef TUI_BOARD_H
#define TUI_BOARD_H

#include "tui/tui_screen.h"

enum {
    TUI_HEAD = 2,  /* lines above the board: what is played, and how it stands */
    TUI_FOOT = 3,  /* lines below: a message, and two lines of keys */
    TUI_PANEL = 27 /* columns that a panel beside the board needs */
};

typedef struct tui_board {
    int rows, cols;
    int tile_h, tile_w, gap_y, gap_x;
    int y, x, height, width; /* the frame on the screen */
    int panel;               /* column of the panel beside it, 0 when there is no room */
} tui_board;

/* False when not even the smallest tiles fit; the board then tells, in height
 * and width, what the window would need. `digits` is the width of the widest tile. */
bool tui_board_fit(tui_board *board, const tui_screen *screen, int rows, int cols, int digits);

/* The frame with empty cells. */
void tui_board_frame(const tui_board *board, tui_screen *screen);
/* A tile at a row and column that may lie between cells; `inset` makes it smaller. */
void tui_board_tile(const tui_board *board, tui_screen *screen, double row, double col,
                    tui_style style, const char *text, bool inset);

/* A sentence over the whole screen that says how large the window should be. */
void tui_board_too_small(const tui_board *board, tui_screen *screen);
/* The last three lines: a message and the keys. */
void tui_foot(tui_screen *screen, const char *message, const char *keys, const char *more_keys);

#endif
