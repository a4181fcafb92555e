/* Playouts, several lanes at a time.
 *
 * A lane holds one game: its board, its two streams of random numbers and its
 * counters. Every step tries one direction in every lane: the board is turned so
 * that the direction becomes "left", slid by nibble arithmetic alone, and turned
 * back; where that changed the board a tile is put down. A lane whose game is over
 * is emptied and given the next one. */
#include "twenty48/playout/playout.h"

#include "twenty48/rows.h"

#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512BW__)
#define T48_LANES 8
#elif defined(__AVX2__)
#define T48_LANES 4
#else
#define T48_LANES 2
#endif
#include "twenty48/lanes.h"

/* Lanes do not know how to merge two 32768. Those would need a sum of tiles of
 * 65536, and a move adds at most 4 to it: boards with less than this sum are safe
 * for as many moves as are left, and a longer game is played by the plain form. */
enum { STEPS = 4, LONG_GAME = 4000, SAFE_SUM = 65536 - 4 * (LONG_GAME + STEPS + 1) };

/* x * T48_ONES for x below 16: x in every nibble. */
static inline lanes everywhere(lanes x)
{
    x = multiply(x, all(T48_ONES));
    return x | x << 32;
}

/* x * T48_ONES: nibble i of the result is the sum of nibbles 0 .. i of x. */
static inline lanes sums_up_to(lanes x)
{
    lanes low = multiply(x, all(T48_ONES)), high = multiply(x >> 32, all(T48_ONES));
    return low + ((low + high) << 32);
}

static inline lanes transpose(lanes b)
{
    lanes a = (b & all(0xf0f00f0ff0f00f0full)) | ((b & all(0x0000f0f00000f0f0ull)) << 12) |
              ((b & all(0x0f0f00000f0f0000ull)) >> 12);
    return (a & all(0xff00ff0000ff00ffull)) | ((a & all(0x00000000ff00ff00ull)) << 24) |
           ((a & all(0x00ff00ff00000000ull)) >> 24);
}

typedef struct streams {
    lanes s0, s1, s2, s3;
} streams;

/* xoshiro256** in every lane; only lanes in `mask` advance. */
static inline lanes next_draw(streams *r, lanes mask)
{
    lanes x = r->s1 + (r->s1 << 2);
    x = (x << 7) | (x >> 57);
    x += x << 3;
    lanes a = r->s2 ^ r->s0, b = r->s3 ^ r->s1;
    r->s2 ^= (r->s0 ^ r->s1 << 17) & mask;
    r->s1 ^= a & mask;
    r->s0 ^= b & mask;
    r->s3 = pick(mask, (b << 45) | (b >> 19), r->s3);
    return x;
}

static void set_stream(streams *r, int lane, const lt_rng *rng)
{
    r->s0[lane] = rng->s[0];
    r->s1[lane] = rng->s[1];
    r->s2[lane] = rng->s[2];
    r->s3[lane] = rng->s[3];
}

typedef struct games {
    lanes board, tries, moves, fours;
    streams spawns, players;
    uint64_t four_threshold;
    t48_state start[LANES];
    size_t job[LANES]; /* which playout a lane plays */
} games;

/* One try in every lane. In a game that is over it changes nothing that counts. */
static inline void step(games *t)
{
    lanes dir = t->tries & 3;
    lanes vertical = (dir & 1) - 1;               /* up 0, down 2 */
    lanes far = (lanes)((dir == 1) | (dir == 2)); /* right, down */
    lanes turned = pick(vertical, transpose(t->board), t->board);
    turned = pick(far, mirror(turned), turned);
    lanes made, slid = slide_left(turned, &made);
    lanes moved = (lanes)(slid != turned);
    slid = pick(far, mirror(slid), slid);
    slid = pick(vertical, transpose(slid), slid);

    /* The k-th empty cell: the first whose count of empty cells so far is k. A board
     * just moved on has at most 15. */
    lanes empty = ~any_bit(slid) & all(T48_ONES);
    lanes counts = sums_up_to(empty);
    lanes product = multiply(next_draw(&t->spawns, moved) >> 32, counts >> 60);
    lanes rank = everywhere((product >> 32) + 1);
    lanes cell = empty & ~any_bit(counts ^ rank);
    signed_lanes fraction = (signed_lanes)(product & all(0xffffffffu));
    lanes four = (lanes)(fraction < (signed_lanes)all(t->four_threshold));
    lanes tile = cell + (cell & four);
    t->board = pick(moved, slid | tile, t->board);
    t->moves -= moved;
    t->fours -= moved & four;
    t->tries >>= 2;
    lanes anew = moved | (lanes)(t->tries == 1);
    lanes draw = next_draw(&t->players, anew);
    t->tries = pick(anew, (draw & all((1ull << 62) - 1)) | all(1ull << 62), t->tries);
}

/* All ones for lanes whose game is over: no empty cell, no equal neighbours. Cells
 * without a right or lower neighbour count as different from it. */
static inline lanes is_over(const games *t)
{
    lanes b = t->board;
    lanes right = any_bit((b ^ b >> 4) | all(0xf000f000f000f000ull));
    lanes below = any_bit((b ^ b >> 16) | all(0xffff000000000000ull));
    lanes different = any_bit(b) & right & below & all(T48_ONES);
    return (lanes)(different == all(T48_ONES)) | (lanes)(t->moves >= LONG_GAME);
}

