/* Published numbers of the sliding puzzle, where their files are beside the tree.
 * An extra check: what must hold everywhere is tested on the boards of the tree
 * (test_np_boards) and against plain walks (test_np_tables). */
#include "np_testing.h"

#include <stdio.h>

/* A line of Korf's files: id, length, tiles. */
static bool read_korf(FILE *file, int cells, int *id, int *length, np_position *p)
{
    if (fscanf(file, "%d %d", id, length) != 2) return false;
    np_position_goal(p, cells == 16 ? 4 : 5, cells == 16 ? 4 : 5, true);
    for (int c = 0; c < cells; c++) {
        int tile;
        if (fscanf(file, "%d", &tile) != 1) return false;
        p->tile[c] = (uint8_t)tile;
        if (tile == 0) p->blank = (uint8_t)c;
    }
    return true;
}

static void korfs_hundred_have_their_lengths(void **state)
{
    (void)state;
    FILE *file = fopen(LAATTA_SHARED_DATA "/korf100.txt", "r");
    if (!file) {
        print_message(
            "# skipped: the published boards are not here (../shared/data/korf100.txt)\n");
        skip();
    }
    const char *tables = test_amount(100) < 100 ? "pdb:partition=5-5-5" : "pdb:partition=6-6-3";
    np_position goal;
    np_position_goal(&goal, 4, 4, true);
    np_session *s = open_session(&goal, "ida", tables);
    int id, length;
    np_position p;
    uint64_t seen = 0, most = test_amount(100);
    while (seen < most && read_korf(file, 16, &id, &length, &p)) {
        np_solution solution = solve(s, &p);
        assert_int_equal(solution.length, length);
        np_solution_release(&solution);
        seen++;
    }
    assert_true(seen == most);
    np_session_free(s);
    fclose(file);
}

/* Plain IDA* with Manhattan distance generates exactly the published nodes. */
static void easy_boards_take_the_published_nodes(void **state)
{
    (void)state;
    FILE *boards = fopen(LAATTA_SHARED_DATA "/korf100.txt", "r");
    FILE *nodes = fopen(LAATTA_SHARED_DATA "/korf100_ida_md_nodes.txt", "r");
    if (!boards || !nodes) {
        print_message("# skipped: the published nodes are not here (../shared/data/"
                      "korf100_ida_md_nodes.txt)\n");
        if (boards) fclose(boards);
        if (nodes) fclose(nodes);
        skip();
    }
    np_position goal;
    np_position_goal(&goal, 4, 4, true);
    np_session *s = open_session(&goal, "ida:prune=2", "manhattan");
    int id, length, node_id, node_length, checked = 0;
    unsigned long long count;
    np_position p;
    while (read_korf(boards, 16, &id, &length, &p)) {
        assert_int_equal(fscanf(nodes, "%d %d %llu", &node_id, &node_length, &count), 3);
        assert_int_equal(node_id, id);
        if (count > test_amount(20000000)) continue;
        np_solution solution = solve(s, &p);
        assert_int_equal(solution.length, length);
        if (solution.nodes != count)
            fail_msg("board %d: %llu nodes, not %llu", id, (unsigned long long)solution.nodes,
                     count);
        np_solution_release(&solution);
        checked++;
    }
    assert_true(checked > 0 || test_amount(100) < 100);
    np_session_free(s);
    fclose(boards);
    fclose(nodes);
}

static void explore_equals_the_published_depths(void **state)
{
    (void)state;
    FILE *file = fopen(LAATTA_SHARED_DATA "/depths.txt", "r");
    if (!file) {
        print_message("# skipped: the published depths are not here (../shared/data/depths.txt)\n");
        skip();
    }
    char line[128];
    np_census census;
    int rows = 0, cols = 0, known_rows, known_cols, depth, seen = 0;
    unsigned long long count;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%dx%d STM %d %llu", &known_rows, &known_cols, &depth, &count) != 4)
            continue;
        if (known_rows * known_cols > (test_amount(100) < 100 ? 10 : 12)) continue;
        if (known_rows != rows || known_cols != cols) {
            np_position goal;
            rows = known_rows;
            cols = known_cols;
            np_position_goal(&goal, rows, cols, true);
            assert_int_equal(np_explore(&census, &goal, NULL, NULL), LT_OK);
        }
        assert_true(census.at_depth[depth] == count);
        seen++;
    }
    fclose(file);
    assert_true(seen > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(korfs_hundred_have_their_lengths),
        cmocka_unit_test(easy_boards_take_the_published_nodes),
        cmocka_unit_test(explore_equals_the_published_depths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
