/* walking-distance: the rows' walking distance plus the columns'. Unlike
 * Manhattan distance it knows that tiles of a line get in each other's way. */
#include "npuzzle/heuristic/walking.h"
#include "npuzzle/search/heuristic.h"

#include <stdlib.h>
#include <string.h>

typedef struct tables_t {
    np_frame frame;
    np_walking rows, columns;
} tables_t;

typedef struct state_t {
    uint32_t row, column;
} state_t;

static void close_tables(void *tables)
{
    tables_t *t = tables;
    np_walking_release(&t->rows);
    np_walking_release(&t->columns);
    free(t);
}

static lt_status open_tables(void **tables, const np_frame *frame, const lt_params *params,
                             const np_resources *resources, lt_error *err)
{
    (void)params, (void)resources;
    tables_t *t = calloc(1, sizeof *t);
    if (!t) return lt_fail(err, LT_NO_MEMORY, "no memory for walking distances");
    t->frame = *frame;
    lt_status status =
        np_walking_init(&t->rows, frame->rows, frame->cols, frame->goal_blank / frame->cols, err);
    if (status == LT_OK)
        status = np_walking_init(&t->columns, frame->cols, frame->rows,
                                 frame->goal_blank % frame->cols, err);
    if (status != LT_OK)
        close_tables(t);
    else
        *tables = t;
    return status;
}

static int start(const void *tables, void *state, const uint8_t *board, int blank)
{
    const tables_t *t = tables;
    int R = t->frame.rows, C = t->frame.cols;
    uint8_t rows[NP_SIDE_MAX * NP_SIDE_MAX + 1] = {0}, columns[NP_SIDE_MAX * NP_SIDE_MAX + 1] = {0};
    for (int c = 0; c < t->frame.cells; c++) {
        if (c == blank) continue;
        rows[c / C * R + board[c] / C]++;
        columns[c % C * C + board[c] % C]++;
    }
    rows[R * R] = (uint8_t)(blank / C);
    columns[C * C] = (uint8_t)(blank % C);
    state_t s = {np_walking_find(&t->rows, rows), np_walking_find(&t->columns, columns)};
    memcpy(state, &s, sizeof s);
    return t->rows.distance[s.row] + t->columns.distance[s.column];
}

static int apply(const void *tables, void *state, int h, const uint8_t *board, int tile, int from,
                 int to)
{
    (void)h, (void)board;
    const tables_t *t = tables;
    state_t s;
    memcpy(&s, state, sizeof s);
    int R = t->frame.rows, C = t->frame.cols;
    /* The blank goes to where the tile came from. */
    bool back = from < to;
    if (from % C == to % C)
        s.row = t->rows.next[((size_t)s.row * 2 + back) * (size_t)R + (size_t)(tile / C)];
    else
        s.column = t->columns.next[((size_t)s.column * 2 + back) * (size_t)C + (size_t)(tile % C)];
    memcpy(state, &s, sizeof s);
    return t->rows.distance[s.row] + t->columns.distance[s.column];
}

const np_heuristic_ops np_heuristic_walking_distance = {
    .name = "walking-distance",
    .summary = "moves between rows plus moves between columns, tiles of a line alike",
    .admissible = true,
    .consistent = true,
    .open = open_tables,
    .close = close_tables,
    .state_size = sizeof(state_t),
    .start = start,
    .apply = apply,
};
