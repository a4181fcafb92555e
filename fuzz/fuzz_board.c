/* Any text is a board or is refused, of any size and of one asked for; a board that was read
 * prints and reads back. A size may stand before it, in a line of its own. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "laatta/grid.h"

static void try_board(const char *text, t48_shape asked)
{
    t48_grid grid, again;
    lt_error err;
    if (t48_grid_parse(text, asked, &grid, &err) != LT_OK) return;
    char out[T48_GRID_TEXT];
    if (t48_grid_parse(t48_grid_format(&grid, out), grid.shape, &again, &err) != LT_OK ||
        !t48_grid_equal(&grid, &again))
        abort();
    if (t48_grid_parse(t48_grid_format_rows(&grid, out), grid.shape, &again, &err) != LT_OK ||
        !t48_grid_equal(&grid, &again))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *newline = strchr(text, '\n');
    t48_shape asked;
    lt_error err;
    try_board(text, (t48_shape){0, 0});
    try_board(text, (t48_shape){9, 9});
    if (newline) {
        *newline = '\0';
        if (t48_shape_parse(text, &asked, &err) == LT_OK) try_board(newline + 1, asked);
    }
    free(text);
    return 0;
}
