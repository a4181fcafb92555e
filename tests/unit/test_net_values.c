/* Networks as data: shapes, symmetric boards, where weights lie, and learning on
 * an example computed by hand; the fast kernel against its plain twin. */
#include "net_testing.h"

#include "twenty48/net/net.h"
#include "twenty48/net/net_kernel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The obvious way to a symmetric board: cell by cell. */
static t48_board turned(t48_board board, t48_shape shape, bool mirror, bool flip, bool transpose)
{
    t48_board out = 0;
    for (unsigned r = 0; r < shape.rows; r++)
        for (unsigned c = 0; c < shape.cols; c++) {
            unsigned row = flip ? shape.rows - 1u - r : r, col = mirror ? shape.cols - 1u - c : c;
            unsigned to = transpose ? 16 * col + 4 * row : 16 * row + 4 * col;
            out |= (uint64_t)t48_board_level(board, r, c) << to;
        }
    return out;
}

static void symmetric_boards_are_those_turned_cell_by_cell(void **state)
{
    (void)state;
    const t48_shape shapes[] = {{4, 4}, {3, 3}, {2, 2}, {3, 4}, {4, 2}};
    lt_rng rng;
    lt_rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        t48_net_layout layout = layout_of(shapes[i], "012");
        assert_int_equal(layout.symmetries, shapes[i].rows == shapes[i].cols ? 8 : 4);
        for (int n = 0; n < 200; n++) {
            t48_board board = random_board(&rng, shapes[i]), got[8];
            t48_symmetric(layout.shape, board, got);
            for (unsigned s = 0; s < layout.symmetries; s++)
                assert_true(got[s] == turned(board, shapes[i], s & 1, (s & 2) != 0, (s & 4) != 0));
        }
    }
}

static void shapes_are_read_or_refused(void **state)
{
    (void)state;
    t48_shape four = {4, 4};
    t48_net_layout layout = layout_of(four, "8x6");
    assert_int_equal(layout.tuples, 8);
    assert_int_equal(layout.lookups, 64);
    assert_int_equal(layout.size, 8 << 24);
    assert_string_equal(layout.text, "012456,456789,012345,234569,01259a,345678,134567,01489a");
    layout = layout_of((t48_shape){2, 3}, "012,05");
    assert_int_equal(layout.size, 4096 + 256);
    assert_int_equal(layout.mask[1], 15ull | 15ull << 24);
    layout = layout_of(four, "4x6@13@14");
    assert_int_equal(layout.stages, 3);
    assert_int_equal(layout.begins[2], 14);
    assert_int_equal(layout.size, 12 << 24);
    assert_string_equal(layout.text, "012345,456789,012456,45689a@13@14");
    layout = layout_of(four, "01@14+9");
    assert_int_equal(layout.stages, 3);
    assert_int_equal(layout.walls, 9);
    assert_int_equal(layout.fewest, 6);
    assert_int_equal(t48_net_levels(&layout), 2);
    assert_int_equal(t48_net_stage(&layout, 15), 1); /* no level leads to walls */
    layout = layout_of(four, "01@14+14-9");
    assert_int_equal(layout.stages, 8);
    assert_int_equal(layout.walls, 9);
    assert_int_equal(layout.fewest, 1);
    assert_int_equal(t48_net_levels(&layout), 2);
    assert_int_equal(t48_net_stage(&layout, 15), 1);
    layout = layout_of(four, "01@13.12@14@14.13.11@14.13.12.11+9");
    assert_int_equal(layout.stages, 6);
    assert_int_equal(layout.with[3], 1 << 13 | 1 << 11);
    assert_int_equal(t48_net_stage(&layout, 0xd), 0);
    assert_int_equal(t48_net_stage(&layout, 0xcd), 1);
    assert_int_equal(t48_net_stage(&layout, 0xce), 2); /* no 13, but a 14 */
    assert_int_equal(t48_net_stage(&layout, 0xb00d0000000000eull), 3);
    assert_int_equal(t48_net_stage(&layout, 0xb0dec), 4);
    assert_int_equal(t48_net_stage(&layout, 0xb0dfc), 4); /* 15 is more than 14 */
    static const char *const bad[] = {"",
                                      "9x9",
                                      "0,,1",
                                      "00",
                                      "0g",
                                      "01,",
                                      "01234567",
                                      "0-1",
                                      "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f,0",
                                      "@14",
                                      "01@",
                                      "01@16",
                                      "01@14@13",
                                      "01@014",
                                      "01@14,",
                                      "01@1@2@3@4@5@6@7@8",
                                      "01@14@14",
                                      "01@14.13@14.12",
                                      "01@14.13.12@14.13",
                                      "01@14.",
                                      "01@14.14",
                                      "01@14.12.13",
                                      "01@14.0",
                                      "01+",
                                      "01+2",
                                      "01+11",
                                      "01+16",
                                      "01+011",
                                      "01+9@14",
                                      "01+9+8",
                                      "01+9.8",
                                      "01+14-",
                                      "01+-9",
                                      "01+9-9",
                                      "01+9-14",
                                      "01+9-3",
                                      "01+16-11",
                                      "01+14-9-8",
                                      "01@13@14+14-9"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lt_error err;
        assert_int_equal(t48_net_layout_parse(&layout, four, bad[i], &err), LT_BAD_INPUT);
        assert_non_null(strstr(err.text, "allowed are 4x6, 8x6"));
    }
    assert_int_equal(t48_net_layout_parse(&layout, (t48_shape){3, 3}, "9", NULL), LT_BAD_INPUT);
    assert_int_equal(t48_net_layout_parse(&layout, (t48_shape){3, 3}, "0+9", NULL), LT_BAD_INPUT);
    assert_int_equal(t48_net_layout_parse(&layout, (t48_shape){5, 4}, "0", NULL), LT_UNSUPPORTED);
}

