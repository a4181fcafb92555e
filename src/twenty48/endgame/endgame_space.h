/* The positions of a pattern, numbered.
 *
 * A position is what stands on the free cells; those of equal sum are a layer. The
 * free cells are cut into two halves of at most six cells. The contents of a half
 * are listed by sum, so that a position of layer s is
 *
 *   rank = offset[s][sum of the high half]
 *        + index of the high half in its list * length of the low half's list
 *        + index of the low half in its list
 *
 * and every layer is a range 0 .. size - 1 without a gap: a set of positions is a
 * bitmap and holds no keys. Neighbours in rank share the
 * high half, and so do most of their successors.
 *
 * Inside, a board has level 15 on every wall; walls never merge. Sums count in twos:
 * a 2 is 1, a 4 is 2. A pattern that is symmetric in itself has one position for all
 * that mirror each other. */
#ifndef T48_ENDGAME_SPACE_H
#define T48_ENDGAME_SPACE_H

#include "laatta/board.h"
#include "twenty48/endgame/endgame_pattern.h"
#include "twenty48/lowered.h"
#include "twenty48/rows.h"
#include "twenty48/symmetry.h"

/* Free cells of one half that follow each other, row by row, without a wall between. */
typedef struct t48_run {
    uint64_t mask;
    int shift; /* to the right, to where their nibbles are in the two halves side by side */
} t48_run;

/* Half of the free cells. */
typedef struct t48_half {
    unsigned cells;
    uint32_t codes;   /* contents */
    uint32_t sums;    /* 0 .. sums - 1 */
    uint32_t *place;  /* by code: sum << 16 | index in the list of this sum */
    uint32_t *first;  /* by sum: where its list begins; sums + 1 of them */
    t48_board *board; /* the lists one after another: the contents, on the board */
} t48_half;

typedef struct t48_space_walls {
    t48_board walls, free; /* 15 on every such cell */
    unsigned target;       /* level */
    t48_half low, high;
    uint32_t layers;  /* sums 0 .. layers - 1 */
    uint32_t *size;   /* by layer: positions there could be */
    uint32_t *offset; /* by layer and sum of the high half */
    t48_run run[12];
    unsigned runs;
    uint8_t turn[7]; /* symmetries of the pattern itself, as in endgame_pattern.h */
    unsigned turns;
    uint16_t *left, *right; /* rows after a move; only where positions are moved */
} t48_space_walls;

/* With `moves` also what positions are moved by. */
lt_status t48_space_walls_init(t48_space_walls *space, const t48_pattern *pattern, bool moves,
                               lt_error *err);
void t48_space_walls_release(t48_space_walls *space);

/* Bytes of the bitmaps of all layers: what a build takes at most. */
uint64_t t48_space_walls_bytes(const t48_space_walls *space);

static inline t48_board t48_turned(t48_board board, unsigned turn)
{
    if (turn & 1) board = t48_mirror(board, 0);
    if (turn & 2) board = t48_flip(board, 0);
    return turn & 4 ? t48_transpose(board) : board;
}

typedef struct t48_place {
    uint32_t layer, rank;
} t48_place;

/* Both halves as numbers in base `target`: nibbles to pairs, fours, halves. */
static inline uint64_t t48_codes(const t48_space_walls *s, t48_board board)
{
    uint64_t x = 0, base = s->target;
    for (unsigned i = 0; i < s->runs; i++) {
        uint64_t cells = board & s->run[i].mask;
        x |= s->run[i].shift >= 0 ? cells >> s->run[i].shift : cells << -s->run[i].shift;
    }
    x = (x & 0x0f0f0f0f0f0f0f0full) + base * (x >> 4 & 0x0f0f0f0f0f0f0f0full);
    x = (x & 0x00ff00ff00ff00ffull) + base * base * (x >> 8 & 0x00ff00ff00ff00ffull);
    return (x & 0x0000ffff0000ffffull) + base * base * base * base * (x >> 16 & 0xffff0000ffffull);
}

/* Where a board is; its free cells hold levels below the target. */
static inline t48_place t48_locate(const t48_space_walls *s, t48_board board)
{
    if (s->turns > 0) {
        board &= s->free; /* the walls of a real board differ, those of its mirror images too */
        t48_board least = board;
        for (unsigned i = 0; i < s->turns; i++) {
            t48_board turned = t48_turned(board, s->turn[i]);
            if (turned < least) least = turned;
        }
        board = least;
    }
    uint64_t codes = t48_codes(s, board);
    uint32_t high = s->high.place[codes >> 32], low = s->low.place[(uint32_t)codes];
    uint32_t sum = high >> 16, rest = low >> 16, layer = sum + rest;
    uint32_t length = s->low.first[rest + 1] - s->low.first[rest];
    return (t48_place){.layer = layer,
                       .rank = s->offset[layer * s->high.sums + sum] + (high & 0xffff) * length +
                               (low & 0xffff)};
}

/* The board after a move inside the pattern; false if it moves a wall or nothing. */
static inline bool t48_move_walls(const t48_space_walls *s, t48_board board, t48_board turned,
                                  t48_dir dir, t48_board *after)
{
    bool across = dir == T48_UP || dir == T48_DOWN;
    t48_board from = across ? turned : board;
    const uint16_t *row = dir == T48_UP || dir == T48_LEFT ? s->left : s->right;
    t48_board to = (uint64_t)row[t48_row(from, 0)] | (uint64_t)row[t48_row(from, 1)] << 16 |
                   (uint64_t)row[t48_row(from, 2)] << 32 | (uint64_t)row[t48_row(from, 3)] << 48;
    if (to == from) return false;
    *after = across ? t48_transpose(to) : to;
    return (*after & s->walls) == s->walls;
}

static inline bool t48_succeeds(const t48_space_walls *s, t48_board after)
{
    return t48_reaches(after & s->free, s->target);
}

#endif
