/* The described searches against plain twins: straight from the text, on grids,
 * without tables or cut-offs. Every move must get the same value, and the player
 * must choose the same move. */
#include "testing.h"

#include "twenty48/eval/eval_snake.h"
#include "twenty48/player/player_ops.h"
#include "twenty48/rows.h"

#include <math.h>
#include <string.h>

typedef struct twin {
    const t48_eval *eval;
    double fours;
    bool worst, end_is_dead;
    const t48_dir *order;
} twin;

static const t48_dir up_first[] = {T48_UP, T48_RIGHT, T48_DOWN, T48_LEFT};
static const t48_dir right_first[] = {T48_RIGHT, T48_UP, T48_DOWN, T48_LEFT};
/* down, left, right, up, of equals the last: read backwards the first. */
static const t48_dir down_last[] = {T48_UP, T48_RIGHT, T48_LEFT, T48_DOWN};

static const t48_value none = INT64_MIN;

static t48_value static_value(const twin *t, const t48_grid *grid)
{
    return t->eval->ops->grid(t->eval, grid);
}

static t48_value move_share(const twin *t, const t48_grid *before, t48_dir dir)
{
    return t->eval->ops->grid_move ? t->eval->ops->grid_move(t->eval, before, dir) : 0;
}

/* The best of all moves after some tile, `dead` where there is none. */
typedef t48_value move_value(const twin *t, const t48_grid *grid, t48_dir dir, int depth);

static t48_value best_of(const twin *t, const t48_grid *grid, int depth, move_value *move)
{
    t48_value best = none;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_value value = move(t, grid, (t48_dir)d, depth);
        if (value != none && (best == none || value > best)) best = value;
    }
    return best == none ? t->eval->dead : best;
}

/* Every board that a new tile can make of one. */
static unsigned placements(const t48_grid *after, t48_grid placed[2 * T48_CELLS_MAX])
{
    unsigned count = 0;
    for (unsigned c = 0; c < t48_shape_cells(after->shape); c++)
        for (uint8_t level = 1; level <= 2; level++) {
            if (after->level[c]) continue;
            placed[count] = *after;
            placed[count++].level[c] = level;
        }
    return count;
}

/* --- alphabeta, as plain minimax ------------------------------------------- */

static t48_value minimax_move(const twin *t, const t48_grid *grid, t48_dir dir, int depth)
{
    t48_grid after = *grid, placed[2 * T48_CELLS_MAX];
    if (!t48_grid_move(&after, dir, NULL)) return none;
    t48_value worst = INT64_MAX, share = move_share(t, grid, dir);
    for (unsigned i = placements(&after, placed); i-- > 0;) {
        t48_value value = depth == 1 ? static_value(t, &placed[i]) + share
                                     : best_of(t, &placed[i], depth - 1, minimax_move);
        if (value < worst) worst = value;
    }
    return worst;
}

/* --- worstcase --------------------------------------------------------------- */

static t48_value worstcase_move(const twin *t, const t48_grid *grid, t48_dir dir, int depth)
{
    t48_grid after = *grid, placed[2 * T48_CELLS_MAX];
    if (!t48_grid_move(&after, dir, NULL)) return none;
    t48_value share = move_share(t, grid, dir), unit = t->eval->unit;
    if (depth == 0) return static_value(t, &after) + share;
    unsigned count = placements(&after, placed);
    t48_value least = INT64_MAX, worst = INT64_MAX;
    for (unsigned i = 0; i < count; i++) {
        t48_value whole = (static_value(t, &placed[i]) + share) / unit;
        if (whole < least) least = whole;
    }
    for (unsigned i = 0; i < count; i++) {
        if ((static_value(t, &placed[i]) + share) / unit != least) continue;
        t48_value best = best_of(t, &placed[i], depth - 1, worstcase_move);
        if (best < worst) worst = best;
    }
    return worst;
}

/* --- expectiminimax, in floating point ---------------------------------------- */

static double expecti_move(const twin *t, const t48_grid *grid, t48_dir dir, int depth);

static double expecti_max(const twin *t, const t48_grid *grid, t48_value share, int depth)
{
    if (depth == 0) return (double)(static_value(t, grid) + share);
    double best = -INFINITY;
    for (int d = 0; d < T48_DIRS; d++) {
        double value = expecti_move(t, grid, (t48_dir)d, depth);
        if (value > best) best = value;
    }
    if (!isinf(best)) return best;
    return (double)(t->end_is_dead ? t->eval->dead : static_value(t, grid) + share);
}

