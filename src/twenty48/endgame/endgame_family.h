/* Where the walls of a pattern may stand, and the positions of all these shapes numbered together.
 *
 * Walls are large tiles, and they slide like any other: a pair in the second row goes to and fro,
 * a full row moves down when nothing else is left. A pattern may name other shapes that its walls
 * may take in between; a move within this family is allowed, one that leaves it is not. A shape
 * stands for its eight orientations. Layers are those of one shape (endgame_space.h), the ranks
 * of the shapes one after another, each from a multiple of 64 on:
 *
 *   layer   | shape 0: size[0] ranks, rounded up | shape 1 | ...
 *
 * Where a pattern names one shape only, its walls stand still. */
#ifndef T48_ENDGAME_FAMILY_H
#define T48_ENDGAME_FAMILY_H

#include "base/bits.h"
#include "twenty48/endgame/endgame_space.h"

enum { T48_SHAPES_MAX = T48_OTHERS_MAX + 1 };

typedef struct t48_family {
    unsigned target, shapes;
    t48_space_walls shape[T48_SHAPES_MAX];
    uint32_t layers;        /* sums 0 .. layers - 1 */
    uint32_t *size;         /* by layer: ranks */
    uint32_t *base;         /* by layer and shape: where its ranks begin */
    unsigned twin;          /* the level of the * in every picture; 0: there is none */
    uint16_t *known;        /* by where walls are, and the twin: 8 * shape + turn + 1, or 0 */
    uint16_t *left, *right; /* rows after a move; only where positions are moved */
} t48_family;

/* With `moves` also what positions are moved by. */
lt_status t48_family_init(t48_family *family, const t48_pattern *pattern, bool moves,
                          lt_error *err);
void t48_family_release(t48_family *family);

/* Bytes of the bitmaps of all layers: what a build takes at most. */
uint64_t t48_family_bytes(const t48_family *family);

/* A bit at the foot of nibble i becomes bit i. */
static inline unsigned t48_gathered(uint64_t feet)
{
    feet = (feet | feet >> 3 | feet >> 6 | feet >> 9) & 0x000f000f000f000full;
    return (unsigned)((feet | feet >> 12 | feet >> 24 | feet >> 36) & 0xffff);
}

/* By the cell of a twin; 0 in a family without. */
static inline uint32_t t48_known_at(const t48_family *f, unsigned walls, unsigned twin)
{
    return f->twin ? walls | twin << 16 : walls;
}

/* Entries of `known`. */
static inline size_t t48_known_size(const t48_family *f)
{
    return f->twin ? 16 * 65536 : 65536;
}

/* What is known of where the walls of a board are, which are its tiles from `lowest` on. */
static inline unsigned t48_known(const t48_family *f, t48_board board, unsigned lowest)
{
    uint64_t feet = t48_from_level(board, lowest);
    if (!f->twin) return f->known[t48_gathered(feet)];
    unsigned level = lowest == T48_TWIN ? T48_TWIN : f->twin;
    uint64_t twin = t48_from_level(board, level) & ~t48_from_level(board, level + 1);
    if (!twin || (twin & (twin - 1))) return 0;
    return f->known[t48_known_at(f, t48_gathered(feet), lt_ctz64(twin) / 4)];
}

/* Where a board is, whose walls are the tiles from `lowest` on; false if they stand otherwise. */
static inline bool t48_locate(const t48_family *f, t48_board board, unsigned lowest,
                              t48_place *place)
{
    unsigned known = t48_known(f, board, lowest);
    if (!known) return false;
    unsigned shape = (known - 1) / 8;
    *place = t48_locate_in(&f->shape[shape], t48_turned(board, (known - 1) & 7));
    place->rank += f->base[place->layer * f->shapes + shape];
    return true;
}

/* The same of a board inside, which is known to be there. */
static inline uint32_t t48_rank(const t48_family *f, t48_board board)
{
    t48_place place = {0};
    t48_locate(f, board, T48_TWIN, &place);
    return place.rank;
}

/* The board inside after a move, and where it is in its layer; false if nothing moves or the walls
 * leave the family. */
typedef struct t48_moved {
    t48_board after;
    uint32_t rank; /* if it does not succeed */
    bool succeeds;
} t48_moved;

static inline bool t48_move_walls(const t48_family *f, t48_board board, t48_board turned,
                                  t48_dir dir, t48_moved *moved)
{
    bool across = dir == T48_UP || dir == T48_DOWN;
    t48_board from = across ? turned : board;
    const uint16_t *row = dir == T48_UP || dir == T48_LEFT ? f->left : f->right;
    t48_board to = (uint64_t)row[t48_row(from, 0)] | (uint64_t)row[t48_row(from, 1)] << 16 |
                   (uint64_t)row[t48_row(from, 2)] << 32 | (uint64_t)row[t48_row(from, 3)] << 48;
    if (to == from) return false;
    t48_board after = moved->after = across ? t48_transpose(to) : to;
    if (f->shapes == 1 && (after & f->shape[0].walls) != f->shape[0].walls) return false;
    uint64_t walls = t48_from_level(after, T48_TWIN);
    unsigned known = t48_known(f, after, T48_TWIN);
    if (!known) return false;
    moved->succeeds = t48_reaches(after & ~(walls * 15), f->target);
    if (moved->succeeds) return true;
    unsigned shape = (known - 1) / 8;
    t48_place place = t48_locate_in(&f->shape[shape], t48_turned(after, (known - 1) & 7));
    moved->rank = place.rank + f->base[place.layer * f->shapes + shape];
    return true;
}

#endif
