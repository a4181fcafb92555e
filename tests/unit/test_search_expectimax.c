/* Expectimax against plain twins: without table, cut-offs or threads, and with the
 * cut-offs that its header tells of. */
#include "testing.h"

#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"
#include "twenty48/search/expectimax.h"
#include "twenty48/symmetry.h"

#include <math.h>

/* A leaf with no structure at all, yet equal for symmetric boards. */
static t48_value leaf_value(const void *ctx, t48_board after)
{
    t48_board all[8];
    unsigned count = t48_symmetric(*(const t48_shape *)ctx, after, all);
    uint64_t mixed = 0;
    for (unsigned i = 0; i < count; i++) mixed += lt_mix64(all[i]);
    return (t48_value)(mixed >> 44) - 500000;
}

static t48_board random_board(lt_rng *rng, t48_shape shape, unsigned highest, unsigned full)
{
    t48_board board = 0;
    for (unsigned r = 0; r < shape.rows; r++)
        for (unsigned c = 0; c < shape.cols; c++)
            if (lt_rng_below(rng, 8) < full)
                board |= (uint64_t)(1 + lt_rng_below(rng, highest)) << (16 * r + 4 * c);
    return board;
}

static t48_expectimax *engine_with(const t48_leaf *leaf, const t48_rules *rules,
                                   t48_expectimax_config config)
{
    t48_expectimax *engine;
    lt_error err;
    if (t48_expectimax_new(&engine, leaf, rules, &config, &err) != LT_OK) fail_msg("%s", err.text);
    return engine;
}

static t48_expectimax *engine_of(const t48_leaf *leaf, const t48_rules *rules, double cut,
                                 unsigned table)
{
    return engine_with(leaf, rules, (t48_expectimax_config){.cut = cut, .table_bits = table});
}

static void values_equal_the_plain_twin(void **state)
{
    (void)state;
    const t48_shape shapes[] = {{4, 4}, {3, 3}, {2, 3}, {4, 3}};
    lt_rng rng;
    lt_rng_seed(&rng, 11);
    uint64_t searched = 0, boards = test_amount(400) + 8;
    for (uint64_t n = 0; n < boards; n++) {
        t48_rules rules = {.shape = shapes[n % 4], .fours = n % 5 == 0 ? 0.35 : 0.1};
        t48_leaf leaf = {.value = leaf_value,
                         .ctx = &rules.shape,
                         .point = n & 1,
                         .dead = -1000000,
                         .symmetric = true,
                         .cached = (n & 2) != 0};
        t48_expectimax *engine = engine_of(&leaf, &rules, 0, n & 4 ? 12 : 0);
        t48_board board = random_board(&rng, rules.shape, n & 8 ? 15 : 5, 6);
        for (int depth = 1; depth <= (n % 16 == 0 ? 3 : 2); depth++) {
            t48_expectimax_result result;
            t48_expectimax_limits limits = {
                .depth = depth, .threads = 1 + (int)(n % 2), .values = true};
            t48_expectimax_search(engine, board, &limits, &result);
            assert_int_equal(result.legal, t48_board_legal(board, rules.shape));
            t48_value best = INT64_MIN;
            for (int d = 0; d < T48_DIRS; d++) {
                if (!(result.legal >> d & 1)) continue;
                uint64_t gained;
                t48_board after = t48_board_move(board, rules.shape, (t48_dir)d, &gained);
                t48_value value = (t48_value)gained * leaf.point +
                                  t48_expectimax_plain(&leaf, &rules, after, depth - 1);
                assert_int_equal(result.value[d], value);
                if (value > best) best = value;
                searched++;
            }
            if (result.legal)
                assert_int_equal(result.value[result.best], best);
            else
                assert_int_equal(result.best, T48_NONE);
        }
        t48_expectimax_free(engine);
    }
    assert_true(searched > boards);
}

/* A cut-off search depends on board, depth and budget alone: not on the table, nor
 * on what was searched before, nor on threads. */
