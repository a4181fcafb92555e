/* Endgame tables: equal to a plain recursion that moves real boards, found in any
 * orientation, published probabilities, the same for any number of threads. */
#include "endgame_plain.h"

#include "twenty48/endgame/endgame.h"
#include "twenty48/endgame/endgame_follow.h"

static void compare_with_plain(const t48_pattern *pattern, bool symmetric, const plain *following,
                               double exact)
{
    char path[128];
    path_in(path, "one");
    t48_endgame_built built = build(pattern, path, 2);
    plain p;
    double best = plain_all(&p, pattern, following);
    assert_true(fabs(best - built.best) < exact / 10);
    if (!symmetric) assert_int_equal(built.found, p.count);
    lt_error err;
    t48_endgame_set *set;
    assert_int_equal(t48_endgame_set_open(&set, directory, &err), LT_OK);
    assert_int_equal(t48_endgame_set_count(set), following ? 2 : 1);
    uint64_t kept = 0;
    for (size_t i = 0; i < p.slots; i++) {
        if (!p.board[i]) continue;
        /* Any orientation; the walls need not be those of the plain twin. */
        t48_board board = with_twin(&p, p.board[i], t48_pattern_twin_level(pattern));
        board = t48_turned(board, (unsigned)(i & 7));
        double chance;
        const t48_pattern *found = NULL;
        bool known = t48_endgame_probe(set, board, &chance, &found);
        if (known) {
            assert_string_equal(found->name, pattern->name);
            if (fabs(chance - p.chance[i]) > exact)
                fail_msg("%.9f is not %.9f", chance, p.chance[i]);
            kept++;
        } else {
            assert_true(p.chance[i] < 0.01 + exact);
        }
    }
    if (!symmetric) assert_int_equal(built.kept, kept);
    t48_endgame_set_free(set);
    plain_release(&p);
    unlink(path);
}

static void check_against_plain(const t48_pattern *pattern, bool symmetric)
{
    compare_with_plain(pattern, symmetric, NULL, 1e-5);
}

/* The first of two tiles, on a +, counts what the second makes of it. */
static void test_follows_plain_recursion(void **state)
{
    (void)state;
    char path[128], name[48];
    t48_pattern first = pattern_of("first", "####\n##+.\n....\n....", 16), after;
    t48_endgame_built built;
    lt_error err;
    path_in(path, "first");
    assert_int_not_equal(
        t48_endgame_build(&first, path, &(t48_endgame_means){.threads = 1}, &built, &err), LT_OK);
    assert_non_null(strstr(err.text, "has to be built first"));
    /* The table that follows stands turned: it must be found and asked in its own way. */
    after = pattern_of("after", "....\n....\n.###\n####", 16);
    plain following;
    t48_pattern upright = pattern_of("upright", "####\n###.\n....\n....", 16);
    plain_all(&following, &upright, NULL);
    t48_endgame_file(&after, name);
    snprintf(path, sizeof path, "%s/%s", directory, name);
    build(&after, path, 1);
    compare_with_plain(&first, false, &following, 3e-5);
    /* The new tile counts wherever the walls with it stand in that shape: here in the first row,
     * at either end, too. */
    first = pattern_of("three", "###+\n###.\n....\n....\n####\n##..\n....\n....", 16);
    compare_with_plain(&first, true, &following, 3e-5);
    /* Beside a * it counts in full, elsewhere a tenth less. */
    first = pattern_of("beside", "####\n*#+.\n....\n....\n####\n.*#.\n....\n....", 16);
    compare_with_plain(&first, false, &following, 3e-5);
    plain_release(&following);
    unlink(path);
}

/* A pattern goes on in one that builds two halves of the tile, if there is one, and that in the
 * next; after success whichever knows the board is asked, and two new tiles are certain. */
static void test_follows_a_chain(void **state)
{
    (void)state;
    lt_error err;
    t48_pattern five, six;
    assert_int_equal(t48_pattern_find(&five, "row1-512", &err), LT_OK);
    six = t48_endgame_following(&five);
    assert_string_equal(six.name, "L-256");
    assert_string_equal(t48_endgame_following(&six).name, "row3-256");

    char path[128];
    t48_endgame_follow follow = {.target = 5, .tables = 2};
    t48_pattern pattern[2] = {pattern_of("halves", "####\n##..\n....\n....", 16),
                              pattern_of("seven", "####\n###.\n....\n....", 16)};
    for (unsigned i = 0; i < 2; i++) {
        path_in(path, i ? "seven" : "halves");
        build(&pattern[i], path, 2);
        assert_int_equal(t48_endgame_table_open(&follow.table[i], path, true, &err), LT_OK);
        unlink(path);
    }
    /* Five walls and the 32 just made; with a 16 it is a board of seven. */
    t48_board board = 0x00000000000fffffull | 5ull << 20 | 1ull << 32 | 2ull << 48;
    unsigned chance;
    assert_true(t48_endgame_table_look(follow.table[0], board, &chance));
    uint64_t known = (uint64_t)chance * T48_CERTAIN / T48_ENDGAME_CERTAIN;
    assert_true(known > 0 && known < T48_CERTAIN);
    assert_int_equal(t48_endgame_follow_worth(&follow, board), known);
    t48_board seven = board | 4ull << 24;
    assert_true(t48_endgame_table_look(follow.table[1], seven, &chance));
    known = (uint64_t)chance * T48_CERTAIN / T48_ENDGAME_CERTAIN;
    assert_int_equal(t48_endgame_follow_worth(&follow, seven), known);
    assert_int_equal(t48_endgame_follow_worth(&follow, board | 5ull << 24), T48_CERTAIN);
    assert_int_equal(t48_endgame_follow_worth(&follow, seven | 4ull << 28), 0); /* eight */
    t48_endgame_follow_release(&follow);
    assert_int_equal(follow.tables, 0);
}

