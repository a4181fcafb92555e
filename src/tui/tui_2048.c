/* A game of 2048: keys, the player's moves, and the loop that holds them together.
 *
 * One thread draws and listens; the player thinks on another. A position has a
 * ticket; an answer to an older ticket is dropped, so the person who plays never waits. */
#include "tui/tui_2048.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDLE_MS = 250, FRAME_MS = 16, WINNING_LEVEL = 11 };
static const double frame_seconds = 0.016, save_seconds = 20;
/* Faster than this, values could not be read: only the best move is asked for. */
static const double shortest_valued_period = 0.03;

static void position_changed(tui_2048 *app)
{
    app->ticket++;
    app->asked = app->hint = app->won = false;
    app->unsaved = app->dirty = true;
}

static lt_status begin(tui_2048 *app, lt_error *err)
{
    uint64_t seed = app->games ? lt_seed_of(app->options->seed, app->games) : app->options->seed;
    t48_game *game;
    LT_TRY(t48_game_new(&game, &app->rules, seed, NULL, err));
    t48_game_free(app->game);
    app->game = game;
    app->games++;
    snprintf(app->who, sizeof app->who, "you");
    app->moving = app->pace.running = false;
    position_changed(app);
    return LT_OK;
}

static void say(tui_2048 *app, const char *text)
{
    snprintf(app->message, sizeof app->message, "%.190s", text);
    app->dirty = true;
}

/* Who made the moves, once the player has made one, or you after it. */
static void sign(tui_2048 *app, bool by_player)
{
    bool first = t48_game_length(app->game) == 0;
    if (!by_player) {
        if (first) {
            snprintf(app->who, sizeof app->who, "you");
        } else if (strncmp(app->who, "you", 3) != 0) {
            char other[TUI_WHO];
            memcpy(other, app->who, sizeof other);
            snprintf(app->who, sizeof app->who, "you, %.50s", other);
        }
        return;
    }
    const char *name = tui_thinker_name(app->thinker);
    if (first)
        snprintf(app->who, sizeof app->who, "%.60s", name);
    else if (strcmp(app->who, "you") == 0)
        snprintf(app->who, sizeof app->who, "you, %.50s", name);
}

static void move(tui_2048 *app, t48_dir dir, bool by_player)
{
    bool moved;
    lt_error err;
    t48_grid before = t48_state_grid(t48_game_state(app->game)), slid = before;
    if (!(t48_grid_legal(&before) >> dir & 1)) return;
    app->message[0] = '\0';
    sign(app, by_player);
    if (t48_game_move(app->game, dir, &moved, &err) != LT_OK) {
        say(app, err.text);
        app->pace.running = false;
        return;
    }
    double period = tui_pace_period(&app->pace);
    app->moving =
        tui_screen_animates(app->screen) &&
        !(by_player && period < 2 * (TUI_SLIDE_SECONDS + TUI_GROW_SECONDS) && app->pace.running);
    if (app->moving) {
        t48_grid after = t48_state_grid(t48_game_state(app->game));
        tui_slide_plan(&app->slide, &before, dir);
        t48_grid_move(&slid, dir, NULL);
        app->born = -1;
        for (unsigned cell = 0; cell < t48_shape_cells(after.shape); cell++)
            if (after.level[cell] != slid.level[cell]) app->born = (int)cell;
        app->move_began = tui_now();
    }
    position_changed(app);
    /* Not t48_game_phase: it says so once a game, and never of one that was resumed. */
    app->won = !by_player && t48_grid_max_level(&before) < WINNING_LEVEL &&
               t48_state_max_level(t48_game_state(app->game)) >= WINNING_LEVEL;
    if (tui_2048_over(app)) {
        app->pace.running = false;
        tui_2048_score(app);
        tui_2048_save(app);
    }
}

/* Asks the player about the position, if an answer is of use, and takes answers. */
static void think(tui_2048 *app)
{
    bool values = !app->pace.running || tui_pace_period(&app->pace) >= shortest_valued_period;
    if (!app->asked || (values && !app->asked_values)) {
        tui_thinker_ask(app->thinker, t48_game_state(app->game), app->ticket, values);
        app->asked = true;
        app->asked_values = values;
    }
    tui_thought thought;
    if (!tui_thinker_take(app->thinker, &thought) || thought.ticket != app->ticket) return;
    app->thought = thought;
    app->dirty = true;
}

static void player_moves(tui_2048 *app, double now)
{
    if (!app->pace.running || now < app->pace.due || !tui_2048_thought(app)) return;
    if (app->thought.advice.best == T48_NONE) {
        app->pace.running = false;
        return;
    }
    move(app, app->thought.advice.best, true);
    tui_pace_moved(&app->pace, now);
}

static void choose_player(tui_2048 *app, const char *spec)
{
    tui_thinker *thinker;
    lt_error err;
    if (tui_thinker_new(&thinker, spec, &app->rules, t48_game_seed(app->game), &err) != LT_OK) {
        snprintf(app->message, sizeof app->message, "%.190s.", err.text);
        return;
    }
    tui_thinker_free(app->thinker);
    app->thinker = thinker;
    app->ticket++;
    app->asked = false;
}

static t48_dir direction(int key)
{
    switch (key) {
    case TUI_KEY_UP:
    case 'w':
    case 'k': return T48_UP;
    case TUI_KEY_RIGHT:
    case 'd':
    case 'l': return T48_RIGHT;
    case TUI_KEY_DOWN:
    case 's':
    case 'j': return T48_DOWN;
    case TUI_KEY_LEFT:
    case 'a':
    case 'h': return T48_LEFT;
    default: return T48_NONE;
    }
}

