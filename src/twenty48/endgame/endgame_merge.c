/* The two tiles of the target are shown alike, and moves are tried. */
#include "twenty48/endgame/endgame_merge.h"

/* Whether some move makes a tile above the target; walls slide as they do. */
static bool can_merge(const t48_family *f, t48_board board)
{
    t48_board turned = t48_transpose(board);
    for (unsigned d = 0; d < 4; d++) {
        const uint16_t *row = d & 1 ? f->left : f->right;
        t48_board from = d & 2 ? turned : board;
        t48_board to = (uint64_t)row[t48_row(from, 0)] | (uint64_t)row[t48_row(from, 1)] << 16 |
                       (uint64_t)row[t48_row(from, 2)] << 32 |
                       (uint64_t)row[t48_row(from, 3)] << 48;
        if (t48_reaches(to & ~(t48_from_level(to, T48_WALL) * 15), f->target + 1)) return true;
    }
    return false;
}

/* Whether two of the cells lie side by side. */
static bool in_touch(uint64_t feet)
{
    return ((feet & (feet >> 4 & 0x0fff0fff0fff0fffull)) | (feet & feet >> 16)) != 0;
}

bool t48_endgame_beside(t48_board after, unsigned target)
{
    uint64_t twins = t48_from_level(after, T48_TWIN), walls = t48_from_level(after, T48_WALL);
    return in_touch((t48_from_level(after, target) & ~twins) | (twins & ~walls));
}

uint32_t t48_endgame_merge_chance(const t48_family *f, t48_board after)
{
    uint64_t walls = t48_from_level(after, T48_WALL);
    uint64_t twin = t48_from_level(after, T48_TWIN) & ~walls;
    after = (after & ~(twin * 15)) | twin * f->target;
    if (in_touch(t48_from_level(after, f->target) & ~walls)) return T48_CERTAIN;
    uint64_t sum = 0, cells = 0;
    for (uint64_t empty = t48_free_cells(after); empty; empty &= empty - 1, cells++) {
        t48_board cell = empty & -empty;
        sum += 9 * can_merge(f, after | cell) + can_merge(f, after | cell << 1);
    }
    return cells ? (uint32_t)(sum * T48_CERTAIN / (10 * cells)) : 0;
}
