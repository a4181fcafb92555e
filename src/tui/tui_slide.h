/* Which tile goes where in a move of 2048, to show it on its way. */
#ifndef TUI_SLIDE_H
#define TUI_SLIDE_H

#include "laatta/grid.h"

typedef struct tui_motion {
    uint8_t from, to, level; /* cells, and the level before any merge */
} tui_motion;

typedef struct tui_slide {
    unsigned count;
    tui_motion motion[T48_CELLS_MAX];
} tui_slide;

/* Every tile of the board has a motion, those that stay too. */
void tui_slide_plan(tui_slide *slide, const t48_grid *before, t48_dir dir);

#endif
