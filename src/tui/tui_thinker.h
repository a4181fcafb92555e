/* A player of 2048 who thinks on a thread of its own, so that the screen never
 * waits for it.
 *
 * A question carries a ticket; asking again replaces a question that was not
 * begun. Thinking is not interrupted: a thinker that is freed while it thinks
 * is left to finish and then frees itself. */
#ifndef TUI_THINKER_H
#define TUI_THINKER_H

#include "laatta/player.h"

typedef struct tui_thinker tui_thinker;

typedef struct tui_thought {
    uint64_t ticket;
    bool valued; /* advice holds the values of the moves, not only the best one */
    double seconds;
    t48_advice advice;
} tui_thought;

lt_status tui_thinker_new(tui_thinker **thinker, const char *spec, const t48_rules *rules,
                          uint64_t seed, lt_error *err);
void tui_thinker_free(tui_thinker *thinker);

/* The player's name. */
const char *tui_thinker_name(const tui_thinker *thinker);

/* Asks about a position; with `values` for the value of every move (slower). */
void tui_thinker_ask(tui_thinker *thinker, const t48_state *state, uint64_t ticket, bool values);
/* Takes an answer that has come in; tui_wake tells when there is one. */
bool tui_thinker_take(tui_thinker *thinker, tui_thought *thought);

#endif
