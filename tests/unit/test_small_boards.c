/* Small boards, where the truth is known: every player and every evaluation plays
 * there or says why not, and a network moves alike on symmetric boards. */
#include "directory_testing.h"
#include "game_testing.h"

#include "laatta/player.h"
#include "twenty48/net/net.h"
#include "twenty48/net/net_train.h"
#include "twenty48/player/player_ops.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const t48_shape sizes[] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}, {4, 4}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* The only refusals there may be: no table of 3x3 is shipped, 4x4 has no exact values,
 * expectimax and walls know no move before the board, and external alone is nobody. */
static const char *reason_to_refuse(const char *spec, t48_shape shape)
{
    bool board_alone = strncmp(spec, "expectimax:", 11) == 0 || strncmp(spec, "walls:", 6) == 0;
    if (board_alone && strstr(spec, "eval=seven")) return "takes evaluations of a board alone";
    if (strcmp(spec, "external") == 0) return "needs the program that is to play";
    if (strcmp(spec, "optimal") != 0) return NULL;
    if (t48_shape_cells(shape) == 9) return "needs a table: laatta exact 3x3 --save FILE";
    return t48_shape_cells(shape) > 9 ? "too many to solve" : NULL;
}

static t48_player *make(const char *spec, t48_shape shape)
{
    t48_rules rules = {shape, 0.1};
    t48_player *player;
    lt_error err = {LT_OK, ""};
    const char *reason = reason_to_refuse(spec, shape);
    lt_status status = t48_player_new(&player, spec, &rules, &err);
    if (!reason && status != LT_OK)
        fail_msg("%s on %ux%u: %s", spec, shape.rows, shape.cols, err.text);
    if (!reason) return player;
    assert_int_not_equal(status, LT_OK);
    if (!strstr(err.text, reason)) fail_msg("%s: %s", spec, err.text);
    return NULL;
}

/* Plays to the end (4x4: some moves); every position is checked against plain rules. */
static void play(t48_player *player, t48_shape shape, uint64_t seed)
{
    t48_rules rules = {shape, 0.1};
    lt_rng rng;
    t48_state s = first_position(&rules, seed, &rng);
    t48_player_begin(player, seed);
    unsigned most = t48_shape_cells(shape) > 9 ? 4 : (unsigned)test_amount(3000) + 10;
    for (unsigned count = 0; count < most; count++) {
        t48_grid grid = t48_state_grid(&s);
        t48_advice advice;
        t48_player_advise(player, &s, &advice);
        if (advice.best == T48_NONE) {
            for (int d = 0; d < T48_DIRS; d++) assert_false(t48_grid_move(&grid, (t48_dir)d, NULL));
            return;
        }
        assert_true(t48_is_legal(advice.legal, advice.best));
        assert_false(isnan(advice.value[advice.best]));
        assert_true(t48_grid_move(&grid, advice.best, NULL));
        t48_state_move(&s, advice.best);
        t48_grid moved = t48_state_grid(&s);
        assert_true(t48_grid_equal(&grid, &moved));
        t48_state_spawn(&s, &rng);
    }
    if (!getenv("LAATTA_TEST_SHORT")) assert_true(t48_shape_cells(shape) > 9);
}

static const char *quick(const char *name)
{
    return strcmp(name, "montecarlo") == 0 ? "montecarlo:playouts=5" : name;
}

static void every_player_plays_or_says_why_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < t48_player_count(); i++)
        for (size_t k = 0; k < SIZES; k++) {
            const char *name = t48_player_info_at(i)->name;
            t48_player *player = make(quick(name), sizes[k]);
            if (!player) continue;
            play(player, sizes[k], 5);
            t48_player_free(player);
        }
}

static void every_evaluation_plays_in_every_player(void **state)
{
    (void)state;
    unsigned played = 0;
    for (size_t i = 0; i < t48_player_count(); i++)
        for (size_t e = 0; e < t48_eval_count(); e++)
            for (size_t k = 0; k < SIZES; k++) {
                const t48_player_info *info = t48_player_info_at(i);
                char spec[80];
                if (!info->eval) continue;
                snprintf(spec, sizeof spec, "%s:depth=1,eval=%s", info->name,
                         t48_eval_info_at(e)->name);
                t48_player *player = make(spec, sizes[k]);
                if (!player) continue;
                play(player, sizes[k], 6);
                t48_player_free(player);
                played++;
            }
    assert_true(played >= 4 * t48_eval_count() * SIZES);
}

/* --- a network on symmetric boards --------------------------------------------- */

/* A network that has learned a little: many values are still equal. */
static void train(t48_shape shape, const char *path)
{
    t48_net_layout layout;
    t48_rule rule = {.rate = 1, .lambda = 0.5f, .steps = 3, .coherent = true};
    t48_train_limits limits = {.games = 30, .threads = 1, .round_moves = 4000, .checkpoint = path};
    const char *tuples;
    t48_train *run;
    assert_non_null(t48_net_layout_name(0, shape, &tuples));
    assert_int_equal(t48_net_layout_parse(&layout, shape, "0123,124", NULL), LT_OK);
    assert_int_equal(t48_train_new(&run, &layout, &rule, 7, NULL), LT_OK);
    assert_int_equal(t48_train_run(run, &limits, NULL), LT_OK);
    t48_train_free(run);
}