static void runs_of_cells_gather_what_masks_select(void **state)
{
    (void)state;
    const t48_shape shapes[] = {{4, 4}, {3, 3}, {2, 4}};
    const char *texts[] = {"8x6", "012345,013467,8", "0145,26"};
    lt_rng rng;
    lt_rng_seed(&rng, 2);
    for (unsigned i = 0; i < 3; i++) {
        t48_net_layout layout = layout_of(shapes[i], texts[i]);
        for (unsigned n = 0; n < 100 * layout.tuples; n++) {
            t48_board board[4];
            uint32_t at[4], fast[4];
            for (int s = 0; s < 4; s++) board[s] = random_board(&rng, shapes[i]);
            t48_net_four_plain(&layout, n % layout.tuples, board, at);
            t48_net_four(&layout, n % layout.tuples, board, fast);
            for (int s = 0; s < 4; s++) {
                uint64_t wanted = lt_pext64_plain(board[s], layout.mask[n % layout.tuples]);
                assert_int_equal(at[s], wanted);
                assert_int_equal(fast[s], wanted);
            }
        }
    }
    t48_net_layout layout = layout_of(shapes[0], "456789,01489a");
    assert_int_equal(layout.runs[0], 1);
    assert_int_equal(layout.runs[1], 3);
}

/* The last stage of which a board has all that it asks for, cell by cell. */
static uint64_t plain_stage(const t48_net_layout *layout, t48_board board)
{
    unsigned highest = 0, has = 0, stage = 0;
    for (t48_board rest = board; rest; rest >>= 4) {
        has |= 1u << (rest & 15);
        if ((rest & 15) > highest) highest = rest & 15;
    }
    for (unsigned s = 1; s < layout->stages; s++)
        if (highest >= layout->begins[s] && (has & layout->with[s]) == layout->with[s]) stage = s;
    return stage;
}

/* The sum over tuples and symmetric boards, read cell by cell. */
static double plain_value(const t48_learner *l, t48_board board)
{
    double sum = 0;
    uint64_t first = plain_stage(&l->layout, board) * l->layout.stage_size;
    for (unsigned s = 0; s < l->layout.symmetries; s++) {
        t48_board b = turned(board, l->layout.shape, s & 1, (s & 2) != 0, (s & 4) != 0);
        for (unsigned t = 0; t < l->layout.tuples; t++) {
            uint64_t index = 0, unit = 1;
            for (unsigned n = 0; n < 16; n++)
                if (l->layout.mask[t] >> (4 * n) & 1) {
                    index += (b >> (4 * n) & 15) * unit;
                    unit *= 16;
                }
            sum += (double)l->weight[first + l->layout.offset[t] + index].value;
        }
    }
    return sum;
}

