/* Rounds of windows: each round cuts the solution into windows at a new offset,
 * threads solve them again, and the shorter ones are put in. When a round gains
 * little, the windows get longer and the beams wider. */
#include "npuzzle/search/windows.h"

#include "base/clock.h"
#include "base/threads.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/search/beam.h"

#include <stdlib.h>
#include <string.h>

/* Windows and beams grow no more once they are this long and this wide. */
enum { FIRST_LENGTH = 40, LONG = 240, FIRST_WIDTH = 40, WIDE = 20000 };

typedef struct window {
    int first, length; /* of the moves it covers */
    uint8_t *moves;    /* shorter ones, or NULL */
    int fewer;         /* how many those are */
} window;

typedef struct crew {
    const np_task *task;
    const uint8_t *moves;
    window *windows;
    int count;
    uint8_t *boards; /* the position each window begins with; one more at the end */
    uint8_t *blanks;
    uint32_t width;
    uint64_t seed;
    double deadline;
    const lt_control *control;
    atomic_int next;
    atomic_uint_fast64_t nodes;
    atomic_int status;
} crew;

/* The stretch as a task of its own: tiles are renamed after the cells they end on. */
static void make_task(const crew *c, int index, np_task *task)
{
    size_t cells = (size_t)c->task->frame.cells;
    const uint8_t *from = c->boards + (size_t)index * cells, *to = from + cells;
    uint8_t name[NP_CELLS_MAX];
    *task = *c->task;
    for (size_t i = 0; i < cells; i++) name[to[i]] = (uint8_t)i;
    for (size_t i = 0; i < cells; i++) task->board[i] = name[from[i]];
    task->blank = c->blanks[index];
    task->frame.goal_blank = c->blanks[index + 1];
}

static lt_status shorten(crew *c, int index)
{
    window *w = &c->windows[index];
    np_task task;
    make_task(c, index, &task);
    np_heuristic heuristic;
    np_resources alone = {.threads = 1, .no_cache = true, .control = c->control};
    LT_TRY(np_heuristic_open(&heuristic, "linear-conflict", &task.frame, &alone, NULL));
    atomic_int best;
    atomic_init(&best, w->length);
    np_beam beam = {.task = &task,
                    .heuristic = &heuristic,
                    .width = c->width,
                    .seed = c->seed + (uint64_t)index,
                    .best = &best,
                    .deadline = c->deadline,
                    .control = c->control};
    lt_status status = np_beam_run(&beam, NULL);
    np_heuristic_close(&heuristic);
    w->moves = beam.moves;
    w->fewer = beam.length;
    atomic_fetch_add(&c->nodes, beam.nodes);
    return status;
}

static void work(void *ctx, int worker)
{
    (void)worker;
    crew *c = ctx;
    for (;;) {
        int index = atomic_fetch_add(&c->next, 1);
        if (index >= c->count || lt_clock_now() >= c->deadline || lt_cancelled(c->control)) return;
        lt_status status = shorten(c, index);
        if (status != LT_OK) atomic_store(&c->status, (int)status);
    }
}

/* Cuts the moves into windows, the first of `offset` moves, and notes where each begins. */
static void cut(crew *c, int length, int size, int offset)
{
    size_t cells = (size_t)c->task->frame.cells;
    const np_frame *f = &c->task->frame;
    uint8_t board[NP_CELLS_MAX];
    memcpy(board, c->task->board, cells);
    int blank = c->task->blank, at = 0;
    c->count = 0;
    while (at < length) {
        int one = at == 0 && offset > 0 ? offset : size;
        if (one > length - at) one = length - at;
        c->windows[c->count] = (window){.first = at, .length = one};
        memcpy(c->boards + (size_t)c->count * cells, board, cells);
        c->blanks[c->count++] = (uint8_t)blank;
        for (int end = at + one; at < end; at++) {
            int to = np_step(f->rows, f->cols, blank, (np_move)c->moves[at]);
            board[blank] = board[to];
            board[to] = f->goal_blank;
            blank = to;
        }
    }
    memcpy(c->boards + (size_t)c->count * cells, board, cells);
    c->blanks[c->count] = (uint8_t)blank;
}

/* Puts the shorter stretches in; returns the new length. */
static int splice(crew *c, uint8_t *moves)
{
    int length = 0;
    for (int i = 0; i < c->count; i++) {
        window *w = &c->windows[i];
        const uint8_t *from = w->moves ? w->moves : moves + w->first;
        int count = w->moves ? w->fewer : w->length;
        memmove(moves + length, from, (size_t)count);
        length += count;
        free(w->moves);
    }
    return length;
}

lt_status np_windows_run(const np_task *task, uint8_t *moves, int *length, int lower_bound,
                         const np_resources *resources, double deadline, uint64_t *nodes,
                         lt_error *err)
{
    size_t most = (size_t)*length / (FIRST_LENGTH / 2) + 3, cells = (size_t)task->frame.cells;
    const lt_control *control = resources->control;
    crew c = {.task = task,
              .moves = moves,
              .width = FIRST_WIDTH,
              .deadline = deadline,
              .control = control};
    c.windows = malloc(most * sizeof *c.windows);
    c.boards = malloc(most * cells);
    c.blanks = malloc(most);
    lt_status status = c.windows && c.boards && c.blanks
                           ? LT_OK
                           : lt_fail(err, LT_NO_MEMORY, "no memory for windows");
    atomic_init(&c.nodes, 0);
    atomic_init(&c.status, LT_OK);
    int size = FIRST_LENGTH;
    for (uint64_t round = 0; status == LT_OK && *length > lower_bound; round++) {
        if (lt_clock_now() >= deadline || lt_cancelled(control)) break;
        c.seed = lt_seed_of(round, 0);
        atomic_store(&c.next, 0);
        cut(&c, *length, size, (int)(round % 3) * size / 3);
        status = lt_parallel(resources->threads, work, &c, err);
        int before = *length;
        *length = splice(&c, moves);
        lt_report(control, &(lt_progress){.what = "shortening",
                                          .unit = "positions",
                                          .done = atomic_load(&c.nodes)});
        if (status == LT_OK && atomic_load(&c.status) != LT_OK)
            status = lt_fail(err, (lt_status)atomic_load(&c.status), "no memory for windows");
        /* A hundredth gained in a round is worth another one of the same kind. */
        if ((before - *length) * 100 >= before) continue;
        if (size < LONG) size += size / 3;
        if (c.width < WIDE) c.width += c.width / 2;
    }
    *nodes += atomic_load(&c.nodes);
    free(c.windows);
    free(c.boards);
    free(c.blanks);
    return status;
}
