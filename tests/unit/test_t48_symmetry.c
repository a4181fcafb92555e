/* Symmetries of boards: the numbers are what they say, and a direction follows. */
#include "testing.h"

#include "laatta/rng.h"
#include "twenty48/symmetry.h"

/* Cell by cell, from the text of symmetry.h. */
static t48_board plainly(t48_board board, t48_shape shape, unsigned symmetry)
{
    t48_board out = 0;
    for (unsigned r = 0; r < shape.rows; r++)
        for (unsigned c = 0; c < shape.cols; c++) {
            unsigned to_c = symmetry & 1 ? shape.cols - 1u - c : c;
            unsigned to_r = symmetry & 2 ? shape.rows - 1u - r : r;
            unsigned row = symmetry & 4 ? to_c : to_r, col = symmetry & 4 ? to_r : to_c;
            out |= (uint64_t)t48_board_level(board, r, c) << (16 * row + 4 * col);
        }
    return out;
}

static void boards_and_directions_turn_together(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    for (uint8_t rows = 2; rows <= 4; rows++)
        for (uint8_t cols = 2; cols <= 4; cols++)
            for (uint64_t n = test_amount(20000); n > 0; n--) {
                t48_shape shape = {rows, cols};
                t48_board board = 0, all[T48_SYMMETRIES_MAX], least;
                for (unsigned r = 0; r < rows; r++)
                    for (unsigned c = 0; c < cols; c++)
                        board |= (uint64_t)lt_rng_below(&rng, 5) << (16 * r + 4 * c);
                unsigned count = t48_symmetric(shape, board, all), by;
                assert_int_equal(count, t48_symmetries(shape));
                least = board;
                for (unsigned s = 0; s < count; s++) {
                    assert_true(all[s] == plainly(board, shape, s));
                    if (all[s] < least) least = all[s];
                    /* Moving and turning is turning and moving the turned way. */
                    for (int d = 0; d < T48_DIRS; d++) {
                        t48_dir dir = t48_dir_symmetric(s, (t48_dir)d);
                        t48_board moved = t48_board_move(board, shape, (t48_dir)d, NULL);
                        assert_true(plainly(moved, shape, s) ==
                                    t48_board_move(all[s], shape, dir, NULL));
                        assert_int_equal(t48_dir_back(s, dir), d);
                    }
                }
                assert_true(t48_canonical(shape, board, &by) == least);
                assert_true(all[by] == least);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_and_directions_turn_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
