/* The table of colours. */
#include "tui/tui_colours.h"

#include <assert.h>

/* Dark figures on a light tile, white ones on a dark tile. */
#define ON_LIGHT(rgb, entry)      \
    {                             \
        rgb, 0x3c352e, entry, 236 \
    }
#define ON_DARK(rgb, entry)       \
    {                             \
        rgb, 0xffffff, entry, 231 \
    }

static const tui_colours colours[TUI_COLOURED] = {
    [TUI_EMPTY] = ON_LIGHT(0xcdc1b4, 250), [1] = ON_LIGHT(0xeee4da, 255),
    [2] = ON_LIGHT(0xede0c8, 230),         [3] = ON_LIGHT(0xf2b179, 216),
    [4] = ON_LIGHT(0xf59563, 209),         [5] = ON_DARK(0xd95b35, 167),
    [6] = ON_DARK(0xc8371a, 160),          [7] = ON_LIGHT(0xf3e08f, 229),
    [8] = ON_LIGHT(0xf1d771, 228),         [9] = ON_LIGHT(0xefcf56, 227),
    [10] = ON_LIGHT(0xedc53f, 221),        [11] = ON_LIGHT(0xf0b90f, 214),
    [12] = ON_DARK(0x3f8f5b, 29),          [13] = ON_DARK(0x2c7a6b, 30),
    [14] = ON_DARK(0x2f6fa3, 25),          [15] = ON_DARK(0x35508f, 61),
    [16] = ON_DARK(0x6a4796, 97),          [17] = ON_DARK(0x8a2f6b, 126),
    [18] = ON_DARK(0x3c3a32, 237),         [TUI_FRAME] = ON_LIGHT(0xa89a8c, 243),
    [TUI_TILE] = ON_LIGHT(0xede0c8, 230),  [TUI_HOME] = ON_LIGHT(0x9fd3a5, 151),
    [TUI_CHOSEN] = ON_DARK(0x2f6fa3, 25),
};

tui_colours tui_style_colours(tui_style style)
{
    assert(style < TUI_COLOURED);
    return colours[style];
}

tui_style tui_level_style(unsigned level)
{
    return (tui_style)(level > TUI_LEVELS ? TUI_LEVELS : level);
}
