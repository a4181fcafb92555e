/* Playouts, eight lanes at a time.
 *
 * A lane holds one game: its board, its two streams of random numbers and its
 * counters. Every step tries one direction in every lane: the board is turned so
 * that the direction becomes "left", slid by nibble arithmetic alone, and turned
 * back; where that changed the board a tile is put down. A lane whose game is over
 * is emptied and given the next one. The code is plain C on vector types; the
 * compiler makes AVX-512, AVX2, NEON or WebAssembly instructions of it. */
#include "twenty48/playout/playout.h"

#include "twenty48/rows.h"

#include <string.h>

enum { LANES = 8 };

typedef uint64_t lanes __attribute__((vector_size(8 * LANES)));

/* Lanes do not know how to merge two 32768. Those would need a sum of tiles of
 * 65536, and a move adds at most 4 to it: boards with less than this sum are safe
 * for as many moves as are left, and a longer game is played by the plain form. */
enum { LONG_GAME = 4000, SAFE_SUM = 65536 - 4 * LONG_GAME - 8 };

#define LOW_CELL 0x000f000f000f000full /* nibble 0 of every row */

static inline lanes all(uint64_t x)
{
    return (lanes){x, x, x, x, x, x, x, x};
}

/* yes where mask is all ones, no where it is zero */
static inline lanes pick(lanes mask, lanes yes, lanes no)
{
    return (yes & mask) | (no & ~mask);
}

/* 0xf for every nibble of x that is zero, 0 elsewhere */
static inline lanes zero_nibbles(lanes x)
{
    x |= x >> 2;
    x |= x >> 1;
    return (~x & all(T48_ONES)) * 15;
}

static inline lanes transpose(lanes b)
{
    lanes a = (b & all(0xf0f00f0ff0f00f0full)) | ((b & all(0x0000f0f00000f0f0ull)) << 12) |
              ((b & all(0x0f0f00000f0f0000ull)) >> 12);
    return (a & all(0xff00ff0000ff00ffull)) | ((a & all(0x00000000ff00ff00ull)) << 24) |
           ((a & all(0x00ff00ff00000000ull)) >> 24);
}

/* Reverses the four nibbles of every row. */
static inline lanes mirror(lanes b)
{
    b = ((b & all(0x0f0f0f0f0f0f0f0full)) << 4) | ((b >> 4) & all(0x0f0f0f0f0f0f0f0full));
    return ((b & all(0x00ff00ff00ff00ffull)) << 8) | ((b >> 8) & all(0x00ff00ff00ff00ffull));
}

/* Where a nibble selected by `at` is empty, its right neighbour moves into it. */
static inline lanes close_gap(lanes b, uint64_t at)
{
    lanes gap = zero_nibbles(b) & all(at);
    return (b | ((b >> 4) & gap)) & ~(gap << 4);
}

/* Merges nibble i of every row with nibble i + 1 where they are equal tiles, and
 * moves up what follows. `at` selects nibble i, `behind` the nibbles after it. */
static inline lanes merge(lanes b, uint64_t at, uint64_t behind)
{
    lanes equal = zero_nibbles(b ^ (b >> 4)) & ~zero_nibbles(b) & all(at);
    lanes one = equal & all(T48_ONES);
    /* Ones over all nibbles behind a merged pair, and none elsewhere. */
    lanes rest = ((equal << 4) | (equal << 8) | (equal << 12)) & all(behind);
    lanes up = (b >> 4) & rest & all(0x0fff0fff0fff0fffull);
    return ((b & ~rest) | up) + one;
}

static inline lanes slide_left(lanes b)
{
    const uint64_t even = LOW_CELL | LOW_CELL << 8, middle = LOW_CELL << 4;
    b = close_gap(b, even);
    b = close_gap(b, middle);
    b = close_gap(b, even);
    b = close_gap(b, middle);
    b = merge(b, LOW_CELL, 0xfff0fff0fff0fff0ull);
    b = merge(b, LOW_CELL << 4, 0xff00ff00ff00ff00ull);
    return merge(b, LOW_CELL << 8, 0xf000f000f000f000ull);
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
    lanes s2 = r->s2 ^ r->s0, s3 = r->s3 ^ r->s1;
    lanes s1 = r->s1 ^ s2, s0 = r->s0 ^ s3;
    s2 ^= r->s1 << 17;
    s3 = (s3 << 45) | (s3 >> 19);
    r->s0 = pick(mask, s0, r->s0);
    r->s1 = pick(mask, s1, r->s1);
    r->s2 = pick(mask, s2, r->s2);
    r->s3 = pick(mask, s3, r->s3);
    return x;
}

