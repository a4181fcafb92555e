/* The sliding puzzle: keys, the solver's moves, and the loop around them.
 *
 * The solver works on a thread with a time limit; a move made meanwhile cancels
 * it. Its answer is kept as a plan and stays good while the moves follow it. */
#include "tui/tui_puzzle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDLE_MS = 250, FRAME_MS = 16 };
static const double frame_seconds = 0.016;

double tui_puzzle_seconds(const tui_puzzle *app, double now)
{
    return !app->timing ? 0 : (app->solved ? app->ended : now) - app->began;
}

static void drop_plan(tui_puzzle *app)
{
    if (app->planned) np_solution_release(&app->plan);
    app->planned = app->hint = false;
    app->pace.running = false;
}

static void drop_solver(tui_puzzle *app)
{
    tui_solver_free(app->solver);
    app->solver = NULL;
}

static void shuffle(tui_puzzle *app)
{
    lt_rng rng;
    drop_solver(app);
    drop_plan(app);
    app->seed = app->shuffles ? lt_seed_of(app->options->seed, app->shuffles) : app->options->seed;
    app->shuffles++;
    lt_rng_seed(&rng, app->seed);
    do np_position_random(&app->position, &app->goal, &rng);
    while (np_position_equal(&app->position, &app->goal));
    app->at = app->count = 0;
    app->timing = app->solved = app->aided = app->moving = false;
    app->message[0] = '\0';
}

static void finish(tui_puzzle *app)
{
    app->solved = true;
    app->ended = tui_now();
    drop_plan(app);
    tui_score score = {.game = "puzzle",
                       .score = app->at,
                       .extra = (uint32_t)(app->ended - app->began),
                       .moves = (uint32_t)app->at,
                       .seed = app->seed};
    memcpy(score.size, app->size, sizeof score.size);
    snprintf(score.who, sizeof score.who, "you");
    if (!app->aided) tui_keep_add(app->options->storage, &app->scores, &score, app->message);
}

/* Moves the blank and shows it; the history is the caller's. */
static bool step(tui_puzzle *app, np_move move, bool show)
{
    int before = app->position.blank;
    if (!np_position_move(&app->position, move)) return false;
    if (app->planned) {
        if (np_move_of_letter(app->plan.moves[app->plan_at]) == (int)move)
            app->plan_at++;
        else
            drop_plan(app);
    }
    app->from = app->position.blank;
    app->to = before;
    app->moving = show && tui_screen_animates(app->screen);
    app->move_began = tui_now();
    app->message[0] = '\0';
    return true;
}

static void move(tui_puzzle *app, np_move m, bool show)
{
    if (app->solved) return;
    if (app->at == app->capacity) {
        size_t capacity = app->capacity ? 2 * app->capacity : 256;
        uint8_t *moves = realloc(app->moves, capacity);
        if (!moves) return; /* without memory for undo the tile stays where it is */
        app->moves = moves;
        app->capacity = capacity;
    }
    if (!step(app, m, show)) return;
    if (!app->timing) app->began = tui_now();
    app->timing = true;
    app->moves[app->at++] = (uint8_t)m;
    app->count = app->at;
    if (np_position_equal(&app->position, &app->goal)) finish(app);
}

static void step_back_or_forth(tui_puzzle *app, bool back)
{
    if (app->solved) return;
    if (back ? app->at == 0 : app->at == app->count) {
        snprintf(app->message, sizeof app->message, "%s",
                 back ? "This is where the puzzle began." : "There is nothing to redo.");
        return;
    }
    np_move m = (np_move)app->moves[back ? app->at - 1 : app->at];
    step(app, back ? (np_move)(3 - m) : m, true);
    app->at = back ? app->at - 1 : app->at + 1;
    if (np_position_equal(&app->position, &app->goal)) finish(app);
}

/* Asks the solver, unless its plan still holds. */
static void want(tui_puzzle *app, bool run)
{
    lt_error err;
    if (app->solved || app->solver) return;
    app->aided = true;
    app->hint = !run;
    app->then_run = run;
    app->message[0] = '\0';
    if (app->planned) {
        app->pace.running = run;
        app->pace.due = 0;
        return;
    }
    if (tui_solver_start(&app->solver, &app->position, &app->goal, app->options->seconds, &err) !=
        LT_OK)
        snprintf(app->message, sizeof app->message, "%.190s.", err.text);
    app->asked_at = tui_now();
}

static void take_answer(tui_puzzle *app)
{
    lt_status status;
    lt_error err;
    np_solution solution;
    if (!app->solver || !tui_solver_take(app->solver, &solution, &status, &err)) return;
    drop_solver(app);
    app->dirty = true;
    if (status != LT_OK) {
        app->hint = false;
        snprintf(app->message, sizeof app->message, "No answer: %.180s.", err.text);
        return;
    }
    bool hint = app->hint;
    drop_plan(app);
    app->plan = solution;
    app->plan_at = 0;
    app->planned = true;
    app->hint = hint;
    app->pace.running = app->then_run;
    app->pace.due = tui_now() + tui_pace_period(&app->pace);
}

