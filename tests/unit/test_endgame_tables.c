/* Endgame tables: equal to a plain recursion that moves real boards, found in any
 * orientation, published probabilities, the same for any number of threads. */
#include "endgame_testing.h"

#include "twenty48/endgame/endgame.h"
#include "twenty48/endgame/endgame_follow.h"

#include <math.h>

static const t48_shape square = {4, 4};

/* --- the plain twin: a hash table of boards, moved as the game moves them ---------- */

typedef struct plain {
    t48_board walls, mask; /* different large tiles, and where they are */
    const t48_pattern *pattern;
    unsigned target, lowest;   /* levels: of the new tile, and of the lowest wall */
    unsigned twin;             /* the level that stands for the *; 0: there is none */
    const struct plain *after; /* what follows then */
    t48_board *board;
    double *chance;
    size_t slots, count;
} plain;

static size_t slot_of(const plain *p, t48_board board)
{
    size_t at = (size_t)(board * 0x9e3779b97f4a7c15u >> 20) & (p->slots - 1);
    while (p->board[at] && p->board[at] != board) at = (at + 1) & (p->slots - 1);
    return at;
}

static double plain_after(plain *p, t48_board after);

static unsigned tiles_from(t48_board board, unsigned level)
{
    unsigned cells = 0;
    for (unsigned i = 0; i < 16; i++) cells |= (unsigned)((board >> (4 * i) & 15) >= level) << i;
    return cells;
}

/* The board with another level on the wall that is drawn as a *. */
static t48_board with_twin(const plain *p, t48_board board, unsigned level)
{
    for (unsigned i = 0; i < 16 && p->twin; i++)
        if ((board >> (4 * i) & 15) == p->twin)
            return (board & ~(15ull << (4 * i))) | (uint64_t)level << (4 * i);
    return board;
}

static unsigned tiles_of(t48_board board, unsigned level)
{
    return tiles_from(board, level) & ~(level < 15 ? tiles_from(board, level + 1) : 0);
}

/* Whether two cells of a set lie side by side. */
static bool in_touch(unsigned cells)
{
    for (unsigned i = 0; i < 16; i++)
        if (cells >> i & 1 &&
            ((i % 4 < 3 && cells >> (i + 1) & 1) || (i < 12 && cells >> (i + 4) & 1)))
            return true;
    return false;
}

/* The chance that two tiles of the target merge with the next move. */
static double plain_merge(const plain *p, t48_board board)
{
    double sum = 0, cells = 0;
    board = with_twin(p, board, p->target);
    if (in_touch(tiles_of(board, p->target))) return 1;
    for (unsigned i = 0; i < 16; i++)
        for (unsigned level = 1; level <= 2 && !(board >> (4 * i) & 15); level++) {
            t48_board before = board | (uint64_t)level << (4 * i);
            double chance = level == 1 ? 0.9 : 0.1;
            cells += chance;
            for (int d = 0; d < T48_DIRS; d++) {
                t48_board after = t48_board_move(before, square, (t48_dir)d, NULL);
                if (lt_popcount64(tiles_of(after, p->target)) >= 2) continue;
                sum += chance;
                break;
            }
        }
    return sum / cells;
}

/* What a new tile of the target is worth: all, or with a *, without a +, the chance that it merges
 * with that; with a + what the pattern that follows makes of
 * it, if the walls with the new one stand in that one's shape, a tenth less where it does not lie
 * beside a *; tables do not keep chances below a hundredth. */
static double plain_success(const plain *p, t48_board after)
{
    if (!p->after) return p->twin ? plain_merge(p, after) : 1;
    unsigned beside = tiles_of(after, p->target) | (p->twin ? tiles_of(after, p->twin) : 0);
    double full = p->twin && !in_touch(beside) ? 0.9 : 1;
    unsigned walls = tiles_from(after, p->target);
    if (lt_popcount64(walls) > lt_popcount64(p->pattern->walls) + 1) return full;
    for (unsigned turn = 0; turn < 8; turn++) {
        t48_board turned = t48_turned(after, turn);
        if (tiles_from(turned, p->target) != tiles_from(p->after->walls, p->target)) continue;
        /* Its own walls stand for these. */
        size_t at = slot_of(p->after, (turned & ~p->after->mask) | p->after->walls);
        bool kept =
            p->after->board[at] && lround(p->after->chance[at] * T48_ENDGAME_CERTAIN) >= 655;
        return kept ? full * p->after->chance[at] : 0;
    }
    return 0;
}

