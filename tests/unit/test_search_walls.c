/* The search with walls against its twin: the rules of walls.h on grids, without a
 * table, without tables of rows or lines. */
#include "testing.h"

#include "twenty48/eval/eval.h"
#include "twenty48/rows.h"
#include "twenty48/search/walls.h"

#include <string.h>

/* On a grid walls are tiles that differ, so they cannot merge: 20, 21, ... */
enum { FIRST_WALL = 20 };

typedef struct twin {
    const t48_eval *eval;
    t48_rules rules;
    t48_walls_config config;
    bool still;
    t48_value floor, dead;
} twin;

static t48_eval *new_eval(const char *name, t48_shape shape)
{
    const t48_eval_ops *ops = t48_eval_find(name, strlen(name));
    lt_params params;
    lt_params_init(&params, ops->info.params, ops->info.param_count);
    t48_eval *eval;
    assert_int_equal(t48_eval_new(&eval, ops, &params, shape, NULL), LT_OK);
    return eval;
}

/* Large tiles of a grid become walls if all of them differ, from the first level on
 * at which they do; returns how many. */
static unsigned raise_walls(t48_grid *grid, unsigned wall)
{
    for (; wall < 15; wall++) {
        unsigned count[16] = {0}, walls = 0;
        bool differ = true;
        for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++)
            if (grid->level[i] >= wall && ++count[grid->level[i]] > 1) differ = false;
        if (!differ) continue;
        for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++)
            if (grid->level[i] >= wall) grid->level[i] = (uint8_t)(FIRST_WALL + walls++);
        return walls;
    }
    return 0;
}

static t48_value twin_eval(const twin *t, const t48_grid *grid)
{
    t48_grid seen = *grid;
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++)
        if (seen.level[i] >= FIRST_WALL) seen.level[i] = 15;
    return t->eval->ops->grid(t->eval, &seen);
}

static bool same_walls(const t48_grid *a, const t48_grid *b)
{
    for (unsigned i = 0; i < t48_shape_cells(a->shape); i++)
        if ((a->level[i] >= FIRST_WALL || b->level[i] >= FIRST_WALL) && a->level[i] != b->level[i])
            return false;
    return true;
}

static t48_value twin_after(const twin *t, const t48_grid *after, int left);

static t48_value twin_best(const twin *t, const t48_grid *grid, int left)
{
    t48_grid after[T48_DIRS];
    t48_value glance[T48_DIRS], top = INT64_MIN;
    unsigned live = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        after[live] = *grid;
        if (!t48_grid_move(&after[live], (t48_dir)d, NULL)) continue;
        if (t->still && !same_walls(grid, &after[live])) continue;
        glance[live] = twin_eval(t, &after[live]);
        if (glance[live] < t->floor) continue;
        if (glance[live] > top) top = glance[live];
        live++;
    }
    if (live == 0 || left == 0) return live ? top : t->dead;
    t48_value best = t->dead;
    for (unsigned i = 0; i < live; i++) {
        if (glance[i] < top - t->config.margin) continue;
        t48_value value = twin_after(t, &after[i], left);
        if (value > best) best = value;
    }
    return best;
}

static t48_value twin_after(const twin *t, const t48_grid *after, int left)
{
    if (left == 0) return twin_eval(t, after);
    int64_t four = (int64_t)(t->rules.fours * 65536 + 0.5);
    t48_value sum[2] = {0, 0}, cells = 0;
    for (unsigned i = 0; i < t48_shape_cells(after->shape); i++) {
        if (after->level[i]) continue;
        t48_grid board = *after;
        cells++;
        board.level[i] = 1;
        sum[0] += twin_best(t, &board, left - 1);
        board.level[i] = 2;
        if (left >= T48_WALLS_FOURS) sum[1] += twin_best(t, &board, left - 2);
    }
    if (left < T48_WALLS_FOURS) sum[1] = sum[0];
    return (sum[0] * (65536 - four) + sum[1] * four) / (cells * 65536);
}

/* The values of all moves under one rule; whether any is alive. */
static bool twin_root(const twin *t, const t48_grid *grid, int depth, t48_value value[T48_DIRS])
{
    bool alive = false;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_grid after = *grid;
        value[d] = t->dead;
        if (!t48_grid_move(&after, (t48_dir)d, NULL)) continue;
        if (t->still && !same_walls(grid, &after)) continue;
        value[d] = twin_after(t, &after, depth);
        alive |= value[d] > t->dead;
    }
    return alive;
}

