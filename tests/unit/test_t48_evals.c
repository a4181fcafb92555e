/* Evaluations: the worked examples, values by hand, and the compiled form against
 * the plain one on random boards of every size. */
#include "testing.h"

#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"

#include <math.h>
#include <string.h>

static t48_grid parsed(const char *text)
{
    t48_grid grid;
    lt_error err = {LT_OK, ""};
    if (t48_grid_parse(text, (t48_shape){0, 0}, &grid, &err) != LT_OK) fail_msg("%s", err.text);
    return grid;
}

static t48_eval *new_eval(const char *name, t48_shape shape)
{
    const t48_eval_ops *ops = t48_eval_find(name, strlen(name));
    assert_non_null(ops);
    lt_params params;
    lt_params_init(&params, ops->info.params, ops->info.param_count);
    t48_eval *eval;
    assert_int_equal(t48_eval_new(&eval, ops, &params, shape, NULL), LT_OK);
    return eval;
}

/* The feature `name` of the board, as the evaluation explains it. */
static double feature(const char *eval_name, const char *name, const char *board)
{
    t48_grid grid = parsed(board);
    t48_eval *eval = new_eval(eval_name, grid.shape);
    t48_term terms[T48_TERMS_MAX];
    unsigned count = eval->ops->explain(eval, &grid, T48_UP, &grid, terms);
    double value = NAN;
    for (unsigned i = 0; i < count; i++)
        if (strcmp(terms[i].name, name) == 0) value = terms[i].feature;
    t48_eval_free(eval);
    assert_false(isnan(value));
    return value;
}

static void worked_examples_of_monotonicity(void **state)
{
    (void)state;
    /* left -12, right 0; up 0, down -12: all rows rise to the right by 3, all
     * columns fall downwards by 3. */
    assert_true(feature("five", "monotonicity", "16 32 64 128/8 16 32 64/4 8 16 32/2 4 8 16") == 0);
    /* left -12, right 0, up -4, down -4: each column falls once and rises once. */
    assert_true(feature("five", "monotonicity", "4 8 16 32/2 4 8 16/2 4 8 16/4 8 16 32") == -4);
    /* -6 in all four directions. */
    assert_true(feature("five", "monotonicity", "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2") == -12);
    /* 64 beside 128 costs 1, 64 beside 256 costs 2, in a row that also goes the other way. */
    assert_true(feature("five", "monotonicity", "64 128 64 0/0 0 0 0/0 0 0 0/0 0 0 0") == -1);
    assert_true(feature("five", "monotonicity", "64 256 64 0/0 0 0 0/0 0 0 0/0 0 0 0") == -2);
}

static void worked_examples_of_the_other_features(void **state)
{
    (void)state;
    assert_true(feature("five", "smoothness", "8 8 8 8/8 8 8 8/8 8 8 8/8 8 8 8") == 0);
    /* Eight neighbouring pairs, each a factor of two apart. */
    assert_true(feature("five", "smoothness", "2 4 2 4 0/4 2 0 0 0/0 0 0 0 0") == -6);
    assert_true(feature("five", "smoothness", "2 4 0 0/4 2 4 0/2 4 0 0/0 0 0 0") == -8);
    assert_true(feature("five", "smoothness", "2048 1024 0 0/0 0 0 0/0 0 0 0/0 0 0 0") == -1);
    /* The nearest tile counts, over empty cells too. */
    assert_true(feature("five", "smoothness", "4 0 0 2/0 0 0 0/0 0 0 0/0 0 0 0") == -1);
    double six = feature("five", "empty", "2 4 8 16/4 8 16 32/8 2 0 0/0 0 0 0");
    assert_true(fabs(six - log(6)) < 1e-12 && fabs(six - 1.79) < 0.005);
    assert_true(feature("five", "empty", "2 4/8 16") == 0);
    assert_true(feature("five", "highest", "2048 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0") == 11);
    assert_true(feature("five", "corner", "2048 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0") == 0);
    assert_true(feature("five", "corner", "0 2048 0 0/0 0 0 0/0 0 0 0/0 0 0 0") == -1);
}

