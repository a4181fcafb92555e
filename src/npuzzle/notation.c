/* Reading and writing positions: numbers row by row, 0 or '.' for the blank. */
#include "base/text.h"
#include "laatta/npuzzle.h"

#include <stdio.h>
#include <string.h>

lt_status np_shape_parse(int *rows, int *cols, const char *text, lt_error *err)
{
    size_t split = strcspn(text, "xX");
    unsigned long long r = 0, c = 0;
    if (text[split] == '\0' || !lt_parse_u64(text, split, &r) ||
        !lt_parse_u64(text + split + 1, strlen(text + split + 1), &c) || r < NP_SIDE_MIN ||
        c < NP_SIDE_MIN || r > NP_SIDE_MAX || c > NP_SIDE_MAX) {
        char shown[32];
        return lt_fail(err, LT_BAD_INPUT,
                       "\"%s\" is not a board size; sizes are ROWSxCOLUMNS from %dx%d to %dx%d",
                       lt_quote(shown, sizeof shown, text, strlen(text)), NP_SIDE_MIN, NP_SIDE_MIN,
                       NP_SIDE_MAX, NP_SIDE_MAX);
    }
    *rows = (int)r;
    *cols = (int)c;
    return LT_OK;
}

typedef struct listing {
    unsigned value[NP_CELLS_MAX];
    int count;
    int rows;      /* rows marked by '/' or newlines that had numbers in them */
    int row_count; /* numbers in the first row */
    bool even;     /* every marked row has as many numbers as the first */
} listing;

static lt_status take_number(listing *list, const char *text, size_t length, lt_error *err)
{
    unsigned long long value = 0;
    char shown[32];
    if (!(length == 1 && text[0] == '.') && !lt_parse_u64(text, length, &value))
        return lt_fail(err, LT_BAD_INPUT,
                       "\"%s\" is not a tile; tiles are whole numbers and 0 is the blank",
                       lt_quote(shown, sizeof shown, text, length));
    if (value >= NP_CELLS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "tile %s is too large; the largest board, %dx%d, has %d",
                       lt_quote(shown, sizeof shown, text, length), NP_SIDE_MAX, NP_SIDE_MAX,
                       NP_CELLS_MAX - 1);
    if (list->count == NP_CELLS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "more than %d tiles; the largest board is %dx%d",
                       NP_CELLS_MAX, NP_SIDE_MAX, NP_SIDE_MAX);
    list->value[list->count++] = (unsigned)value;
    return LT_OK;
}

static lt_status read_numbers(listing *list, const char *text, size_t length, lt_error *err)
{
    *list = (listing){.even = true};
    int in_row = 0;
    for (size_t i = 0; i <= length;) {
        char c = i < length ? text[i] : '/';
        if (c == '/' || c == '\n') {
            if (in_row > 0) {
                if (list->rows == 0) list->row_count = in_row;
                if (in_row != list->row_count) list->even = false;
                list->rows++;
            }
            in_row = 0;
            i++;
        } else if (c == ' ' || c == ',' || c == '\t' || c == '\r' || c == ';') {
            i++;
        } else {
            size_t end = i;
            while (end < length && !strchr(" ,\t\r\n/;", text[end])) end++;
            /* strchr also finds the terminating NUL: a NUL in the text ends a number. */
            if (end == i) end++;
            LT_TRY(take_number(list, text + i, end - i, err));
            in_row++;
            i = end;
        }
    }
    return LT_OK;
}

static lt_status check_sides(int rows, int cols, lt_error *err)
{
    if (rows >= NP_SIDE_MIN && cols >= NP_SIDE_MIN && rows <= NP_SIDE_MAX && cols <= NP_SIDE_MAX)
        return LT_OK;
    return lt_fail(err, LT_BAD_INPUT, "a %dx%d board; boards go from %dx%d to %dx%d", rows, cols,
                   NP_SIDE_MIN, NP_SIDE_MIN, NP_SIDE_MAX, NP_SIDE_MAX);
}

static lt_status find_shape(const listing *list, int *rows, int *cols, lt_error *err)
{
    if (*rows != 0 || *cols != 0) {
        LT_TRY(check_sides(*rows, *cols, err));
        if (list->count != *rows * *cols)
            return lt_fail(err, LT_BAD_INPUT,
                           "%d tiles given; a %dx%d board has %d (with the blank)", list->count,
                           *rows, *cols, *rows * *cols);
        return LT_OK;
    }
    if (list->count == 0) return lt_fail(err, LT_BAD_INPUT, "an empty board");
    if (list->rows > 1) {
        if (!list->even)
            return lt_fail(err, LT_BAD_INPUT, "the rows have different lengths; the first has %d",
                           list->row_count);
        *rows = list->rows;
        *cols = list->row_count;
    } else {
        int side = 1;
        while (side * side < list->count) side++;
        if (side * side != list->count)
            return lt_fail(err, LT_BAD_INPUT,
                           "%d tiles are no square board; part the rows by / or give --size "
                           "ROWSxCOLUMNS",
                           list->count);
        *rows = *cols = side;
    }
    return check_sides(*rows, *cols, err);
}

lt_status np_position_parse(np_position *p, int rows, int cols, const char *text, size_t length,
                            lt_error *err)
{
    listing list;
    LT_TRY(read_numbers(&list, text, length, err));
    LT_TRY(find_shape(&list, &rows, &cols, err));
    memset(p, 0, sizeof *p);
    p->rows = (uint8_t)rows;
    p->cols = (uint8_t)cols;
    bool seen[NP_CELLS_MAX] = {false};
    for (int c = 0; c < list.count; c++) {
        unsigned value = list.value[c];
        if (value >= (unsigned)list.count)
            return lt_fail(err, LT_BAD_INPUT, "tile %u; a %dx%d board has tiles 1 to %d and a 0",
                           value, rows, cols, list.count - 1);
        if (seen[value]) {
            /* As many numbers as cells: one twice means another is missing. */
            unsigned missing = 0;
            bool there[NP_CELLS_MAX] = {false};
            for (int i = 0; i < list.count; i++)
                if (list.value[i] < NP_CELLS_MAX) there[list.value[i]] = true;
            while (there[missing]) missing++;
            return lt_fail(err, LT_BAD_INPUT, "%s %u is there twice and %u is missing",
                           value ? "tile" : "the blank", value, missing);
        }
        seen[value] = true;
        p->tile[c] = (uint8_t)value;
        if (value == 0) p->blank = (uint8_t)c;
    }
    return LT_OK;
}

void np_position_format(const np_position *p, bool flat, char *out)
{
    int cells = np_position_cells(p);
    char *at = out;
    for (int c = 0; c < cells; c++) {
        if (c > 0) *at++ = ' ';
        if (c > 0 && c % p->cols == 0 && !flat) {
            *at++ = '/';
            *at++ = ' ';
        }
        at += snprintf(at, 4, "%d", p->tile[c]);
    }
    *at = '\0';
}