static void set_stream(streams *r, int lane, const lt_rng *rng)
{
    r->s0[lane] = rng->s[0];
    r->s1[lane] = rng->s[1];
    r->s2[lane] = rng->s[2];
    r->s3[lane] = rng->s[3];
}

typedef struct table {
    lanes board, tries, moves, fours;
    streams spawns, players;
    uint64_t four_threshold;
    t48_state start[LANES];
    size_t job[LANES]; /* which playout a lane plays */
} table;

/* One try in every lane; returns all ones for lanes whose game is over. */
static inline lanes step(table *t)
{
    lanes dir = t->tries & 3;
    lanes vertical = (dir & 1) - 1;               /* up 0, down 2 */
    lanes far = (lanes)((dir == 1) | (dir == 2)); /* right, down */
    lanes turned = pick(vertical, transpose(t->board), t->board);
    turned = pick(far, mirror(turned), turned);
    lanes slid = slide_left(turned);
    lanes moved = (lanes)(slid != turned);
    slid = pick(far, mirror(slid), slid);
    slid = pick(vertical, transpose(slid), slid);

    /* The k-th empty cell: prefix counts of empty nibbles by one multiplication. */
    lanes empty = zero_nibbles(slid) & all(T48_ONES);
    lanes counts = empty * T48_ONES;
    lanes product = (next_draw(&t->spawns, moved) >> 32) * (counts >> 60);
    lanes rank = (product >> 32) + 1;
    lanes cell = empty & zero_nibbles(counts ^ (rank * T48_ONES));
    lanes four = (lanes)((product & all(0xffffffffu)) < all(t->four_threshold));
    lanes tile = cell + (cell & four);
    t->board = pick(moved, slid | tile, t->board);
    t->moves -= moved;
    t->fours -= moved & four;
    t->tries >>= 2;
    lanes anew = moved | (lanes)(t->tries == 1);
    lanes draw = next_draw(&t->players, anew);
    t->tries = pick(anew, (draw & all((1ull << 62) - 1)) | all(1ull << 62), t->tries);

    /* Over: no empty cell, no equal neighbours. Rows of `below` run out of the board
     * at the bottom, where the shift brings zeros that equal no tile of a full board. */
    lanes b = t->board;
    lanes joined = (zero_nibbles(b ^ (b >> 4)) & all(0x0fff0fff0fff0fffull)) |
                   (zero_nibbles(b ^ (b >> 16)) & all(0x0000ffffffffffffull)) | zero_nibbles(b);
    return (lanes)(joined == 0);
}

static t48_state start_state(const t48_rules *rules, const t48_playout *playout, lt_rng *spawns)
{
    t48_state state = t48_state_empty(rules);
    state.board = playout->start;
    for (unsigned i = 0; i < playout->tiles; i++) t48_state_spawn(&state, spawns);
    return state;
}

t48_outcome t48_playout_plain(t48_state state, lt_rng *spawns, lt_rng *player)
{
    uint64_t score = state.score;
    uint32_t moves = state.moves;
    for (unsigned legal; (legal = t48_state_legal(&state)) != 0;) {
        t48_state_move(&state, t48_random_dir(player, legal));
        t48_state_spawn(&state, spawns);
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
    return t48_playout_plain(start_state(rules, playout, &spawns), &spawns, &player);
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
static bool fill_lane(table *t, int lane, const t48_rules *rules, const t48_playout *playouts,
                      size_t count, size_t *next, t48_outcome *outcomes)
{
    while (*next < count) {
        size_t job = (*next)++;
        lt_rng spawns, player;
        t48_spawn_rng(&spawns, playouts[job].seed);
        t48_player_rng(&player, playouts[job].seed);
        t48_state state = start_state(rules, &playouts[job], &spawns);
        if (tile_sum(state.board) > SAFE_SUM || t48_state_legal(&state) == 0) {
            outcomes[job] = t48_playout_plain(state, &spawns, &player);
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

static void empty_lane(const table *t, int lane, const t48_rules *rules,
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
    table t;
    memset(&t, 0, sizeof t);
    t.four_threshold = t48_state_empty(rules).four_threshold;
    size_t next = 0;
    unsigned active = 0;
    for (int lane = 0; lane < LANES; lane++)
        if (fill_lane(&t, lane, rules, playouts, count, &next, outcomes)) active |= 1u << lane;
    while (active) {
        lanes over = step(&t) | (lanes)(t.moves >= LONG_GAME);
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
