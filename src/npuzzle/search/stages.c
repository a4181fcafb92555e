/* Planning the stages, and the exact distances within one. */
#include "npuzzle/search/stages.h"

#include "npuzzle/grid_steps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const uint16_t FAR = UINT16_MAX;

/* Adds the stages of one line, whose cells are given from one end to the other. */
static void add_line(np_stages *s, const uint8_t *cell, int length)
{
    for (int i = 0; i < length - 2; i++) {
        s->solved_by[cell[i]] = (uint16_t)s->count;
        s->stage[s->count] =
            (np_stage){.a = cell[i], .kind = NP_STAGE_HOME, .fixed = (uint16_t)s->count};
        s->count++;
    }
    uint8_t a = cell[length - 2], b = cell[length - 1];
    uint16_t first = (uint16_t)s->count;
    s->stage[s->count++] = (np_stage){.a = a, .b = b, .kind = NP_STAGE_ENTER, .fixed = first};
    s->solved_by[a] = s->solved_by[b] = (uint16_t)s->count;
    s->stage[s->count++] = (np_stage){.a = a, .b = b, .kind = NP_STAGE_PAIR, .fixed = first};
}

static void plan(np_stages *s)
{
    const np_frame *f = &s->frame;
    int top = 0, bottom = f->rows - 1, left = 0, right = f->cols - 1;
    int blank_row = f->goal_blank / f->cols, blank_col = f->goal_blank % f->cols;
    memset(s->solved_by, 0xff, sizeof s->solved_by);
    while (bottom - top >= NP_STAGE_SOLVED_CORE || right - left >= NP_STAGE_SOLVED_CORE) {
        bool row = bottom - top >= right - left;
        int at = row ? (blank_row > top ? top++ : bottom--) : (blank_col > left ? left++ : right--);
        uint8_t cell[NP_SIDE_MAX] = {0};
        int length = 0;
        for (int i = row ? left : top; i <= (row ? right : bottom); i++)
            cell[length++] = (uint8_t)(row ? at * f->cols + i : i * f->cols + at);
        add_line(s, cell, length);
    }
}

lt_status np_stages_init(np_stages *s, const np_frame *frame, lt_error *err)
{
    memset(s, 0, sizeof *s);
    s->frame = *frame;
    s->open = -1;
    size_t places = (size_t)frame->cells * (size_t)frame->cells * sizeof s->window;
    s->moves = malloc(places * sizeof *s->moves);
    s->queue = malloc(places * sizeof *s->queue);
    if (!s->moves || !s->queue) {
        np_stages_release(s);
        return lt_fail(err, LT_NO_MEMORY, "no memory for the stages of a board");
    }
    plan(s);
    return LT_OK;
}

void np_stages_release(np_stages *s)
{
    free(s->moves);
    free(s->queue);
    s->moves = NULL;
    s->queue = NULL;
}

/* The free cells nearest to the goal of the last tile of a line, as many as fit. */
static void find_window(np_stages *s, const np_stage *stage)
{
    const np_frame *f = &s->frame;
    int cols = f->cols, room = (int)sizeof s->window;
    memset(s->window_index, UINT8_MAX, sizeof s->window_index);
    s->window_cells = 0;
    for (int away = 0; away < f->rows + cols && s->window_cells < room; away++)
        for (int c = 0; c < f->cells && s->window_cells < room; c++) {
            int steps = abs(c / cols - stage->b / cols) + abs(c % cols - stage->b % cols);
            if (steps != away || s->solved_by[c] < stage->fixed) continue;
            s->window_index[c] = (uint8_t)s->window_cells;
            s->window[s->window_cells++] = (uint8_t)c;
        }
}

/* One tile and the blank: place = blank * cells + tile. Backwards from the ends. */
static void measure_one(np_stages *s, const np_stage *stage)
{
    const np_frame *f = &s->frame;
    uint32_t cells = (uint32_t)f->cells, head = 0, tail = 0;
    for (uint32_t i = 0; i < cells * cells; i++) s->moves[i] = FAR;
    for (uint32_t tile = 0; tile < cells; tile++) {
        bool end =
            stage->kind == NP_STAGE_HOME ? tile == stage->a : s->window_index[tile] != UINT8_MAX;
        if (!end) continue;
        for (uint32_t blank = 0; blank < cells; blank++) {
            if (blank == tile || !np_stages_free(s, (int)blank)) continue;
            s->moves[blank * cells + tile] = 0;
            s->queue[tail++] = blank * cells + tile;
        }
    }
    while (head < tail) {
        uint32_t place = s->queue[head++], blank = place / cells, tile = place % cells;
        for (int m = 0; m < 4; m++) {
            int to = np_step(f->rows, f->cols, (int)blank, (np_move)m);
            if (to < 0 || !np_stages_free(s, to)) continue;
            uint32_t next = (uint32_t)to * cells + ((uint32_t)to == tile ? blank : tile);
            if (s->moves[next] != FAR) continue;
            s->moves[next] = (uint16_t)(s->moves[place] + 1);
            s->queue[tail++] = next;
        }
    }
}

/* Two tiles: place = (blank * cells + b) * window + index of a, which stays inside. */
static void measure_pair(np_stages *s, const np_stage *stage)
{
    const np_frame *f = &s->frame;
    uint32_t cells = (uint32_t)f->cells, window = (uint32_t)s->window_cells, head = 0, tail = 0;
    assert(window > 0 && cells > 0);
    for (uint32_t i = 0; i < cells * cells * window; i++) s->moves[i] = FAR;
    for (uint32_t blank = 0; blank < cells; blank++) {
        if (blank == stage->a || blank == stage->b || !np_stages_free(s, (int)blank)) continue;
        uint32_t place = (blank * cells + stage->b) * window + s->window_index[stage->a];
        s->moves[place] = 0;
        s->queue[tail++] = place;
    }
    while (head < tail) {
        uint32_t place = s->queue[head++], a = s->window[place % window];
        uint32_t b = place / window % cells, blank = place / window / cells;
        for (int m = 0; m < 4; m++) {
            int to = np_step(f->rows, f->cols, (int)blank, (np_move)m);
            if (to < 0 || !np_stages_free(s, to)) continue;
            uint32_t new_a = (uint32_t)to == a ? blank : a, new_b = (uint32_t)to == b ? blank : b;
            if (s->window_index[new_a] == UINT8_MAX) continue;
            uint32_t next = ((uint32_t)to * cells + new_b) * window + s->window_index[new_a];
            if (s->moves[next] != FAR) continue;
            s->moves[next] = (uint16_t)(s->moves[place] + 1);
            s->queue[tail++] = next;
        }
    }
}

void np_stages_open(np_stages *s, int index)
{
    const np_stage *stage = &s->stage[index];
    s->open = index;
    if (stage->kind != NP_STAGE_HOME) find_window(s, stage);
    if (stage->kind == NP_STAGE_PAIR)
        measure_pair(s, stage);
    else
        measure_one(s, stage);
}

int np_stages_moves(const np_stages *s, const uint8_t *board, int blank)
{
    const np_stage *stage = &s->stage[s->open];
    size_t cells = (size_t)s->frame.cells;
    size_t a = (size_t)((const uint8_t *)memchr(board, stage->a, cells) - board);
    if (stage->kind != NP_STAGE_PAIR) return s->moves[(size_t)blank * cells + a];
    size_t b = (size_t)((const uint8_t *)memchr(board, stage->b, cells) - board);
    if (s->window_index[a] == UINT8_MAX) return FAR;
    return s->moves[((size_t)blank * cells + b) * (size_t)s->window_cells + s->window_index[a]];
}