/* Walls in a corner, in a block or a row, or anywhere; small tiles on other cells. */
static t48_grid random_grid(lt_rng *rng, t48_shape shape)
{
    static const uint8_t order[3][16] = {{0, 1, 4, 5, 8, 9, 12, 13, 2, 6, 10, 14, 3, 7, 11, 15},
                                         {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                         {5, 15, 2, 9, 0, 7, 12, 3, 10, 1, 8, 14, 4, 11, 6, 13}};
    t48_grid grid = t48_grid_empty(shape);
    unsigned cells = t48_shape_cells(shape), walls = lt_rng_below(rng, cells / 2 + 1);
    const uint8_t *cell = order[lt_rng_below(rng, 3)];
    for (unsigned i = 0, placed = 0; i < 16 && placed < cells; i++) {
        if (cell[i] >= cells) continue;
        if (placed < walls)
            grid.level[cell[i]] = (uint8_t)(15 - placed - (lt_rng_below(rng, 12) == 0));
        else if (lt_rng_below(rng, 4))
            grid.level[cell[i]] = (uint8_t)(1 + lt_rng_below(rng, 8));
        placed++;
    }
    return grid;
}

static bool two_of_the_highest(const t48_grid *grid)
{
    unsigned count = 0;
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++) count += grid->level[i] == 15;
    return count > 1;
}

static void searches_equal_their_twin(void **state)
{
    (void)state;
    static const t48_shape shapes[] = {{4, 4}, {4, 4}, {4, 4}, {3, 4}, {4, 3}, {2, 3}};
    lt_rng rng;
    lt_rng_seed(&rng, 21);
    unsigned held = 0, freed = 0, hopeless = 0, with_fours = 0;
    for (uint64_t n = 0; n < test_amount(400) + 40; n++) {
        twin t = {.rules = {.shape = shapes[n % 6], .fours = 0.1}};
        t48_eval *eval = new_eval(n % 5 == 4 ? "lines" : "slopes", t.rules.shape);
        t.eval = eval;
        t.config = (t48_walls_config){.eval = eval,
                                      .wall = 9,
                                      .drop = t48_value_from(eval, n & 1 ? 1500 : 4000),
                                      .margin = t48_value_from(eval, n & 2 ? 300 : 5000),
                                      .dead = t48_value_from(eval, 3000),
                                      .table_bits = n & 4 ? 12 : 0};
        t48_grid grid = random_grid(&rng, t.rules.shape);
        if (!t48_grid_legal(&grid) || two_of_the_highest(&grid)) {
            t48_eval_free(eval);
            continue;
        }
        bool full = t48_grid_empty_cells(&grid) < 5;
        t48_walls_limits limits = {.depth = full ? 4 : 2};
        with_fours += limits.depth >= T48_WALLS_FOURS;
        t48_walls *engine;
        t48_expectimax_result result;
        assert_int_equal(t48_walls_new(&engine, &t.rules, &t.config, NULL), LT_OK);
        t48_walls_search(engine, t48_view(&grid), &limits, &result);
        t48_walls_free(engine);

        unsigned walls = raise_walls(&grid, 9);
        t48_value root = twin_eval(&t, &grid), value[T48_DIRS];
        t.floor = root - t.config.drop;
        t.dead = root - t.config.dead;
        t.still = walls >= T48_WALLS_STILL;
        bool alive = t.still && twin_root(&t, &grid, limits.depth, value);
        held += alive;
        t.still = false;
        if (!alive) {
            alive = twin_root(&t, &grid, limits.depth, value);
            freed += walls >= T48_WALLS_STILL;
        }
        t.floor = INT64_MIN;
        if (!alive) {
            twin_root(&t, &grid, limits.depth, value);
            hopeless++;
        }
        unsigned legal = t48_grid_legal(&grid);
        t48_dir best = T48_NONE;
        assert_int_equal(result.legal, legal);
        for (int d = 0; d < T48_DIRS; d++) {
            if (!(legal >> d & 1)) continue;
            assert_int_equal(result.value[d], value[d] - root);
            if (best == T48_NONE || value[d] > value[best]) best = (t48_dir)d;
        }
        assert_int_equal(result.best, best);
        t48_eval_free(eval);
    }
    /* Every rule was met. */
    if (test_amount(400) >= 400)
        assert_true(held > 20 && freed > 5 && hopeless > 5 && with_fours > 20);
}

static t48_walls_config usual_config(const t48_eval *eval)
{
    return (t48_walls_config){.eval = eval,
                              .wall = 9,
                              .drop = t48_value_from(eval, 3000),
                              .margin = t48_value_from(eval, 700),
                              .dead = t48_value_from(eval, 3000)};
}

