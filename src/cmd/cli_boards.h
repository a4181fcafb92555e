/* Boards for `laatta solve`: typed in, from a file, or made at random. */
#ifndef CLI_BOARDS_H
#define CLI_BOARDS_H

#include "laatta/npuzzle.h"

typedef struct cli_boards {
    np_position *board;
    size_t count, room;
} cli_boards;

void cli_boards_release(cli_boards *boards);
lt_status cli_boards_add(cli_boards *boards, const np_position *board, lt_error *err);

/* A board a line, or a row a line with an empty line between boards; '#' starts
 * a comment. `name` stands for the source in errors. rows = 0: sizes are found. */
lt_status cli_boards_read(cli_boards *boards, const char *name, const char *text, size_t length,
                          int rows, int cols, lt_error *err);
/* What was typed: one board over all words, or the name of a file, or "-". */
lt_status cli_boards_take(cli_boards *boards, const char *const *word, int words, int rows,
                          int cols, lt_error *err);

#endif