static void a_value_is_the_sum_and_the_same_for_symmetric_boards(void **state)
{
    (void)state;
    const struct {
        t48_shape shape;
        const char *text;
    } cases[] = {{{4, 4}, "0145,1256,569a,0123"},
                 {{3, 3}, "0134,345"},
                 {{2, 4}, "0145,26"},
                 {{4, 4}, "0145,569a@15"},
                 {{4, 4}, "0145@9@12.11@14@14.13@14.13.12.1"},
                 {{2, 2}, "012,03@6@11@14"}};
    lt_rng rng;
    lt_rng_seed(&rng, 2);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t48_net_layout layout = layout_of(cases[i].shape, cases[i].text);
        t48_learner l;
        assert_int_equal(t48_learner_init(&l, &layout, NULL), LT_OK);
        for (uint64_t w = 0; w < layout.size; w++)
            l.weight[w].value = (float)((int)lt_rng_below(&rng, 2001) - 1000);
        for (int n = 0; n < 500; n++) {
            t48_board board = random_board(&rng, cases[i].shape), all[8];
            double value = plain_value(&l, board);
            t48_symmetric(layout.shape, board, all);
            /* Whole numbers add up exactly in any order. */
            for (unsigned s = 0; s < layout.symmetries; s++)
                assert_true(t48_learner_value(&l, all[s]) == value);
        }
        t48_learner_release(&l);
    }
}

/* 2x2, one tuple of one cell: a board with a 2 (level 1) top left and nothing else
 * has eight lookups: twice w[1] and six times w[0].
 *   TD, rate 0.5, target 16: error 16, each lookup moves by 0.5 * 16 / 8 = 1.
 *   TC does the same at first (no weight has a history), and remembers the error;
 *   the next error, with value 2 * 1 + 6 * 1 = 8 and target 4, is -4: every weight
 *   has coherence 16 / 16 = 1 and moves by 0.5 * -4 / 8 * 1 = -0.25; its coherence
 *   becomes (16 - 4) / (16 + 4) = 0.6. The third error, with value 6 and target
 *   14, is 8: it moves by 0.5 * 8 / 8 * 0.6 = 0.3. */
static void learning_equals_an_example_by_hand(void **state)
{
    (void)state;
    t48_net_layout layout = layout_of((t48_shape){2, 2}, "0");
    t48_learner l;
    assert_int_equal(t48_learner_init(&l, &layout, NULL), LT_OK);
    t48_rule rule = {.rate = 0.5f, .steps = 1};
    /* Plain TD: lookups one after another, so a weight used twice moves twice. */
    t48_learner_update(&l, &rule, 0x1, 16);
    assert_true(l.weight[1].value == 2 && l.weight[0].value == 6);
    assert_int_equal(l.weight[1].strength, 0);
    t48_learner_release(&l);

    assert_int_equal(t48_learner_init(&l, &layout, NULL), LT_OK);
    rule.coherent = true;
    /* TC: among sixteen lookups a weight is learned once. */
    t48_learner_update(&l, &rule, 0x1, 16);
    assert_true(l.weight[1].value == 1 && l.weight[0].value == 1);
    assert_int_equal(l.weight[1].coherence, 32767);
    assert_true(t48_weight_strength(&l.weight[1]) == 16);
    assert_true(t48_learner_value(&l, 0x1) == 8);
    t48_learner_update(&l, &rule, 0x1, 4);
    assert_true(fabs((double)l.weight[1].value - 0.75) < 1e-6);
    assert_int_equal(l.weight[1].coherence, lrint(0.6 * 32767));
    assert_true(t48_weight_strength(&l.weight[1]) == 20);
    t48_learner_update(&l, &rule, 0x1, 14);
    assert_true(fabs((double)l.weight[1].value - 1.05) < 1e-4);
    /* An untouched weight stays untouched. */
    assert_true(l.weight[2].value == 0 && l.weight[2].sums == 0);
    t48_learner_release(&l);
}

