/* laatta replay: plays a recorded game again and checks it. */
#include "cmd/cli_t48.h"

#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {
    {"steps", NULL, "print every position, not only the last"},
    {"at", "N", "print the position before move N (from 0)"},
    {"json", NULL, "print one JSON object"},
    {0},
};

enum { RECORD_MAX = 200 << 20 };

static void print_position(const t48_game *game, size_t index)
{
    char text[T48_GRID_TEXT];
    t48_state state = t48_game_state_at(game, index);
    t48_grid grid = t48_state_grid(&state);
    if (index > 0)
        printf("move %zu: %s   ", index, t48_dir_name(t48_game_move_at(game, index - 1)));
    printf("score %llu\n%s\n", (unsigned long long)state.score, t48_grid_format_rows(&grid, text));
}

static int show(const cli_args *args, const t48_game *game, const char *player)
{
    size_t length = t48_game_length(game);
    uint64_t at;
    if (!cli_u64(args, "at", length, 0, length, &at)) return 2;
    t48_state state = t48_game_state_at(game, (size_t)at);
    t48_grid grid = t48_state_grid(&state);
    char seed[24]; /* as text: it may be too large for other programs' numbers */
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)t48_game_seed(game));
    if (cli_flag(args, "json"))
        return cli_print_json(json_pack(
            "{s:s, s:s, s:I, s:I, s:I, s:o, s:b}", "player", player, "seed", seed, "moves",
            (json_int_t)length, "at", (json_int_t)at, "score", (json_int_t)state.score, "board",
            cli_json_grid(&grid), "over", t48_state_legal(&state) == 0));
    printf("player %s, seed %s, %zu moves\n\n", player, seed, length);
    if (cli_flag(args, "steps"))
        for (size_t i = 0; i < at; i++) print_position(game, i);
    print_position(game, (size_t)at);
    if (t48_state_legal(&state) == 0) printf("no move is left: the game is over\n");
    return 0;
}

static int run(const cli_args *args)
{
    if (args->words != 1) return cli_usage_error(args, "one FILE is needed (- for standard input)");
    char *text, *player;
    size_t length;
    lt_error err;
    t48_game *game;
    if (lt_file_load(args->word[0], RECORD_MAX, &text, &length, &err) != LT_OK)
        return cli_fail(args, &err);
    lt_status status = t48_record_load(text, length, &game, &player, &err);
    free(text);
    if (status != LT_OK) {
        fprintf(stderr, "laatta replay: %s: %s\n", args->word[0], err.text);
        return lt_status_exit(status);
    }
    int exit_status = show(args, game, player);
    t48_game_free(game);
    free(player);
    return exit_status;
}

const cli_command cmd_replay = {
    .name = "replay",
    .summary = "replay a recorded game of 2048 and check that it comes out as recorded",
    .synopsis = "FILE [--steps] [--at N] [--json]",
    .options = options,
    .details =
        "A record (docs/RECORDS.md) holds seed and moves; replaying makes the same tiles appear.\n"
        "A record that is damaged, or does not come out as it claims, is refused.\n"
        "\n"
        "examples:\n"
        "  laatta sim --player snake --games 20 --record best.txt\n"
        "  laatta replay best.txt\n"
        "  laatta replay best.txt --at 100\n",
    .run = run,
};