static void cut_searches_are_pure(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_leaf leaf = {.value = leaf_value, .ctx = &rules.shape, .point = 1, .symmetric = true};
    t48_expectimax *plain = engine_of(&leaf, &rules, 0.01, 0);
    t48_expectimax *tabled = engine_of(&leaf, &rules, 0.01, 14);
    lt_rng rng;
    lt_rng_seed(&rng, 12);
    for (uint64_t n = 0; n < test_amount(60) + 2; n++) {
        t48_board board = random_board(&rng, rules.shape, 9, 7);
        t48_expectimax_result a, b, c;
        t48_expectimax_limits limits = {.depth = 3, .threads = 1};
        t48_expectimax_search(plain, board, &limits, &a);
        t48_expectimax_search(tabled, board, &limits, &b);
        limits.threads = 3;
        t48_expectimax_search(tabled, board, &limits, &c);
        assert_int_equal(a.best, b.best);
        assert_int_equal(a.best, c.best);
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_memory_equal(a.value, c.value, sizeof a.value);
    }
    t48_expectimax_free(plain);
    t48_expectimax_free(tabled);
}

/* Expectimax with a budget and a margin, as the header tells it: no table, no
 * threads, no tables of lines. Costs are whole bits. */
typedef struct twin {
    const t48_leaf *leaf;
    const t48_rules *rules;
    t48_value margin; /* 0: none */
    bool looks;
    uint64_t left_out;
} twin;

static t48_value twin_value(twin *t, t48_board after, int depth, int budget);

/* What the moves of a board seem to be worth before they are searched to `depth`;
 * INT64_MIN / 2 where one is not legal. False: all of them are to be searched. */
static bool guesses(twin *t, t48_board board, int depth, int budget, t48_value guess[T48_DIRS])
{
    if (t->margin == 0 || depth < (t->looks ? 3 : 2) || (t->looks && budget < 3)) return false;
    for (int d = 0; d < T48_DIRS; d++) {
        uint64_t gained;
        t48_board after = t48_board_move(board, t->rules->shape, (t48_dir)d, &gained);
        guess[d] = INT64_MIN / 2;
        if (after == board) continue;
        t48_value seems = t->looks ? twin_value(t, after, depth - 2, budget - 3)
                                   : t->leaf->value(t->leaf->ctx, after);
        guess[d] = (t48_value)gained * t->leaf->point + seems;
    }
    return true;
}

static unsigned contenders(twin *t, t48_board board, int depth, int budget)
{
    t48_value guess[T48_DIRS], best = INT64_MIN / 2;
    unsigned legal = t48_board_legal(board, t->rules->shape), kept = 0;
    if (!guesses(t, board, depth, budget, guess)) return legal;
    for (int d = 0; d < T48_DIRS; d++)
        if (guess[d] > best) best = guess[d];
    for (int d = 0; d < T48_DIRS; d++)
        if (legal >> d & 1 && best - guess[d] <= t->margin) kept |= 1u << d;
    t->left_out += lt_popcount64(legal & ~kept);
    return kept;
}

static t48_value twin_best(twin *t, t48_board board, int depth, int budget)
{
    unsigned kept = contenders(t, board, depth, budget);
    if (kept == 0) return t->leaf->dead;
    t48_value best = INT64_MIN;
    for (int d = 0; d < T48_DIRS; d++) {
        if (!(kept >> d & 1)) continue;
        uint64_t gained;
        t48_board after = t48_board_move(board, t->rules->shape, (t48_dir)d, &gained);
        t48_value value =
            (t48_value)gained * t->leaf->point + twin_value(t, after, depth - 1, budget);
        if (value > best) best = value;
    }
    return best;
}

static t48_value twin_value(twin *t, t48_board after, int depth, int budget)
{
    const t48_leaf *leaf = t->leaf;
    uint64_t empty = t48_empties(after, t48_cells_mask(t->rules->shape));
    unsigned cells = lt_popcount64(empty);
    if (depth == 0) return leaf->value(leaf->ctx, after);
    int left[2];
    for (int four = 0; four < 2; four++)
        left[four] =
            budget -
            (int)lrint(-log2((four ? t->rules->fours : 1 - t->rules->fours) / (double)cells));
    if (left[0] < 0) return leaf->value(leaf->ctx, after);
    t48_value sum[2] = {0, 0};
    for (; empty; empty &= empty - 1)
        for (int four = 0; four < 2; four++) {
            bool improbable = four && left[1] < 0, as_two = improbable && leaf->coarse;
            t48_board board = after | (empty & -empty) << (four && !as_two);
            int deep = improbable && !as_two ? 1 : depth;
            int rest = as_two ? left[0] : improbable ? 0 : left[four];
            sum[four] += twin_best(t, board, deep, rest);
        }
    int64_t fours = llround(t->rules->fours * (1 << 20));
    return (sum[0] * ((1 << 20) - fours) + sum[1] * fours) / ((t48_value)cells << 20);
}

