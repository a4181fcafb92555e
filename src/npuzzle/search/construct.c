/* Solving line by line: rows from the top until two are left, then columns.
 *
 * Each tile but the last two of a line is brought home by a breadth-first search
 * over (its cell, the blank's cell). The last two go together: both are brought
 * into a window of at most 4x4 cells around their goals, and a search over (one,
 * the other, blank) inside the window puts them home. The last lines are columns;
 * they are solved as rows of the transposed board. What remains, 2x2, is turned
 * round until it is solved. */
#include "npuzzle/search/construct.h"

#include "npuzzle/grid_steps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 4, NOWHERE = -1 };

typedef struct builder {
    int rows, cols, cells;
    bool transposed;             /* moves are written for the untransposed board */
    uint8_t board[NP_CELLS_MAX]; /* goal cell of the tile; the blank's is the last cell */
    int blank;
    bool fixed[NP_CELLS_MAX];
    uint8_t *moves;
    int length, room;
    uint32_t *from; /* of a search: state before it + 1, 0 when not reached */
    uint32_t *queue;
    uint8_t *by;
    size_t states;
} builder;

static np_move transpose_move(np_move m)
{
    static const np_move turned[4] = {
        [NP_UP] = NP_LEFT, [NP_LEFT] = NP_UP, [NP_RIGHT] = NP_DOWN, [NP_DOWN] = NP_RIGHT};
    return turned[m];
}

static bool make_move(builder *b, np_move m)
{
    if (b->length == b->room) {
        int room = b->room ? 2 * b->room : 4096;
        uint8_t *grown = realloc(b->moves, (size_t)room);
        if (!grown) return false;
        b->moves = grown;
        b->room = room;
    }
    int to = np_step(b->rows, b->cols, b->blank, m);
    uint8_t tile = b->board[to];
    b->board[to] = b->board[b->blank];
    b->board[b->blank] = tile;
    b->blank = to;
    b->moves[b->length++] = (uint8_t)(b->transposed ? transpose_move(m) : m);
    return true;
}

static int cell_of(const builder *b, int tile)
{
    for (int c = 0; c < b->cells; c++)
        if (b->board[c] == tile) return c;
    return NOWHERE;
}

/* A search over the places of up to two tiles and the blank. */
typedef struct tile_search {
    int tiles; /* 1 or 2 that are followed */
    int at[2];
    const bool *allowed; /* cells the blank may enter */
    const bool *wanted;  /* goal of the first tile; with none followed, of the blank */
    int second_goal;     /* goal cell of the second tile */
} tile_search;

static uint32_t pack(const builder *b, int blank, const int *at, int tiles)
{
    uint32_t s = (uint32_t)blank;
    for (int i = 0; i < tiles; i++) s = s * (uint32_t)b->cells + (uint32_t)at[i];
    return s;
}

static void unpack(const builder *b, uint32_t s, int *blank, int *at, int tiles)
{
    for (int i = tiles - 1; i >= 0; i--) {
        at[i] = (int)(s % (uint32_t)b->cells);
        s /= (uint32_t)b->cells;
    }
    *blank = (int)s;
}

static bool arrived(const tile_search *h, int blank, const int *at)
{
    if (h->tiles == 0) return h->wanted[blank];
    return h->wanted[at[0]] && (h->tiles == 1 || at[1] == h->second_goal);
}

/* Plays the moves that lead to state s. */
static bool play_back(builder *b, uint32_t s)
{
    int count = 0;
    for (uint32_t at = s; b->from[at] != at + 1; at = b->from[at] - 1) count++;
    uint8_t *way = malloc((size_t)count + 1);
    if (!way) return false;
    int i = count;
    for (uint32_t at = s; b->from[at] != at + 1; at = b->from[at] - 1) way[--i] = b->by[at];
    bool ok = true;
    for (i = 0; i < count && ok; i++) ok = make_move(b, (np_move)way[i]);
    free(way);
    return ok;
}

