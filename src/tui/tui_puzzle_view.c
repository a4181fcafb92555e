/* What a sliding puzzle looks like. */
#include "tui/tui_puzzle.h"

#include <stdio.h>

static int left(const tui_puzzle *app)
{
    return app->plan.length - app->plan_at;
}

/* The tile that the next move of the plan slides, and the direction it goes. */
static int hinted_tile(const tui_puzzle *app, const char **direction)
{
    static const char *const tile_goes[] = {
        [NP_UP] = "down", [NP_LEFT] = "right", [NP_RIGHT] = "left", [NP_DOWN] = "up"};
    const np_position *p = &app->position;
    const int step[] = {[NP_UP] = -p->cols, [NP_LEFT] = -1, [NP_RIGHT] = 1, [NP_DOWN] = p->cols};
    int move = np_move_of_letter(app->plan.moves[app->plan_at]);
    *direction = tile_goes[move];
    return p->tile[p->blank + step[move]];
}

static const char *quality(const tui_puzzle *app, char *out, size_t size)
{
    const np_solution *s = &app->plan;
    if (s->optimal)
        snprintf(out, size, "the shortest");
    else
        snprintf(out, size, "near-optimal, at most %.2f times the shortest",
                 s->lower_bound > 0 ? (double)s->length / s->lower_bound : 1.0);
    return out;
}

static const char *message(const tui_puzzle *app, double now, char out[TUI_MESSAGE])
{
    char text[80];
    if (app->mode == TUI_ASK_SHUFFLE) return "Shuffle and begin anew? y yes, n no";
    if (app->solver) {
        tui_solver_doing(app->solver, text, sizeof text);
        snprintf(out, TUI_MESSAGE, "Thinking: %s, %.0f s. Esc cancels.", text, now - app->asked_at);
        return out;
    }
    if (app->solved) {
        snprintf(out, TUI_MESSAGE, "Solved in %zu moves and %.0f s%s. n shuffles anew.", app->at,
                 tui_puzzle_seconds(app, now), app->aided ? ", with the solver" : "");
        return out;
    }
    if (app->message[0]) return app->message;
    if (app->planned && (app->hint || app->pace.running)) {
        const char *direction;
        int tile = hinted_tile(app, &direction);
        snprintf(out, TUI_MESSAGE, "%s%d %s; %d moves left: %s.",
                 app->hint ? "Hint: " : "Solving: ", tile, direction, left(app),
                 quality(app, text, sizeof text));
        return out;
    }
    return "";
}

static void draw_panel(const tui_puzzle *app, const tui_board *b)
{
    int x = b->panel, y = b->y;
    const np_solution *s = &app->plan;
    tui_put(app->screen, y, x, TUI_BOLD, "solver");
    tui_put(app->screen, y + 1, x, TUI_NORMAL, "%s, %s",
            app->pace.running ? "moving"
            : app->solver     ? "thinking"
                              : "stopped",
            tui_pace_text(&app->pace));
    if (!app->planned) return;
    tui_put(app->screen, y + 3, x, TUI_NORMAL, "moves left   %d", left(app));
    tui_put(app->screen, y + 4, x, TUI_NORMAL, "solution     %d", s->length);
    tui_put(app->screen, y + 5, x, TUI_NORMAL, "at least     %d", s->lower_bound);
    tui_put(app->screen, y + 6, x, TUI_NORMAL, "%s", s->optimal ? "optimal" : "near-optimal");
    tui_put(app->screen, y + 8, x, TUI_DIM, "%llu positions", (unsigned long long)s->nodes);
    tui_put(app->screen, y + 9, x, TUI_DIM, "%.3g s", s->seconds + s->setup_seconds);
}

static void draw_tiles(const tui_puzzle *app, const tui_board *b, double now)
{
    const np_position *p = &app->position;
    const char *direction;
    int hinted = app->hint && app->planned && !app->solved ? hinted_tile(app, &direction) : 0;
    double part = (now - app->move_began) / TUI_STEP_SECONDS;
    for (int cell = 0; cell < np_position_cells(p); cell++) {
        int tile = p->tile[cell];
        if (!tile) continue;
        int row = cell / p->cols, down = 0, col = cell % p->cols, right = 0;
        if (app->moving && part < 1 && cell == app->to) {
            down = app->from / p->cols - row;
            right = app->from % p->cols - col;
        }
        char text[8];
        snprintf(text, sizeof text, "%d", tile);
        tui_board_tile(b, app->screen, row + (1 - part) * down, col + (1 - part) * right,
                       tile == hinted                 ? TUI_CHOSEN
                       : app->goal.tile[cell] == tile ? TUI_HOME
                                                      : TUI_TILE,
                       text, false);
    }
}

void tui_puzzle_draw(tui_puzzle *app, double now)
{
    tui_board board;
    char out[TUI_MESSAGE];
    const np_position *p = &app->position;
    int cells = np_position_cells(p), digits = cells > 100 ? 3 : 2;
    if (!tui_board_fit(&board, app->screen, p->rows, p->cols, digits)) {
        tui_board_too_small(&board, app->screen);
        return;
    }
    tui_clear(app->screen);
    if (app->mode == TUI_BEST) {
        tui_keep_show(&app->scores, app->screen, "puzzle", app->size);
    } else {
        const tui_score *best = tui_scores_at(&app->scores, "puzzle", app->size, "you", 0);
        int seconds = (int)tui_puzzle_seconds(app, now);
        tui_put(app->screen, 0, 1, TUI_BOLD, "laatta puzzle  %s", app->size);
        tui_put(app->screen, 1, 1, TUI_NORMAL, "moves %zu   time %d:%02d", app->at, seconds / 60,
                seconds % 60);
        if (best) tui_put(app->screen, 1, 27, TUI_NORMAL, "best %u moves", best->moves);
        tui_board_frame(&board, app->screen);
        draw_tiles(app, &board, now);
        if (board.panel) draw_panel(app, &board);
        tui_foot(app->screen, message(app, now, out),
                 "arrows, wasd, hjkl slide a tile   u undo   r redo   ? hint   q quit",
                 "space solve/stop   . one step   + - speed   n shuffle   t best");
    }
    tui_flush(app->screen);
}
