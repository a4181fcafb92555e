/* Moves of the 64-bit board against an independent, obvious twin, with the
 * highest tiles well represented; the merge of two 32768. */
#include "testing.h"

#include "laatta/board.h"
#include "laatta/game.h"
#include "laatta/rng.h"

#include <string.h>

/* The twin: repeatedly pushes tiles one cell, then merges from the wall, then
 * pushes again; shares no code with the library. Levels as plain ints. */
typedef struct twin {
    int rows, cols;
    int cell[4][4];
} twin;

static int *at(twin *t, int dir, int line, int i)
{
    switch (dir) {
    case T48_UP: return &t->cell[i][line];
    case T48_DOWN: return &t->cell[t->rows - 1 - i][line];
    case T48_LEFT: return &t->cell[line][i];
    default: return &t->cell[line][t->cols - 1 - i];
    }
}

/* Pushes the tiles of a line towards its start, one cell at a time. */
static void push(int *line, int length)
{
    for (int again = 1; again < length; again++)
        for (int i = 0; i + 1 < length; i++)
            if (line[i] == 0) {
                line[i] = line[i + 1];
                line[i + 1] = 0;
            }
}

static uint64_t twin_move(twin *t, int dir)
{
    bool vertical = dir == T48_UP || dir == T48_DOWN;
    int lines = vertical ? t->cols : t->rows, length = vertical ? t->rows : t->cols;
    uint64_t gained = 0;
    for (int n = 0; n < lines; n++) {
        int line[4];
        for (int i = 0; i < length; i++) line[i] = *at(t, dir, n, i);
        push(line, length);
        for (int i = 0; i + 1 < length; i++)
            if (line[i] != 0 && line[i] == line[i + 1]) {
                line[i]++;
                line[i + 1] = 0;
                gained += 1ull << line[i];
            }
        push(line, length);
        for (int i = 0; i < length; i++) *at(t, dir, n, i) = line[i];
    }
    return gained;
}

/* A random board; kinds of it favour low tiles, high tiles, or equal neighbours. */
static twin random_twin(lt_rng *rng, int rows, int cols, int highest)
{
    twin t = {.rows = rows, .cols = cols};
    uint64_t kind = lt_rng_next(rng);
    int base = kind & 1 ? highest - 2 : 1, span = kind & 2 ? 2 : 4;
    int full = (int)(kind >> 2 & 3);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            uint32_t draw = (uint32_t)(lt_rng_next(rng) >> 40);
            if ((int)(draw & 3) > full) continue;
            int level =
                draw & 0x40 ? base + (int)(draw >> 8) % span : 1 + (int)(draw >> 8) % highest;
            t.cell[r][c] = level > highest ? highest : level;
        }
    return t;
}

static t48_board pack(const twin *t)
{
    t48_board b = 0;
    for (int r = 0; r < t->rows; r++)
        for (int c = 0; c < t->cols; c++) b |= (uint64_t)t->cell[r][c] << (16 * r + 4 * c);
    return b;
}

static t48_grid to_grid(const twin *t)
{
    t48_grid g = t48_grid_empty((t48_shape){(uint8_t)t->rows, (uint8_t)t->cols});
    for (int r = 0; r < t->rows; r++)
        for (int c = 0; c < t->cols; c++) g.level[r * t->cols + c] = (uint8_t)t->cell[r][c];
    return g;
}

static int twin_max(const twin *t)
{
    int max = 0;
    for (int r = 0; r < t->rows; r++)
        for (int c = 0; c < t->cols; c++)
            if (t->cell[r][c] > max) max = t->cell[r][c];
    return max;
}

/* Ten million boards of each of the nine sizes: board moves equal the twin's wherever the result
 * fits a nibble; where two 32768 merge, the board shows the view of the exact result. */
static void board_moves_equal_the_twin(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 2048);
    uint64_t boards = test_amount(90000000), high_merges = 0;
    for (uint64_t i = 0; i < boards; i++) {
        int rows = 2 + (int)(i % 3), cols = 2 + (int)(i / 3 % 3);
        t48_shape shape = {(uint8_t)rows, (uint8_t)cols};
        twin t = random_twin(&rng, rows, cols, 15);
        t48_board board = pack(&t);
        unsigned legal = 0;
        for (int d = 0; d < T48_DIRS; d++) {
            twin moved = t;
            uint64_t gained = twin_move(&moved, d), got;
            t48_board result = t48_board_move(board, shape, (t48_dir)d, &got);
            if (memcmp(&moved, &t, sizeof t) != 0) legal |= 1u << d;
            assert_true(got == gained);
            if (twin_max(&moved) <= 15) {
                assert_true(result == pack(&moved));
            } else {
                t48_grid g = to_grid(&moved);
                assert_true(result == t48_view(&g));
                high_merges++;
            }
        }
        assert_int_equal(t48_board_legal(board, shape), legal);
    }
    assert_true(high_merges > boards / 50);
}