static bool run_search(builder *b, const tile_search *h)
{
    size_t states = (size_t)b->cells;
    for (int i = 0; i < h->tiles; i++) states *= (size_t)b->cells;
    if (!b->from || states > b->states) {
        free(b->from);
        free(b->queue);
        free(b->by);
        b->from = malloc(states * sizeof *b->from);
        b->queue = malloc(states * sizeof *b->queue);
        b->by = malloc(states);
        b->states = states;
        if (!b->from || !b->queue || !b->by) return false;
    }
    memset(b->from, 0, states * sizeof *b->from);
    uint32_t start = pack(b, b->blank, h->at, h->tiles);
    size_t head = 0, tail = 0;
    b->from[start] = start + 1;
    b->queue[tail++] = start;
    while (head < tail) {
        uint32_t s = b->queue[head++];
        int blank, at[2] = {NOWHERE, NOWHERE};
        unpack(b, s, &blank, at, h->tiles);
        if (arrived(h, blank, at)) return play_back(b, s);
        for (int m = 0; m < 4; m++) {
            int to = np_step(b->rows, b->cols, blank, (np_move)m);
            if (to < 0 || !h->allowed[to]) continue;
            int moved[2] = {at[0], at[1]};
            for (int i = 0; i < h->tiles; i++)
                if (at[i] == to) moved[i] = blank;
            uint32_t next = pack(b, to, moved, h->tiles);
            if (b->from[next]) continue;
            b->from[next] = s + 1;
            b->by[next] = (uint8_t)m;
            b->queue[tail++] = next;
        }
    }
    return false;
}

/* Brings one tile (or, with NOWHERE, the blank) to a wanted cell past everything fixed. */
static bool bring(builder *b, int tile, const bool *wanted, int obstacle_a, int obstacle_b)
{
    bool allowed[NP_CELLS_MAX];
    for (int c = 0; c < b->cells; c++)
        allowed[c] = !b->fixed[c] && c != obstacle_a && c != obstacle_b;
    tile_search h = {.tiles = tile != NOWHERE, .allowed = allowed, .wanted = wanted};
    if (tile != NOWHERE) h.at[0] = cell_of(b, tile);
    return run_search(b, &h);
}

/* The last two tiles of row r, whose goals are cells r * cols + cols - 2 and - 1. */
static bool bring_pair(builder *b, int r)
{
    int first = r * b->cols + b->cols - 2, second = first + 1;
    if (b->board[first] == first && b->board[second] == second) return true;
    bool window[NP_CELLS_MAX] = {false}, near_top[NP_CELLS_MAX] = {false},
         upper[NP_CELLS_MAX] = {false};
    for (int y = r; y < r + WINDOW && y < b->rows; y++)
        for (int x = b->cols > WINDOW ? b->cols - WINDOW : 0; x < b->cols; x++) {
            int c = y * b->cols + x;
            if (b->fixed[c]) continue;
            window[c] = true;
            near_top[c] = y <= r + 1 && x >= b->cols - 2;
            upper[c] = y <= r + 2 && x >= b->cols - 3;
        }
    /* One near the goals, the other not on the window's lowest row or leftmost
     * column (of four), so that the two can never bar the blank's way in. */
    if (!bring(b, first, near_top, NOWHERE, NOWHERE)) return false;
    if (!bring(b, second, upper, cell_of(b, first), NOWHERE)) return false;
    if (!bring(b, NOWHERE, window, cell_of(b, first), cell_of(b, second))) return false;
    bool wanted[NP_CELLS_MAX] = {false};
    wanted[first] = true;
    tile_search h = {.tiles = 2,
                     .at = {cell_of(b, first), cell_of(b, second)},
                     .allowed = window,
                     .wanted = wanted,
                     .second_goal = second};
    return run_search(b, &h);
}

static bool solve_row(builder *b, int r)
{
    for (int x = 0; x < b->cols - 2; x++) {
        int goal = r * b->cols + x;
        bool wanted[NP_CELLS_MAX] = {false};
        wanted[goal] = true;
        if (b->board[goal] != goal && !bring(b, goal, wanted, NOWHERE, NOWHERE)) return false;
        b->fixed[goal] = true;
    }
    if (!bring_pair(b, r)) return false;
    b->fixed[r * b->cols + b->cols - 2] = b->fixed[r * b->cols + b->cols - 1] = true;
    return true;
}

