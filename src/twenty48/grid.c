/* The rules of 2048 on exact levels, written for clearness: every faster move
 * in laatta is tested against this one. */
#include "laatta/grid.h"

#include <string.h>

static const char *const dir_names[] = {"up", "right", "down", "left", "none"};
static const char dir_letters[] = "URDL-";

const char *t48_dir_name(t48_dir dir)
{
    return dir_names[dir];
}

char t48_dir_letter(t48_dir dir)
{
    return dir_letters[dir];
}

t48_dir t48_dir_from_letter(char letter)
{
    for (int d = 0; d < T48_DIRS; d++)
        if (letter == dir_letters[d]) return (t48_dir)d;
    return T48_NONE;
}

t48_grid t48_grid_empty(t48_shape shape)
{
    t48_grid grid;
    memset(&grid, 0, sizeof grid);
    grid.shape = shape;
    return grid;
}

/* A move sees each line as a walk from the wall it slides to: the first cell
 * and the step to the next. */
typedef struct line {
    int start, step, length;
} line;

static line line_towards(t48_shape shape, t48_dir dir, int index)
{
    int rows = shape.rows, cols = shape.cols;
    switch (dir) {
    case T48_UP: return (line){index, cols, rows};
    case T48_DOWN: return (line){(rows - 1) * cols + index, -cols, rows};
    case T48_LEFT: return (line){index * cols, 1, cols};
    default: return (line){index * cols + cols - 1, -1, cols};
    }
}

static int line_count(t48_shape shape, t48_dir dir)
{
    return dir == T48_UP || dir == T48_DOWN ? shape.cols : shape.rows;
}

/* Modulo 2^64, as scores are: 2^64 and 2^65 count nothing. */
static uint64_t value(unsigned level)
{
    return level < 64 ? 1ull << level : 0;
}

static bool slide(uint8_t *level, line l, uint64_t *gained)
{
    uint8_t out[T48_SIDE_MAX] = {0};
    int count = 0;
    bool open = false; /* whether the last tile put down may still merge */
    for (int i = 0; i < l.length; i++) {
        uint8_t tile = level[l.start + i * l.step];
        if (tile == 0) continue;
        if (open && out[count - 1] == tile) {
            out[count - 1]++;
            *gained += value(out[count - 1]);
            open = false;
        } else {
            out[count++] = tile;
            open = true;
        }
    }
    bool changed = false;
    for (int i = 0; i < l.length; i++) {
        uint8_t *cell = &level[l.start + i * l.step];
        changed |= *cell != out[i];
        *cell = out[i];
    }
    return changed;
}

bool t48_grid_move(t48_grid *grid, t48_dir dir, uint64_t *gained)
{
    uint64_t sum = 0;
    bool changed = false;
    for (int i = 0; i < line_count(grid->shape, dir); i++)
        changed |= slide(grid->level, line_towards(grid->shape, dir, i), &sum);
    if (gained) *gained = sum;
    return changed;
}

unsigned t48_grid_legal(const t48_grid *grid)
{
    unsigned legal = 0;
    for (int d = 0; d < T48_DIRS; d++) {
        t48_grid copy = *grid;
        if (t48_grid_move(&copy, (t48_dir)d, NULL)) legal |= 1u << d;
    }
    return legal;
}

unsigned t48_grid_empty_cells(const t48_grid *grid)
{
    unsigned count = 0;
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++) count += grid->level[i] == 0;
    return count;
}

unsigned t48_grid_max_level(const t48_grid *grid)
{
    unsigned max = 0;
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++)
        if (grid->level[i] > max) max = grid->level[i];
    return max;
}

bool t48_grid_equal(const t48_grid *a, const t48_grid *b)
{
    return a->shape.rows == b->shape.rows && a->shape.cols == b->shape.cols &&
           memcmp(a->level, b->level, t48_shape_cells(a->shape)) == 0;
}

lt_status t48_grid_check(const t48_grid *grid, lt_error *err)
{
    unsigned cells = t48_shape_cells(grid->shape), count[T48_LEVEL_MAX + 2] = {0};
    for (unsigned i = 0; i < cells; i++) {
        if (grid->level[i] > cells + 1)
            return lt_fail(err, LT_BAD_INPUT,
                           "tile %u is 2^%u; a board of %u cells allows at most 2^%u", i + 1,
                           grid->level[i], cells, cells + 1);
        count[grid->level[i]]++;
    }
    /* All merged, whatever lies between them: the sum in binary. */
    for (unsigned level = 1; level <= cells + 1; level++) count[level + 1] += count[level] / 2;
    if (count[cells + 2] > 0)
        return lt_fail(err, LT_BAD_INPUT,
                       "the tiles add up to 2^%u or more, and no game on a board of %u cells gets "
                       "there",
                       cells + 2, cells);
    return LT_OK;
}

uint64_t t48_grid_potential(const t48_grid *grid)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < t48_shape_cells(grid->shape); i++) {
        unsigned level = grid->level[i];
        if (level > 1) sum += (level - 1) * value(level);
    }
    return sum;
}
