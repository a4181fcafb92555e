/* Saving a game of 2048, resuming it, and its place among the best. */
#include "tui/tui_2048.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void save_name(const tui_2048 *app, char out[32])
{
    snprintf(out, 32, "2048-%s.txt", app->size);
}

/* Takes the record if it is a game of this size; false, with the reason, if not. */
static bool take_record(tui_2048 *app, const char *text, size_t length, lt_error *err)
{
    t48_game *game;
    char *player;
    if (t48_record_load(text, length, &game, &player, err) != LT_OK) return false;
    const t48_rules *rules = t48_game_rules(game);
    if (rules->shape.rows != app->rules.shape.rows || rules->shape.cols != app->rules.shape.cols) {
        lt_fail(err, LT_DAMAGED, "it is a game of another size");
        t48_game_free(game);
        free(player);
        return false;
    }
    app->rules = *rules;
    app->game = game;
    snprintf(app->who, sizeof app->who, "%s", player);
    free(player);
    return true;
}

void tui_2048_resume(tui_2048 *app)
{
    char name[32], *text;
    size_t length;
    lt_error err;
    const tui_storage *storage = app->options->storage;
    save_name(app, name);
    tui_keep_load(storage, name, &text, &length, app->message);
    if (!text) return;
    if (app->options->fresh) {
        if (storage->set_aside(storage->ctx, name, "previous", &err) != LT_OK)
            snprintf(app->message, sizeof app->message, "%.190s.", err.text);
    } else if (take_record(app, text, length, &err)) {
        if (!tui_2048_over(app) && !app->message[0])
            snprintf(app->message, sizeof app->message, "Your game goes on at move %zu.",
                     t48_game_length(app->game));
    } else {
        tui_keep_aside(storage, "saved game", name, &err, app->message);
    }
    free(text);
}

bool tui_2048_save(tui_2048 *app)
{
    char name[32], *text = NULL;
    lt_error err;
    const tui_storage *storage = app->options->storage;
    if (!app->unsaved) return true;
    save_name(app, name);
    lt_status status = t48_record_save(app->game, app->who, &text, &err);
    if (status == LT_OK) status = storage->save(storage->ctx, name, text, strlen(text), &err);
    if (status != LT_OK)
        snprintf(app->message, sizeof app->message, "The game could not be saved: %.150s.",
                 err.text);
    free(text);
    app->unsaved = status != LT_OK;
    app->saved_at = tui_now();
    return status == LT_OK;
}

void tui_2048_score(tui_2048 *app)
{
    const t48_state *state = t48_game_state(app->game);
    if (state->score == 0) return;
    tui_score score = {.game = "2048",
                       .score = state->score,
                       .extra = t48_state_max_level(state),
                       .moves = state->moves,
                       .seed = t48_game_seed(app->game)};
    memcpy(score.size, app->size, sizeof score.size);
    memcpy(score.who, app->who, sizeof score.who);
    tui_keep_add(app->options->storage, &app->scores, &score, app->message);
}
