/* Boards as text: what is read, what is refused and how. */
#include "testing.h"

#include "laatta/grid.h"

#include <string.h>

static const t48_shape any = {0, 0};

static void boards_are_read_in_every_notation(void **state)
{
    (void)state;
    static const char *const same[] = {
        "2 4 0 0 0 8 0 0 0 0 16 0 0 0 0 32",
        "2,4,0,0,0,8,0,0,0,0,16,0,0,0,0,32",
        "2 4 0 0/0 8 0 0/0 0 16 0/0 0 0 32",
        "2 4 . ./. 8 . ./_ _ 16 _/. . . 32/",
        "\n2 4 0 0\n0 8 0 0\r\n0 0 16 0\n\n0 0 0 32\n",
        "2,4,0,0;0,8,0,0;0,0,16,0;0,0,0,32",
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        t48_grid grid;
        lt_error err = {LT_OK, ""};
        if (t48_grid_parse(same[i], any, &grid, &err) != LT_OK)
            fail_msg("%s: %s", same[i], err.text);
        char text[T48_GRID_TEXT];
        assert_string_equal(t48_grid_format(&grid, text), "2 4 0 0/0 8 0 0/0 0 16 0/0 0 0 32");
    }
}

static void every_size_round_trips(void **state)
{
    (void)state;
    for (uint8_t rows = 2; rows <= 8; rows++)
        for (uint8_t cols = 2; cols <= 8; cols++) {
            t48_grid grid = t48_grid_empty((t48_shape){rows, cols}), back;
            for (unsigned i = 0; i < t48_shape_cells(grid.shape); i++)
                grid.level[i] = (uint8_t)(i * 7 % (t48_shape_cells(grid.shape) + 2));
            char text[T48_GRID_TEXT];
            /* Tiles past 2^63 are printed but are more than a board can be asked for. */
            bool printable = true;
            for (unsigned i = 0; i < t48_shape_cells(grid.shape); i++)
                printable &= grid.level[i] < 64;
            t48_grid_format(&grid, text);
            if (!printable) continue;
            assert_int_equal(t48_grid_parse(text, grid.shape, &back, NULL), LT_OK);
            assert_true(t48_grid_equal(&grid, &back));
            t48_grid_format_rows(&grid, text);
            assert_int_equal(t48_grid_parse(text, any, &back, NULL), LT_OK);
            assert_true(t48_grid_equal(&grid, &back));
        }
}

/* The largest tiles that can stand together, and what they merge to. */
static void the_highest_boards_are_read_and_move(void **state)
{
    (void)state;
    t48_grid grid;
    assert_int_equal(t48_grid_parse("32 16 8 4", any, &grid, NULL), LT_OK);
    assert_int_equal(t48_grid_parse("16 16 16 8", any, &grid, NULL), LT_OK);
    /* 8x8: two 2^63 merge to 2^64, which a score modulo 2^64 does not count. */
    grid = t48_grid_empty((t48_shape){8, 8});
    grid.level[0] = grid.level[1] = 63;
    grid.level[8] = grid.level[9] = 3;
    uint64_t gained;
    assert_int_equal(t48_grid_check(&grid, NULL), LT_OK);
    assert_true(t48_grid_move(&grid, T48_LEFT, &gained));
    assert_int_equal(grid.level[0], 64);
    assert_int_equal(gained, 16);
    grid.level[1] = grid.level[2] = grid.level[3] = 64;
    assert_int_equal(t48_grid_check(&grid, NULL), LT_BAD_INPUT);
}

static void bad_boards_are_refused_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"2 4 8", "3 cells"},
        {"1 2 3 4", "tile 1"},
        {"2 4 8 3", "\"3\""},
        {"2 2 2 -2", "\"-2\""},
        {"2 2/2", "row 2 has 1 cells"},
        {"2/2", "2x1"},
        {"", "0 cells"},
        {"2 4 8 x", "\"x\""},
        {"64 2 2 2", "at most 2^5"},
        {"32 32 0 0", "add up to 2^6"},
        {"32 16 8 8", "add up to 2^6"},
        {"2 2 2 18446744073709551616", "tile 4"},
        {"2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2", "17 cells"},
        {"2 2 2 2 2 2 2 2 2 2 2 2 2 2 2", "15 cells"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        t48_grid grid;
        lt_error err;
        assert_int_equal(t48_grid_parse(bad[i].text, any, &grid, &err), LT_BAD_INPUT);
        if (!strstr(err.text, bad[i].part)) fail_msg("%s: %s", bad[i].text, err.text);
    }
    /* Shapes that are no board's, whatever the cells. */
    static const t48_shape never[] = {{1, 4}, {4, 1}, {2, 9}, {16, 16}, {255, 255}};
    static const char *const cells[] = {"2 2 2 2", "2 2 2 2", "2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2",
                                        "2", "2"};
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) {
        t48_grid grid;
        lt_error err;
        assert_int_equal(t48_grid_parse(cells[i], never[i], &grid, &err), LT_BAD_INPUT);
        assert_non_null(strstr(err.text, "2x2 to 8x8"));
    }
}

static void every_level_has_its_value(void **state)
{
    (void)state;
    double value = 1;
    assert_true(t48_tile(0) == 0);
    for (unsigned level = 1; level <= T48_LEVEL_MAX; level++)
        assert_true(t48_tile(level) == (value *= 2));
}

static void sizes_are_parsed(void **state)
{
    (void)state;
    t48_shape shape;
    assert_int_equal(t48_shape_parse("3x5", &shape, NULL), LT_OK);
    assert_true(shape.rows == 3 && shape.cols == 5);
    static const char *const bad[] = {"1x9", "9x4", "4", "4x", "x4", "4x4x4", "4X4", "-2x3", ""};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(t48_shape_parse(bad[i], &shape, NULL), LT_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_read_in_every_notation),
        cmocka_unit_test(every_size_round_trips),
        cmocka_unit_test(the_highest_boards_are_read_and_move),
        cmocka_unit_test(bad_boards_are_refused_with_the_reason),
        cmocka_unit_test(every_level_has_its_value),
        cmocka_unit_test(sizes_are_parsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