static void the_fast_kernel_equals_the_plain_one(void **state)
{
    (void)state;
    enum { SIZE = 4096 };
    static t48_weight fast[SIZE], plain[SIZE];
    lt_rng rng;
    lt_rng_seed(&rng, 3);
    uint64_t rounds = test_amount(200000);
    for (uint64_t n = 0; n < rounds; n++) {
        uint32_t index[64];
        unsigned lookups = n % 3 == 0 ? 32 : n % 3 == 1 ? 64 : 40;
        for (unsigned i = 0; i < lookups; i++) index[i] = lt_rng_below(&rng, n & 1 ? 64 : SIZE);
        float sum = t48_kernel_sum_plain(plain, index, lookups);
        float delta = (float)((lt_rng_unit(&rng) - 0.4) * pow(10, 6 * lt_rng_unit(&rng)));
        assert_true(t48_kernel_sum(fast, index, lookups) == sum);
        t48_kernel_update(fast, index, lookups, sum + delta, 0.7f);
        t48_kernel_update_plain(plain, index, lookups, sum + delta, 0.7f);
    }
    assert_memory_equal(fast, plain, sizeof fast);
}

static void a_strength_survives_packing(void **state)
{
    (void)state;
    for (float strength = 1.001f; strength < 4e9f; strength *= 1.01f) {
        float back = t48_strength_unpack(t48_strength_pack(strength, 1 << 11));
        assert_true(fabsf(back - strength) <= strength / 4096);
        /* The mean over all roundings is the strength itself. */
        double sum = 0;
        for (uint32_t noise = 0; noise < 4096; noise++)
            sum += (double)t48_strength_unpack(t48_strength_pack(strength, noise));
        if (strength < 4.2e9f) assert_true(fabs(sum / 4096 / (double)strength - 1) < 1e-6);
    }
    assert_int_equal(t48_strength_pack(5e9f, 0), 65535);
}

/* Errors of the same size and changing sign: the coherence falls with their number. */
static void a_weight_that_is_often_met_becomes_calm(void **state)
{
    (void)state;
    t48_weight weight[T48_KERNEL_LANES] = {0};
    uint32_t index[T48_KERNEL_LANES];
    for (unsigned i = 0; i < T48_KERNEL_LANES; i++) index[i] = i;
    lt_rng rng;
    lt_rng_seed(&rng, 6);
    uint64_t rounds = 1000000;
    double sizes = 0;
    for (uint64_t n = 0; n < rounds; n++) {
        float error = (float)(200 + 100 * lt_rng_unit(&rng)) * (lt_rng_below(&rng, 2) ? 1 : -1);
        sizes += (double)fabsf(error);
        t48_kernel_update(weight, index, T48_KERNEL_LANES,
                          t48_kernel_sum(weight, index, T48_KERNEL_LANES) + error, 0.01f);
    }
    double strength = (double)t48_weight_strength(&weight[0]);
    assert_true(fabs(strength / sizes - 1) < 0.05);
    assert_true(weight[0].coherence < 200 && weight[0].coherence > -200);
}

static void too_much_memory_is_refused_with_both_numbers(void **state)
{
    (void)state;
    t48_net_layout layout = layout_of((t48_shape){4, 4}, "0123456,456789a");
    /* 16^7 weights, fifteen tuples: more than any test machine has, untouched. */
    layout.size = (uint64_t)1 << 40;
    t48_learner l;
    lt_error err;
    assert_int_equal(t48_learner_init(&l, &layout, &err), LT_NO_MEMORY);
    assert_non_null(strstr(err.text, "needs 8388608.0 MiB of memory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetric_boards_are_those_turned_cell_by_cell),
        cmocka_unit_test(shapes_are_read_or_refused),
        cmocka_unit_test(runs_of_cells_gather_what_masks_select),
        cmocka_unit_test(a_value_is_the_sum_and_the_same_for_symmetric_boards),
        cmocka_unit_test(learning_equals_an_example_by_hand),
        cmocka_unit_test(the_fast_kernel_equals_the_plain_one),
        cmocka_unit_test(a_strength_survives_packing),
        cmocka_unit_test(a_weight_that_is_often_met_becomes_calm),
        cmocka_unit_test(too_much_memory_is_refused_with_both_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
