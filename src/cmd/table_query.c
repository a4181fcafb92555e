/* Asks every table of the cache about the four moves of a board. */
#include "cmd/table_query.h"

#include "cmd/cli_t48.h"

#include "twenty48/endgame/endgame.h"

#include <stdio.h>

int table_query(const cli_args *args)
{
    lt_error err;
    t48_grid grid;
    if (args->words < 2)
        return cli_usage_error(args, "query takes a board: tile values row by row, 0 or . empty");
    if (!cli_board(args, 1, (t48_shape){0, 0}, &grid)) return 2;
    if (grid.shape.rows != 4 || grid.shape.cols != 4)
        return cli_usage_error(args, "tables are for 4x4 boards");
    t48_endgame_set *set;
    if (t48_endgame_set_open(&set, NULL, &err) != LT_OK) return cli_fail(args, &err);
    t48_board board = t48_view(&grid);
    json_t *rows = cli_flag(args, "json") ? json_object() : NULL;
    int known = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_board after = t48_board_move(board, grid.shape, (t48_dir)d, NULL);
        const char *name = t48_dir_name((t48_dir)d);
        double p = 0;
        const t48_pattern *pattern = NULL;
        bool knows = after != board && t48_endgame_probe(set, after, &p, &pattern);
        known += knows;
        if (rows)
            json_object_set_new(rows, name,
                                knows ? json_pack("{s:f, s:s, s:i}", "chance", p, "pattern",
                                                  pattern->name, "target", 1 << pattern->target)
                                      : json_null());
        else if (knows)
            printf("%-6s %.4f  %s: %s new %d\n", name, p, pattern->name,
                   pattern->next ? "a second" : "a", 1 << pattern->target);
        else
            printf("%-6s %s\n", name, after == board ? "not legal" : "not in a table");
    }
    if (!rows && !known)
        printf("%zu table%s there (laatta table list)\n", t48_endgame_set_count(set),
               t48_endgame_set_count(set) == 1 ? " is" : "s are");
    if (t48_endgame_set_damaged(set))
        fprintf(stderr,
                "laatta table: files that are no whole tables and are passed over: %zu "
                "(laatta table check)\n",
                t48_endgame_set_damaged(set));
    if (t48_endgame_set_left_out(set))
        fprintf(stderr,
                "laatta table: tables that are left out, since others answer for the same "
                "walls and target: %zu\n",
                t48_endgame_set_left_out(set));
    t48_endgame_set_free(set);
    return rows ? cli_print_json(rows) : 0;
}
