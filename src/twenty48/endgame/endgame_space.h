/* The positions of a pattern whose walls stand in one shape, numbered.
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
 * Inside, a board has level 15 on every wall, and 14 on a twin, the tile of the target that the
 * new one is to merge with; neither merges. Sums count in twos: a 2 is 1, a 4 is 2. A pattern that
 * is symmetric in itself has one position for all that mirror each other. */
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
    t48_board walls; /* as they are inside */
    t48_board free;  /* 15 on every such cell */
    unsigned target; /* level */
    t48_half low, high;
    uint32_t layers;  /* sums 0 .. layers - 1 */
    uint32_t *size;   /* by layer: positions there could be */
    uint32_t *offset; /* by layer and sum of the high half */
    t48_run run[12];
    unsigned runs;
    uint8_t turn[7]; /* symmetries of the pattern itself, as in endgame_pattern.h */
    unsigned turns;
} t48_space_walls;

/* What stands on every wall inside, and on a twin. */
enum { T48_WALL = 15, T48_TWIN = 14 };

lt_status t48_space_walls_init(t48_space_walls *space, const t48_pattern *pattern, lt_error *err);
void t48_space_walls_release(t48_space_walls *space);

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
static inline t48_place t48_locate_in(const t48_space_walls *s, t48_board board)
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

#endif