static t48_player *network_player(const char *path, int depth, t48_shape shape)
{
    char spec[160];
    t48_rules rules = {shape, 0.1};
    t48_player *player;
    lt_error err;
    snprintf(spec, sizeof spec, "ntuple:depth=%d,net=%s", depth, path);
    if (t48_player_new(&player, spec, &rules, &err) != LT_OK) fail_msg("%s", err.text);
    return player;
}

static t48_grid random_grid(t48_shape shape, lt_rng *rng)
{
    t48_grid grid = t48_grid_empty(shape);
    for (unsigned i = 0; i < t48_shape_cells(shape); i++)
        grid.level[i] = (uint8_t)(lt_rng_below(rng, 6));
    return grid;
}

/* Symmetry `s` cell by cell: bit 0 exchanges columns, bit 1 rows, bit 2 both with each other. */
static t48_grid turned(const t48_grid *grid, unsigned s)
{
    t48_shape shape = grid->shape;
    t48_shape out = s & 4 ? (t48_shape){shape.cols, shape.rows} : shape;
    t48_grid result = t48_grid_empty(out);
    for (unsigned r = 0; r < shape.rows; r++)
        for (unsigned c = 0; c < shape.cols; c++) {
            unsigned row = s & 2 ? shape.rows - 1u - r : r, col = s & 1 ? shape.cols - 1u - c : c;
            unsigned at = s & 4 ? col * out.cols + row : row * out.cols + col;
            result.level[at] = grid->level[r * shape.cols + c];
        }
    return result;
}

static t48_dir turned_dir(t48_dir dir, unsigned s)
{
    bool level = dir == T48_LEFT || dir == T48_RIGHT;
    if (s & (level ? 1 : 2)) dir = (t48_dir)((dir + 2) % 4);
    static const t48_dir across[] = {T48_LEFT, T48_DOWN, T48_RIGHT, T48_UP};
    return s & 4 ? across[dir] : dir;
}

/* The grid itself or one of the symmetric ones: the one whose levels come first. */
static t48_grid least(const t48_grid *grid)
{
    t48_grid best = *grid;
    for (unsigned s = 1; s < 8; s++) {
        t48_grid other = turned(grid, s);
        bool fits = other.shape.rows == grid->shape.rows;
        if (fits && memcmp(other.level, best.level, t48_shape_cells(grid->shape)) < 0) best = other;
    }
    return best;
}

static void assert_alike(t48_player *one, const t48_grid *a, t48_player *two, unsigned s)
{
    t48_grid b = turned(a, s), after_a = *a, after_b = b;
    t48_rules rules_a = {a->shape, 0.1}, rules_b = {b.shape, 0.1};
    t48_state state_a = t48_state_from_grid(a, &rules_a),
              state_b = t48_state_from_grid(&b, &rules_b);
    t48_advice x, y;
    t48_player_advise(one, &state_a, &x);
    t48_player_advise(two, &state_b, &y);
    for (int d = 0; d < T48_DIRS; d++)
        if (t48_is_legal(x.legal, (t48_dir)d))
            assert_true(x.value[d] == y.value[turned_dir((t48_dir)d, s)]);
    assert_int_equal(x.best == T48_NONE, y.best == T48_NONE);
    if (x.best == T48_NONE) return;
    t48_grid_move(&after_a, x.best, NULL);
    t48_grid_move(&after_b, y.best, NULL);
    if (s & 4 && a->shape.rows != a->shape.cols) after_b = turned(&after_b, 4);
    after_a = least(&after_a);
    after_b = least(&after_b);
    assert_true(t48_grid_equal(&after_a, &after_b));
}

static void a_network_moves_alike_on_symmetric_boards(void **state)
{
    (void)state;
    static const t48_shape shapes[] = {{2, 3}, {2, 4}, {3, 3}};
    lt_rng rng;
    lt_rng_seed(&rng, 99);
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        for (int depth = 1; depth <= 2; depth++) {
            char path[128];
            snprintf(path, sizeof path, "%s/small.train", directory);
            train(shapes[k], path);
            t48_shape upright = {shapes[k].cols, shapes[k].rows};
            t48_player *lying = network_player(path, depth, shapes[k]);
            t48_player *standing = network_player(path, depth, upright);
            for (uint64_t n = 0; n < test_amount(4000); n++) {
                t48_grid grid = random_grid(shapes[k], &rng);
                for (unsigned s = 0; s < 8; s++)
                    assert_alike(lying, &grid, s & 4 ? standing : lying, s);
            }
            t48_player_free(lying);
            t48_player_free(standing);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_plays_or_says_why_not),
        cmocka_unit_test(every_evaluation_plays_in_every_player),
        cmocka_unit_test_setup_teardown(a_network_moves_alike_on_symmetric_boards, make_directory,
                                        remove_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
