/* Exact values of small boards: against published figures, against a plain
 * recursion on grids, with and without symmetry, on any number of threads. */
#include "testing.h"

#include "laatta/laatta.h"
#include "twenty48/exact/exact_space.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static t48_exact_result solve(t48_exact_config config)
{
    t48_exact_result result;
    lt_error err;
    if (t48_exact_solve(&config, &result, NULL, &err) != LT_OK) fail_msg("%s", err.text);
    return result;
}

static t48_exact_config config_of(uint8_t rows, uint8_t cols)
{
    return (t48_exact_config){.rules = {.shape = {rows, cols}, .fours = 0.1}, .threads = 2};
}

static void assert_near(double got, double expected)
{
    if (!(fabs(got - expected) <= 1e-9)) fail_msg("%.12f is not %.12f", got, expected);
}

/* Figures that were computed twice independently, and in part published. */
static const struct {
    uint8_t rows, cols;
    uint64_t states, canonical_states, afterstates, canonical_afterstates;
    double score;
    unsigned level;
    double reach[2]; /* of `level` and the next, the highest there is */
} oracle[] = {
    {2, 2, 662, 110, 464, 67, 66.9641494571, 4, {.962511253750, .082887289072}},
    {2, 3, 85844, 21752, 59038, 14883, 480.2582717760, 6, {.939263692431, .056992160496}},
    {2,
     4,
     19920382,
     4980767,
     13625764,
     3406686,
     2641.8730356922,
     8,
     {.869755862372, .024639333530}},
};

static void figures_are_those_that_are_known(void **state)
{
    (void)state;
    size_t shapes = getenv("LAATTA_TEST_SHORT") ? 2 : 3;
    for (size_t i = 0; i < shapes; i++)
        for (int turned = 0; turned < (i < 2 ? 2 : 1); turned++) {
            t48_exact_result r = solve(turned ? config_of(oracle[i].cols, oracle[i].rows)
                                              : config_of(oracle[i].rows, oracle[i].cols));
            assert_int_equal(r.states.all, oracle[i].states);
            assert_int_equal(r.states.canonical, oracle[i].canonical_states);
            assert_int_equal(r.afterstates.all, oracle[i].afterstates);
            assert_int_equal(r.afterstates.canonical, oracle[i].canonical_afterstates);
            assert_near(r.expected_score, oracle[i].score);
            assert_int_equal(r.top, oracle[i].level + 1);
            assert_near(r.reach[oracle[i].level], oracle[i].reach[0]);
            assert_near(r.reach[oracle[i].level + 1], oracle[i].reach[1]);
        }
}

/* --- a plain recursion on grids, with a list for a memory ---------------------- */

typedef struct plain {
    double fours;
    unsigned stop, aim; /* aim 0: the score */
    struct {
        t48_grid grid;
        double value;
    } known[2000];
    unsigned count;
} plain;

static double plain_spawn(plain *p, const t48_grid *grid, unsigned tiles);

static double plain_state(plain *p, const t48_grid *grid)
{
    for (unsigned i = 0; i < p->count; i++)
        if (t48_grid_equal(&p->known[i].grid, grid)) return p->known[i].value;
    bool there = p->aim && t48_grid_max_level(grid) >= p->aim;
    double best = there ? 1 : 0;
    for (int d = 0; d < T48_DIRS && !there; d++) {
        t48_grid after = *grid;
        uint64_t gained;
        if (!t48_grid_move(&after, (t48_dir)d, &gained)) continue;
        bool over = p->stop && t48_grid_max_level(&after) >= p->stop;
        double value = p->aim && t48_grid_max_level(&after) >= p->aim ? 1
                       : over                                         ? 0
                                                                      : plain_spawn(p, &after, 1);
        value += p->aim ? 0 : (double)gained;
        if (value > best) best = value;
    }
    assert_in_range(p->count, 0, 1999);
    p->known[p->count].grid = *grid;
    p->known[p->count++].value = best;
    return best;
}

