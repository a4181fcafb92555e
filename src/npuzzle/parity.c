/* Why a position can or cannot be solved.
 *
 * Every move swaps the blank with a tile, an odd permutation, and shifts the
 * blank by one cell. So the permutation from one position to another must be
 * even exactly when the blank's way between them is even; Johnson and Story
 * (1879) showed that nothing else is needed. */
#include "laatta/npuzzle.h"

#include <stdlib.h>

/* Number of swaps, mod 2, that turn `from` into `goal` (the blank is a tile here). */
static bool odd_permutation(const np_position *from, const np_position *goal)
{
    int cells = np_position_cells(from);
    uint8_t place[NP_CELLS_MAX];
    bool seen[NP_CELLS_MAX] = {false};
    for (int c = 0; c < cells; c++) place[goal->tile[c]] = (uint8_t)c;
    bool odd = false;
    for (int c = 0; c < cells; c++) {
        int length = 0;
        for (int at = c; !seen[at]; at = place[from->tile[at]]) {
            seen[at] = true;
            length++;
        }
        if (length > 0 && length % 2 == 0) odd = !odd;
    }
    return odd;
}

lt_status np_position_reaches(const np_position *from, const np_position *goal, lt_error *err)
{
    if (from->rows != goal->rows || from->cols != goal->cols)
        return lt_fail(err, LT_BAD_INPUT, "the board is %dx%d but the goal is %dx%d", from->rows,
                       from->cols, goal->rows, goal->cols);
    int cols = from->cols;
    int way =
        abs(from->blank / cols - goal->blank / cols) + abs(from->blank % cols - goal->blank % cols);
    bool odd = odd_permutation(from, goal);
    if (odd == (way % 2 != 0)) return LT_OK;
    return lt_fail(err, LT_UNSOLVABLE,
                   "this board cannot be solved: the blank must go %d cells, an %s number, but the "
                   "tiles need an %s number of swaps, and every move is one swap and one cell "
                   "(exchange any two tiles and it can be solved)",
                   way, way % 2 ? "odd" : "even", odd ? "odd" : "even");
}