static double expecti_move(const twin *t, const t48_grid *grid, t48_dir dir, int depth)
{
    t48_grid after = *grid;
    if (!t48_grid_move(&after, dir, NULL)) return -INFINITY;
    t48_value share = move_share(t, grid, dir);
    if (depth == 1) return (double)(static_value(t, &after) + share);
    double sum = 0, worst = INFINITY;
    unsigned count = 0;
    for (unsigned c = 0; c < t48_shape_cells(grid->shape); c++) {
        if (after.level[c]) continue;
        count++;
        for (uint8_t level = 1; level <= 2; level++) {
            t48_grid placed = after;
            placed.level[c] = level;
            double value = expecti_max(t, &placed, share, depth - 2);
            sum += (level == 2 ? t->fours : 1 - t->fours) * value;
            worst = fmin(worst, value);
        }
    }
    return t->worst ? worst : sum / count;
}

/* --- snake --------------------------------------------------------------------- */

/* A board of cell numbers, which can be turned. */
typedef struct plan {
    int rows, cols, cell[T48_CELLS_MAX];
} plan;

static plan turned_clockwise(const plan *p)
{
    plan turned = {.rows = p->cols, .cols = p->rows};
    for (int r = 0; r < turned.rows; r++)
        for (int c = 0; c < turned.cols; c++)
            turned.cell[r * turned.cols + c] = p->cell[(p->rows - 1 - c) * p->cols + r];
    return turned;
}

/* A path from the top left, turning at walls. */
static double snake_walk(const t48_grid *grid, const plan *p, bool by_rows, int *blank)
{
    int rows = p->rows, cols = p->cols, r = 0, c = 0, dr = 1, dc = 1;
    double sum = 0, weight = 1;
    *blank = -1;
    for (int i = 0; i < rows * cols; i++, weight *= 0.25) {
        int cell = p->cell[r * cols + c];
        unsigned level = grid->level[cell];
        if (level) sum += weight * (double)(1ull << level);
        if (!level && *blank < 0) *blank = cell;
        if (by_rows && c + dc >= 0 && c + dc < cols)
            c += dc;
        else if (by_rows)
            r += dr, dc = -dc;
        else if (r + dr >= 0 && r + dr < rows)
            r += dr;
        else
            c += dc, dr = -dr;
    }
    return sum;
}

static double snake_value(const t48_grid *grid, int *blank)
{
    double best = -1;
    plan p = {.rows = grid->shape.rows, .cols = grid->shape.cols};
    for (int i = 0; i < p.rows * p.cols; i++) p.cell[i] = i;
    /* By rows of the board turned 0, 1, 2, 3 times, then by columns; after four turns
     * it lies as before. Of equal sums the last wins. */
    for (int path = 0; path < 8; path++, p = turned_clockwise(&p)) {
        int first;
        double value = snake_walk(grid, &p, path < 4, &first);
        if (value < best) continue;
        best = value;
        *blank = first;
    }
    return best;
}

static double snake_move(const t48_grid *grid, t48_dir dir, int depth, int level)
{
    t48_grid after = *grid;
    if (!t48_grid_move(&after, dir, NULL)) return -1;
    int blank;
    double own = snake_value(&after, &blank), best = -1;
    if (depth == 0) return own;
    after.level[blank] = 1;
    for (int d = 0; d < T48_DIRS; d++)
        best = fmax(best, snake_move(&after, (t48_dir)d, depth - 1, level + 1));
    return own + (best < 0 ? 0 : best) / pow(0.9, level);
}

/* --- comparing ------------------------------------------------------------------- */

/* A position as games have them: some random moves from the start, then more by
 * halves of full and nearly full boards. */
static t48_state some_position(lt_rng *rng, const t48_rules *rules)
{
    t48_state s = t48_state_empty(rules);
    t48_state_start(&s, rng);
    for (unsigned moves = lt_rng_below(rng, 120); moves > 0; moves--) {
        unsigned legal = t48_state_legal(&s);
        if (!legal) break;
        t48_dir dir = (t48_dir)lt_rng_below(rng, 4);
        if (!(legal >> dir & 1)) continue;
        t48_state before = s;
        t48_state_move(&s, dir);
        t48_state_spawn(&s, rng);
        if (t48_state_legal(&s) == 0) return before;
    }
    return s;
}

typedef enum kind { ALPHABETA, WORSTCASE, EXPECTI, SNAKE } kind;

static double twin_value(const twin *t, kind k, const t48_grid *grid, t48_dir dir, int depth)
{
    double unit = (double)t->eval->unit;
    switch (k) {
    case ALPHABETA: return (double)minimax_move(t, grid, dir, depth) / unit;
    case WORSTCASE: return (double)worstcase_move(t, grid, dir, depth) / unit;
    case EXPECTI: return expecti_move(t, grid, dir, depth) / unit;
    default: return snake_move(grid, dir, depth, 1);
    }
}

