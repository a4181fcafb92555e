/* Pattern tables and the table of all positions, against slow obvious twins;
 * their files; building on several threads. */
#include "testing.h"

#include "base/files.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/pdb/pdb_set.h"
#include "npuzzle/whole/whole_space.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A pattern by brute force: Dijkstra with moves of 0 and 1 over boards on which
 * every other tile looks alike, the blank's cell kept. */
typedef struct twin {
    const np_pattern *p;
    int cells;
    uint8_t *seen; /* distance + 1, by code */
    uint32_t codes;
} twin;

static uint32_t code_of(const twin *t, const uint8_t *cell, int blank)
{
    uint32_t code = (uint32_t)blank;
    for (int i = 0; i < t->p->k; i++) code = code * (uint32_t)t->cells + cell[i];
    return code;
}

static void twin_build(twin *t, const np_pattern *p)
{
    t->p = p;
    t->cells = p->rows * p->cols;
    t->codes = (uint32_t)t->cells;
    for (int i = 0; i < p->k; i++) t->codes *= (uint32_t)t->cells;
    t->seen = calloc(t->codes, 1);
    assert_non_null(t->seen);
    t->seen[code_of(t, p->tiles, p->goal_blank)] = 1;
    /* Relax until nothing changes: slow, and right for any order of the codes. */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t code = 0; code < t->codes; code++) {
            if (!t->seen[code]) continue;
            uint8_t cell[NP_PATTERN_MAX];
            uint32_t rest = code;
            for (int i = p->k - 1; i >= 0; i--) {
                cell[i] = (uint8_t)(rest % (uint32_t)t->cells);
                rest /= (uint32_t)t->cells;
            }
            int blank = (int)rest;
            for (int m = 0; m < 4; m++) {
                int to = np_step(p->rows, p->cols, blank, (np_move)m), moved = -1;
                if (to < 0) continue;
                for (int i = 0; i < p->k; i++)
                    if (cell[i] == to) moved = i;
                if (moved >= 0) cell[moved] = (uint8_t)blank;
                uint32_t next = code_of(t, cell, to);
                if (moved >= 0) cell[moved] = (uint8_t)to;
                int reached = t->seen[code] + (moved >= 0);
                if (t->seen[next] && t->seen[next] <= reached) continue;
                t->seen[next] = (uint8_t)reached;
                changed = true;
            }
        }
    }
}

static np_pattern make_pattern(int rows, int cols, int blank, int k, const uint8_t *tiles)
{
    np_pattern p = {.rows = (uint8_t)rows,
                    .cols = (uint8_t)cols,
                    .goal_blank = (uint8_t)blank,
                    .k = (uint8_t)k};
    memcpy(p.tiles, tiles, (size_t)k);
    return p;
}

static void compare(const np_pattern *p, int threads)
{
    np_space *space;
    np_pdb pdb;
    twin t;
    assert_int_equal(np_space_new(&space, p->rows, p->cols, p->k, NULL), LT_OK);
    assert_int_equal(np_pdb_build(&pdb, p, space, &(np_resources){.threads = threads}, NULL),
                     LT_OK);
    twin_build(&t, p);
    for (uint32_t code = 0; code < t.codes; code++) {
        if (!t.seen[code]) continue;
        uint8_t board[NP_CELLS_MAX];
        /* Cells without a tile of the pattern hold a name no pattern has. */
        memset(board, NP_CELLS_MAX - 1, sizeof board);
        uint32_t rest = code;
        for (int i = p->k - 1; i >= 0; i--) {
            board[rest % (uint32_t)t.cells] = p->tiles[i];
            rest /= (uint32_t)t.cells;
        }
        int distance = np_pdb_distance(&pdb, board, (int)rest);
        if (distance != t.seen[code] - 1)
            fail_msg("%dx%d: %d, not %d", p->rows, p->cols, distance, t.seen[code] - 1);
    }
    free(t.seen);
    np_pdb_close(&pdb);
    np_space_free(space);
}

static void pattern_tables_equal_brute_force(void **state)
{
    (void)state;
    np_pattern p = make_pattern(3, 3, 8, 3, (uint8_t[]){0, 4, 7});
    compare(&p, 2);
    p = make_pattern(3, 3, 8, 4, (uint8_t[]){1, 2, 3, 5});
    compare(&p, 1);
    p = make_pattern(3, 4, 11, 3, (uint8_t[]){2, 9, 10});
    compare(&p, 3);
    p = make_pattern(2, 5, 4, 3, (uint8_t[]){0, 5, 9});
    compare(&p, 2);
    p = make_pattern(4, 2, 3, 2, (uint8_t[]){2, 7});
    compare(&p, 2);
}

