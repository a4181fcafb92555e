/* Colours of the tiles, after the original game, for any terminal.
 *
 * Every style is a background and a foreground that reads well on it; the
 * number on a tile always tells it apart without its colour. */
#ifndef TUI_COLOURS_H
#define TUI_COLOURS_H

#include <stdint.h>

typedef enum tui_style {
    TUI_EMPTY = 0, /* 1 .. TUI_LEVELS are the levels of 2048 */
    TUI_LEVELS = 18,
    TUI_FRAME,    /* what lies between the tiles */
    TUI_TILE,     /* a tile of the sliding puzzle */
    TUI_HOME,     /* the same, where it belongs */
    TUI_CHOSEN,   /* an entry of a list, or the tile of a hint */
    TUI_COLOURED, /* styles from here on have no colours of their own */
    TUI_NORMAL = TUI_COLOURED,
    TUI_BOLD,
    TUI_DIM,
} tui_style;

/* In 0xRRGGBB, and what comes near it among the fixed colours 16 .. 255 of a
 * 256-colour terminal (chosen by eye: the nearest in numbers looks pink). */
typedef struct tui_colours {
    uint32_t back, front;
    uint8_t back_256, front_256;
} tui_colours;

/* The colours of a style below TUI_COLOURED. */
tui_colours tui_style_colours(tui_style style);

/* The style of a level of 2048; very high ones share the last. */
tui_style tui_level_style(unsigned level);

#endif