static void compare(kind k, const char *spec, t48_shape shape, int depth, uint64_t positions)
{
    t48_rules rules = {shape, 0.1};
    t48_player *player;
    lt_error err = {LT_OK, ""};
    if (t48_player_new(&player, spec, &rules, &err) != LT_OK) fail_msg("%s", err.text);
    twin t = {.eval = player->eval,
              .fours = 0.1,
              .worst = strstr(spec, "worst,") != NULL,
              .end_is_dead = strstr(spec, "terminal=dead") != NULL,
              .order = k == WORSTCASE ? right_first
                       : k == SNAKE   ? down_last
                                      : up_first};
    lt_rng rng;
    lt_rng_seed(&rng, (uint64_t)k * 1000 + shape.rows * 10u + shape.cols);
    for (uint64_t n = 0; n < positions; n++) {
        t48_state s = some_position(&rng, &rules);
        t48_grid grid = t48_state_grid(&s);
        t48_advice advice;
        t48_player_advise(player, &s, &advice);
        double best = -INFINITY;
        t48_dir first = T48_NONE;
        for (int i = 0; i < T48_DIRS; i++) {
            t48_dir dir = t.order[i];
            if (!(advice.legal >> dir & 1)) continue;
            double expected = twin_value(&t, k, &grid, dir, depth);
            /* Fixed point may differ from floating point in the last digits only. */
            if (fabs(advice.value[dir] - expected) > 1e-3 + 1e-9 * fabs(expected))
                fail_msg("%s: %f, twin %f", spec, advice.value[dir], expected);
            double slack = k == ALPHABETA || k == WORSTCASE ? 0 : 2e-3;
            if (first == T48_NONE || expected > best + slack) {
                best = expected;
                first = dir;
            } else if (expected > best - slack && slack > 0) {
                first = advice.best; /* a tie within rounding: either is right */
            }
        }
        assert_int_equal(advice.best, first);
        assert_int_equal(t48_player_choose(player, &s), advice.best);
    }
    t48_player_free(player);
}

static void alphabeta_equals_plain_minimax(void **state)
{
    (void)state;
    compare(ALPHABETA, "alphabeta:depth=2", (t48_shape){4, 4}, 2, test_amount(250));
    compare(ALPHABETA, "alphabeta:depth=3", (t48_shape){3, 3}, 3, test_amount(100));
    compare(ALPHABETA, "alphabeta:depth=2,eval=seven", (t48_shape){3, 4}, 2, test_amount(150));
    compare(ALPHABETA, "alphabeta:depth=1", (t48_shape){5, 5}, 1, test_amount(300));
}

static void worstcase_equals_its_plain_twin(void **state)
{
    (void)state;
    compare(WORSTCASE, "worstcase:depth=4", (t48_shape){4, 4}, 4, test_amount(60));
    compare(WORSTCASE, "worstcase:depth=2,distance=0.3,groups=-0.5", (t48_shape){4, 4}, 2,
            test_amount(400));
    compare(WORSTCASE, "worstcase:depth=3,eval=five", (t48_shape){3, 4}, 3, test_amount(100));
    compare(WORSTCASE, "worstcase:depth=2", (t48_shape){5, 6}, 2, test_amount(60));
}

static void expectiminimax_equals_its_plain_twin(void **state)
{
    (void)state;
    compare(EXPECTI, "expectiminimax:depth=4", (t48_shape){4, 4}, 4, test_amount(40));
    compare(EXPECTI, "expectiminimax:depth=3", (t48_shape){4, 4}, 3, test_amount(150));
    compare(EXPECTI, "expectiminimax:placement=worst,depth=3,eval=seven", (t48_shape){4, 3}, 3,
            test_amount(100));
    compare(EXPECTI, "expectiminimax:depth=2", (t48_shape){6, 5}, 2, test_amount(60));
    /* Small boards end often: what an end is worth is seen there. */
    compare(EXPECTI, "expectiminimax:depth=4,eval=seven", (t48_shape){2, 2}, 4, test_amount(300));
    compare(EXPECTI, "expectiminimax:depth=5,terminal=dead,eval=five", (t48_shape){2, 3}, 5,
            test_amount(100));
}

static void snake_equals_its_plain_twin(void **state)
{
    (void)state;
    compare(SNAKE, "snake:depth=3", (t48_shape){4, 4}, 3, test_amount(1000));
    compare(SNAKE, "snake:depth=2", (t48_shape){3, 4}, 2, test_amount(1000));
    compare(SNAKE, "snake:depth=1", (t48_shape){4, 4}, 1, test_amount(1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_equals_plain_minimax),
        cmocka_unit_test(worstcase_equals_its_plain_twin),
        cmocka_unit_test(expectiminimax_equals_its_plain_twin),
        cmocka_unit_test(snake_equals_its_plain_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
