/* Reading boards from words, files and standard input. */
#include "cmd/cli_boards.h"

#include "base/files.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 64 << 20 };

void cli_boards_release(cli_boards *boards)
{
    free(boards->board);
    *boards = (cli_boards){NULL, 0, 0};
}

lt_status cli_boards_add(cli_boards *boards, const np_position *board, lt_error *err)
{
    if (boards->count == boards->room) {
        size_t room = boards->room ? 2 * boards->room : 16;
        np_position *grown = realloc(boards->board, room * sizeof *grown);
        if (!grown) return lt_fail(err, LT_NO_MEMORY, "no memory for %zu boards", room);
        boards->board = grown;
        boards->room = room;
    }
    boards->board[boards->count++] = *board;
    return LT_OK;
}

static lt_status add_text(cli_boards *boards, const char *name, size_t line, const char *text,
                          size_t length, int rows, int cols, lt_error *err)
{
    np_position p;
    lt_error reason;
    lt_status status = np_position_parse(&p, rows, cols, text, length, &reason);
    if (status != LT_OK)
        return lt_fail(err, status, "%s line %zu: %.400s", name, line, reason.text);
    return cli_boards_add(boards, &p, err);
}

/* How many numbers a line holds, and whether one of them is the blank. */
static int count_numbers(const char *line, size_t length, bool *blank)
{
    int count = 0;
    *blank = false;
    for (size_t i = 0; i < length;) {
        if (strchr(" ,\t\r/;", line[i])) {
            i++;
            continue;
        }
        size_t end = i;
        while (end < length && !strchr(" ,\t\r/;", line[end])) end++;
        if (end - i == 1 && (line[i] == '0' || line[i] == '.')) *blank = true;
        count++;
        i = end;
    }
    return count;
}

/* A line is a whole board when it has a board's worth of numbers and a blank;
 * a row can have both only if it is as long as a board. */
static bool whole_board(const char *line, size_t length, int rows, int cols)
{
    bool blank;
    int count = count_numbers(line, length, &blank);
    if (memchr(line, '/', length)) return true;
    if (rows > 0) return count != cols || rows * cols == count;
    if (!blank) return count > NP_SIDE_MAX;
    int side = NP_SIDE_MIN;
    while (side * side < count) side++;
    /* With n numbers, the row of an n x m board would have to hold tiles >= n. */
    for (const char *at = line; at < line + length; at++)
        if (*at >= '0' && *at <= '9' && strtol(at, NULL, 10) >= count) return false;
    return side * side == count;
}

lt_status cli_boards_read(cli_boards *boards, const char *name, const char *text, size_t length,
                          int rows, int cols, lt_error *err)
{
    size_t number = 0, block_line = 0, block_start = 0, block_end = 0;
    for (size_t at = 0; at <= length; number++) {
        const char *end = at < length ? memchr(text + at, '\n', length - at) : NULL;
        size_t one = end ? (size_t)(end - (text + at)) : length - at;
        const char *comment = memchr(text + at, '#', one);
        size_t useful = comment ? (size_t)(comment - (text + at)) : one;
        bool blank;
        bool empty = count_numbers(text + at, useful, &blank) == 0;
        if (empty && block_end > block_start) {
            LT_TRY(add_text(boards, name, block_line, text + block_start, block_end - block_start,
                            rows, cols, err));
            block_start = block_end = 0;
        }
        if (!empty && block_end == block_start && whole_board(text + at, useful, rows, cols)) {
            LT_TRY(add_text(boards, name, number + 1, text + at, useful, rows, cols, err));
        } else if (!empty) {
            if (block_end == block_start) {
                block_start = at;
                block_line = number + 1;
            }
            block_end = at + useful;
        }
        at += one + 1;
    }
    if (block_end > block_start)
        LT_TRY(add_text(boards, name, block_line, text + block_start, block_end - block_start, rows,
                        cols, err));
    if (boards->count == 0) return lt_fail(err, LT_BAD_INPUT, "%s holds no board", name);
    return LT_OK;
}

static lt_status from_words(cli_boards *boards, const char *const *word, int words, int rows,
                            int cols, lt_error *err)
{
    lt_text joined;
    lt_text_init(&joined);
    for (int i = 0; i < words; i++) lt_text_printf(&joined, "%s%s", i ? " " : "", word[i]);
    np_position p;
    lt_status status =
        joined.failed ? lt_fail(err, LT_NO_MEMORY, "no memory for a board")
                      : np_position_parse(&p, rows, cols, lt_text_str(&joined), joined.length, err);
    if (status == LT_OK) status = cli_boards_add(boards, &p, err);
    lt_text_release(&joined);
    return status;
}

lt_status cli_boards_take(cli_boards *boards, const char *const *word, int words, int rows,
                          int cols, lt_error *err)
{
    bool standard = words == 1 && strcmp(word[0], "-") == 0;
    if (!standard && (words > 1 || (word[0][0] >= '0' && word[0][0] <= '9') || word[0][0] == '-'))
        return from_words(boards, word, words, rows, cols, err);
    char *text;
    size_t length;
    LT_TRY(lt_file_load(word[0], FILE_MAX, &text, &length, err));
    lt_status status = cli_boards_read(boards, standard ? "standard input" : word[0], text, length,
                                       rows, cols, err);
    free(text);
    return status;
}