static void cut_searches_equal_their_twin(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    lt_rng rng;
    lt_rng_seed(&rng, 14);
    uint64_t left_out = 0;
    for (uint64_t n = 0; n < test_amount(60) + 4; n++) {
        t48_leaf leaf = {.value = leaf_value,
                         .ctx = &rules.shape,
                         .point = 1,
                         .dead = -1000000,
                         .symmetric = n & 1,
                         .coarse = (n & 2) != 0,
                         .cached = n % 3 == 0};
        t48_value margin = n & 8 ? 200000 : 0;
        t48_expectimax *engine =
            engine_with(&leaf, &rules,
                        (t48_expectimax_config){
                            .cut = 1.0 / 16, .margin = margin, .table_bits = n & 4 ? 10 : 0});
        t48_board board = random_board(&rng, rules.shape, 9, 7);
        t48_expectimax_result all, result;
        t48_expectimax_limits limits = {.depth = 3, .threads = 1, .values = true};
        t48_expectimax_search(engine, board, &limits, &all);
        limits.values = false;
        t48_expectimax_search(engine, board, &limits, &result);
        twin t = {.leaf = &leaf, .rules = &rules, .margin = margin};
        unsigned kept = contenders(&t, board, 3, 4);
        t48_dir best = T48_NONE;
        for (int d = 0; d < T48_DIRS; d++) {
            if (!(all.legal >> d & 1)) continue;
            uint64_t gained;
            t48_board after = t48_board_move(board, rules.shape, (t48_dir)d, &gained);
            assert_int_equal(all.value[d], (t48_value)gained + twin_value(&t, after, 2, 4));
            bool contends = kept >> d & 1;
            assert_int_equal(all.contenders >> d & 1, contends);
            left_out += !contends;
            if (contends && (best == T48_NONE || all.value[d] > all.value[best])) best = (t48_dir)d;
        }
        assert_int_equal(all.best, best);
        assert_int_equal(result.best, best);
        assert_int_equal(result.contenders, all.contenders);
        t48_expectimax_free(engine);
    }
    if (test_amount(60) >= 60) assert_true(left_out > 0);
}

/* Crowded boards, so that lines get far before they are cut off. */
static void searches_that_look_equal_their_twin(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    lt_rng rng;
    lt_rng_seed(&rng, 15);
    uint64_t left_out = 0;
    for (uint64_t n = 0; n < test_amount(60) + 4; n++) {
        t48_leaf leaf = {.value = leaf_value,
                         .ctx = &rules.shape,
                         .point = n & 1,
                         .dead = -1000000,
                         .symmetric = (n & 1) != 0,
                         .coarse = (n & 2) != 0};
        t48_value margin = n % 3 == 0 ? 0 : 100000;
        t48_expectimax *engine = engine_with(
            &leaf, &rules,
            (t48_expectimax_config){
                .cut = 1.0 / 64, .margin = margin, .looks = true, .table_bits = n & 4 ? 10 : 0});
        t48_board board = random_board(&rng, rules.shape, 7, 12);
        t48_expectimax_result result;
        t48_expectimax_limits limits = {.depth = 5, .threads = 1 + (int)(n % 2), .values = true};
        t48_expectimax_search(engine, board, &limits, &result);
        assert_int_equal(result.contenders, result.legal); /* all are searched at the root */
        twin t = {.leaf = &leaf, .rules = &rules, .margin = margin, .looks = true};
        for (int d = 0; d < T48_DIRS; d++) {
            if (!(result.legal >> d & 1)) continue;
            uint64_t gained;
            t48_board after = t48_board_move(board, rules.shape, (t48_dir)d, &gained);
            assert_int_equal(result.value[d],
                             (t48_value)gained * leaf.point + twin_value(&t, after, 4, 6));
        }
        left_out += t.left_out;
        t48_expectimax_free(engine);
    }
    if (test_amount(60) >= 60) assert_true(left_out > 1000);
}

