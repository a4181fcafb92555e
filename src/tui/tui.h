/* The terminal game: 2048 and the sliding puzzle on a full screen.
 *
 * Both calls take over the terminal of standard input and output and give it
 * back as it was, whatever ends them. What is kept between games goes through
 * tui_storage, so that nothing here knows paths. */
#ifndef TUI_H
#define TUI_H

#include "laatta/game.h"
#include "laatta/npuzzle.h"

/* Named texts that outlive the process. Each function may fail; a failure is
 * shown to the player and ends nothing. */
typedef struct tui_storage {
    void *ctx;
    /* *text is NULL, with LT_OK, when nothing has this name; free() it. */
    lt_status (*load)(void *ctx, const char *name, char **text, size_t *length, lt_error *err);
    lt_status (*save)(void *ctx, const char *name, const char *text, size_t length, lt_error *err);
    /* Renames NAME to NAME.SUFFIX, over an older one. */
    lt_status (*set_aside)(void *ctx, const char *name, const char *suffix, lt_error *err);
} tui_storage;

typedef struct tui_options {
    const tui_storage *storage;
    uint64_t seed;      /* of a new game */
    bool fresh;         /* begin a new game, even if one was saved */
    bool animate;       /* tiles slide, where the terminal is fast enough */
    const char *player; /* spec of the player who advises (2048) */
    double seconds;     /* time for one answer of the solver (puzzle) */
} tui_options;

/* *signal gets the number of the signal that ended the game, 0 for none. */
lt_status tui_play_2048(const t48_rules *rules, const tui_options *options, int *signal,
                        lt_error *err);
lt_status tui_play_puzzle(int rows, int cols, const tui_options *options, int *signal,
                          lt_error *err);

#endif