static void tables_are_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    np_pattern p = make_pattern(4, 4, 15, 4, (uint8_t[]){0, 1, 4, 5});
    np_space *space;
    np_pdb one, many;
    assert_int_equal(np_space_new(&space, 4, 4, 4, NULL), LT_OK);
    assert_int_equal(np_pdb_build(&one, &p, space, &(np_resources){.threads = 1}, NULL), LT_OK);
    assert_int_equal(np_pdb_build(&many, &p, space, &(np_resources){.threads = 4}, NULL), LT_OK);
    assert_memory_equal(one.bits, many.bits, np_space_bits(space) / 8);
    np_pdb_close(&one);
    np_pdb_close(&many);
    np_space_free(space);
}

static void files_round_trip_and_refuse_other_patterns(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "/tmp/laatta-test-%ld.pdb", (long)getpid());
    np_pattern p = make_pattern(3, 3, 8, 3, (uint8_t[]){0, 1, 2});
    np_pattern other = make_pattern(3, 3, 8, 3, (uint8_t[]){0, 1, 3});
    np_space *space;
    np_pdb built, loaded;
    lt_error err;
    assert_int_equal(np_space_new(&space, 3, 3, 3, NULL), LT_OK);
    assert_int_equal(np_pdb_build(&built, &p, space, &(np_resources){.threads = 1}, NULL), LT_OK);
    assert_int_equal(np_pdb_save(&built, path, &err), LT_OK);
    assert_int_equal(np_pdb_load(&loaded, &p, space, path, &err), LT_OK);
    assert_memory_equal(built.bits, loaded.bits, np_space_bits(space) / 8);
    np_pdb_close(&loaded);
    assert_int_equal(np_pdb_load(&loaded, &other, space, path, &err), LT_DAMAGED);
    assert_non_null(strstr(err.text, "another pattern"));
    char *bytes;
    size_t length;
    assert_int_equal(lt_file_load(path, 1 << 20, &bytes, &length, NULL), LT_OK);
    bytes[length - 1] ^= 1;
    assert_int_equal(lt_file_save(path, bytes, length, NULL), LT_OK);
    assert_int_equal(np_pdb_load(&loaded, &p, space, path, &err), LT_DAMAGED);
    assert_int_equal(np_pdb_check(path, &err), LT_DAMAGED);
    free(bytes);
    np_pdb_close(&built);
    np_space_free(space);
    unlink(path);
}

static void partitions_are_pictures(void **state)
{
    (void)state;
    np_partition p;
    lt_error err;
    for (size_t i = 0; i < np_partition_count(); i++)
        assert_int_equal(np_partition_get(&p, i, &err), LT_OK);
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"", "a picture of a board"},
        {"a a\na a\n", "0 cells are marked as the blank"},
        {"a .\na .\n", "2 cells are marked as the blank"},
        {"a a a\na .\n", "row 2 has 2 cells, the first has 3"},
        {"a A\na .\n", "a row has a letter"},
        {"a a a a a\na a a a .\n", "more than 8 tiles"},
        {"a b c d e\nf g h i .\n", "more than 8 patterns"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(np_partition_parse(&p, "x", bad[i].text, strlen(bad[i].text), &err),
                         LT_BAD_INPUT);
        if (!strstr(err.text, bad[i].reason)) fail_msg("%s: %s", bad[i].text, err.text);
    }
}

static void numbering_is_a_bijection(void **state)
{
    (void)state;
    static const int shapes[][3] = {{2, 2, 3},  {2, 3, 0},  {3, 2, 5},  {3, 3, 4}, {2, 4, 2},
                                    {4, 3, 11}, {3, 4, 11}, {2, 6, 11}, {6, 2, 3}};
    lt_rng rng;
    lt_rng_seed(&rng, 21);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        np_frame f;
        np_whole w;
        np_frame_plain(&f, shapes[i][0], shapes[i][1]);
        f.goal_blank = (uint8_t)shapes[i][2];
        assert_int_equal(np_whole_init(&w, &f, NULL), LT_OK);
        for (int round = 0; round < 3000; round++) {
            int blank = (int)lt_rng_below(&rng, (uint32_t)f.cells);
            uint32_t rank = lt_rng_below(&rng, w.half);
            uint8_t board[NP_CELLS_MAX];
            np_whole_unrank(&w, blank, rank, board);
            assert_int_equal(np_whole_rank(&w, board), rank);
            int down = blank + f.cols < f.cells;
            int to = down ? blank + f.cols : blank - f.cols;
            uint32_t turned = np_whole_turn(&w, blank, down, rank);
            assert_int_equal(turned, np_whole_turn_slow(&w, blank, down, rank));
            board[blank] = board[to];
            board[to] = f.goal_blank;
            assert_int_equal(np_whole_rank(&w, board), turned);
        }
        np_whole_release(&w);
    }
}