static double plain_spawn(plain *p, const t48_grid *grid, unsigned tiles)
{
    double sum = 0;
    unsigned empty = t48_grid_empty_cells(grid);
    for (unsigned c = 0; c < t48_shape_cells(grid->shape); c++)
        for (uint8_t level = 1; level <= 2 && grid->level[c] == 0; level++) {
            double chance = level == 1 ? 1 - p->fours : p->fours;
            t48_grid child = *grid;
            child.level[c] = level;
            if (chance > 0)
                sum += chance / empty *
                       (tiles > 1 ? plain_spawn(p, &child, tiles - 1) : plain_state(p, &child));
        }
    return sum;
}

static double plain_value(double fours, unsigned stop, unsigned aim)
{
    static plain p;
    p = (plain){.fours = fours, .stop = stop, .aim = aim};
    t48_grid grid = t48_grid_empty((t48_shape){2, 2});
    return plain_spawn(&p, &grid, 2);
}

static void a_plain_recursion_agrees(void **state)
{
    (void)state;
    static const double fours[] = {0, 0.1, 0.25, 0.5, 0.9, 1};
    for (size_t i = 0; i < sizeof fours / sizeof fours[0]; i++)
        for (unsigned stop = 0; stop <= 5; stop += stop ? 1 : 3) {
            t48_exact_config config = config_of(2, 2);
            config.rules.fours = fours[i];
            config.stop = stop;
            t48_exact_result r = solve(config);
            assert_near(r.expected_score, plain_value(fours[i], stop, 0));
            for (unsigned aim = 2; aim <= (stop ? stop : 5); aim++)
                assert_near(r.reach[aim], plain_value(fours[i], stop, aim));
        }
}

static void assert_same(const t48_exact_result *a, const t48_exact_result *b)
{
    assert_near(a->expected_score, b->expected_score);
    assert_int_equal(a->states.all, b->states.all);
    assert_int_equal(a->live_states.all, b->live_states.all);
    assert_int_equal(a->afterstates.all, b->afterstates.all);
    assert_int_equal(a->top, b->top);
    for (unsigned level = 0; level <= a->top; level++)
        assert_near(a->reach[level], b->reach[level]);
}

static void symmetry_changes_nothing(void **state)
{
    (void)state;
    for (unsigned stop = 0; stop <= 6; stop += 6) {
        t48_exact_config config = config_of(2, 3);
        config.stop = stop;
        t48_exact_result with = solve(config);
        config.asymmetric = true;
        t48_exact_result without = solve(config);
        assert_same(&with, &without);
        assert_int_equal(without.states.canonical, without.states.all);
    }
}

/* The figures are equal to the last bit on any number of threads. */
static void threads_change_nothing(void **state)
{
    (void)state;
    t48_exact_config config = config_of(2, 3);
    config.threads = 1;
    t48_exact_result one = solve(config);
    for (int threads = 2; threads <= 5; threads++) {
        config.threads = threads;
        t48_exact_result many = solve(config);
        assert_same(&one, &many);
        assert_true(one.expected_score == many.expected_score);
        assert_memory_equal(one.reach, many.reach, sizeof one.reach);
    }
}

static void what_cannot_be_done_is_refused_first(void **state)
{
    (void)state;
    t48_exact_result result;
    lt_error err;
    t48_exact_config config = config_of(3, 4);
    assert_int_equal(t48_exact_solve(&config, &result, NULL, &err), LT_UNSUPPORTED);
    assert_non_null(strstr(err.text, "2x2, 2x3, 3x2, 2x4, 4x2 and 3x3"));
    assert_int_equal(t48_exact_memory(&config, false), 0);
    config = config_of(3, 3);
    config.memory = 100u << 20;
    assert_int_equal(t48_exact_solve(&config, &result, NULL, &err), LT_NO_MEMORY);
    assert_non_null(strstr(err.text, "100 MB are there"));
    config = config_of(2, 2);
    config.stop = 6;
    assert_int_equal(t48_exact_solve(&config, &result, NULL, &err), LT_BAD_INPUT);
    config = config_of(2, 2);
    config.rules.fours = 1.5;
    assert_int_equal(t48_exact_solve(&config, &result, NULL, &err), LT_BAD_INPUT);
}

