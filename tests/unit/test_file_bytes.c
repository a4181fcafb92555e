/* Files that machines exchange: each kind, made here, has the same bytes on every machine.
 * A number that is written or hashed as it lies in memory, or that depends on a machine's
 * arithmetic, gives another file. */
#include "endgame_testing.h"

#include "base/files.h"
#include "laatta/laatta.h"
#include "npuzzle/pdb/pdb_table.h"
#include "twenty48/net/net_train.h"

/* The header's checksum stands for the file: it covers the payload's. */
static void assert_file(const char *path, const char *expected)
{
    char *bytes, text[17];
    size_t length;
    lt_error err;
    assert_int_equal(lt_file_load(path, 1 << 26, &bytes, &length, &err), LT_OK);
    for (int i = 0; i < 8; i++)
        snprintf(text + 2 * i, 3, "%02x", (unsigned char)bytes[LT_SEAL_SIZE - 1 - i]);
    free(bytes);
    unlink(path);
    assert_string_equal(text, expected);
}

static void tables_of_perfect_play(void **state)
{
    (void)state;
    char path[128];
    path_in(path, "exact");
    t48_exact_config config = {.rules = {.shape = {2, 3}, .fours = 0.1}, .threads = 1};
    t48_exact_result result;
    t48_exact_table *table;
    assert_int_equal(t48_exact_solve(&config, &result, &table, NULL), LT_OK);
    assert_int_equal(t48_exact_table_save(table, path, NULL), LT_OK);
    t48_exact_table_free(table);
    assert_file(path, "677c39f2ded2dabb");
}

static void endgame_tables(void **state)
{
    (void)state;
    char path[128];
    path_in(path, "endgame");
    t48_pattern pattern = pattern_of("corner", "####\n####\n##..\n....", 32);
    build(&pattern, path, 1);
    t48_endgame_table *table;
    assert_int_equal(t48_endgame_table_open(&table, path, true, NULL), LT_OK);
    assert_true(table->about.kept > 0 && table->layer[0].offset % 16 == 0);
    t48_endgame_table_free(table);
    assert_file(path, "95a5638e7b0bc1d6");
}

static void pattern_tables(void **state)
{
    (void)state;
    char path[128];
    path_in(path, "pattern");
    np_pattern pattern = {.rows = 3, .cols = 3, .goal_blank = 8, .k = 4, .tiles = {0, 1, 2, 5}};
    np_space *space;
    np_pdb pdb;
    assert_int_equal(np_space_new(&space, 3, 3, 4, NULL), LT_OK);
    assert_int_equal(np_pdb_build(&pdb, &pattern, space, &(np_resources){.threads = 1}, NULL),
                     LT_OK);
    assert_int_equal(np_pdb_save(&pdb, path, NULL), LT_OK);
    np_pdb_close(&pdb);
    np_space_free(space);
    assert_file(path, "4fd34928e7f3da4e");
}

/* Also what was learned is the same, to the last bit. */
static void checkpoints(void **state)
{
    (void)state;
    char path[128];
    path_in(path, "checkpoint");
    t48_net_layout layout;
    t48_rule rule = {.rate = 1, .lambda = 0.5f, .steps = 3, .coherent = true, .restarts = 0.5};
    t48_train *train, *loaded;
    lt_error err;
    assert_int_equal(t48_net_layout_parse(&layout, (t48_shape){4, 4}, "0145,1256", NULL), LT_OK);
    assert_int_equal(t48_train_new(&train, &layout, &rule, 7, NULL), LT_OK);
    t48_train_limits limits = {
        .games = 300, .threads = 1, .window_games = 100, .round_moves = 9000};
    assert_int_equal(t48_train_run(train, &limits, &err), LT_OK);
    /* But the time that it took is not. */
    train->seconds = 1;
    for (size_t i = 0; i < train->points; i++) train->point[i].seconds = train->point[i].rate = 1;
    assert_int_equal(t48_train_save(train, path, &err), LT_OK);
    assert_int_equal(t48_train_load(&loaded, path, &err), LT_OK);
    assert_memory_equal(loaded->point, train->point, train->points * sizeof *train->point);
    assert_memory_equal(loaded->worker, train->worker, sizeof *train->worker);
    assert_memory_equal(loaded->learner.weight, train->learner.weight,
                        layout.size * sizeof *train->learner.weight);
    t48_train_free(loaded);
    t48_train_free(train);
    assert_file(path, "c209ab9dcc8c6554");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_perfect_play),
        cmocka_unit_test(endgame_tables),
        cmocka_unit_test(pattern_tables),
        cmocka_unit_test(checkpoints),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
