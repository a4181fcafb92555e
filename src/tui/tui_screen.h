/* The terminal: taken, drawn on, listened to, and given back as it was.
 *
 * Everything of curses is behind this header. There is one screen at a time.
 * Signals that end a program only set a flag here: a game asks
 * tui_screen_signal, saves, and closes the screen. */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include "laatta/status.h"
#include "tui/tui_colours.h"

#include <stdbool.h>

typedef struct tui_screen tui_screen;

/* Keys beyond plain characters. */
enum {
    TUI_KEY_NONE = 0,
    TUI_KEY_ESCAPE = 27,
    TUI_KEY_UP = 1000,
    TUI_KEY_RIGHT,
    TUI_KEY_DOWN,
    TUI_KEY_LEFT,
    TUI_KEY_ENTER,
    TUI_KEY_RESIZE,
};

/* Takes the terminal. Fails, leaving it alone, when there is none or when it
 * cannot place text. `animate` is what was asked for; see tui_screen_animates. */
lt_status tui_screen_open(tui_screen **screen, bool animate, lt_error *err);
/* Gives the terminal back (NULL is allowed). */
void tui_screen_close(tui_screen *screen);

int tui_screen_rows(const tui_screen *screen);
int tui_screen_cols(const tui_screen *screen);
/* Whether motion is wanted and the terminal has kept up with it so far. */
bool tui_screen_animates(const tui_screen *screen);

/* The signal that asks the program to end, 0 while there is none. */
int tui_screen_signal(void);

/* Waits for a key, a wake-up, a signal or the time; TUI_KEY_NONE without a key. */
int tui_screen_key(tui_screen *screen, int milliseconds);
/* Ends a wait from another thread; also after the screen was closed. */
void tui_wake(void);

/* Drawing: between clear and flush; whatever lies outside is cut off. */
void tui_clear(tui_screen *screen);
__attribute__((format(printf, 5, 6))) void tui_put(tui_screen *screen, int y, int x,
                                                   tui_style style, const char *format, ...);
/* A filled rectangle with a line of text in its middle. */
void tui_block(tui_screen *screen, int y, int x, int height, int width, tui_style style,
               const char *text);
void tui_flush(tui_screen *screen);

/* Seconds on a clock that never goes back. */
double tui_now(void);

#endif
