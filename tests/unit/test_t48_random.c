/* Random play: its published statistics, its exact value on small boards, and the
 * playouts in lanes against games move by move. */
#include "testing.h"

#include "laatta/sim.h"
#include "twenty48/playout/playout.h"

#include <math.h>
#include <string.h>

/* --- exact expected score by enumeration ------------------------------------------ */

/* Known values, by board, in an open-addressing table. */
enum { SLOTS = 1 << 18 };
typedef struct known {
    t48_board board;
    double value;
    bool used;
} known;

static double expected_score(known *table, t48_board board, t48_shape shape)
{
    size_t slot = (size_t)(lt_mix64(board) % SLOTS);
    while (table[slot].used && table[slot].board != board) slot = (slot + 1) % SLOTS;
    if (table[slot].used) return table[slot].value;
    double sum = 0;
    unsigned legal = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        uint64_t gained;
        t48_board after = t48_board_move(board, shape, (t48_dir)d, &gained);
        if (after == board) continue;
        legal++;
        double below = 0;
        unsigned empty = 0;
        for (unsigned r = 0; r < shape.rows; r++)
            for (unsigned c = 0; c < shape.cols; c++) {
                if (t48_board_level(after, r, c)) continue;
                unsigned shift = 16 * r + 4 * c;
                empty++;
                below += 0.9 * expected_score(table, after | 1ull << shift, shape) +
                         0.1 * expected_score(table, after | 2ull << shift, shape);
            }
        sum += (double)gained + below / empty;
    }
    slot = (size_t)(lt_mix64(board) % SLOTS);
    while (table[slot].used) slot = (slot + 1) % SLOTS;
    table[slot] = (known){board, legal ? sum / legal : 0, true};
    return table[slot].value;
}

static double expected_from_start(t48_shape shape)
{
    known *table = calloc(SLOTS, sizeof *table);
    assert_non_null(table);
    unsigned cells = t48_shape_cells(shape);
    double sum = 0;
    for (unsigned a = 0; a < cells; a++)
        for (unsigned b = 0; b < cells; b++)
            for (unsigned kind = 0; kind < 4 && a != b; kind++) {
                unsigned sa = 16 * (a / shape.cols) + 4 * (a % shape.cols);
                unsigned sb = 16 * (b / shape.cols) + 4 * (b % shape.cols);
                double p = (kind & 1 ? 0.1 : 0.9) * (kind & 2 ? 0.1 : 0.9);
                t48_board board = (kind & 1 ? 2ull : 1ull) << sa | (kind & 2 ? 2ull : 1ull) << sb;
                sum += p * expected_score(table, board, shape);
            }
    free(table);
    return sum / (cells * (cells - 1));
}

static void exact_value_of_random_play(void **state)
{
    (void)state;
    assert_true(fabs(expected_from_start((t48_shape){2, 2}) - 19.6565401755) < 1e-9);
    assert_true(fabs(expected_from_start((t48_shape){2, 3}) - 61.1688802953) < 1e-9);
    assert_true(fabs(expected_from_start((t48_shape){3, 2}) - 61.1688802953) < 1e-9);
}

/* --- statistics ---------------------------------------------------------------------- */

static void statistics_of_random_play(void **state)
{
    (void)state;
    uint64_t games = test_amount(1000000);
    t48_sim_config config = {
        .player = "random", .rules = t48_rules_default(), .games = games, .seed = 2};
    t48_sim *sim;
    assert_int_equal(t48_sim_run(&sim, &config, NULL), LT_OK);
    double score = 0, moves = 0, largest[18] = {0}, n = (double)games;
    for (uint64_t i = 0; i < games; i++) {
        const t48_outcome *o = t48_sim_outcome(sim, i);
        score += (double)o->score / n;
        moves += (double)o->moves / n;
        largest[o->max_level] += 1 / n;
    }
    /* The published figures come from 200,000 games; both errors count, at 4 sigma. */
    double error = sqrt(1 / n + 1 / 200000.0);
    assert_true(fabs(score - 1095) < 4 * 535 * error + 0.5);
    assert_true(fabs(moves - 118.3) < 4 * 42 * error + 0.05);
    static const struct {
        unsigned level;
        double share;
    } published[] = {{5, 0.0683}, {6, 0.3734}, {7, 0.4767}, {8, 0.0788}};
    for (size_t i = 0; i < 4; i++) {
        double p = published[i].share;
        assert_true(fabs(largest[published[i].level] - p) < 4 * sqrt(p * (1 - p)) * error + 5e-5);
    }
    t48_sim_free(sim);
}

/* --- lanes --------------------------------------------------------------------------- */

static void lanes_equal_games_move_by_move(void **state)
{
    (void)state;
    static const double shares[] = {0.1, 0, 0.5, 1};
    enum { MANY = 1000 };
    static t48_playout playouts[MANY];
    static t48_outcome outcomes[MANY];
    lt_rng rng;
    lt_rng_seed(&rng, 31);
    for (uint64_t round = 0; round < test_amount(40); round++) {
        t48_rules rules = {{4, 4}, shares[round % 4]};
        for (size_t i = 0; i < MANY; i++) {
            playouts[i] = (t48_playout){.tiles = 2, .seed = lt_rng_next(&rng)};
            if (i % 3 == 0) continue;
            /* Boards of any height, also ones that lanes must leave to the plain form. */
            playouts[i].tiles = (unsigned)(i % 3 - 1);
            unsigned most = 1 + lt_rng_below(&rng, 15);
            for (unsigned c = 0; c < 15; c++)
                playouts[i].start |= (uint64_t)lt_rng_below(&rng, most + 1) << (4 * c);
        }
        t48_playouts(&rules, playouts, MANY, outcomes);
        for (size_t i = 0; i < MANY; i++) {
            t48_state s = t48_state_empty(&rules);
            s.board = playouts[i].start;
            lt_rng spawns, player;
            t48_spawn_rng(&spawns, playouts[i].seed);
            t48_player_rng(&player, playouts[i].seed);
            for (unsigned k = 0; k < playouts[i].tiles; k++) t48_state_spawn(&s, &spawns);
            t48_outcome plain = t48_playout_plain(s, &spawns, &player, NULL);
            assert_true(plain.score == outcomes[i].score && plain.moves == outcomes[i].moves &&
                        plain.max_level == outcomes[i].max_level);
        }
    }
}

/* Whole games in lanes are the games that the player `random` plays. */
static void lanes_equal_the_player(void **state)
{
    (void)state;
    t48_rules rules = t48_rules_default();
    t48_player *player;
    assert_int_equal(t48_player_new(&player, "random", &rules, NULL), LT_OK);
    for (uint64_t seed = 0; seed < test_amount(2000); seed++) {
        t48_outcome quick;
        t48_play(player, &rules, NULL, seed, NULL, NULL, &quick);
        t48_game *game;
        assert_int_equal(t48_play_recorded(player, &rules, NULL, 0, seed, &game, NULL), LT_OK);
        const t48_state *end = t48_game_state(game);
        assert_true(quick.score == end->score && quick.moves == end->moves &&
                    quick.max_level == t48_state_max_level(end));
        t48_game_free(game);
    }
    t48_player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_value_of_random_play),
        cmocka_unit_test(statistics_of_random_play),
        cmocka_unit_test(lanes_equal_games_move_by_move),
        cmocka_unit_test(lanes_equal_the_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