/* What is left, 2x2: turn it round until it is solved; parity promises that it will be. */
static bool solve_square(builder *b)
{
    int corner = (b->rows - 2) * b->cols + b->cols - 2, last = b->cells - 1;
    static const np_move round_trip[4] = {NP_UP, NP_LEFT, NP_DOWN, NP_RIGHT};
    while (b->blank != last) {
        bool right = b->blank % b->cols != b->cols - 1;
        if (!make_move(b, right ? NP_RIGHT : NP_DOWN)) return false;
    }
    for (int turn = 0; turn < 3; turn++) {
        if (b->board[corner] == corner && b->board[corner + 1] == corner + 1) return true;
        for (int i = 0; i < 4; i++)
            if (!make_move(b, round_trip[i])) return false;
    }
    return b->board[corner] == corner && b->board[corner + 1] == corner + 1;
}

static void transpose(builder *b)
{
    uint8_t board[NP_CELLS_MAX];
    bool fixed[NP_CELLS_MAX];
    assert(b->cells > 0 && b->cells <= NP_CELLS_MAX);
    for (int c = 0; c < b->cells; c++) {
        int to = c % b->cols * b->rows + c / b->cols, tile = b->board[c];
        board[to] = (uint8_t)(tile % b->cols * b->rows + tile / b->cols);
        fixed[to] = b->fixed[c];
    }
    b->blank = b->blank % b->cols * b->rows + b->blank / b->cols;
    memcpy(b->board, board, (size_t)b->cells);
    memcpy(b->fixed, fixed, (size_t)b->cells * sizeof fixed[0]);
    int rows = b->rows;
    b->rows = b->cols;
    b->cols = rows;
    b->transposed = !b->transposed;
}

/* On the transposed board the lines left have two cells each: the last two columns. */
static bool solve_lines(builder *b)
{
    for (int r = 0; r < b->rows - 2; r++)
        if (!solve_row(b, r)) return false;
    transpose(b);
    for (int r = 0; r < b->rows - 2; r++) {
        if (!bring_pair(b, r)) return false;
        b->fixed[r * b->cols + b->cols - 2] = b->fixed[r * b->cols + b->cols - 1] = true;
    }
    return solve_square(b);
}

/* The blank's goal may be anywhere: solve for the last corner, where the goal
 * board would have it after some moves, and play those moves backwards. */
static int lead_blank_out(const np_task *task, uint8_t *name, uint8_t *way)
{
    const np_frame *f = &task->frame;
    uint8_t goal[NP_CELLS_MAX];
    int count = 0, blank = f->goal_blank;
    for (int c = 0; c < f->cells; c++) goal[c] = (uint8_t)c;
    while (blank != f->cells - 1) {
        np_move m = blank % f->cols != f->cols - 1 ? NP_RIGHT : NP_DOWN;
        int to = np_step(f->rows, f->cols, blank, m);
        assert(to > blank);
        goal[blank] = goal[to];
        goal[to] = f->goal_blank;
        blank = to;
        way[count++] = (uint8_t)m;
    }
    for (int c = 0; c < f->cells; c++) name[goal[c]] = (uint8_t)c;
    return count;
}

lt_status np_construct(const np_task *task, uint8_t **moves, int *length, lt_error *err)
{
    const np_frame *f = &task->frame;
    builder b = {.rows = f->rows, .cols = f->cols, .cells = f->cells, .blank = task->blank};
    uint8_t name[NP_CELLS_MAX], way[2 * NP_SIDE_MAX];
    int out = lead_blank_out(task, name, way);
    for (int c = 0; c < f->cells; c++) b.board[c] = name[task->board[c]];
    bool ok = solve_lines(&b);
    if (b.transposed) transpose(&b);
    while (ok && out > 0) ok = make_move(&b, np_opposite((np_move)way[--out]));
    free(b.from);
    free(b.queue);
    free(b.by);
    if (!ok) {
        free(b.moves);
        return lt_fail(err, LT_NO_MEMORY, "no memory to construct a solution");
    }
    *moves = b.moves;
    *length = b.length;
    return LT_OK;
}
