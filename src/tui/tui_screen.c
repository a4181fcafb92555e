/* The terminal by way of ncurses. */
#include "tui/tui_screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <time.h>
#include <unistd.h>

/* What signal handlers and other threads touch: the signal that came, and a pipe
 * that ends a wait. The pipe stays open once made, because a thread that outlives
 * the screen may still write to it. */
static volatile sig_atomic_t caught;
static int wake_pipe[2] = {-1, -1};

/* Signals that end a program, with what they did before the screen was open. */
static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

struct tui_screen {
    SCREEN *curses;
    struct sigaction before[ENDINGS];
    bool animate;
    int slow_frames; /* frames in a row that the terminal was slow to take */
    int silent;      /* waits in a row that promised a key and gave none */
    bool colours;
};

enum { SLOW_BAUD = 9600, SLOW_FRAMES = 3, SILENT_MAX = 50 };
static const double slow_seconds = 0.08;

double tui_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void tui_wake(void)
{
    int saved = errno; /* this may run inside a signal handler */
    /* A full pipe ends the wait just as well. */
    if (wake_pipe[1] >= 0 && write(wake_pipe[1], "", 1) < 0) errno = saved;
    errno = saved;
}

static void on_signal(int number)
{
    caught = number;
    tui_wake();
}

int tui_screen_signal(void)
{
    return caught;
}

