/* Scores and damaged things. */
#include "tui/tui_keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scores_name[] = "scores.txt";

void tui_keep_load(const tui_storage *storage, const char *name, char **text, size_t *length,
                   char message[TUI_MESSAGE])
{
    lt_error err;
    *text = NULL;
    *length = 0;
    if (storage->load(storage->ctx, name, text, length, &err) != LT_OK)
        snprintf(message, TUI_MESSAGE, "%.190s.", err.text);
}

void tui_keep_aside(const tui_storage *storage, const char *what, const char *name,
                    const lt_error *why, char message[TUI_MESSAGE])
{
    lt_error err;
    if (storage->set_aside(storage->ctx, name, "damaged", &err) == LT_OK)
        snprintf(message, TUI_MESSAGE, "The %s was damaged and is kept as %s.damaged: %.100s.",
                 what, name, why->text);
    else
        snprintf(message, TUI_MESSAGE, "The %s is damaged: %.60s; %.80s.", what, why->text,
                 err.text);
}

void tui_keep_scores(const tui_storage *storage, tui_scores *scores, char message[TUI_MESSAGE])
{
    char *text;
    size_t length;
    lt_error err;
    *scores = (tui_scores){0};
    tui_keep_load(storage, scores_name, &text, &length, message);
    if (text && tui_scores_parse(scores, text, length, &err) != LT_OK)
        tui_keep_aside(storage, "table of scores", scores_name, &err, message);
    free(text);
}

void tui_keep_add(const tui_storage *storage, tui_scores *scores, const tui_score *score,
                  char message[TUI_MESSAGE])
{
    char *text = NULL;
    size_t length;
    lt_error err;
    /* Another game may have added its own since this one began. */
    tui_scores latest = {0};
    if (storage->load(storage->ctx, scores_name, &text, &length, &err) == LT_OK && text &&
        tui_scores_parse(&latest, text, length, &err) == LT_OK) {
        tui_scores_release(scores);
        *scores = latest;
    }
    free(text);
    text = NULL;
    lt_status status = tui_scores_add(scores, score, &err);
    if (status == LT_OK) status = tui_scores_format(scores, &text, &err);
    if (status == LT_OK)
        status = storage->save(storage->ctx, scores_name, text, strlen(text), &err);
    if (status != LT_OK)
        snprintf(message, TUI_MESSAGE, "The score could not be kept: %.150s.", err.text);
    free(text);
}

void tui_keep_show(const tui_scores *scores, tui_screen *screen, const char *game, const char *size)
{
    bool puzzle = strcmp(game, "puzzle") == 0;
    tui_put(screen, 0, 1, TUI_BOLD, "Best games of %s %s", game, size);
    tui_put(screen, 2, 1, TUI_DIM,
            puzzle ? "       moves   seconds  who" : "       score      tile     moves  who");
    for (unsigned i = 0; i < TUI_SCORES_KEPT; i++) {
        const tui_score *r = tui_scores_at(scores, game, size, NULL, i);
        if (!r) {
            if (i == 0) tui_put(screen, 3, 1, TUI_NORMAL, "None yet.");
            break;
        }
        if (puzzle)
            tui_put(screen, 3 + (int)i, 1, TUI_NORMAL, "%2u %9u %9u  %s", i + 1, r->moves, r->extra,
                    r->who);
        else
            tui_put(screen, 3 + (int)i, 1, TUI_NORMAL, "%2u %9llu %9.0f %9u  %s", i + 1,
                    (unsigned long long)r->score,
                    t48_tile(r->extra < T48_LEVEL_MAX ? r->extra : T48_LEVEL_MAX), r->moves,
                    r->who);
    }
    tui_put(screen, tui_screen_rows(screen) - 1, 1, TUI_DIM, "any key goes back");
}
