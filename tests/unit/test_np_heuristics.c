/* Every heuristic on every 8-puzzle position, against a plain breadth-first search. */
#include "testing.h"

#include "npuzzle/grid_steps.h"
#include "npuzzle/pdb/partition.h"
#include "npuzzle/search/heuristic.h"
#include "npuzzle/whole/whole_space.h"

#include <string.h>

enum { POSITIONS = 181440 };

static struct truth {
    np_frame frame;
    np_whole whole;
    uint8_t *distance; /* by blank * half + rank */
    uint8_t (*board)[9];
} truth;

/* A queue and an array: as plain as it gets, on whole boards. */
static int find_truth(void **state)
{
    (void)state;
    np_frame_plain(&truth.frame, 3, 3);
    if (np_whole_init(&truth.whole, &truth.frame, NULL) != LT_OK) return -1;
    truth.distance = malloc(POSITIONS);
    truth.board = malloc(POSITIONS * sizeof *truth.board);
    if (!truth.distance || !truth.board) return -1;
    memset(truth.distance, 0xff, POSITIONS);
    int head = 0, tail = 0;
    for (int c = 0; c < 9; c++) truth.board[0][c] = (uint8_t)c;
    truth.distance[8 * truth.whole.half] = 0;
    tail = 1;
    while (head < tail) {
        uint8_t board[9];
        memcpy(board, truth.board[head++], 9);
        int blank = (int)((uint8_t *)memchr(board, 8, 9) - board);
        uint8_t here =
            truth.distance[(uint32_t)blank * truth.whole.half + np_whole_rank(&truth.whole, board)];
        for (int m = 0; m < 4; m++) {
            int to = np_step(3, 3, blank, (np_move)m);
            if (to < 0) continue;
            uint8_t next[9];
            memcpy(next, board, 9);
            next[blank] = board[to];
            next[to] = 8;
            uint32_t number = (uint32_t)to * truth.whole.half + np_whole_rank(&truth.whole, next);
            if (truth.distance[number] != 0xff) continue;
            truth.distance[number] = (uint8_t)(here + 1);
            memcpy(truth.board[tail++], next, 9);
        }
    }
    return tail == POSITIONS ? 0 : -1;
}

static int forget_truth(void **state)
{
    (void)state;
    np_whole_release(&truth.whole);
    free(truth.distance);
    free(truth.board);
    return 0;
}

static int distance_of(const uint8_t *board, int blank)
{
    return truth.distance[(uint32_t)blank * truth.whole.half + np_whole_rank(&truth.whole, board)];
}

static void check_heuristic(const char *spec)
{
    np_heuristic h;
    lt_error err;
    np_resources resources = {.threads = 2, .no_cache = true};
    if (np_heuristic_open(&h, spec, &truth.frame, &resources, &err) != LT_OK)
        fail_msg("%s", err.text);
    uint64_t step = POSITIONS / test_amount(POSITIONS);
    for (uint64_t i = 0; i < POSITIONS; i += step) {
        uint8_t board[NP_CELLS_MAX];
        _Alignas(16) uint8_t state[NP_STATE_MAX], below[NP_STATE_MAX], fresh[NP_STATE_MAX];
        memset(state, 0, sizeof state);
        memcpy(board, truth.board[i], 9);
        int blank = (int)((uint8_t *)memchr(board, 8, 9) - board);
        int value = h.ops->start(h.tables, state, board, blank), real = distance_of(board, blank);
        if (h.ops->admissible && value > real) fail_msg("%s: %d > %d", spec, value, real);
        if (strcmp(spec, "table") == 0) assert_int_equal(value, real);
        for (int m = 0; m < 4; m++) {
            int to = np_step(3, 3, blank, (np_move)m);
            if (to < 0) continue;
            memcpy(below, state, sizeof below);
            int tile = board[to];
            board[blank] = (uint8_t)tile;
            board[to] = 8;
            int after = h.ops->apply(h.tables, below, value, board, tile, to, blank);
            int again = h.ops->start(h.tables, fresh, board, to);
            if (after != again)
                fail_msg("%s: %d after a move, %d from nothing", spec, after, again);
            if (h.ops->consistent && abs(after - value) > 1)
                fail_msg("%s: %d to %d in one move", spec, value, after);
            board[to] = (uint8_t)tile;
            board[blank] = 8;
        }
    }
    np_heuristic_close(&h);
}

