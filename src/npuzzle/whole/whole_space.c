/* Numbering the positions of a small board. */
#include "npuzzle/whole/whole_space.h"

#include <stdlib.h>
#include <string.h>

/* Digits of a rank, the two left out included; the last is always 0. */
static void digits_of(const np_whole *w, int blank, uint32_t rank, uint8_t *d)
{
    unsigned sum = 0;
    for (int i = 0; i < w->k - 2; i++) {
        d[i] = (uint8_t)(rank / w->weight[i]);
        rank %= w->weight[i];
        sum += d[i];
    }
    /* The sum of the digits has the parity of the order. */
    if (w->k >= 2) d[w->k - 2] = (uint8_t)((sum ^ w->odd[blank]) & 1);
    d[w->k - 1] = 0;
}

/* Exchanges the i-th tile and the one after it. */
static void swap_next(uint8_t *d, int i)
{
    uint8_t a = d[i], b = d[i + 1];
    d[i] = (uint8_t)(a > b ? b : b + 1);
    d[i + 1] = (uint8_t)(a > b ? a - 1 : a);
}

/* Up: the tile above, cols - 1 places before the blank's, comes last of them.
 * Down: the tile below comes first. `first` is the window's first digit. */
static void turn_digits(uint8_t *d, int first, int cols, bool down)
{
    for (int s = 0; s < cols - 1; s++) swap_next(d, down ? first + cols - 2 - s : first + s);
}

static int window_start(const np_whole *w, int blank, bool down)
{
    return down ? blank : blank - w->frame.cols;
}

uint32_t np_whole_turn_slow(const np_whole *w, int blank, bool down, uint32_t rank)
{
    uint8_t d[NP_WHOLE_CELLS_MAX];
    digits_of(w, blank, rank, d);
    turn_digits(d, window_start(w, blank, down), w->frame.cols, down);
    uint32_t turned = 0;
    for (int i = 0; i < w->k - 2; i++) turned += d[i] * w->weight[i];
    return turned;
}

static bool fill_turn(np_whole *w, int blank, bool down)
{
    int first = window_start(w, blank, down), cols = w->frame.cols, last = first + cols - 1;
    if (last > w->k - 3) return true;
    uint32_t size = 1;
    for (int i = first; i <= last; i++) size *= (uint32_t)(w->k - i);
    uint32_t *turn = malloc(size * sizeof *turn);
    if (!turn) return false;
    for (uint32_t value = 0; value < size; value++) {
        uint8_t d[NP_WHOLE_CELLS_MAX] = {0};
        uint32_t rest = value, turned = 0;
        for (int i = last; i >= first; i--) {
            d[i] = (uint8_t)(rest % (uint32_t)(w->k - i));
            rest /= (uint32_t)(w->k - i);
        }
        turn_digits(d, first, cols, down);
        for (int i = first; i <= last; i++) turned += d[i] * w->weight[i];
        turn[value] = turned;
    }
    w->turn[blank][down] = turn;
    w->window_size[blank][down] = size;
    w->window_weight[blank][down] = w->weight[last];
    return true;
}

lt_status np_whole_init(np_whole *w, const np_frame *frame, lt_error *err)
{
    memset(w, 0, sizeof *w);
    if (frame->cells > NP_WHOLE_CELLS_MAX)
        return lt_fail(err, LT_UNSUPPORTED,
                       "a %dx%d board has too many positions to list; boards of up to %d cells can "
                       "be, such as 3x4",
                       frame->rows, frame->cols, NP_WHOLE_CELLS_MAX);
    w->frame = *frame;
    int k = w->k = frame->cells - 1;
    uint32_t weight = 1;
    for (int i = k - 3; i >= 0; i--) {
        w->weight[i] = weight;
        weight *= (uint32_t)(k - i);
    }
    w->half = weight;
    bool ok = true;
    for (int c = 0; c < frame->cells; c++) {
        /* A move along a column is a cycle of cols tiles, odd when cols is even. */
        int rows_away = abs(c / frame->cols - frame->goal_blank / frame->cols);
        w->odd[c] = frame->cols % 2 == 0 && rows_away % 2 != 0;
        if (c >= frame->cols) ok = ok && fill_turn(w, c, false);
        if (c < frame->cells - frame->cols) ok = ok && fill_turn(w, c, true);
    }
    if (ok) return LT_OK;
    np_whole_release(w);
    return lt_fail(err, LT_NO_MEMORY, "no memory for a small board's moves");
}

void np_whole_release(np_whole *w)
{
    for (int c = 0; c < NP_WHOLE_CELLS_MAX; c++)
        for (int down = 0; down < 2; down++) free(w->turn[c][down]);
    memset(w, 0, sizeof *w);
}

uint32_t np_whole_rank(const np_whole *w, const uint8_t *board)
{
    uint8_t order[NP_WHOLE_CELLS_MAX] = {0};
    int count = 0;
    for (int c = 0; c < w->frame.cells; c++)
        if (board[c] != w->frame.goal_blank) order[count++] = board[c];
    uint32_t rank = 0;
    for (int i = 0; i < w->k - 2; i++) {
        uint32_t smaller = 0;
        for (int j = i + 1; j < w->k; j++) smaller += order[j] < order[i];
        rank += smaller * w->weight[i];
    }
    return rank;
}

void np_whole_unrank(const np_whole *w, int blank, uint32_t rank, uint8_t *board)
{
    uint8_t d[NP_WHOLE_CELLS_MAX] = {0}, left[NP_WHOLE_CELLS_MAX];
    digits_of(w, blank, rank, d);
    int count = 0, i = 0;
    for (int t = 0; t < w->frame.cells; t++)
        if (t != w->frame.goal_blank) left[count++] = (uint8_t)t;
    for (int c = 0; c < w->frame.cells; c++) {
        if (c == blank) {
            board[c] = w->frame.goal_blank;
            continue;
        }
        board[c] = left[d[i]];
        memmove(left + d[i], left + d[i] + 1, (size_t)(count - 1 - d[i]));
        count--;
        i++;
    }
}