static void seven_by_hand(void **state)
{
    (void)state;
    const char *board = "0 0 2 4/0 0 0 8/0 0 0 0/0 0 0 4";
    /* Pairs: 2-4 (differ by 1), upwards 4-8 (1) and 8-4 (1). */
    assert_true(feature("seven", "smoothness", board) == 1 - 1 - 1 - 1);
    /* Rows begin with an empty cell, which counts as 0: they rise by 2, 3, 0, 2 to their
     * last tile. The third column upwards goes 0, 1; the last one 2, 3, 2: rise 0. */
    assert_true(fabs(feature("seven", "monotonic", board) - (1.05 * 7 + 1)) < 1e-12);
    /* The worked example: . . . 2048 read to the right is worth 11; so is its column. */
    assert_true(fabs(feature("seven", "monotonic", "0 0 0 2048/0 0 0 0/0 0 0 0/0 0 0 0") -
                     (1.05 * 11 + 11)) < 1e-12);
    /* Later empty cells are skipped: 1, 3, 2 rises by 1; a lone first cell by nothing;
     * the columns are read from the bottom, 0 1 / 0 3 / 0 2 upwards. */
    assert_true(fabs(feature("seven", "monotonic", "2 0 8 4/0 0 0 0") - (1.05 + 6)) < 1e-12);
    assert_true(feature("seven", "monotonic", "0 0/8 0") == 0);
    assert_true(fabs(feature("seven", "monotonic", "0 0 0/4 0 0/16 0 0") - (2 - 4)) < 1e-12);
    assert_true(fabs(feature("seven", "empty", board) - pow(12, 0.8)) < 1e-12);
    assert_true(feature("seven", "highest", board) == 3);
    assert_true(fabs(feature("seven", "highest", "0 8/2 2") - 4.8) < 1e-12);
    assert_true(feature("seven", "smoothness", "4 4/0 0") == 1 + 4);
    assert_true(feature("seven", "groups", "4 4 2 2/4 8 8 2/2 2 4 8/0 2 2 8") == 6);

    /* The last move: two 32s make a 64 (level 6), a 128 moves without merging. */
    t48_grid before = parsed("32 0 128 0/32 0 0 0/0 0 0 0/0 0 0 0"), after = before;
    t48_grid_move(&after, T48_DOWN, NULL);
    t48_eval *eval = new_eval("seven", before.shape);
    t48_term terms[T48_TERMS_MAX];
    unsigned count = eval->ops->explain(eval, &before, T48_DOWN, &after, terms);
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(terms[i].name, "merges") == 0)
            assert_true(fabs(terms[i].feature - (pow(6, 1.5) - 10)) < 1e-12);
        if (strcmp(terms[i].name, "distance") == 0)
            assert_true(fabs(terms[i].feature + (exp(0.3 * 7) - 1)) < 1e-12);
    }
    t48_eval_free(eval);
}

static double value_of(const char *name, const char *board)
{
    t48_grid grid = parsed(board);
    t48_eval *eval = new_eval(name, grid.shape);
    double value = t48_value_real(eval, eval->ops->grid(eval, &grid));
    t48_eval_free(eval);
    return value;
}

static void paths_and_snake_by_hand(void **state)
{
    (void)state;
    /* One tile in a corner: its best place on a path is the end (paths), the
     * beginning (snake). A path of an even number of rows ends below its start. */
    assert_true(value_of("paths", "2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0") == 2.0 * 32768);
    assert_true(value_of("snake", "2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0") == 2.0);
    assert_true(value_of("snake", "16 8 4 0/0 0 0 2/0 0 0 0/0 0 0 0") ==
                16 + 8 * 0.25 + 4 * 0.0625 + 2 * 0.00390625);
    /* 2x2: rows from the top left go a b / d c. */
    assert_true(value_of("paths", "2 4/16 8") == 2 + 4 * 2 + 8 * 4 + 16 * 8);
    assert_true(value_of("snake", "16 8/2 4") == 16 + 8 * 0.25 + 4 * 0.0625 + 2 * 0.015625);
}

static t48_grid random_grid(lt_rng *rng, t48_shape shape)
{
    t48_grid grid = t48_grid_empty(shape);
    uint32_t most = 1 + lt_rng_below(rng, 15), fill = 1 + lt_rng_below(rng, 8);
    for (unsigned i = 0; i < t48_shape_cells(shape); i++)
        if (lt_rng_below(rng, 8) < fill) grid.level[i] = (uint8_t)(1 + lt_rng_below(rng, most));
    return grid;
}

/* Every evaluation in the table: board form == grid form, to the last bit, with
 * the share of the last move and the values of all placements. */
static void compiled_equals_plain(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 77);
    for (size_t e = 0; e < t48_eval_count(); e++)
        for (uint8_t rows = 2; rows <= 4; rows++)
            for (uint8_t cols = 2; cols <= 4; cols++) {
                t48_shape shape = {rows, cols};
                t48_eval *eval = new_eval(t48_eval_info_at(e)->name, shape);
                const t48_eval_ops *ops = eval->ops;
                for (uint64_t n = test_amount(30000); n > 0; n--) {
                    t48_grid grid = random_grid(&rng, shape);
                    t48_board board = t48_view(&grid), cross = t48_transpose(board);
                    assert_true(ops->board(eval, board, cross) == ops->grid(eval, &grid));
                    for (int d = 0; ops->board_move && d < T48_DIRS; d++)
                        assert_true(ops->board_move(eval, board, cross, (t48_dir)d) ==
                                    ops->grid_move(eval, &grid, (t48_dir)d));
                    if (!ops->board_places) continue;
                    uint8_t shift[16];
                    unsigned count = 0;
                    for (uint64_t empty = t48_empties(board, t48_cells_mask(shape)); empty;
                         empty &= empty - 1)
                        shift[count++] = (uint8_t)lt_ctz64(empty);
                    t48_value value[32];
                    if (count == 0) continue;
                    ops->board_places(eval, board, cross, shift, count, value);
                    for (unsigned i = 0; i < 2 * count; i++) {
                        t48_board placed = board | (uint64_t)(1 + i % 2) << shift[i / 2];
                        assert_true(value[i] == ops->board(eval, placed, t48_transpose(placed)));
                    }
                }
                t48_eval_free(eval);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_examples_of_monotonicity),
        cmocka_unit_test(worked_examples_of_the_other_features),
        cmocka_unit_test(seven_by_hand),
        cmocka_unit_test(paths_and_snake_by_hand),
        cmocka_unit_test(compiled_equals_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
