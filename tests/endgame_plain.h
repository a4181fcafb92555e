/* The slow, obvious twin of endgame tables: a recursion over real boards, moved as the game moves
 * them, in a hash table. */
#ifndef ENDGAME_PLAIN_H
#define ENDGAME_PLAIN_H

#include "endgame_testing.h"

#include <math.h>

static const t48_shape plain_square = {4, 4};

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

static inline size_t slot_of(const plain *p, t48_board board)
{
    size_t at = (size_t)(board * 0x9e3779b97f4a7c15u >> 20) & (p->slots - 1);
    while (p->board[at] && p->board[at] != board) at = (at + 1) & (p->slots - 1);
    return at;
}

static inline double plain_after(plain *p, t48_board after);

static inline unsigned tiles_from(t48_board board, unsigned level)
{
    unsigned cells = 0;
    for (unsigned i = 0; i < 16; i++) cells |= (unsigned)((board >> (4 * i) & 15) >= level) << i;
    return cells;
}

/* The board with another level on the wall that is drawn as a *. */
static inline t48_board with_twin(const plain *p, t48_board board, unsigned level)
{
    for (unsigned i = 0; i < 16 && p->twin; i++)
        if ((board >> (4 * i) & 15) == p->twin)
            return (board & ~(15ull << (4 * i))) | (uint64_t)level << (4 * i);
    return board;
}

static inline unsigned tiles_of(t48_board board, unsigned level)
{
    return tiles_from(board, level) & ~(level < 15 ? tiles_from(board, level + 1) : 0);
}

/* Whether two cells of a set lie side by side. */
static inline bool in_touch(unsigned cells)
{
    for (unsigned i = 0; i < 16; i++)
        if (cells >> i & 1 &&
            ((i % 4 < 3 && cells >> (i + 1) & 1) || (i < 12 && cells >> (i + 4) & 1)))
            return true;
    return false;
}

/* The chance that two tiles of the target merge with the next move. */
static inline double plain_merge(const plain *p, t48_board board)
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
                t48_board after = t48_board_move(before, plain_square, (t48_dir)d, NULL);
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
static inline double plain_success(const plain *p, t48_board after)
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
static inline bool stands(const plain *p, t48_board after)
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

static inline double plain_before(plain *p, t48_board board)
{
    double best = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_board after = t48_board_move(board, plain_square, (t48_dir)d, NULL);
        if (after == board || !stands(p, after)) continue;
        bool success = lt_popcount64(tiles_from(after, p->target)) >
                       lt_popcount64(tiles_from(p->walls, p->target));
        double chance = success ? plain_success(p, after) : plain_after(p, after);
        if (chance > best) best = chance;
    }
    return best;
}

static inline double plain_after(plain *p, t48_board after)
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
static inline double plain_all(plain *p, const t48_pattern *pattern, const plain *following)
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

static inline void plain_release(plain *p)
{
    free(p->board);
    free(p->chance);
}

#endif
