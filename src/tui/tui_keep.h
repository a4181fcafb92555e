/* What both games keep: the best scores, and things that turn out damaged. */
#ifndef TUI_KEEP_H
#define TUI_KEEP_H

#include "tui/tui.h"
#include "tui/tui_scores.h"
#include "tui/tui_screen.h"

enum { TUI_MESSAGE = 200 };

/* Loads NAME; *text is NULL when there is none or it could not be read, and the
 * message then says why. */
void tui_keep_load(const tui_storage *storage, const char *name, char **text, size_t *length,
                   char message[TUI_MESSAGE]);
/* Keeps a damaged thing aside and says so. */
void tui_keep_aside(const tui_storage *storage, const char *what, const char *name,
                    const lt_error *why, char message[TUI_MESSAGE]);

void tui_keep_scores(const tui_storage *storage, tui_scores *scores, char message[TUI_MESSAGE]);
/* Adds a score and writes the table; says what went wrong, if anything did. */
void tui_keep_add(const tui_storage *storage, tui_scores *scores, const tui_score *score,
                  char message[TUI_MESSAGE]);

/* The ten best of a game and size, over the whole screen but its last line. */
void tui_keep_show(const tui_scores *scores, tui_screen *screen, const char *game,
                   const char *size);

#endif