static lt_status open_pipe(lt_error *err)
{
    if (wake_pipe[0] >= 0) return LT_OK;
    if (pipe(wake_pipe) != 0) return lt_fail(err, LT_IO, "cannot make a pipe: %s", strerror(errno));
    for (int i = 0; i < 2; i++) {
        fcntl(wake_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(wake_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    return LT_OK;
}

/* Sets an entry of the palette. A terminal that ignores it still shows nearly the
 * same, because the entry is the one that comes near the colour. */
static void set_entry(int entry, uint32_t rgb)
{
    init_extended_color(entry, (int)(rgb >> 16) * 1000 / 255, (int)(rgb >> 8 & 255) * 1000 / 255,
                        (int)(rgb & 255) * 1000 / 255);
}

/* Defines a pair a style. True colour is used where the terminal says that it
 * has it: either its terminfo entry counts colours directly, or COLORTERM
 * promises it and the palette can be set (curses puts the palette back). */
static bool set_colours(void)
{
    const char *refused = getenv("NO_COLOR"), *promise = getenv("COLORTERM");
    if ((refused && refused[0]) || !has_colors() || start_color() == ERR || COLORS < 256 ||
        COLOR_PAIRS <= TUI_COLOURED)
        return false;
    use_default_colors();
    bool direct = COLORS >= 1 << 24;
    bool exact = promise && (strcmp(promise, "truecolor") == 0 || strcmp(promise, "24bit") == 0) &&
                 can_change_color();
    for (int style = 0; style < TUI_COLOURED; style++) {
        tui_colours c = tui_style_colours((tui_style)style);
        if (direct) {
            init_extended_pair(style + 1, (int)c.front, (int)c.back);
            continue;
        }
        if (exact) {
            set_entry(c.front_256, c.front);
            set_entry(c.back_256, c.back);
        }
        init_extended_pair(style + 1, c.front_256, c.back_256);
    }
    return true;
}

lt_status tui_screen_open(tui_screen **screen, bool animate, lt_error *err)
{
    *screen = NULL;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return lt_fail(err, LT_UNAVAILABLE,
                       "a terminal is needed on standard input and standard output");
    const char *name = getenv("TERM");
    int known;
    if (!name || !name[0]) name = "unknown";
    if (setupterm(name, STDOUT_FILENO, &known) != OK)
        return lt_fail(err, LT_UNAVAILABLE, "the terminal type \"%.60s\" (TERM) is not known here",
                       name);
    bool placeable = cursor_address && clear_screen;
    del_curterm(cur_term);
    if (!placeable)
        return lt_fail(err, LT_UNAVAILABLE,
                       "the terminal type \"%.60s\" (TERM) cannot place text on the screen", name);
    LT_TRY(open_pipe(err));
    tui_screen *s = calloc(1, sizeof *s);
    if (!s) return lt_fail(err, LT_NO_MEMORY, "no memory for the screen");
    setlocale(LC_CTYPE, "");
    caught = 0;
    /* Before curses, which would otherwise put its own handlers there. */
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < ENDINGS; i++) sigaction(endings[i], &action, &s->before[i]);
    s->curses = newterm(NULL, stdout, stdin);
    if (!s->curses) {
        tui_screen_close(s);
        return lt_fail(err, LT_UNAVAILABLE, "the terminal \"%.60s\" could not be opened", name);
    }
    set_term(s->curses);
    cbreak();
    noecho();
    nonl();
    curs_set(0);
    keypad(stdscr, TRUE);
    set_escdelay(100); /* long enough for an arrow key that arrives in pieces over ssh */
    nodelay(stdscr, TRUE);
    s->colours = set_colours();
    s->animate = animate && baudrate() > SLOW_BAUD;
    *screen = s;
    return LT_OK;
}

void tui_screen_close(tui_screen *screen)
{
    if (!screen) return;
    if (screen->curses) {
        endwin();
        delscreen(screen->curses);
    }
    for (int i = 0; i < ENDINGS; i++) sigaction(endings[i], &screen->before[i], NULL);
    free(screen);
}

int tui_screen_rows(const tui_screen *screen)
{
    (void)screen;
    return getmaxy(stdscr);
}

int tui_screen_cols(const tui_screen *screen)
{
    (void)screen;
    return getmaxx(stdscr);
}

bool tui_screen_animates(const tui_screen *screen)
{
    return screen->animate;
}

static int translate(int c)
{
    switch (c) {
    case ERR: return TUI_KEY_NONE;
    case KEY_UP: return TUI_KEY_UP;
    case KEY_RIGHT: return TUI_KEY_RIGHT;
    case KEY_DOWN: return TUI_KEY_DOWN;
    case KEY_LEFT: return TUI_KEY_LEFT;
    case KEY_ENTER:
    case '\r':
    case '\n': return TUI_KEY_ENTER;
    case KEY_RESIZE: return TUI_KEY_RESIZE;
    default: return c > 0 && c < 256 ? c : TUI_KEY_NONE;
    }
}

int tui_screen_key(tui_screen *screen, int milliseconds)
{
    int c = getch();
    if (c != ERR) return translate(c);
    struct pollfd wait[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = wake_pipe[0], .events = POLLIN}};
    int ready = caught ? 0 : poll(wait, 2, milliseconds);
    if (ready > 0 && wait[1].revents) {
        char bytes[64];
        while (read(wake_pipe[0], bytes, sizeof bytes) > 0) continue;
    }
    c = getch();
    /* A terminal that is gone reports input for ever and never gives any. */
    bool promised = ready > 0 && wait[0].revents;
    screen->silent = promised && c == ERR ? screen->silent + 1 : 0;
    if (!caught && (screen->silent > SILENT_MAX ||
                    (promised && c == ERR && (wait[0].revents & (POLLHUP | POLLERR | POLLNVAL)))))
        caught = SIGHUP;
    return translate(c);
}

void tui_clear(tui_screen *screen)
{
    (void)screen;
    erase();
}

static attr_t attribute(const tui_screen *screen, tui_style style)
{
    if (style == TUI_NORMAL) return A_NORMAL;
    if (style == TUI_BOLD) return A_BOLD;
    if (style == TUI_DIM) return screen->colours ? A_DIM : A_NORMAL;
    if (screen->colours) return COLOR_PAIR(style + 1) | (style == TUI_EMPTY ? 0 : A_BOLD);
    /* Without colours tiles stand out in reverse; what lies under them is blank. */
    if (style == TUI_EMPTY || style == TUI_FRAME) return A_NORMAL;
    return style == TUI_CHOSEN || style == TUI_HOME ? A_REVERSE | A_BOLD : A_REVERSE;
}

/* Text that is cut at the right edge. */
static void put_text(int y, int x, const char *text)
{
    int room = getmaxx(stdscr) - x;
    if (y < 0 || y >= getmaxy(stdscr) || x < 0 || room <= 0) return;
    mvaddnstr(y, x, text, room);
}

void tui_put(tui_screen *screen, int y, int x, tui_style style, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    attrset(attribute(screen, style));
    put_text(y, x, text);
    attrset(A_NORMAL);
}

void tui_block(tui_screen *screen, int y, int x, int height, int width, tui_style style,
               const char *text)
{
    char line[256];
    if (width >= (int)sizeof line) width = (int)sizeof line - 1;
    attrset(attribute(screen, style));
    for (int row = 0; row < height; row++) {
        int length = row == (height - 1) / 2 ? (int)strlen(text) : 0;
        if (length > width) length = width;
        memset(line, ' ', (size_t)width);
        memcpy(line + (width - length + 1) / 2, text, (size_t)length);
        line[width] = '\0';
        put_text(y + row, x, line);
    }
    attrset(A_NORMAL);
}

void tui_flush(tui_screen *screen)
{
    double began = tui_now();
    refresh();
    bool slow = tui_now() - began > slow_seconds;
    screen->slow_frames = slow ? screen->slow_frames + 1 : 0;
    if (screen->slow_frames >= SLOW_FRAMES) screen->animate = false;
}