/* Whether the walls are where they began, or as another picture of the pattern draws them. */
static bool stands(const plain *p, t48_board after)
{
    if (!p->pattern->others) return (after & p->mask) == p->walls;
    unsigned walls = tiles_from(after, p->lowest), twin = p->twin ? tiles_of(after, p->twin) : 0;
    const t48_pattern *drawn = p->pattern;
    for (unsigned turn = 0; turn < 8; turn++) {
        if (t48_walls_turned(drawn->walls, turn) == walls &&
            t48_walls_turned(drawn->twin, turn) == twin)
            return true;
        for (unsigned i = 0; i < drawn->others; i++)
            if (t48_walls_turned(drawn->other[i], turn) == walls &&
                t48_walls_turned(drawn->other_twin[i], turn) == twin)
                return true;
    }
    return false;
}

static double plain_before(plain *p, t48_board board)
{
    double best = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_board after = t48_board_move(board, square, (t48_dir)d, NULL);
        if (after == board || !stands(p, after)) continue;
        bool success = lt_popcount64(tiles_from(after, p->target)) >
                       lt_popcount64(tiles_from(p->walls, p->target));
        double chance = success ? plain_success(p, after) : plain_after(p, after);
        if (chance > best) best = chance;
    }
    return best;
}

static double plain_after(plain *p, t48_board after)
{
    size_t at = slot_of(p, after);
    if (p->board[at]) return p->chance[at];
    double sum = 0, cells = 0;
    for (unsigned i = 0; i < 16; i++) {
        if (after >> (4 * i) & 15) continue;
        cells++;
        sum += 0.9 * plain_before(p, after | 1ull << (4 * i));
        sum += 0.1 * plain_before(p, after | 2ull << (4 * i));
    }
    at = slot_of(p, after);
    p->board[at] = after;
    p->chance[at] = cells > 0 ? sum / cells : 0;
    p->count++;
    assert_true(2 * p->count < p->slots);
    return p->chance[at];
}

/* Everything that comes of two tiles anywhere; returns the best with two 2s. */
static double plain_all(plain *p, const t48_pattern *pattern, const plain *following)
{
    *p = (plain){.pattern = pattern,
                 .target = pattern->target,
                 .slots = (size_t)1 << 22,
                 .after = following};
    p->board = calloc(p->slots, sizeof *p->board);
    p->chance = calloc(p->slots, sizeof *p->chance);
    assert_non_null(p->board);
    assert_non_null(p->chance);
    unsigned level = 15;
    for (unsigned i = 0; i < 16; i++)
        if (pattern->walls >> i & 1) {
            p->walls |= (uint64_t)level-- << (4 * i);
            p->mask |= 15ull << (4 * i);
        }
    assert_true(level >= pattern->target);
    if (following) p->walls = following->walls & p->mask;
    for (unsigned i = 0; i < 16; i++)
        if (pattern->twin >> i & 1) p->twin = p->walls >> (4 * i) & 15;
    p->lowest = 15;
    for (t48_board rest = p->walls; rest; rest >>= 4)
        if ((rest & 15) && (rest & 15) < p->lowest) p->lowest = rest & 15;
    double best = 0;
    for (unsigned tiles = 0; tiles < 4; tiles++)
        for (unsigned i = 0; i < 16; i++)
            for (unsigned j = 0; j < 16; j++) {
                if (i == j || (p->mask >> (4 * i) & 15) || (p->mask >> (4 * j) & 15)) continue;
                uint64_t a = 1 + (tiles & 1), b = 1 + (tiles >> 1);
                double chance = plain_after(p, p->walls | a << (4 * i) | b << (4 * j));
                if (tiles == 0 && chance > best) best = chance;
            }
    return best;
}

static void plain_release(plain *p)
{
    free(p->board);
    free(p->chance);
}

/* --- the tests -------------------------------------------------------------------------- */

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
        path_in(path, pattern[i].name);
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
