/* 2048, the truth: a board of any size from 2x2 to 8x8 with exact levels.
 *
 * A level is log2 of a tile's value: 1 for a 2, 11 for a 2048, 0 for an empty
 * cell. Cells are numbered row by row from the top left. */
#ifndef LAATTA_GRID_H
#define LAATTA_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "laatta/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum t48_dir { T48_UP, T48_RIGHT, T48_DOWN, T48_LEFT, T48_NONE } t48_dir;
enum { T48_DIRS = 4 };

enum { T48_SIDE_MIN = 2, T48_SIDE_MAX = 8, T48_CELLS_MAX = 64 };
enum { T48_LEVEL_MAX = 65 }; /* 64 cells allow no tile above 2^65 */

/* The value of a tile, 0 of an empty cell. The largest do not fit 64 bits; a double holds
 * every power of two, and "%.0f" prints all its digits. */
static inline double t48_tile(unsigned level)
{
    unsigned half = level / 2; /* 2^65 in one shift would be too far */
    return level ? (double)(UINT64_C(1) << half) * (double)(UINT64_C(1) << (level - half)) : 0;
}

typedef struct t48_shape {
    uint8_t rows, cols;
} t48_shape;

typedef struct t48_grid {
    t48_shape shape;
    uint8_t level[T48_CELLS_MAX];
} t48_grid;

/* "up", 'U' and back; T48_NONE for anything else. */
LT_API const char *t48_dir_name(t48_dir dir);
LT_API char t48_dir_letter(t48_dir dir);
LT_API t48_dir t48_dir_from_letter(char letter);

static inline unsigned t48_shape_cells(t48_shape shape)
{
    return (unsigned)shape.rows * shape.cols;
}

/* Parses "4x4", "3x5"; refuses sides outside 2 .. 8. */
LT_API lt_status t48_shape_parse(const char *text, t48_shape *shape, lt_error *err);

/* An empty grid. */
LT_API t48_grid t48_grid_empty(t48_shape shape);

/* Slides and merges; returns whether anything changed. The sum of the tiles
 * made is stored in *gained (may be NULL), also 0 when nothing changed. */
LT_API bool t48_grid_move(t48_grid *grid, t48_dir dir, uint64_t *gained);

/* Bit d is set if a move in direction d would change the grid. */
LT_API unsigned t48_grid_legal(const t48_grid *grid);

LT_API unsigned t48_grid_empty_cells(const t48_grid *grid);
LT_API unsigned t48_grid_max_level(const t48_grid *grid);
LT_API bool t48_grid_equal(const t48_grid *a, const t48_grid *b);

/* Refuses tiles that no game can bring onto a board of this shape: larger than
 * 2^(cells+1), or 2^(cells+2) and more in sum. What a checked grid grows to by moves
 * and new tiles is within T48_LEVEL_MAX. t48_grid_parse checks what it reads. */
LT_API lt_status t48_grid_check(const t48_grid *grid, lt_error *err);

/* Score that the tiles stand for if every one grew from spawned 2s:
 * the sum of (level - 1) * 2^level. A spawned 4 earned 4 less than that. */
LT_API uint64_t t48_grid_potential(const t48_grid *grid);

/* Parses tile values, row by row, separated by spaces, commas, semicolons,
 * slashes or newlines; 0, '.' or '_' is an empty cell. With slashes, semicolons
 * or newlines the shape follows from the rows; otherwise from `shape` (if its
 * rows are not 0), or from a square number of cells. */
LT_API lt_status t48_grid_parse(const char *text, t48_shape shape, t48_grid *grid, lt_error *err);

enum { T48_GRID_TEXT = 64 * 22 };
/* "2 4 0 0/0 0 0 0/..." into a buffer of T48_GRID_TEXT characters; returns it. */
LT_API char *t48_grid_format(const t48_grid *grid, char *out);
/* The same in aligned rows, with '.' for empty cells, a newline after each. */
LT_API char *t48_grid_format_rows(const t48_grid *grid, char *out);

#ifdef __cplusplus
}
#endif
#endif
