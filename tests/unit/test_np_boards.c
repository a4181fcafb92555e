/* The boards of data/boards: solved, they have the lengths written beside them. */
#include "np_testing.h"

#include <stdio.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 256 };

typedef struct board {
    np_position position;
    int length;
} board;

/* The next line "TILES  # LENGTH"; lines that begin with # are skipped. */
static bool read_board(FILE *file, board *b)
{
    char line[LINE_MAX_LENGTH];
    lt_error err;
    do {
        if (!fgets(line, sizeof line, file)) return false;
    } while (line[0] == '#');
    char *mark = strchr(line, '#');
    assert_non_null(mark);
    b->length = atoi(mark + 1);
    if (np_position_parse(&b->position, 0, 0, line, (size_t)(mark - line), &err) != LT_OK)
        fail_msg("%s: %s", line, err.text);
    return true;
}

static FILE *open_boards(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/boards/%s", LAATTA_DATA, name);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("cannot read %s", path);
    return file;
}

/* Every `every`-th board of at most `longest` moves is solved. */
static void check_lengths(const char *name, int side, const char *heuristic, int longest,
                          uint64_t every, int boards)
{
    FILE *file = open_boards(name);
    np_position goal;
    np_position_goal(&goal, side, side, false);
    np_session *session = open_session(&goal, "ida", heuristic);
    board b;
    int seen = 0, solved = 0;
    while (read_board(file, &b)) {
        if ((uint64_t)seen++ % every != 0 || b.length > longest) continue;
        np_solution solution = solve(session, &b.position);
        if (solution.length != b.length)
            fail_msg("board %d of %s: %d moves, not %d", seen, name, solution.length, b.length);
        np_solution_release(&solution);
        solved++;
    }
    assert_int_equal(seen, boards);
    assert_true(solved >= boards / 2 || every > 1);
    np_session_free(session);
    fclose(file);
}

/* The hardest boards take the small tables of a test a minute each; bench/puzzle
 * solves them all with large ones. */
static void boards_of_4x4_have_their_lengths(void **state)
{
    (void)state;
    bool brief = test_amount(100) < 100;
    check_lengths("4x4.txt", 4, brief ? "pdb:partition=5-5-5" : "pdb:partition=6-6-3",
                  brief ? 44 : 64, brief ? 9 : 1, 200);
}

static void boards_of_5x5_have_their_lengths(void **state)
{
    (void)state;
    bool brief = test_amount(100) < 100;
    check_lengths("5x5.txt", 5, brief ? "linear-conflict" : "pdb:partition=5-5-5-5-4",
                  brief ? 34 : 60, brief ? 5 : 1, 30);
}

/* Iterative deepening with Manhattan distance in a dozen lines, counting nodes. */
static int distance_of(const np_position *p)
{
    int sum = 0;
    for (int c = 0; c < 16; c++) {
        int home = p->tile[c] - 1;
        if (home >= 0) sum += abs(c / 4 - home / 4) + abs(c % 4 - home % 4);
    }
    return sum;
}

static bool descend(const np_position *p, int depth, int last, int bound, int *next,
                    uint64_t *nodes)
{
    int h = distance_of(p);
    ++*nodes;
    if (depth + h > bound) {
        if (depth + h < *next) *next = depth + h;
        return false;
    }
    if (h == 0) return true;
    for (int m = 0; m < 4; m++) {
        np_position q = *p;
        if (m + last != 3 && np_position_move(&q, (np_move)m) &&
            descend(&q, depth + 1, m, bound, next, nodes))
            return true;
    }
    return false;
}

static void plain_search_takes_the_nodes_of_a_plain_twin(void **state)
{
    (void)state;
    FILE *file = open_boards("4x4.txt");
    np_position goal;
    np_position_goal(&goal, 4, 4, false);
    np_session *session = open_session(&goal, "ida:prune=2", "manhattan");
    board b;
    int solved = 0, longest = test_amount(100) < 100 ? 26 : 42;
    while (read_board(file, &b)) {
        if (b.length > longest) continue;
        uint64_t nodes = 1;
        int bound = distance_of(&b.position), next = INT16_MAX;
        /* Every iteration visits the first position; it is generated only once. */
        while (nodes--, !descend(&b.position, 0, -1, bound, &next, &nodes)) {
            bound = next;
            next = INT16_MAX;
        }
        np_solution solution = solve(session, &b.position);
        assert_int_equal(solution.length, bound);
        assert_int_equal(solution.length, b.length);
        if (solution.nodes != nodes)
            fail_msg("%llu nodes, not %llu", (unsigned long long)solution.nodes,
                     (unsigned long long)nodes);
        np_solution_release(&solution);
        solved++;
    }
    assert_true(solved > longest);
    np_session_free(session);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_of_4x4_have_their_lengths),
        cmocka_unit_test(boards_of_5x5_have_their_lengths),
        cmocka_unit_test(plain_search_takes_the_nodes_of_a_plain_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
