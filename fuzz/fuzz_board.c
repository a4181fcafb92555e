/* Any text is a board or is refused; a board that was read prints and reads back. */
#include "laatta/grid.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    t48_grid grid, again;
    lt_error err;
    if (t48_grid_parse(text, (t48_shape){0, 0}, &grid, &err) == LT_OK) {
        char out[T48_GRID_TEXT];
        if (t48_grid_parse(t48_grid_format(&grid, out), grid.shape, &again, &err) != LT_OK ||
            !t48_grid_equal(&grid, &again))
            abort();
    }
    free(text);
    return 0;
}
