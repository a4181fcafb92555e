/* The bench number sees everything: every player, evaluation, solver and heuristic has
 * a line of its own, and a line comes out the same every time. */
#include "testing.h"

#include "laatta/bench.h"
#include "laatta/npuzzle.h"
#include "laatta/player.h"

#include <string.h>

#define X(spec, size, ...) spec,
static const char *const player_lines[] = {
#include "bench/t48_late.inc"
#include "bench/t48_suite.inc"
};
#undef X

#define X(board, solver, heuristic) {solver, heuristic},
static const char *const puzzle_lines[][2] = {
#include "bench/np_suite.inc"
};
#undef X

static bool names(const char *spec, const char *name)
{
    return strcspn(spec, ":") == strlen(name) && memcmp(spec, name, strlen(name)) == 0;
}

static void every_player_has_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < t48_player_count(); i++) {
        const char *name = t48_player_info_at(i)->name;
        if (t48_player_info_at(i)->outside) continue; /* its behaviour is not ours */
        bool found = false;
        for (size_t k = 0; k < sizeof player_lines / sizeof player_lines[0]; k++)
            found = found || names(player_lines[k], name);
        if (!found) fail_msg("no line of bench/t48_late.inc or t48_suite.inc plays %s", name);
    }
}

static void every_solver_and_heuristic_has_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < np_solver_count() + np_heuristic_count(); i++) {
        bool heuristic = i >= np_solver_count();
        const char *name =
            heuristic ? np_heuristic_entry(i - np_solver_count()).name : np_solver_entry(i).name;
        bool found = false;
        for (size_t k = 0; k < sizeof puzzle_lines / sizeof puzzle_lines[0]; k++)
            found = found || names(puzzle_lines[k][heuristic], name);
        if (!found) fail_msg("no line of bench/np_suite.inc uses %s", name);
    }
}

/* Also shows that every line can be run, and that no two say the same. */
static void lines_repeat_and_differ(void **state)
{
    (void)state;
    lt_bench_line seen[256];
    size_t count = t48_bench_count();
    assert_true(count <= 256);
    for (size_t i = 0; i < count; i++) {
        lt_bench_line again;
        lt_error err;
        if (t48_bench_run(i, &seen[i], &err) != LT_OK) fail_msg("%s", err.text);
        if (i % 7 == 0) {
            assert_int_equal(t48_bench_run(i, &again, &err), LT_OK);
            assert_memory_equal(&again, &seen[i], sizeof again);
        }
        assert_true(seen[i].work > 0);
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(seen[k].name, seen[i].name);
            assert_true(seen[k].result != seen[i].result);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_has_a_line),
        cmocka_unit_test(every_solver_and_heuristic_has_a_line),
        cmocka_unit_test(lines_repeat_and_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
