/* A game of 2048 on the screen: what its loop and its drawing share. */
#ifndef TUI_2048_H
#define TUI_2048_H

#include "tui/tui_board.h"
#include "tui/tui_keep.h"
#include "tui/tui_pace.h"
#include "tui/tui_slide.h"
#include "tui/tui_thinker.h"

typedef enum tui_mode { TUI_PLAY, TUI_ASK_NEW, TUI_PLAYERS, TUI_SCORES } tui_mode;

typedef struct tui_2048 {
    tui_screen *screen;
    const tui_options *options;
    t48_rules rules;
    char size[8]; /* "4x4" */
    t48_game *game;
    char who[TUI_WHO]; /* who made the moves: "you", a player, or both */
    uint64_t games;    /* begun in this process, for their seeds */
    double saved_at;
    bool unsaved;
    bool won; /* your move just made a 2048: the game waits to be told to go on */

    tui_scores scores;
    char message[TUI_MESSAGE];
    tui_mode mode;
    unsigned chosen; /* in the list of players */
    bool quit, dirty;

    /* The player: its latest thought belongs to the position if the tickets agree. */
    tui_thinker *thinker;
    uint64_t ticket;
    bool asked, asked_values; /* whether this position was asked about, and how */
    tui_thought thought;
    bool hint;
    tui_pace pace;

    /* The move that is being shown. */
    bool moving;
    double move_began;
    tui_slide slide;
    int born; /* the cell of the new tile, -1 for none */
} tui_2048;

/* The time a slide takes, and a new tile to grow. */
#define TUI_SLIDE_SECONDS 0.09
#define TUI_GROW_SECONDS 0.05

/* Whether no move is left. */
static inline bool tui_2048_over(const tui_2048 *app)
{
    return t48_state_legal(t48_game_state(app->game)) == 0;
}

/* Whether the thought at hand is about this position. */
static inline bool tui_2048_thought(const tui_2048 *app)
{
    return app->thought.ticket == app->ticket;
}

void tui_2048_draw(tui_2048 *app, double now);

/* Saving and resuming, and the tables kept beside the games. */
void tui_2048_resume(tui_2048 *app);
/* False, with a message that says why, when the game could not be saved. */
bool tui_2048_save(tui_2048 *app);
void tui_2048_score(tui_2048 *app);

#endif
