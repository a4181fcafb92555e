/* What a game of 2048 looks like. */
#include "tui/tui_2048.h"

#include <stdio.h>
#include <string.h>

/* The tile's value; as a power where the digits do not fit. */
static const char *tile_text(unsigned level, int width, char out[24])
{
    out[0] = '\0';
    if (level == 0) return out;
    snprintf(out, 24, "%.0f", t48_tile(level));
    if ((int)strlen(out) > width) snprintf(out, 24, "2^%u", level);
    return out;
}

static void draw_tile(const tui_2048 *app, const tui_board *b, double row, double col,
                      unsigned level, bool small)
{
    char text[24];
    tui_board_tile(b, app->screen, row, col, tui_level_style(level),
                   tile_text(level, b->tile_w, text), small);
}

static void draw_tiles(const tui_2048 *app, const tui_board *b, double now)
{
    t48_grid grid = t48_state_grid(t48_game_state(app->game));
    int cols = grid.shape.cols;
    double part = (now - app->move_began) / TUI_SLIDE_SECONDS;
    if (app->moving && part < 1) {
        for (unsigned i = 0; i < app->slide.count; i++) {
            const tui_motion *m = &app->slide.motion[i];
            int row = m->from / cols, down = m->to / cols - row;
            int col = m->from % cols, right = m->to % cols - col;
            draw_tile(app, b, row + part * down, col + part * right, m->level, false);
        }
        return;
    }
    for (int row = 0, cell = 0; row < grid.shape.rows; row++)
        for (int col = 0; col < cols; col++, cell++)
            if (grid.level[cell])
                draw_tile(app, b, row, col, grid.level[cell], app->moving && cell == app->born);
}

/* A value in at most twelve characters. */
static void value_text(char out[32], double value)
{
    if (value > -1e9 && value < 1e9)
        snprintf(out, 32, "%.*f", value > -1e5 && value < 1e5 ? 2 : 0, value);
    else
        snprintf(out, 32, "%.4e", value);
}

static void draw_panel(const tui_2048 *app, const tui_board *b)
{
    int x = b->panel, y = b->y, room = tui_screen_cols(app->screen) - x - 1;
    tui_put(app->screen, y, x, TUI_BOLD, "player %s", tui_thinker_name(app->thinker));
    tui_put(app->screen, y + 1, x, TUI_NORMAL, "%s, %s", app->pace.running ? "playing" : "stopped",
            tui_pace_text(&app->pace));
    bool known = tui_2048_thought(app);
    const t48_advice *advice = &app->thought.advice;
    for (int d = 0; d < T48_DIRS; d++) {
        char value[32] = "...";
        bool best = known && advice->best == (t48_dir)d;
        if (known && !(advice->legal >> d & 1))
            snprintf(value, sizeof value, "-");
        else if (known && app->thought.valued)
            value_text(value, advice->value[d]);
        else if (known)
            snprintf(value, sizeof value, best ? "best" : "");
        tui_put(app->screen, y + 3 + d, x, best ? TUI_BOLD : TUI_NORMAL, "%c %-5s %12s",
                best ? '>' : ' ', t48_dir_name((t48_dir)d), value);
    }
    if (!known) {
        tui_put(app->screen, y + 8, x, TUI_DIM, "thinking");
        return;
    }
    tui_put(app->screen, y + 8, x, TUI_DIM, "%llu positions, %.3g ms",
            (unsigned long long)advice->nodes, 1000 * app->thought.seconds);
    if (app->thought.valued && advice->unit)
        tui_put(app->screen, y + 9, x, TUI_DIM, "(%.*s)", room > 2 ? room - 2 : 0, advice->unit);
}

static void draw_players(const tui_2048 *app)
{
    int rows = tui_screen_rows(app->screen), room = rows - 4;
    int count = (int)t48_player_count(), first = (int)app->chosen - room / 2;
    if (first > count - room) first = count - room;
    if (first < 0) first = 0;
    tui_put(app->screen, 0, 1, TUI_BOLD, "Who plays and advises?");
    for (int i = first; i < count && i - first < room; i++) {
        const t48_player_info *info = t48_player_info_at((size_t)i);
        bool chosen = i == (int)app->chosen;
        tui_put(app->screen, 2 + i - first, 1, chosen ? TUI_CHOSEN : TUI_NORMAL, "%c %-18s %s",
                chosen ? '>' : ' ', info->name, info->summary);
    }
    tui_put(app->screen, rows - 1, 1, TUI_DIM, "up, down choose   Enter takes   Esc goes back");
}

static void draw_head(const tui_2048 *app)
{
    const t48_state *state = t48_game_state(app->game);
    const tui_score *best = tui_scores_at(&app->scores, "2048", app->size, "you", 0);
    uint64_t most = best ? best->score : 0;
    if (strcmp(app->who, "you") == 0 && state->score > most) most = state->score;
    tui_put(app->screen, 0, 1, TUI_BOLD, "laatta 2048  %s", app->size);
    tui_put(app->screen, 1, 1, TUI_NORMAL, "score %llu   best %llu   moves %u   by %s",
            (unsigned long long)state->score, (unsigned long long)most, state->moves, app->who);
}

static const char *message(const tui_2048 *app, char out[TUI_MESSAGE])
{
    if (app->mode == TUI_ASK_NEW) return "Begin a new game? y yes, n no";
    if (app->hint) {
        if (!tui_2048_thought(app)) return "Hint: thinking ...";
        snprintf(out, TUI_MESSAGE, "Hint of %s: %s", tui_thinker_name(app->thinker),
                 t48_dir_name(app->thought.advice.best));
        return out;
    }
    if (app->message[0]) return app->message;
    if (app->won) return "You made 2048! c keeps playing, n begins a new game.";
    if (tui_2048_over(app)) return "Game over: no move is left. u takes back, n begins a new game.";
    return "";
}

void tui_2048_draw(tui_2048 *app, double now)
{
    tui_board board;
    char out[TUI_MESSAGE];
    unsigned level = t48_state_max_level(t48_game_state(app->game));
    int rows = app->rules.shape.rows, cols = app->rules.shape.cols;
    if (!tui_board_fit(&board, app->screen, rows, cols, level > 16 ? 6 : 5)) {
        /* Tiles of four digits, and powers above, are the least that can be read. */
        if (!tui_board_fit(&board, app->screen, rows, cols, 4)) {
            tui_board_too_small(&board, app->screen);
            return;
        }
    }
    tui_clear(app->screen);
    if (app->mode == TUI_PLAYERS) {
        draw_players(app);
    } else if (app->mode == TUI_SCORES) {
        tui_keep_show(&app->scores, app->screen, "2048", app->size);
    } else {
        draw_head(app);
        tui_board_frame(&board, app->screen);
        draw_tiles(app, &board, now);
        if (board.panel) draw_panel(app, &board);
        tui_foot(app->screen, message(app, out),
                 "arrows, wasd, hjkl move   u undo   r redo   ? hint   n new   q quit",
                 "space start/stop player   . one step   + - speed   p players   t best");
    }
    tui_flush(app->screen);
}
