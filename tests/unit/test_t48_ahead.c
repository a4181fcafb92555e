/* Looking ahead: four moves, their worst placements and the moves after those at once,
 * against the plain evaluation on grids, one board after the other. */
#include "testing.h"

#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"

#include <string.h>

static const t48_shape four_by_four = {4, 4};

/* `seven` with weights between -most and most, in hundredths. */
static t48_eval *new_seven(lt_rng *rng, double most, bool with_distance)
{
    const t48_eval_ops *ops = t48_eval_find("seven", strlen("seven"));
    assert_non_null(ops);
    lt_params params;
    lt_params_init(&params, ops->info.params, ops->info.param_count);
    for (unsigned i = 0; most > 0 && i < ops->info.param_count; i++) {
        const char *name = ops->info.params[i].name;
        if (strcmp(name, "groups") == 0) continue;
        if (strcmp(name, "distance") == 0 && !with_distance) continue;
        uint32_t steps = (uint32_t)(200 * most) + 1;
        params.value[i].number = (double)lt_rng_below(rng, steps) / 100 - most;
    }
    t48_eval *eval;
    assert_int_equal(t48_eval_new(&eval, ops, &params, four_by_four, NULL), LT_OK);
    return eval;
}

/* Mostly few levels, so that much can merge, and any number of empty cells. */
static t48_board random_board(lt_rng *rng)
{
    uint32_t filled = lt_rng_below(rng, 17), levels = 1 + lt_rng_below(rng, 13);
    uint32_t lowest = 1 + lt_rng_below(rng, 14 - levels);
    t48_board board = 0;
    for (unsigned i = 0; i < 16; i++)
        if (lt_rng_below(rng, 16) < filled)
            board |= (uint64_t)(lowest + lt_rng_below(rng, levels)) << (4 * i);
    return board;
}

static t48_value grid_value(const t48_eval *eval, t48_board board)
{
    t48_grid grid = t48_board_grid(board, four_by_four);
    return eval->ops->grid(eval, &grid);
}

/* The first of the worst placements. */
static t48_board worst_of(const t48_eval *eval, t48_board after)
{
    t48_board worst = 0;
    t48_value least = INT64_MAX;
    for (unsigned i = 0; i < 32; i++) {
        if (after >> (i / 2 * 4) & 15) continue;
        t48_board placed = after | (1ull + i % 2) << (i / 2 * 4);
        t48_value value = grid_value(eval, placed);
        if (value >= least) continue;
        least = value;
        worst = placed;
    }
    return worst;
}

static t48_board moved(t48_board board, int dir)
{
    return t48_board_move(board, four_by_four, (t48_dir)dir, NULL);
}

static void check_leaves(const t48_eval *eval, t48_board placed, const t48_value *value)
{
    for (int d = 0; d < T48_DIRS; d++) {
        t48_board after = moved(placed, d);
        if (after == placed) {
            assert_true(value[d] < T48_ILLEGAL);
            continue;
        }
        t48_grid before = t48_board_grid(placed, four_by_four);
        assert_true(value[d] ==
                    grid_value(eval, after) + eval->ops->grid_move(eval, &before, (t48_dir)d));
    }
}

/* Whether the board can be looked ahead from; if so everything is compared. */
static bool check_board(const t48_eval *eval, t48_board board)
{
    t48_ahead ahead, short_sighted;
    if (!eval->ops->board_ahead(eval, board, true, &ahead)) return false;
    assert_true(eval->ops->board_ahead(eval, board, false, &short_sighted));
    for (int d = 0; d < T48_DIRS; d++) {
        t48_board after = moved(board, d);
        assert_true(ahead.after[d] == after && short_sighted.after[d] == after);
        if (after == board) continue;
        t48_board placed = worst_of(eval, after);
        assert_true(ahead.placed[d] == placed && short_sighted.placed[d] == placed);
        check_leaves(eval, placed, ahead.leaves[ahead.leaf[d]]);
    }
    return true;
}

/* With the weights that ship, with small and with the largest ones, which must not overflow. */
static void ahead_is_what_grids_say(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 41);
    uint64_t seen = 0;
    for (int n = 0; n < 24; n++) {
        t48_eval *eval = new_seven(&rng, n == 0 ? 0 : n % 3 == 0 ? 100 : 2, n % 4 == 3);
        for (uint64_t i = test_amount(3000); i > 0; i--)
            seen += check_board(eval, random_board(&rng));
        t48_eval_free(eval);
    }
#if defined(__AVX2__)
    assert_true(seen > 0);
#else
    assert_true(seen == 0);
#endif
}

/* Boards on which new tiles may be the highest or 15s merge, other sizes and groups go the
 * long way. */
static void other_boards_are_refused(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 42);
    t48_ahead ahead;
    t48_eval *eval = new_seven(&rng, 0, false);
    assert_false(eval->ops->board_ahead(eval, 0x0000000000000021ull, true, &ahead));
    assert_false(eval->ops->board_ahead(eval, 0x000000000000003eull, true, &ahead));
    assert_false(eval->ops->board_ahead(eval, 0x000000000000003full, true, &ahead));
    t48_eval_free(eval);
    const t48_eval_ops *ops = t48_eval_find("seven", strlen("seven"));
    lt_params params;
    lt_params_init(&params, ops->info.params, ops->info.param_count);
    assert_int_equal(t48_eval_new(&eval, ops, &params, (t48_shape){3, 4}, NULL), LT_OK);
    assert_false(ops->board_ahead(eval, 0x0000000000000013ull, true, &ahead));
    t48_eval_free(eval);
    for (unsigned i = 0; i < ops->info.param_count; i++)
        if (strcmp(ops->info.params[i].name, "groups") == 0) params.value[i].number = 1;
    assert_int_equal(t48_eval_new(&eval, ops, &params, four_by_four, NULL), LT_OK);
    assert_false(ops->board_ahead(eval, 0x0000000000000013ull, true, &ahead));
    t48_eval_free(eval);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ahead_is_what_grids_say),
        cmocka_unit_test(other_boards_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
