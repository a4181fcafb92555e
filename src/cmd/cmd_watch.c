/* laatta watch: a game of 2048 in the terminal, played by any player; into a pipe the
 * direction and the board after every move. */
#include "cmd/cli_config.h"
#include "cmd/cli_output.h"
#include "cmd/cli_screen.h"
#include "cmd/cli_t48.h"

#include "tui/tui_colours.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const cli_option options[] = {
    {"player", "SPEC", "who plays (default snake; see laatta list players)"},
    {"delay", "MS", "milliseconds between moves (default 60)"},
    {"seed", "S", "seed of the game (default: from the clock)"},
    {"size", "RxC", "size of the board, 2x2 to 8x8 (default 4x4)"},
    {"fours", "P", "share of fours among new tiles (default 0.1)"},
    {0},
};

enum { CELL_WIDTH = 9 };

static void draw(const t48_state *state, const char *spec, t48_dir dir, bool first)
{
    t48_grid grid = t48_state_grid(state);
    unsigned rows = grid.shape.rows, cols = grid.shape.cols;
    int width = t48_grid_max_level(&grid) > 16 ? CELL_WIDTH : CELL_WIDTH - 1;
    bool colour = cli_can_colour(STDOUT_FILENO);
    int columns = cli_columns(STDOUT_FILENO);
    if (!first) printf("\033[%uA", 3 * rows + 3);
    printf("\033[K%.*s\n\033[Kscore %llu   moves %u   %s\n\n", columns - 1, spec,
           (unsigned long long)state->score, state->moves,
           dir == T48_NONE ? "" : t48_dir_name(dir));
    for (unsigned line = 0; line < 3 * rows; line++) {
        for (unsigned c = 0; c < cols; c++) {
            unsigned level = grid.level[line / 3 * cols + c];
            char text[24] = "";
            tui_colours colours = tui_style_colours(tui_level_style(level));
            if (line % 3 == 1 && level) snprintf(text, sizeof text, "%.0f", t48_tile(level));
            int left = (width - (int)strlen(text)) / 2;
            if (colour) printf("\033[48;5;%d;38;5;%dm", colours.back_256, colours.front_256);
            /* Without colours a dot shows where an empty cell is. */
            if (!colour && line % 3 == 1 && !level) snprintf(text, sizeof text, ".");
            printf("%*s%s%*s", left, "", text, width - left - (int)strlen(text), "");
        }
        printf("%s\033[K\n", colour ? "\033[0m" : "");
    }
    cli_flush();
}

/* The same for a reader that is no terminal. */
static void print_plain(const t48_state *state, t48_dir dir)
{
    char text[T48_GRID_TEXT];
    t48_grid grid = t48_state_grid(state);
    if (dir != T48_NONE) printf("\n%s\n", t48_dir_name(dir));
    fputs(t48_grid_format_rows(&grid, text), stdout);
}

typedef struct watcher {
    const char *spec;
    bool terminal;
    uint64_t delay;
} watcher;

/* `dir` is the move that led here; none at first. */
static void show(const watcher *w, const t48_state *state, t48_dir dir)
{
    if (w->terminal) {
        draw(state, w->spec, dir, dir == T48_NONE);
        return;
    }
    if (dir == T48_NONE) printf("%s\n\n", w->spec);
    print_plain(state, dir);
}

static void pause_for(uint64_t milliseconds)
{
    struct timespec t = {.tv_sec = (time_t)(milliseconds / 1000),
                         .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    nanosleep(&t, NULL);
}

static bool seen(void *ctx, const t48_state *before, t48_dir dir, const t48_state *after)
{
    (void)before;
    const watcher *w = ctx;
    show(w, after, dir);
    if (w->terminal) pause_for(w->delay);
    return !cli_interrupted();
}

static int run(const cli_args *args)
{
    t48_rules rules;
    uint64_t delay, seed;
    lt_error err;
    const char *spec = cli_player(args, "snake");
    if (args->words) return cli_usage_error(args, "\"%s\" was not expected", args->word[0]);
    if (!cli_rules(args, &rules) || !cli_u64(args, "delay", 60, 0, 10000, &delay) ||
        !cli_u64(args, "seed", (uint64_t)time(NULL), 0, UINT64_MAX, &seed))
        return 2;
    cli_announce_network(spec, rules.shape);
    t48_player *player;
    if (t48_player_new(&player, spec, &rules, &err) != LT_OK) return cli_fail(args, &err);
    lt_control control = cli_control(); /* Ctrl-C ends the game politely */
    t48_player_control(player, &control);
    lt_rng tiles;
    t48_spawn_rng(&tiles, seed);
    t48_player_begin(player, seed);
    t48_state state = t48_state_empty(&rules);
    t48_state_start(&state, &tiles);
    /* A board that does not fit would be torn apart. */
    bool terminal = cli_can_draw(STDOUT_FILENO) &&
                    cli_columns(STDOUT_FILENO) > CELL_WIDTH * (int)rules.shape.cols;
    watcher w = {t48_player_spec(player), terminal, delay};
    show(&w, &state, T48_NONE);
    t48_play_on(player, &state, &tiles, seen, &w);
    if (!terminal) printf("\nscore %llu\n", (unsigned long long)state.score);
    const char *trouble = t48_player_trouble(player);
    if (trouble) printf("the game is lost: %s\n", trouble);
    printf("%s after %u moves; seed %llu\n", t48_state_legal(&state) ? "stopped" : "game over",
           state.moves, (unsigned long long)seed);
    t48_player_free(player);
    return 0;
}

const cli_command cmd_watch = {
    .name = "watch",
    .summary = "watch a player at 2048 in the terminal",
    .synopsis = "[--player SPEC] [--delay MS] [--seed S] [--size RxC]",
    .options = options,
    .details = "In a pipe or a file it prints the direction and the board after every move.\n\n"
               "examples:\n"
               "  laatta watch\n"
               "  laatta watch --player worstcase --delay 200\n"
               "  laatta watch --player greedy --size 5x5 --seed 7\n"
               "  laatta watch --player snake --seed 1 | less\n",
    .run = run,
};