static void boards_have_their_known_size_and_diameter(void **state)
{
    (void)state;
    static const struct {
        int rows, cols, diameter;
        uint64_t positions, deepest;
    } known[] = {
        {2, 2, 6, 12, 1},          {2, 3, 21, 360, 1},    {3, 2, 21, 360, 1},
        {2, 4, 36, 20160, 1},      {3, 3, 31, 181440, 2}, {2, 5, 55, 1814400, 2},
        {3, 4, 53, 239500800, 18},
    };
    /* The largest board takes seconds: only at full length. */
    size_t count = sizeof known / sizeof known[0] - (test_amount(100) < 100 ? 1 : 0);
    for (size_t i = 0; i < count; i++) {
        np_position goal;
        np_census census;
        np_position_goal(&goal, known[i].rows, known[i].cols, i % 2);
        assert_int_equal(np_explore(&census, &goal, &(np_resources){.threads = 2}, NULL), LT_OK);
        assert_int_equal(census.diameter, known[i].diameter);
        assert_true(census.positions == known[i].positions);
        assert_true(census.at_depth[census.diameter] == known[i].deepest);
        for (int h = 0; h < census.hardest_count; h++)
            assert_int_equal(np_position_reaches(&census.hardest[h], &goal, NULL), LT_OK);
    }
}

/* All positions with a queue and a list, no numbering: what explore must count. */
static void count_plainly(const np_position *goal, uint64_t *at_depth, int *diameter)
{
    enum { MOST = 181440, SLOTS = 1 << 19 };
    np_position *queue = malloc(MOST * sizeof *queue);
    uint8_t *depth = malloc(MOST);
    uint32_t *slots = calloc(SLOTS, sizeof *slots), head = 0, tail = 1;
    assert_true(queue && depth && slots);
    queue[0] = *goal;
    depth[0] = 0;
    for (; head < tail; head++) {
        at_depth[depth[head]]++;
        *diameter = depth[head];
        for (int m = 0; m < 4; m++) {
            np_position p = queue[head];
            if (!np_position_move(&p, (np_move)m)) continue;
            uint64_t hash = 0;
            for (int c = 0; c < np_position_cells(&p); c++) hash = lt_mix64(hash + p.tile[c] + 1);
            uint32_t at = (uint32_t)hash & (SLOTS - 1);
            while (slots[at] && !np_position_equal(&queue[slots[at] - 1], &p))
                at = (at + 1) & (SLOTS - 1);
            if (slots[at] || np_position_equal(goal, &p)) continue;
            depth[tail] = (uint8_t)(depth[head] + 1);
            queue[tail++] = p;
            slots[at] = tail;
        }
    }
    free(queue);
    free(depth);
    free(slots);
}

static void explore_counts_what_a_plain_walk_finds(void **state)
{
    (void)state;
    lt_rng rng;
    lt_rng_seed(&rng, 12);
    static const int shapes[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        for (int any_goal = 0; any_goal < 2; any_goal++) {
            np_position goal, plain;
            np_census census;
            uint64_t at_depth[256] = {0};
            int diameter;
            np_position_goal(&plain, shapes[i][0], shapes[i][1], true);
            goal = plain;
            if (any_goal) np_position_random(&goal, &plain, &rng);
            count_plainly(&goal, at_depth, &diameter);
            assert_int_equal(np_explore(&census, &goal, &(np_resources){.threads = 2}, NULL),
                             LT_OK);
            assert_int_equal(census.diameter, diameter);
            assert_memory_equal(census.at_depth, at_depth, sizeof at_depth);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pattern_tables_equal_brute_force),
        cmocka_unit_test(tables_are_the_same_on_any_number_of_threads),
        cmocka_unit_test(files_round_trip_and_refuse_other_patterns),
        cmocka_unit_test(partitions_are_pictures),
        cmocka_unit_test(numbering_is_a_bijection),
        cmocka_unit_test(boards_have_their_known_size_and_diameter),
        cmocka_unit_test(explore_counts_what_a_plain_walk_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
