/* Layout of the board and its tiles. */
#include "tui/tui_board.h"

#include <math.h>

/* From large to small: a tile is its digits and a pad wide, and not below `least`. */
static const struct {
    int height, pad, least, gap_y, gap_x;
} kinds[] = {
    {5, 6, 11, 1, 2}, {3, 3, 7, 1, 1}, {3, 0, 6, 1, 1},
    {1, 2, 4, 1, 1},  {1, 0, 2, 1, 1}, {1, 0, 2, 0, 1},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void measure(tui_board *b, int rows, int cols, int digits, int kind)
{
    b->rows = rows;
    b->cols = cols;
    b->tile_h = kinds[kind].height;
    b->tile_w = digits + kinds[kind].pad;
    if (b->tile_w < kinds[kind].least) b->tile_w = kinds[kind].least;
    b->gap_y = kinds[kind].gap_y;
    b->gap_x = kinds[kind].gap_x;
    b->height = rows * (b->tile_h + b->gap_y) + b->gap_y;
    b->width = cols * (b->tile_w + b->gap_x) + b->gap_x;
}

bool tui_board_fit(tui_board *board, const tui_screen *screen, int rows, int cols, int digits)
{
    int lines = tui_screen_rows(screen) - TUI_HEAD - TUI_FOOT;
    int room = tui_screen_cols(screen) - 2;
    /* A panel is worth smaller tiles; without room for one, the board comes first. */
    for (int panel = TUI_PANEL; panel >= 0; panel -= TUI_PANEL)
        for (int kind = 0; kind < KINDS; kind++) {
            measure(board, rows, cols, digits, kind);
            if (board->height > lines || board->width + panel > room) continue;
            board->y = TUI_HEAD;
            board->x = 1;
            board->panel = panel ? board->width + 3 : 0;
            return true;
        }
    board->height += TUI_HEAD + TUI_FOOT;
    board->width += 2;
    return false;
}

void tui_board_frame(const tui_board *board, tui_screen *screen)
{
    tui_block(screen, board->y, board->x, board->height, board->width, TUI_FRAME, "");
    for (int row = 0; row < board->rows; row++)
        for (int col = 0; col < board->cols; col++)
            tui_board_tile(board, screen, row, col, TUI_EMPTY, ".", false);
}

void tui_board_tile(const tui_board *board, tui_screen *screen, double row, double col,
                    tui_style style, const char *text, bool inset)
{
    int y = board->y + board->gap_y + (int)lround(row * (board->tile_h + board->gap_y));
    int x = board->x + board->gap_x + (int)lround(col * (board->tile_w + board->gap_x));
    int down = inset && board->tile_h >= 3, in = inset && board->tile_w >= 6 ? 2 : 0;
    tui_block(screen, y + down, x + in, board->tile_h - 2 * down, board->tile_w - 2 * in, style,
              text);
}

void tui_board_too_small(const tui_board *board, tui_screen *screen)
{
    int rows = tui_screen_rows(screen);
    tui_clear(screen);
    tui_put(screen, rows > 2 ? 1 : 0, 0, TUI_BOLD, "The window is too small:");
    tui_put(screen, rows > 2 ? 2 : 1, 0, TUI_NORMAL, "%dx%d needs %d columns, %d lines.",
            board->rows, board->cols, board->width, board->height);
    tui_put(screen, rows > 3 ? 3 : 2, 0, TUI_NORMAL, "It has %d, %d. q quits.",
            tui_screen_cols(screen), rows);
    tui_flush(screen);
}

void tui_foot(tui_screen *screen, const char *message, const char *keys, const char *more_keys)
{
    int rows = tui_screen_rows(screen);
    tui_put(screen, rows - 3, 1, TUI_BOLD, "%s", message);
    tui_put(screen, rows - 2, 1, TUI_DIM, "%s", keys);
    tui_put(screen, rows - 1, 1, TUI_DIM, "%s", more_keys);
}
