/* The table of colours, and their nearest in the 6x6x6 cube and the grey ramp. */
#include "tui/tui_colours.h"

#include <assert.h>
#include <stdlib.h>

enum { DARK = 0x4a433b, LIGHT = 0xffffff };

static const tui_colours colours[TUI_COLOURED] = {
    [TUI_EMPTY] = {0xcdc1b4, DARK}, [1] = {0xeee4da, DARK},           [2] = {0xede0c8, DARK},
    [3] = {0xf2b179, DARK},         [4] = {0xf59563, DARK},           [5] = {0xe8663f, LIGHT},
    [6] = {0xd8431f, LIGHT},        [7] = {0xf3e08f, DARK},           [8] = {0xf1d771, DARK},
    [9] = {0xefcf56, DARK},         [10] = {0xedc53f, DARK},          [11] = {0xf0b90f, DARK},
    [12] = {0x3f8f5b, LIGHT},       [13] = {0x2c7a6b, LIGHT},         [14] = {0x2f6fa3, LIGHT},
    [15] = {0x35508f, LIGHT},       [16] = {0x6a4796, LIGHT},         [17] = {0x8a2f6b, LIGHT},
    [18] = {0x3c3a32, LIGHT},       [TUI_FRAME] = {0xa89a8c, DARK},   [TUI_TILE] = {0xede0c8, DARK},
    [TUI_HOME] = {0x9fd3a5, DARK},  [TUI_CHOSEN] = {0x2f6fa3, LIGHT},
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

static int distance(uint32_t a, uint32_t b)
{
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int d = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        sum += d * d;
    }
    return sum;
}

int tui_colour_256(uint32_t rgb)
{
    static const uint32_t step[6] = {0, 95, 135, 175, 215, 255};
    int best = 16, best_distance = distance(rgb, 0);
    for (int i = 16; i < 256; i++) {
        int cube = i - 16;
        uint32_t grey = (uint32_t)(8 + 10 * (i - 232));
        uint32_t candidate = i < 232
                                 ? step[cube / 36] << 16 | step[cube / 6 % 6] << 8 | step[cube % 6]
                                 : grey << 16 | grey << 8 | grey;
        int d = distance(rgb, candidate);
        if (d < best_distance) {
            best = i;
            best_distance = d;
        }
    }
    return best;
}
