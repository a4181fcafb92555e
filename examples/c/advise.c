/* The best move of a board, and what every move is worth:
 *
 *   cc advise.c $(pkg-config --cflags --libs laatta) -o advise
 *   ./advise "2 4 8 16/. . 2 4/. . . 2/. . . ." expectimax:depth=3
 */
#include <laatta/laatta.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: advise BOARD PLAYER\n");
        return 2;
    }
    lt_error err;
    t48_grid board;
    t48_rules rules = t48_rules_default();
    t48_player *player = NULL;
    /* Without a shape of our own the rows of the board tell it. */
    lt_status status = t48_grid_parse(argv[1], (t48_shape){0, 0}, &board, &err);
    rules.shape = board.shape;
    if (status == LT_OK) status = t48_player_new(&player, argv[2], &rules, &err);
    if (status != LT_OK) {
        fprintf(stderr, "advise: %s\n", err.text);
        return lt_status_exit(status);
    }
    t48_state state = t48_state_from_grid(&board, &rules);
    t48_advice advice;
    t48_player_advise(player, &state, &advice);
    for (int d = 0; d < T48_DIRS; d++)
        if (t48_is_legal(advice.legal, (t48_dir)d))
            printf("%-6s %g\n", t48_dir_name((t48_dir)d), advice.value[d]);
    printf("best   %s\n", advice.best == T48_NONE ? "none" : t48_dir_name(advice.best));
    t48_player_free(player);
    return 0;
}