static t48_state start_state(const t48_rules *rules, const t48_playout *playout, lt_rng *spawns)
{
    t48_state state = t48_state_empty(rules);
    state.board = playout->start;
    for (unsigned i = 0; i < playout->tiles; i++) t48_state_spawn(&state, spawns);
    return state;
}

enum { MOVES_A_LOOK = 1024 }; /* games on large boards are long */

t48_outcome t48_playout_plain(t48_state state, lt_rng *spawns, lt_rng *player,
                              const lt_control *control)
{
    uint64_t score = state.score;
    uint32_t moves = state.moves;
    for (unsigned legal; (legal = t48_state_legal(&state)) != 0;) {
        t48_state_move(&state, t48_random_dir(player, legal));
        t48_state_spawn(&state, spawns);
        if (state.moves % MOVES_A_LOOK == 0 && lt_cancelled(control)) break;
    }
    state.score -= score;
    state.moves -= moves;
    return t48_outcome_of(&state);
}

static t48_outcome play_plain(const t48_rules *rules, const t48_playout *playout)
{
    lt_rng spawns, player;
    t48_spawn_rng(&spawns, playout->seed);
    t48_player_rng(&player, playout->seed);
    return t48_playout_plain(start_state(rules, playout, &spawns), &spawns, &player, NULL);
}

static uint64_t potential(t48_board board)
{
    uint64_t sum = 0;
    for (; board; board >>= 4) {
        unsigned level = board & 15;
        if (level > 1) sum += (uint64_t)(level - 1) << level;
    }
    return sum;
}

static uint64_t tile_sum(t48_board board)
{
    uint64_t sum = 0;
    for (; board; board >>= 4)
        if (board & 15) sum += 1ull << (board & 15);
    return sum;
}

/* Puts the next playout that is for lanes into one; others are played here and
 * now. False when none is left. */
static bool fill_lane(games *t, int lane, const t48_rules *rules, const t48_playout *playouts,
                      size_t count, size_t *next, t48_outcome *outcomes)
{
    while (*next < count) {
        size_t job = (*next)++;
        lt_rng spawns, player;
        t48_spawn_rng(&spawns, playouts[job].seed);
        t48_player_rng(&player, playouts[job].seed);
        t48_state state = start_state(rules, &playouts[job], &spawns);
        if (tile_sum(state.board) > SAFE_SUM || t48_state_legal(&state) == 0) {
            outcomes[job] = t48_playout_plain(state, &spawns, &player, NULL);
            continue;
        }
        uint64_t first = t48_random_tries(lt_rng_next(&player));
        set_stream(&t->spawns, lane, &spawns);
        set_stream(&t->players, lane, &player);
        t->board[lane] = state.board;
        t->tries[lane] = first;
        t->moves[lane] = t->fours[lane] = 0;
        t->start[lane] = state;
        t->job[lane] = job;
        return true;
    }
    return false;
}

static void empty_lane(const games *t, int lane, const t48_rules *rules,
                       const t48_playout *playouts, t48_outcome *outcomes)
{
    size_t job = t->job[lane];
    if (t->moves[lane] >= LONG_GAME) {
        outcomes[job] = play_plain(rules, &playouts[job]);
        return;
    }
    t48_state end = t->start[lane];
    uint64_t before = potential(end.board);
    end.board = t->board[lane];
    end.score = potential(end.board) - before - 4 * t->fours[lane];
    end.moves = (uint32_t)t->moves[lane];
    outcomes[job] = t48_outcome_of(&end);
}

static void play_lanes(const t48_rules *rules, const t48_playout *playouts, size_t count,
                       t48_outcome *outcomes)
{
    games t;
    memset(&t, 0, sizeof t);
    t.four_threshold = t48_state_empty(rules).four_threshold;
    size_t next = 0;
    unsigned active = 0;
    for (int lane = 0; lane < LANES; lane++)
        if (fill_lane(&t, lane, rules, playouts, count, &next, outcomes)) active |= 1u << lane;
    while (active) {
        /* A few tries too many cost less than asking after each. */
        for (int i = 0; i < STEPS; i++) step(&t);
        lanes over = is_over(&t);
        uint64_t any = 0;
        for (int lane = 0; lane < LANES; lane++) any |= over[lane];
        if (!any) continue;
        for (int lane = 0; lane < LANES; lane++) {
            if (!over[lane] || !(active >> lane & 1)) continue;
            empty_lane(&t, lane, rules, playouts, outcomes);
            if (!fill_lane(&t, lane, rules, playouts, count, &next, outcomes))
                active &= ~(1u << lane);
        }
    }
}

void t48_playouts(const t48_rules *rules, const t48_playout *playouts, size_t count,
                  t48_outcome *outcomes)
{
    if (rules->shape.rows == 4 && rules->shape.cols == 4) {
        play_lanes(rules, playouts, count, outcomes);
        return;
    }
    for (size_t i = 0; i < count; i++) outcomes[i] = play_plain(rules, &playouts[i]);
}