static void grid_moves_equal_the_twin(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 4096);
    uint64_t boards = test_amount(2000000);
    for (uint64_t i = 0; i < boards; i++) {
        int rows = 2 + (int)(i % 3), cols = 2 + (int)(i / 3 % 3);
        twin t = random_twin(&rng, rows, cols, 17);
        for (int d = 0; d < T48_DIRS; d++) {
            twin moved = t;
            uint64_t gained = twin_move(&moved, d), got;
            t48_grid grid = to_grid(&t), expected = to_grid(&moved);
            bool changed = t48_grid_move(&grid, (t48_dir)d, &got);
            assert_true(got == gained);
            assert_true(t48_grid_equal(&grid, &expected));
            assert_true(changed == (memcmp(&moved, &t, sizeof t) != 0));
        }
    }
}

static void the_view_keeps_tiles_apart_and_moves_legal(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 65536);
    uint64_t boards = test_amount(3000000);
    for (uint64_t i = 0; i < boards; i++) {
        int rows = 2 + (int)(i % 3), cols = 2 + (int)(i / 3 % 3);
        twin t = random_twin(&rng, rows, cols, 17);
        t48_grid grid = to_grid(&t);
        if (t48_grid_legal(&grid) == 0) continue;
        t48_board view = t48_view(&grid);
        t48_grid seen = t48_board_grid(view, grid.shape);
        for (unsigned a = 0; a < t48_shape_cells(grid.shape); a++)
            for (unsigned b = 0; b < a; b++) {
                int real = (grid.level[a] > grid.level[b]) - (grid.level[a] < grid.level[b]);
                int shown = (seen.level[a] > seen.level[b]) - (seen.level[a] < seen.level[b]);
                assert_int_equal(real, shown);
            }
        assert_int_equal(t48_board_legal(view, grid.shape), t48_grid_legal(&grid));
        if (t48_grid_max_level(&grid) <= 15) assert_true(view == pack(&t));
    }
}

static t48_grid parsed(const char *text)
{
    t48_grid grid;
    assert_int_equal(t48_grid_parse(text, (t48_shape){0, 0}, &grid, NULL), LT_OK);
    return grid;
}

static void two_32768_merge_to_65536_once(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_grid grid = parsed("32768 32768 32768 32768/2 0 0 0/0 0 0 0/0 0 0 0");
    t48_state s = t48_state_from_grid(&grid, &rules);
    assert_true(s.packed);
    assert_true(t48_state_move(&s, T48_LEFT));
    t48_grid expected = parsed("65536 65536 0 0/2 0 0 0/0 0 0 0/0 0 0 0");
    t48_grid after = t48_state_grid(&s);
    assert_true(t48_grid_equal(&after, &expected));
    assert_int_equal(s.score, 2 * 65536);
    assert_true(t48_state_move(&s, T48_LEFT));
    expected = parsed("131072 0 0 0/2 0 0 0/0 0 0 0/0 0 0 0");
    after = t48_state_grid(&s);
    assert_true(t48_grid_equal(&after, &expected));
    assert_int_equal(s.score, 2 * 65536 + 131072);
}

static void a_gap_is_closed_where_it_is_not_about_to_fill(void **state)
{
    (void)state;
    /* 65536, two 16384: closing 32768 would make their merge look like a 65536;
     * the gap at 8192 is taken instead, and the 16384s step down with it. */
    t48_grid grid = parsed("65536 16384 16384 2/0 0 0 0/0 0 0 0/0 0 0 0");
    t48_grid seen = t48_board_grid(t48_view(&grid), grid.shape);
    t48_grid expected = parsed("32768 8192 8192 2/0 0 0 0/0 0 0 0/0 0 0 0");
    assert_true(t48_grid_equal(&seen, &expected));
    grid = parsed("65536 16384 8192 2/0 0 0 0/0 0 0 0/0 0 0 0");
    seen = t48_board_grid(t48_view(&grid), grid.shape);
    expected = parsed("32768 16384 8192 2/0 0 0 0/0 0 0 0/0 0 0 0");
    assert_true(t48_grid_equal(&seen, &expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_moves_equal_the_twin),
        cmocka_unit_test(grid_moves_equal_the_twin),
        cmocka_unit_test(the_view_keeps_tiles_apart_and_moves_legal),
        cmocka_unit_test(two_32768_merge_to_65536_once),
        cmocka_unit_test(a_gap_is_closed_where_it_is_not_about_to_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
