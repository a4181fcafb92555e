/* Any bytes as a sliding-puzzle board: refused, or read and written back the same. A size
 * may stand before it, in a line of its own. */
#define _GNU_SOURCE
#include "fuzz/fuzz_sealed.h"

#include "laatta/npuzzle.h"

static void try_board(int rows, int cols, const char *board, size_t length)
{
    np_position p, q;
    lt_error err;
    char text[NP_TEXT_MAX];
    if (np_position_parse(&p, rows, cols, board, length, &err) != LT_OK) return;
    np_position_format(&p, false, text);
    if (strlen(text) >= NP_TEXT_MAX) abort();
    if (np_position_parse(&q, 0, 0, text, strlen(text), &err) != LT_OK) abort();
    if (!np_position_equal(&p, &q) || p.blank != q.blank) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_board(0, 0, (const char *)data, size);
    char *text = fuzz_text(data, size), *newline = strchr(text, '\n');
    if (newline) {
        int rows, cols;
        lt_error err;
        *newline = '\0';
        if (np_shape_parse(&rows, &cols, text, &err) == LT_OK)
            try_board(rows, cols, newline + 1, size - (size_t)(newline + 1 - text));
    }
    free(text);
    return 0;
}