static bool always(void *ctx)
{
    (void)ctx;
    return true;
}

static void a_solution_can_be_stopped(void **state)
{
    (void)state;
    lt_control control = {.cancelled = always};
    t48_exact_config config = config_of(2, 3);
    config.control = &control;
    t48_exact_result result;
    assert_int_equal(t48_exact_solve(&config, &result, NULL, NULL), LT_CANCELLED);
}

/* --- the packed boards ------------------------------------------------------------ */

static uint64_t random_board(const t48_space *space, lt_rng *rng)
{
    uint64_t board = 0;
    for (unsigned c = 0; c < space->cells; c++)
        board |= (uint64_t)(lt_rng_next(rng) >> 32) % (space->top + 1u) << (4 * c);
    return board;
}

/* Moves, packing and symmetries against the grid, for shapes lying and upright. */
static void packed_boards_move_and_turn_as_grids_do(void **state)
{
    (void)state;
    static const t48_shape shapes[] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}};
    lt_rng rng;
    t48_spawn_rng(&rng, 7);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        t48_space space;
        assert_int_equal(t48_space_init(&space, shapes[s], true, NULL), LT_OK);
        for (uint64_t n = 0; n < test_amount(20000); n++) {
            uint64_t packed = random_board(&space, &rng);
            t48_board board = t48_space_unpack(&space, packed);
            assert_int_equal(t48_space_pack(&space, board), packed);
            uint64_t canonical = packed, again;
            t48_space_canonical(&space, &canonical, 1);
            again = canonical;
            t48_space_canonical(&space, &again, 1);
            assert_int_equal(again, canonical);
            assert_true(canonical <= packed);
            /* Every image has the same canonical board; the orbit counts them. */
            unsigned symmetries = space.rows == space.cols ? 8 : 4, different = 0;
            uint64_t image[8];
            for (unsigned k = 0; k < symmetries; k++) {
                image[k] = canonical;
                if (k & 4) image[k] = packed_transpose(space.rows, image[k]);
                if (k & 1) image[k] = packed_mirror(space.cols, image[k]);
                if (k & 2) image[k] = packed_flip(space.rows, space.cols, image[k]);
                bool seen = false;
                for (unsigned j = 0; j < k; j++) seen |= image[j] == image[k];
                different += !seen;
                again = image[k];
                t48_space_canonical(&space, &again, 1);
                assert_int_equal(again, canonical);
            }
            uint8_t orbit;
            assert_int_equal(t48_space_orbits(&space, &canonical, 1, &orbit), different);
            /* The moves, as a multiset of boards with what they earn. */
            uint64_t after[8], expected = 0, got = 0;
            uint32_t gain[8];
            uint8_t moves;
            t48_space_moves(&space, &packed, 1, after, gain, &moves);
            for (int d = 0; d < T48_DIRS; d++) {
                t48_grid grid = t48_board_grid(board, shapes[s]);
                uint64_t gained;
                if (!t48_grid_move(&grid, (t48_dir)d, &gained)) continue;
                expected += (t48_view(&grid) + gained) * 0x9e3779b97f4a7c15ull >> 9;
                expected += 1;
            }
            for (unsigned m = 0; m < moves; m++) {
                got += (t48_space_unpack(&space, after[m]) + gain[m]) * 0x9e3779b97f4a7c15ull >> 9;
                got += 1;
            }
            assert_int_equal(got, expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_that_are_known),
        cmocka_unit_test(a_plain_recursion_agrees),
        cmocka_unit_test(symmetry_changes_nothing),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(what_cannot_be_done_is_refused_first),
        cmocka_unit_test(a_solution_can_be_stopped),
        cmocka_unit_test(packed_boards_move_and_turn_as_grids_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