static void start_or_stop(tui_2048 *app)
{
    app->pace.running = !app->pace.running && !tui_2048_over(app);
    app->pace.due = 0;
    app->won = false;
}

static void key_in_game(tui_2048 *app, int key)
{
    t48_dir dir = direction(key);
    bool step_back = key == 'u' || key == 'r';
    if (step_back) app->pace.running = app->moving = false;
    app->message[0] = '\0';
    if (dir != T48_NONE) {
        app->pace.running = false;
        if (!app->won) move(app, dir, false);
    } else if (step_back) {
        if (key == 'u' ? t48_game_undo(app->game) : t48_game_redo(app->game))
            position_changed(app);
        else
            say(app, key == 'u' ? "This is where the game began." : "There is nothing to redo.");
    } else if (key == '?') {
        app->hint = !tui_2048_over(app);
    } else if (key == ' ') {
        start_or_stop(app);
    } else if (key == '.') {
        app->pace.running = false;
        if (!tui_2048_over(app) && tui_2048_thought(app)) move(app, app->thought.advice.best, true);
    } else if (key == 'c' || key == TUI_KEY_ENTER) {
        app->won = false;
    } else if (key == 'n') {
        app->pace.running = false;
        app->mode = TUI_ASK_NEW;
    } else if (key == 'p') {
        app->mode = TUI_PLAYERS;
    } else if (key == 't') {
        app->mode = TUI_SCORES;
    } else if (key == 'q' || key == 'Q') {
        app->quit = true;
    } else {
        tui_pace_key(&app->pace, key);
    }
}

static lt_status take_key(tui_2048 *app, int key, lt_error *err)
{
    if (key == TUI_KEY_NONE) return LT_OK;
    app->dirty = true;
    if (key == TUI_KEY_RESIZE) return LT_OK;
    unsigned count = (unsigned)t48_player_count();
    switch (app->mode) {
    case TUI_PLAY: key_in_game(app, key); break;
    case TUI_ASK_NEW:
        app->mode = TUI_PLAY;
        if (key != 'y' && key != 'Y') break;
        tui_2048_score(app);
        return begin(app, err);
    case TUI_PLAYERS:
        if (direction(key) == T48_UP) app->chosen = (app->chosen + count - 1) % count;
        if (direction(key) == T48_DOWN) app->chosen = (app->chosen + 1) % count;
        if (key == TUI_KEY_ENTER) choose_player(app, t48_player_info_at(app->chosen)->name);
        if (key == TUI_KEY_ENTER || key == TUI_KEY_ESCAPE || key == 'q') app->mode = TUI_PLAY;
        break;
    case TUI_SCORES: app->mode = TUI_PLAY; break;
    }
    return LT_OK;
}

static lt_status loop(tui_2048 *app, lt_error *err)
{
    double drawn = 0;
    while (!app->quit && !tui_screen_signal()) {
        double now = tui_now();
        if (app->mode == TUI_PLAY) player_moves(app, now);
        think(app); /* after the move, so that its position is asked about at once */
        if (app->moving && now - app->move_began > TUI_SLIDE_SECONDS + TUI_GROW_SECONDS) {
            app->moving = false;
            app->dirty = true;
        }
        int wait = IDLE_MS;
        if (app->moving || app->dirty) {
            if (now - drawn >= frame_seconds) {
                app->dirty = false;
                tui_2048_draw(app, now);
                drawn = now;
            }
            if (app->moving || app->dirty)
                wait = tui_wait_for(now, drawn + frame_seconds, FRAME_MS);
        }
        if (app->pace.running && tui_2048_thought(app)) {
            int due = tui_wait_for(now, app->pace.due, IDLE_MS);
            if (due < wait) wait = due;
        }
        if (app->unsaved && now - app->saved_at > save_seconds) tui_2048_save(app);
        LT_TRY(take_key(app, tui_screen_key(app->screen, wait), err));
    }
    return LT_OK;
}

lt_status tui_play_2048(const t48_rules *rules, const tui_options *options, int *signal,
                        lt_error *err)
{
    tui_2048 app = {.options = options, .rules = *rules, .ticket = 1, .dirty = true};
    *signal = 0;
    snprintf(app.size, sizeof app.size, "%ux%u", rules->shape.rows, rules->shape.cols);
    tui_pace_init(&app.pace);
    /* A bad spec is an error of the command line: said before the screen is taken. */
    LT_TRY(tui_thinker_new(&app.thinker, options->player, rules, options->seed, err));
    for (unsigned i = 0; i < t48_player_count(); i++)
        if (strcmp(t48_player_info_at(i)->name, tui_thinker_name(app.thinker)) == 0) app.chosen = i;
    lt_status status = tui_screen_open(&app.screen, options->animate, err);
    if (status == LT_OK) {
        tui_keep_scores(options->storage, &app.scores, app.message);
        tui_2048_resume(&app);
        app.saved_at = tui_now();
        if (!app.game) status = begin(&app, err);
        /* A resumed game has its own share of fours; the player should know it. */
        if (status == LT_OK && app.rules.fours != rules->fours)
            choose_player(&app, options->player);
        if (status == LT_OK) status = loop(&app, err);
        bool saved = !app.game || tui_2048_save(&app);
        if (!saved && status == LT_OK) status = lt_fail(err, LT_IO, "%s", app.message);
        *signal = tui_screen_signal();
        tui_screen_close(app.screen);
    }
    tui_thinker_free(app.thinker);
    t48_game_free(app.game);
    tui_scores_release(&app.scores);
    return status;
}