static void test_equals_plain_recursion(void **state)
{
    (void)state;
    t48_pattern pattern;
    unsigned target = test_amount(100) > 1 ? 32 : 16; /* less under a sanitizer */
    pattern = pattern_of("L", "####\n##..\n....\n....", target);
    check_against_plain(&pattern, false);
    pattern = pattern_of("inside", "....\n.##.\n.##.\n....", 8);
    check_against_plain(&pattern, true);
    pattern = pattern_of("T", "....\n..##\n#.##\n#.##", target);
    check_against_plain(&pattern, false);
    pattern = pattern_of("stairs", "###.\n##..\n#...\n....", target);
    check_against_plain(&pattern, true);
    pattern = pattern_of("corners", "#..#\n....\n#..#\n#..#", 16);
    check_against_plain(&pattern, true);
    pattern = pattern_of("a row", "####\n####\n####\n....", 8);
    check_against_plain(&pattern, true);
}

/* Walls that slide from one picture to another, and out of a symmetric one. */
static void test_walls_that_move(void **state)
{
    (void)state;
    t48_pattern pattern;
    const unsigned target = 16;
    pattern = pattern_of("slides", "####\n##..\n....\n....\n\n####\n.##.\n....\n....", target);
    assert_int_equal(pattern.others, 1);
    check_against_plain(&pattern, true);
    pattern = pattern_of("falls",
                         "####\n##..\n#...\n....\n####\n##..\n....\n#...\n"
                         "###.\n##.#\n#...\n....\n.###\n###.\n...#\n....\n",
                         target);
    assert_int_equal(pattern.others, 3);
    check_against_plain(&pattern, true);
    pattern = pattern_of("mirrors", "##..\n##..\n##..\n....\n.##.\n.##.\n.##.\n....", 16);
    check_against_plain(&pattern, true);
}

/* A new tile that has to merge with one that is there: beside it, or with the next move. */
static void test_twins(void **state)
{
    (void)state;
    t48_pattern pattern = pattern_of("end", "####\n##*.\n....\n....", 16);
    assert_int_equal(pattern.twin, 1 << 6);
    check_against_plain(&pattern, false);
    pattern = pattern_of("begin", "*###\n###.\n....\n....", 16);
    check_against_plain(&pattern, false);
    pattern = pattern_of("slides",
                         "####\n##*.\n....\n....\n####\n*##.\n....\n....\n"
                         "###.\n##*#\n....\n....\n##*.\n####\n....\n....",
                         16);
    assert_int_equal(pattern.others, 3);
    assert_int_equal(pattern.other_twin[2], 1 << 2);
    check_against_plain(&pattern, true);
    pattern = pattern_of("symmetric", "####\n####\n*...\n....", 8);
    check_against_plain(&pattern, true);
}

static void test_known_probabilities(void **state)
{
    (void)state;
    char path[128];
    path_in(path, "known");
    bool whole = test_amount(100) > 1; /* not under a sanitizer */
    t48_pattern pattern = pattern_of("known", "####\n###.\n....\n....", whole ? 512 : 64);
    t48_endgame_built built = build(&pattern, path, 2);
    unlink(path);
    if (!whole) return;
    assert_true(fabs(built.best - 0.0949) < 1e-3);
    assert_in_range(built.found, 9100000, 9199999);
}

static void test_any_number_of_threads(void **state)
{
    (void)state;
    t48_pattern pattern = pattern_of("threads", "####\n##..\n##..\n....", 32);
    char path[128];
    path_in(path, "threads");
    build(&pattern, path, 1);
    uint64_t one = content_of(path);
    build(&pattern, path, 5);
    assert_true(content_of(path) == one);
    unlink(path);
}

static void test_what_belongs_to_a_pattern(void **state)
{
    (void)state;
    t48_pattern pattern = pattern_of("L", "####\n##..\n....\n....", 32);
    char path[128];
    path_in(path, "L");
    build(&pattern, path, 2);
    lt_error err;
    t48_endgame_set *set;
    double p;
    assert_int_equal(t48_endgame_set_open(&set, directory, &err), LT_OK);
    /* Row by row from the top left, a nibble a cell: the last digit is the first cell. */
    assert_true(t48_endgame_probe(set, 0x000000000112dcbaull | 0x56ull << 16, &p, NULL) == false);
    t48_board board = 0x1000000000659abcull | 1ull << 32;
    assert_true(t48_endgame_probe(set, board, &p, NULL));
    assert_true(t48_endgame_probe(set, board, &p, NULL) && p > 0.5);
    t48_board twice = (board & ~0xfull) | 0xb;
    assert_false(t48_endgame_probe(set, twice, &p, NULL));
    assert_false(t48_endgame_probe(set, board | 5ull << 48, &p, NULL)); /* one wall more */
    assert_false(t48_endgame_probe(set, board & ~0xf0ull, &p, NULL));   /* one less */
    assert_false(t48_endgame_probe(set, 0, &p, NULL));
    t48_endgame_set_free(set);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_plain_recursion),
        cmocka_unit_test(test_walls_that_move),
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_follows_plain_recursion),
        cmocka_unit_test(test_follows_a_chain),
        cmocka_unit_test(test_known_probabilities),
        cmocka_unit_test(test_any_number_of_threads),
        cmocka_unit_test(test_what_belongs_to_a_pattern),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
