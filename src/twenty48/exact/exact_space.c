/* Shapes with exact values; packing; the symmetry loops. */
#include "twenty48/exact/exact_space.h"

/* Calls CALL(rows, cols) with the shape's constants. */
#define DISPATCH(space, CALL)            \
    do {                                 \
        if ((space)->rows == 3) {        \
            CALL(3, 3);                  \
        } else if ((space)->cols == 4) { \
            CALL(2, 4);                  \
        } else if ((space)->cols == 3) { \
            CALL(2, 3);                  \
        } else {                         \
            CALL(2, 2);                  \
        }                                \
    } while (0)

lt_status t48_space_init(t48_space *space, t48_shape shape, bool symmetric, lt_error *err)
{
    unsigned rows = shape.rows < shape.cols ? shape.rows : shape.cols;
    unsigned cols = shape.rows < shape.cols ? shape.cols : shape.rows;
    bool known = (rows == 2 && cols <= 4) || (rows == 3 && cols == 3);
    if (!known)
        return lt_fail(err, LT_UNSUPPORTED,
                       "exact values are known for boards of 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3, "
                       "not %ux%u",
                       shape.rows, shape.cols);
    *space = (t48_space){.rows = (uint8_t)rows,
                         .cols = (uint8_t)cols,
                         .cells = (uint8_t)(rows * cols),
                         .sideways = shape.rows > shape.cols,
                         .symmetric = symmetric,
                         .top = (uint8_t)(rows * cols + 1),
                         .ones = T48_ONES >> (64 - 4 * rows * cols)};
    return LT_OK;
}

uint64_t t48_space_pack(const t48_space *space, t48_board board)
{
    if (space->sideways) board = t48_transpose(board);
    uint64_t packed = 0;
    for (unsigned r = 0; r < space->rows; r++)
        packed |= (uint64_t)t48_row(board, r) << (4 * space->cols * r);
    return packed;
}

t48_board t48_space_unpack(const t48_space *space, uint64_t packed)
{
    t48_board board = 0;
    for (unsigned r = 0; r < space->rows; r++)
        board |= (packed >> (4 * space->cols * r) & ((1ull << (4 * space->cols)) - 1)) << (16 * r);
    return space->sideways ? t48_transpose(board) : board;
}

void t48_space_canonical(const t48_space *space, uint64_t *boards, unsigned n)
{
    if (!space->symmetric) return;
#define CANONICAL(rows, cols) \
    for (unsigned i = 0; i < n; i++) boards[i] = packed_canonical(rows, cols, boards[i])
    DISPATCH(space, CANONICAL);
#undef CANONICAL
}

/* A board stands for |group| / |those symmetries that leave it as it is| boards. */
T48_INLINE uint8_t orbit_of(unsigned rows, unsigned cols, uint64_t b)
{
    uint64_t m = packed_mirror(cols, b);
    unsigned group = 4;
    unsigned same =
        1u + (m == b) + (packed_flip(rows, cols, b) == b) + (packed_flip(rows, cols, m) == b);
    if (rows == cols) {
        uint64_t t = packed_transpose(rows, b), tm = packed_mirror(cols, t);
        group = 8;
        same += (unsigned)(t == b) + (tm == b) + (packed_flip(rows, cols, t) == b) +
                (packed_flip(rows, cols, tm) == b);
    }
    return (uint8_t)(group / same);
}

uint64_t t48_space_orbits(const t48_space *space, const uint64_t *boards, unsigned n,
                          uint8_t *orbit)
{
    uint64_t sum = 0;
    if (!space->symmetric) {
        for (unsigned i = 0; i < n; i++) orbit[i] = 1;
        return n;
    }
#define ORBITS(rows, cols) \
    for (unsigned i = 0; i < n; i++) sum += orbit[i] = orbit_of(rows, cols, boards[i])
    DISPATCH(space, ORBITS);
#undef ORBITS
    return sum;
}

T48_INLINE unsigned list_moves(unsigned rows, unsigned cols, const uint64_t *boards, unsigned n,
                               uint64_t *after, uint32_t *gain, uint8_t *moves)
{
    unsigned found = 0;
    for (unsigned i = 0; i < n; i++) {
        uint64_t moved[T48_DIRS];
        uint32_t earned[2];
        unsigned before = found;
        packed_moves(rows, cols, boards[i], moved, earned);
        for (int d = 0; d < T48_DIRS; d++) {
            after[found] = moved[d];
            gain[found] = earned[d & 1];
            found += moved[d] != boards[i];
        }
        moves[i] = (uint8_t)(found - before);
    }
    return found;
}

unsigned t48_space_moves(const t48_space *space, const uint64_t *boards, unsigned n,
                         uint64_t *after, uint32_t *gain, uint8_t *moves)
{
#define MOVES(rows, cols) return list_moves(rows, cols, boards, n, after, gain, moves)
    DISPATCH(space, MOVES);
#undef MOVES
}
