/* Endgame tables and the world: bad patterns and damaged files are refused, builders may
 * be stopped, killed or two at once. */
#include "endgame_testing.h"

#include "base/files.h"
#include "laatta/rng.h"
#include "twenty48/endgame/endgame.h"

#include <signal.h>
#include <sys/wait.h>

static void test_bad_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"target 512\n####\n####\n####\n####", "no free cell"},
        {"target 512\n####\n####\n####\n##..", "room for tiles up to 8, not for 512"},
        {"target 512\n....\n....\n....\n#...", "at most 12"},
        {"####\n##..\n....\n....", "target TILE"},
        {"target 500\n####\n##..\n....\n....", "a target is a tile from 8 to 2048"},
        {"target 4096\n####\n....\n....\n....", "a target is a tile from 8 to 2048"},
        {"target 512\ntarget 256\n####\n....\n....\n....", "not 2"},
        {"target 512\n####\n##..\n....", "3 rows, not 4"},
        {"target 512\n####\n##.\n....\n....", "row 2 has 3 cells"},
        {"target 512\n####\n##..\n....\n....\n....", "1 rows, not 4"},
        {"target 512\n####\n##..\n....\n....\n####\n#...\n....\n....", "picture 2 has 5 walls"},
        {"target 512\n####\n##..\n....\n....\n....\n....\n..##\n####", "one before it"},
        {"target 16\n####\n##..\n....\n....\n####\n.##+\n....\n....", "into the first picture"},
        {"target 512\n####\n##xx\n....\n....", "four rows of four cells"},
        {"target 16\n####\n#**.\n....\n....", "at most one wall of a picture may be a *"},
        {"target 16\n####\n##*.\n....\n....\n####\n.###\n....\n....", "is a *, or none"},
        {"target 16\n####\n##*.\n....\n....\n####\n.*##\n....\n....", "one before it"},
        {"target 512\ntier huge\n####\n##..\n....\n....", "small or large"},
        {"", "0 rows"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lt_error err;
        t48_pattern pattern;
        lt_status status =
            t48_pattern_parse(&pattern, "bad", bad[i].text, strlen(bad[i].text), &err);
        assert_true(status == LT_BAD_INPUT || status == LT_UNSUPPORTED);
        if (!strstr(err.text, bad[i].reason)) fail_msg("%s: %s", err.text, bad[i].reason);
    }
    lt_error err;
    t48_pattern pattern;
    assert_int_equal(t48_pattern_find(&pattern, "nothing", &err), LT_BAD_INPUT);
    assert_non_null(strstr(err.text, "L-256"));
    assert_int_equal(t48_pattern_find(&pattern, "./no/such/file.txt", &err), LT_BAD_INPUT);
    for (size_t i = 0; i < t48_pattern_count(); i++)
        assert_int_equal(t48_pattern_get(&pattern, i, &err), LT_OK);
}

/* Whatever happens to a file, it is refused, or asking it stays inside. */
static void test_damaged_tables(void **state)
{
    (void)state;
    t48_pattern pattern = pattern_of("damaged", "####\n####\n##..\n....", 32);
    char path[128];
    path_in(path, "damaged");
    build(&pattern, path, 1);
    char *bytes;
    size_t length;
    lt_error err;
    assert_int_equal(lt_file_load(path, 1 << 20, &bytes, &length, &err), LT_OK);
    lt_rng rng;
    lt_rng_seed(&rng, 7);
    t48_endgame_table *table;
    for (unsigned i = 0; i < 400; i++) {
        size_t at = i < 100 ? length - 1 - i : (size_t)lt_rng_below(&rng, (uint32_t)length);
        char kept = bytes[at];
        bytes[at] = (char)(kept ^ (1 << (i & 7)));
        assert_int_equal(lt_file_save(path, bytes, length, &err), LT_OK);
        assert_int_not_equal(t48_endgame_table_open(&table, path, true, &err), LT_OK);
        if (t48_endgame_table_open(&table, path, false, &err) == LT_OK) {
            for (unsigned k = 0; k < 200; k++) {
                unsigned chance;
                t48_board board = lt_rng_next(&rng) & 0x3333333333333333ull;
                board |= table->family.shape[0].walls;
                t48_endgame_table_look(table, board, &chance);
            }
            t48_endgame_table_free(table);
        }
        bytes[at] = kept;
    }
    for (size_t shorter = 0; shorter < length; shorter += 1 + length / 50) {
        assert_int_equal(lt_file_save(path, bytes, shorter, &err), LT_OK);
        assert_int_equal(t48_endgame_table_open(&table, path, false, &err), LT_DAMAGED);
    }
    /* A set passes over what it cannot read, and says how many. */
    t48_endgame_set *set;
    assert_int_equal(t48_endgame_set_open(&set, directory, &err), LT_OK);
    assert_int_equal(t48_endgame_set_count(set), 0);
    assert_int_equal(t48_endgame_set_damaged(set), 1);
    t48_endgame_set_free(set);
    free(bytes);
    unlink(path);
    assert_int_equal(t48_endgame_set_open(&set, "/no/such/directory", &err), LT_BAD_INPUT);
}

static bool stop_at_once(void *ctx)
{
    (void)ctx;
    return true;
}