/* Without a cut a search does not look: the values are the plain ones. */
static void without_a_cut_no_move_is_left_out(void **state)
{
    (void)state;
    t48_rules rules = {.shape = {2, 3}, .fours = 0.1};
    t48_leaf leaf = {.value = leaf_value, .ctx = &rules.shape, .point = 1, .dead = -1000000};
    t48_expectimax *engine =
        engine_with(&leaf, &rules, (t48_expectimax_config){.margin = 1, .looks = true});
    lt_rng rng;
    lt_rng_seed(&rng, 16);
    for (int n = 0; n < 20; n++) {
        t48_board board = random_board(&rng, rules.shape, 3, 10);
        t48_expectimax_result result;
        t48_expectimax_limits limits = {.depth = 4, .threads = 1, .values = true};
        t48_expectimax_search(engine, board, &limits, &result);
        for (int d = 0; d < T48_DIRS; d++) {
            if (!(result.legal >> d & 1)) continue;
            uint64_t gained;
            t48_board after = t48_board_move(board, rules.shape, (t48_dir)d, &gained);
            assert_int_equal(result.value[d],
                             (t48_value)gained + t48_expectimax_plain(&leaf, &rules, after, 3));
        }
    }
    t48_expectimax_free(engine);
}

static t48_value eval_value(const void *ctx, t48_board after)
{
    const t48_eval *eval = ctx;
    return eval->ops->board(eval, after, t48_transpose(after));
}

/* The last move by tables of lines gives what moving and evaluating gives: on full
 * and empty boards, with one and with two 32768s, where nothing moves, and cut off. */
static void tables_of_lines_change_nothing(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    const t48_eval_ops *ops = t48_eval_find("lines", 5);
    lt_params params;
    lt_params_init(&params, ops->info.params, ops->info.param_count);
    t48_eval *eval;
    assert_int_equal(t48_eval_new(&eval, ops, &params, rules.shape, NULL), LT_OK);
    t48_lines lines;
    assert_true(ops->lines(eval, &lines));
    lt_rng rng;
    lt_rng_seed(&rng, 15);
    for (uint64_t n = 0; n < test_amount(400) + 8; n++) {
        t48_leaf plain = {
            .value = eval_value, .ctx = eval, .dead = eval->dead, .coarse = (n & 1) != 0};
        t48_leaf tabled = plain;
        tabled.lines = &lines;
        double cut = n & 2 ? 1.0 / 16 : 0;
        t48_expectimax *a = engine_of(&plain, &rules, cut, 0);
        t48_expectimax *b = engine_of(&tabled, &rules, cut, n & 4 ? 10 : 0);
        t48_board board = random_board(&rng, rules.shape, n & 8 ? 15 : 4, 5 + n % 4);
        if (n % 16 == 0) board |= 0xff; /* two 32768 side by side */
        for (int depth = 1; depth <= (cut > 0 ? 4 : 2); depth++) {
            t48_expectimax_result first, second;
            t48_expectimax_limits limits = {.depth = depth, .threads = 1};
            t48_expectimax_search(a, board, &limits, &first);
            t48_expectimax_search(b, board, &limits, &second);
            assert_int_equal(first.legal, second.legal);
            assert_memory_equal(first.value, second.value, sizeof first.value);
        }
        t48_expectimax_free(a);
        t48_expectimax_free(b);
    }
    t48_eval_free(eval);
}

static void a_time_limit_gives_a_legal_move_in_time(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_leaf leaf = {.value = leaf_value, .ctx = &rules.shape, .symmetric = true};
    t48_expectimax *engine = engine_of(&leaf, &rules, 0, 16);
    lt_rng rng;
    lt_rng_seed(&rng, 13);
    for (int n = 0; n < 20; n++) {
        t48_board board = random_board(&rng, rules.shape, 6, 5);
        t48_expectimax_limits limits = {
            .depth = 12, .ms = 5, .threads = 1 + n % 2, .processor = n % 4 == 0, .values = true};
        t48_expectimax_result result;
        t48_expectimax_search(engine, board, &limits, &result);
        if (!result.legal) continue;
        assert_true(result.legal >> result.best & 1);
        assert_in_range(result.depth, 1, 11);
    }
    t48_expectimax_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_equal_the_plain_twin),
        cmocka_unit_test(cut_searches_are_pure),
        cmocka_unit_test(cut_searches_equal_their_twin),
        cmocka_unit_test(searches_that_look_equal_their_twin),
        cmocka_unit_test(without_a_cut_no_move_is_left_out),
        cmocka_unit_test(tables_of_lines_change_nothing),
        cmocka_unit_test(a_time_limit_gives_a_legal_move_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