static void plan_moves(tui_puzzle *app, double now, bool even_if_stopped)
{
    if (!app->planned || app->solved) return;
    if (!even_if_stopped && (!app->pace.running || now < app->pace.due)) return;
    double period = tui_pace_period(&app->pace);
    move(app, (np_move)np_move_of_letter(app->plan.moves[app->plan_at]),
         even_if_stopped || period > 1.5 * TUI_STEP_SECONDS);
    tui_pace_moved(&app->pace, now);
    app->dirty = true;
}

/* The blank's direction: an arrow slides a tile that way, the blank goes against it. */
static int direction(int key)
{
    switch (key) {
    case TUI_KEY_UP:
    case 'w':
    case 'k': return NP_DOWN;
    case TUI_KEY_RIGHT:
    case 'd':
    case 'l': return NP_LEFT;
    case TUI_KEY_DOWN:
    case 's':
    case 'j': return NP_UP;
    case TUI_KEY_LEFT:
    case 'a':
    case 'h': return NP_RIGHT;
    default: return -1;
    }
}

static void key_in_game(tui_puzzle *app, int key)
{
    int dir = direction(key);
    app->message[0] = '\0';
    if (dir >= 0 || key == 'u' || key == 'r') {
        drop_solver(app);
        app->pace.running = false;
        if (dir >= 0)
            move(app, (np_move)dir, true);
        else
            step_back_or_forth(app, key == 'u');
    } else if (key == TUI_KEY_ESCAPE) {
        if (app->solver) snprintf(app->message, sizeof app->message, "Cancelled.");
        drop_solver(app);
        app->pace.running = app->hint = false;
    } else if (key == '?') {
        app->pace.running = false;
        want(app, false);
    } else if (key == ' ') {
        if (app->pace.running)
            app->pace.running = false;
        else
            want(app, true);
    } else if (key == '.') {
        app->pace.running = false;
        if (app->planned)
            plan_moves(app, tui_now(), true);
        else
            want(app, false);
    } else if (key == 'n') {
        app->pace.running = false;
        if (app->solved || app->at == 0)
            shuffle(app);
        else
            app->mode = TUI_ASK_SHUFFLE;
    } else if (key == 't') {
        app->mode = TUI_BEST;
    } else if (key == 'q' || key == 'Q') {
        app->quit = true;
    } else {
        tui_pace_key(&app->pace, key);
    }
}

static void take_key(tui_puzzle *app, int key)
{
    if (key == TUI_KEY_NONE) return;
    app->dirty = true;
    if (key == TUI_KEY_RESIZE) return;
    tui_puzzle_mode mode = app->mode;
    app->mode = TUI_SLIDING;
    if (mode == TUI_SLIDING)
        key_in_game(app, key);
    else if (mode == TUI_ASK_SHUFFLE && (key == 'y' || key == 'Y'))
        shuffle(app);
}

static void loop(tui_puzzle *app)
{
    double drawn = 0;
    while (!app->quit && !tui_screen_signal()) {
        double now = tui_now();
        take_answer(app);
        if (app->mode == TUI_SLIDING) plan_moves(app, now, false);
        if (app->moving && now - app->move_began > TUI_STEP_SECONDS) {
            app->moving = false;
            app->dirty = true;
        }
        /* The clock ticks while it runs, and while the solver thinks. */
        if (now - drawn > 0.24 && ((app->timing && !app->solved) || app->solver)) app->dirty = true;
        int wait = IDLE_MS;
        if (app->moving || app->dirty) {
            if (now - drawn >= frame_seconds) {
                app->dirty = false;
                tui_puzzle_draw(app, now);
                drawn = now;
            }
            if (app->moving || app->dirty)
                wait = tui_wait_for(now, drawn + frame_seconds, FRAME_MS);
        }
        if (app->pace.running) {
            int due = tui_wait_for(now, app->pace.due, IDLE_MS);
            if (due < wait) wait = due;
        }
        take_key(app, tui_screen_key(app->screen, wait));
    }
}

lt_status tui_play_puzzle(int rows, int cols, const tui_options *options, int *signal,
                          lt_error *err)
{
    tui_puzzle app = {.options = options, .dirty = true};
    *signal = 0;
    snprintf(app.size, sizeof app.size, "%dx%d", rows, cols);
    np_position_goal(&app.goal, rows, cols, false);
    app.position = app.goal;
    tui_pace_init(&app.pace);
    LT_TRY(tui_screen_open(&app.screen, options->animate, err));
    shuffle(&app);
    tui_keep_scores(options->storage, &app.scores, app.message);
    loop(&app);
    *signal = tui_screen_signal();
    tui_screen_close(app.screen);
    drop_solver(&app);
    drop_plan(&app);
    free(app.moves);
    tui_scores_release(&app.scores);
    return LT_OK;
}
