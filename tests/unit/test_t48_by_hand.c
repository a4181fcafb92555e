/* The described players on positions small enough to be worked out by hand. */
#include "testing.h"

#include "twenty48/eval/eval_snake.h"
#include "twenty48/player/player_ops.h"
#include "twenty48/rows.h"

#include <math.h>
#include <string.h>

static t48_dir move_of(const char *spec, const char *board)
{
    t48_rules rules = t48_rules_default();
    t48_grid grid;
    t48_player *player;
    assert_int_equal(t48_grid_parse(board, (t48_shape){0, 0}, &grid, NULL), LT_OK);
    rules.shape = grid.shape;
    assert_int_equal(t48_player_new(&player, spec, &rules, NULL), LT_OK);
    t48_state s = t48_state_from_grid(&grid, &rules);
    t48_dir dir = t48_player_choose(player, &s);
    t48_player_free(player);
    return dir;
}

/* A tile in the middle of 3x3 makes every direction equal, and every path. */
static void ties_of_snake_by_hand(void **state)
{
    (void)state;
    const char *middle = "0 0 0/0 2 0/0 0 0";
    t48_path_tables *tables = malloc(sizeof *tables);
    t48_grid grid;
    assert_non_null(tables);
    assert_int_equal(t48_grid_parse(middle, (t48_shape){0, 0}, &grid, NULL), LT_OK);
    assert_int_equal(move_of("snake:depth=0", middle), T48_UP);
    /* The last path is by columns of the board turned three times: it begins top right
     * and runs along the first row. */
    t48_snake_tables_fill(tables, grid.shape);
    t48_board board = t48_view(&grid);
    assert_int_equal(t48_critical_blank_grid(tables, &grid), 2);
    assert_int_equal(t48_critical_blank_board(tables, grid.shape, board, t48_transpose(board)), 2);
    free(tables);
}

/* 8 4 / 0 4 moved left is 8 4 / 4 0. A 2 on its last cell ends the game: 8 4 / 4 2 has
 * no move and, along 4 2 4 8, the value 4 + 2 * 2 + 4 * 4 + 8 * 8 = 88. A 4 does not. So
 * the two readings of an end are 0.9 * 88 apart. */
static void an_end_is_worth_its_evaluation(void **state)
{
    (void)state;
    static const char *const spec[] = {"expectiminimax:depth=3,terminal=dead",
                                       "expectiminimax:depth=3"};
    t48_rules rules = t48_rules_default();
    rules.shape = (t48_shape){2, 2};
    t48_grid grid;
    assert_int_equal(t48_grid_parse("8 4/0 4", (t48_shape){0, 0}, &grid, NULL), LT_OK);
    t48_state s = t48_state_from_grid(&grid, &rules);
    double value[2];
    for (int i = 0; i < 2; i++) {
        t48_player *player;
        t48_advice advice;
        assert_int_equal(t48_player_new(&player, spec[i], &rules, NULL), LT_OK);
        t48_player_advise(player, &s, &advice);
        value[i] = advice.value[T48_LEFT];
        t48_player_free(player);
    }
    assert_true(fabs(value[1] - value[0] - 0.9 * 88) < 1e-3);
}

/* Round the same way: up, right, down, left; and the game that ends at a blocked step. */
static void circle_goes_round(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_player *player;
    t48_grid grid;
    static const t48_dir round[] = {T48_UP, T48_RIGHT, T48_DOWN, T48_LEFT, T48_UP};
    assert_int_equal(t48_grid_parse("0 0 0 0/0 2 0 0/0 0 0 0/0 0 0 0", rules.shape, &grid, NULL),
                     LT_OK);
    t48_state s = t48_state_from_grid(&grid, &rules);
    assert_int_equal(t48_player_new(&player, "circle", &rules, NULL), LT_OK);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(t48_player_choose(player, &s), round[i]);
        assert_true(t48_state_move(&s, round[i]));
    }
    /* The 2 now stands top left: right is next and legal; then, were it there again, down. */
    assert_int_equal(t48_player_choose(player, &s), T48_RIGHT);
    /* Left follows down; on a board where down is blocked it is passed over. */
    assert_int_equal(t48_grid_parse("0 0 0 0/0 0 0 0/0 0 0 0/0 2 0 0", rules.shape, &grid, NULL),
                     LT_OK);
    s = t48_state_from_grid(&grid, &rules);
    assert_int_equal(t48_player_choose(player, &s), T48_LEFT);
    t48_player_free(player);
    assert_int_equal(t48_player_new(&player, "circle:blocked=end", &rules, NULL), LT_OK);
    assert_int_equal(t48_player_choose(player, &s), T48_UP);
    assert_int_equal(t48_player_choose(player, &s), T48_RIGHT);
    assert_int_equal(t48_player_choose(player, &s), T48_NONE);
    t48_player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_of_snake_by_hand),
        cmocka_unit_test(an_end_is_worth_its_evaluation),
        cmocka_unit_test(circle_goes_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