static void every_heuristic_is_admissible_and_incremental(void **state)
{
    (void)state;
    for (size_t i = 0; i < np_heuristic_count(); i++) check_heuristic(np_heuristic_entry(i).name);
}

static void partitions_of_every_kind_are_admissible(void **state)
{
    (void)state;
    check_heuristic("pdb:partition=snake-2");
    check_heuristic("pdb:partition=snake-4,reflect=no");
    check_heuristic("pdb:partition=snake-7");
}

/* Where nothing is named and no table is there, every board that tables can cover has one. */
static void a_partition_is_chosen_for_every_size(void **state)
{
    (void)state;
    for (int rows = NP_SIDE_MIN; rows <= NP_SIDE_MAX; rows++)
        for (int cols = NP_SIDE_MIN; cols <= NP_SIDE_MAX; cols++) {
            if (rows * cols < 6 || rows * cols > NP_SPACE_CELLS_MAX) continue;
            np_frame frame;
            np_partition partition;
            lt_error err;
            np_frame_plain(&frame, rows, cols);
            if (np_partition_choose(&partition, &frame, true, &err) != LT_OK)
                fail_msg("%dx%d: %s", rows, cols, err.text);
        }
}

static void specs_are_checked(void **state)
{
    (void)state;
    lt_error err;
    const np_heuristic_ops *ops;
    lt_params params;
    assert_int_equal(np_heuristic_find("manhatan", &ops, &params, &err), LT_BAD_INPUT);
    assert_non_null(strstr(err.text, "there is no heuristic \"manhatan\"; there are "));
    assert_non_null(strstr(err.text, "walking-distance"));
    assert_int_equal(np_heuristic_find("none:a=1", &ops, &params, &err), LT_BAD_INPUT);
    assert_string_equal(err.text, "none has no parameter \"a\"; it has none");
    assert_int_equal(np_heuristic_find("pdb:size=1", &ops, &params, &err), LT_BAD_INPUT);
    assert_string_equal(err.text, "pdb has no parameter \"size\"; it has partition, reflect");
    assert_int_equal(np_heuristic_find("pdb:reflect", &ops, &params, &err), LT_BAD_INPUT);
    assert_int_equal(np_heuristic_find("pdb:reflect=perhaps", &ops, &params, &err), LT_BAD_INPUT);
    assert_int_equal(np_heuristic_find("pdb:reflect=no", &ops, &params, &err), LT_OK);
}

static void too_large_boards_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int rows, cols;
        const char *reason;
    } bad[] = {
        {"table", 4, 4, "up to 12 cells"},
        {"walking-distance", 6, 6, "walking-distance has more than"},
        {"pdb", 7, 7, "cannot cover a 7x7 board"},
        {"pdb:partition=7-8", 5, 5, "no partition \"7-8\" for a 5x5 board"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        np_frame frame;
        np_heuristic h;
        lt_error err;
        np_resources resources = {.threads = 1, .no_cache = true};
        np_frame_plain(&frame, bad[i].rows, bad[i].cols);
        assert_int_not_equal(np_heuristic_open(&h, bad[i].spec, &frame, &resources, &err), LT_OK);
        if (!strstr(err.text, bad[i].reason)) fail_msg("%s: %s", bad[i].spec, err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_heuristic_is_admissible_and_incremental),
        cmocka_unit_test(partitions_of_every_kind_are_admissible),
        cmocka_unit_test(a_partition_is_chosen_for_every_size),
        cmocka_unit_test(specs_are_checked),
        cmocka_unit_test(too_large_boards_are_refused),
    };
    return cmocka_run_group_tests(tests, find_truth, forget_truth);
}
