/* What a board is worth that a table knows. */
#include "twenty48/endgame/endgame_leaf.h"

#include "base/bits.h"
#include "twenty48/lowered.h"
#include "twenty48/rows.h"

enum { CERTAIN = 65535, HIGHEST = 15 };

/* Where the wall of a level is, as the shift of its nibble; 64 if there is none. */
static unsigned cell_of(t48_board board, uint64_t feet, unsigned level)
{
    for (; feet; feet &= feet - 1)
        if ((board >> lt_ctz64(feet) & 15) == level) return lt_ctz64(feet);
    return 64;
}

/* The feet of the cells beside one. */
static uint64_t beside(unsigned cell)
{
    uint64_t wall = 1ull << cell, row = 0x1111ull << (cell & ~15u);
    return ((wall << 4 | wall >> 4) & row) | wall << 16 | wall >> 16;
}

/* The first free cell beside the wall at `cell`, or, if there is none, the first of all;
 * both as shifts. */
static unsigned cell_beside(uint64_t feet, unsigned cell)
{
    uint64_t free = ~feet & T48_ONES, near = free & beside(cell);
    return lt_ctz64(near ? near : free);
}

t48_board t48_endgame_collapsed(t48_board after, unsigned target, uint64_t *points)
{
    uint64_t feet = t48_from_level(after, target);
    t48_board board = after & feet * 15;
    unsigned level = target, at = 64, cell;
    *points = 0;
    while (level < HIGHEST && (cell = cell_of(board, feet, level)) < 64) {
        if (at < 64 && !(beside(at) >> cell & 1)) break; /* two of a kind, apart */
        board &= ~(15ull << cell);
        at = cell;
        *points += 2ull << level++;
    }
    if (at == 64) {
        /* No wall to merge with: the new tile lies beside the smallest. */
        unsigned least = target + 1;
        while (least < HIGHEST && cell_of(board, feet, least) == 64) least++;
        cell = cell_of(board, feet, least);
        at = cell < 64 ? cell_beside(feet, cell) : 0;
    }
    return board | (uint64_t)level << at;
}

uint64_t t48_endgame_points_to(t48_board after, unsigned target)
{
    /* A tile of level n that was built of 2s has scored (n - 1) * 2^n. */
    uint64_t whole = (uint64_t)(target - 1) << target, scored = 0;
    for (t48_board rest = after & ~(t48_from_level(after, target) * 15); rest; rest >>= 4)
        if (rest & 15) scored += ((rest & 15) - 1) << (rest & 15);
    return scored < whole ? whole - scored : 0;
}

t48_value t48_endgame_worth(const t48_leaf *plain, t48_board after,
                            const t48_endgame_answer *answer)
{
    unsigned target = answer->pattern->target;
    uint64_t points, tiles = t48_endgame_points_to(after, target);
    t48_board collapsed;
    if (answer->pattern->next) {
        /* Two tiles are to be built, which make one a level higher. */
        collapsed = t48_endgame_collapsed(after, target + 1, &points);
        points += 2ull << target;
        tiles += (uint64_t)(target - 1) << target;
    } else {
        collapsed = t48_endgame_collapsed(after, target, &points);
    }
    t48_value until = (t48_value)tiles * plain->point;
    t48_value success =
        until + (t48_value)points * plain->point + plain->value(plain->ctx, collapsed);
    t48_value failure = until / 2 + plain->dead;
    return (success * (t48_value)answer->chance + failure * (t48_value)(CERTAIN - answer->chance)) /
           CERTAIN;
}

bool t48_endgame_passes(const t48_pattern *pattern, t48_board after, unsigned target)
{
    unsigned level = pattern->target + (pattern->next != 0);
    if (pattern->target != target && pattern->target + 1u != target) return false;
    uint64_t feet = t48_from_level(after, level);
    do {
        if (cell_of(after, feet, level) == 64) return false;
    } while (level++ < target);
    return true;
}

static t48_value value(const void *ctx, t48_board after)
{
    const t48_endgame_leaf *leaf = ctx;
    t48_value plain = leaf->plain.value(leaf->plain.ctx, after);
    t48_endgame_answer answer;
    if (!t48_endgame_ask(leaf->set, after, &answer)) return plain;
    t48_value known = t48_endgame_worth(&leaf->plain, after, &answer);
    bool moves = leaf->crunch && answer.pattern->others &&
                 t48_endgame_passes(answer.pattern, after, leaf->crunch);
    return known > plain || moves ? known : plain;
}

t48_leaf t48_endgame_leaf_of(const t48_endgame_leaf *leaf)
{
    t48_leaf with = leaf->plain;
    with.value = value;
    with.ctx = leaf;
    with.lines = NULL; /* the tables' values are no sums over lines */
    return with;
}