static void test_stopped_build_leaves_nothing(void **state)
{
    (void)state;
    t48_pattern pattern = pattern_of("stopped", "####\n##..\n....\n....", 32);
    char path[128];
    path_in(path, "stopped");
    lt_error err;
    t48_endgame_built built;
    lt_control control = {.cancelled = stop_at_once};
    assert_int_equal(t48_endgame_build(&pattern, path,
                                       &(t48_endgame_means){.threads = 1, .control = &control},
                                       &built, &err),
                     LT_CANCELLED);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(files_in_directory(), 0);
}

/* Kills the process when the file has been begun. */
static void die_while_valuing(void *ctx, const lt_progress *progress)
{
    (void)ctx;
    if (progress->total && progress->done > progress->total / 2) raise(SIGKILL);
}

/* A builder in a process of its own; returns how it ended. */
static pid_t build_apart(const t48_pattern *pattern, const char *path, const lt_control *control)
{
    pid_t child = fork();
    if (child != 0) return child;
    t48_endgame_built built;
    t48_endgame_means means = {.threads = 1, .control = control};
    _exit(t48_endgame_build(pattern, path, &means, &built, NULL) == LT_OK ? 0 : 1);
}

static int end_of(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void test_killed_and_doubled_builders(void **state)
{
    (void)state;
    t48_pattern pattern = pattern_of("killed", "####\n####\n##..\n....", 64);
    char path[128];
    path_in(path, "killed");
    lt_control control = {.progress = die_while_valuing};
    int status = end_of(build_apart(&pattern, path, &control));
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(files_in_directory(), 1); /* what it had begun */
    pid_t one = build_apart(&pattern, path, NULL), other = build_apart(&pattern, path, NULL);
    assert_int_equal(end_of(one), 0);
    assert_int_equal(end_of(other), 0);
    uint64_t content = content_of(path);
    assert_int_equal(files_in_directory(), 1);
    build(&pattern, path, 1);
    assert_true(content_of(path) == content);
    unlink(path);
}

static t48_endgame_set *opened(size_t count, size_t left_out)
{
    t48_endgame_set *set;
    assert_int_equal(t48_endgame_set_open(&set, directory, NULL), LT_OK);
    assert_int_equal(t48_endgame_set_count(set), count);
    assert_int_equal(t48_endgame_set_left_out(set), left_out);
    return set;
}

/* A first step does not hide the plain table of the same walls, however that stands: it has
 * nothing to say where a wall is of the target itself. */
static void test_same_walls(void **state)
{
    (void)state;
    t48_pattern after = pattern_of("after", "####\n###.\n....\n....", 16);
    t48_pattern first = pattern_of("first", "####\n##+.\n....\n....", 16);
    static const char *const plains[] = {"....\n....\n..##\n####",
                                         "....\n....\n..##\n####\n....\n....\n.##.\n####"};
    char name[48], paths[3][128];
    t48_endgame_file(&after, name);
    snprintf(paths[0], sizeof paths[0], "%s/%s", directory, name);
    path_in(paths[1], "first");
    path_in(paths[2], "plain");
    build(&after, paths[0], 1);
    build(&first, paths[1], 1);
    for (int walls_move = 0; walls_move < 2; walls_move++) {
        t48_pattern plain = pattern_of("plain", plains[walls_move], 16);
        build(&plain, paths[2], 1);
        t48_endgame_set *set = opened(3, 0);
        const t48_board above = 0x10000001009abcde, with_target = 0x100000010049bcde;
        const t48_pattern *found;
        double chance;
        assert_true(t48_endgame_probe(set, above, &chance, &found));
        assert_string_equal(found->name, "first");
        assert_true(t48_endgame_probe(set, with_target, &chance, &found));
        assert_string_equal(found->name, "plain");
        assert_true(chance > 0.5);
        t48_endgame_set_free(set);
    }
    for (int i = 0; i < 3; i++) unlink(paths[i]);
}

/* As many tables as there are; one that is there twice counts once, whatever it is called. */
static void test_many_tables(void **state)
{
    (void)state;
    enum { MANY = 40 };
    char path[128], copy[128], name[48], *bytes;
    uint32_t seen[MANY];
    unsigned count = 0;
    for (unsigned free_cells = 7; count < MANY; free_cells++) {
        if (__builtin_popcount(free_cells) != 3) continue;
        t48_pattern pattern = {.walls = (uint16_t)~free_cells, .target = 3, .name = "many"};
        bool known = false;
        uint32_t shape = t48_pattern_canonical(&pattern);
        for (unsigned i = 0; i < count; i++) known |= seen[i] == shape;
        if (known) continue;
        seen[count++] = shape;
        t48_endgame_file(&pattern, name);
        snprintf(path, sizeof path, "%s/%s", directory, name);
        build(&pattern, path, 1);
    }
    t48_endgame_set *set = opened(MANY, 0);
    uint64_t content = t48_endgame_set_content(set);
    t48_endgame_set_free(set);
    size_t length;
    assert_int_equal(lt_file_load(path, 1 << 20, &bytes, &length, NULL), LT_OK);
    path_in(copy, "0-again");
    assert_int_equal(lt_file_save(copy, bytes, length, NULL), LT_OK);
    set = opened(MANY, 1);
    assert_true(t48_endgame_set_content(set) == content);
    t48_endgame_set_free(set);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_patterns),
        cmocka_unit_test(test_damaged_tables),
        cmocka_unit_test(test_stopped_build_leaves_nothing),
        cmocka_unit_test(test_killed_and_doubled_builders),
        cmocka_unit_test(test_same_walls),
        cmocka_unit_test(test_many_tables),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