/* The table changes the work, never a value, also within limits that do not bind and
 * when the numbers of searches begin anew. */
static void the_table_changes_no_value(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_eval *eval = new_eval("slopes", rules.shape);
    t48_walls_config config = usual_config(eval);
    t48_walls *plain, *tabled;
    assert_int_equal(t48_walls_new(&plain, &rules, &config, NULL), LT_OK);
    config.table_bits = 10;
    assert_int_equal(t48_walls_new(&tabled, &rules, &config, NULL), LT_OK);
    lt_rng rng;
    lt_rng_seed(&rng, 22);
    uint64_t nodes[2] = {0, 0};
    t48_board early = 0x0000000000000021u;
    t48_expectimax_result first, again;
    t48_walls_limits one = {.depth = 1};
    t48_walls_search(tabled, early, &one, &first);
    for (uint64_t n = 0; n < test_amount(20000); n++) t48_walls_search(tabled, early, &one, &again);
    for (uint64_t n = 0; n < test_amount(200) + 5; n++) {
        t48_grid grid = random_grid(&rng, rules.shape);
        if (!t48_grid_legal(&grid) || t48_grid_empty_cells(&grid) > 5) continue;
        t48_expectimax_result a, b;
        t48_walls_limits limits = {.depth = 5};
        t48_walls_search(plain, t48_view(&grid), &limits, &a);
        /* numbers run out within these searches */
        for (uint64_t k = 0; k < test_amount(250); k++)
            t48_walls_search(tabled, early, &one, &again);
        assert_memory_equal(first.value, again.value, sizeof first.value);
        t48_walls_search(tabled, t48_view(&grid), &limits, &b);
        assert_memory_equal(a.value, b.value, sizeof a.value);
        assert_int_equal(a.best, b.best);
        nodes[0] += a.nodes;
        nodes[1] += b.nodes;
    }
    assert_true(nodes[1] < nodes[0]);
    t48_walls_free(plain);
    t48_walls_free(tabled);
    t48_eval_free(eval);
}

/* A search within a number of boards keeps about to it, deepens, and gives the values
 * of the depth that it completed. */
static void limits_are_kept(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_eval *eval = new_eval("slopes", rules.shape);
    t48_walls_config config = usual_config(eval);
    config.table_bits = 14;
    t48_walls *engine;
    assert_int_equal(t48_walls_new(&engine, &rules, &config, NULL), LT_OK);
    lt_rng rng;
    lt_rng_seed(&rng, 23);
    unsigned deeper = 0;
    for (uint64_t n = 0; n < test_amount(100) + 10; n++) {
        t48_grid grid = random_grid(&rng, rules.shape);
        if (!t48_grid_legal(&grid)) continue;
        t48_expectimax_result few, exact, timed;
        t48_walls_limits limits = {.depth = T48_WALLS_DEPTH_MAX, .nodes = 5000};
        t48_walls_search(engine, t48_view(&grid), &limits, &few);
        /* three rules at most, the first depth of each completed whatever it takes */
        assert_true(few.nodes < 3 * 5100 + 20000);
        deeper += few.depth > 2;
        limits = (t48_walls_limits){.depth = few.depth};
        t48_walls_search(engine, t48_view(&grid), &limits, &exact);
        assert_memory_equal(few.value, exact.value, sizeof few.value);
        limits = (t48_walls_limits){.depth = T48_WALLS_DEPTH_MAX, .ms = 1, .processor = true};
        t48_walls_search(engine, t48_view(&grid), &limits, &timed);
        assert_true(timed.legal >> timed.best & 1);
    }
    assert_true(deeper > 5);
    t48_walls_free(engine);
    t48_eval_free(eval);
}

/* Two 32768s merge; they are no walls. */
static void the_largest_tiles_merge(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_player *player;
    assert_int_equal(t48_player_new(&player, "walls:nodes=2000", &rules, NULL), LT_OK);
    t48_grid grid;
    assert_int_equal(
        t48_grid_parse("32768 32768 2 4/4 8 16 2/2 4 8 16/4 2 4 8", rules.shape, &grid, NULL),
        LT_OK);
    t48_state position = t48_state_from_grid(&grid, &rules);
    t48_advice advice;
    t48_player_advise(player, &position, &advice);
    assert_int_equal(advice.legal, 1u << T48_LEFT | 1u << T48_RIGHT);
    assert_true(advice.best == T48_LEFT || advice.best == T48_RIGHT);
    t48_player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_equal_their_twin),
        cmocka_unit_test(the_table_changes_no_value),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(the_largest_tiles_merge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
