/* astar: A*, its open list a binary heap: the smallest f first, of equal f the largest g.
 *
 * Every position reached is kept, with its parent, in one array, and found
 * again through a hash table; a position reached by a shorter way is reopened.
 * Memory is bounded: at the limit the search stops and says so. */
#include "base/clock.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/solver/solver.h"

#include <stdlib.h>
#include <string.h>

typedef struct node {
    uint32_t parent;
    uint16_t g, h;
    uint8_t blank, move;
    bool closed;
} node;

typedef struct heap_entry {
    uint32_t key; /* f << 16 | (65535 - g): smaller f first, then deeper */
    uint32_t node;
} heap_entry;

typedef struct search {
    const np_frame *frame;
    const np_heuristic *heuristic;
    size_t cells, state_size;
    node *nodes;
    uint8_t *boards, *states;
    uint32_t count, capacity;
    uint32_t *slots; /* node + 1 */
    uint32_t slot_mask;
    heap_entry *heap;
    size_t heap_count, heap_room;
    uint64_t memory_limit;
} search;

static uint64_t bytes_for(const search *s, uint64_t capacity)
{
    return capacity * (sizeof(node) + s->cells + s->state_size + 2 * sizeof(uint32_t) +
                       2 * sizeof(heap_entry));
}

static uint32_t hash_board(const search *s, const uint8_t *board)
{
    uint64_t h = 0;
    for (size_t i = 0; i < s->cells; i += 8) {
        uint64_t word = 0;
        memcpy(&word, board + i, s->cells - i < 8 ? s->cells - i : 8);
        h = lt_mix64(h ^ (word + 0x9e3779b97f4a7c15u));
    }
    return (uint32_t)(h >> 20);
}

static uint32_t find_slot(const search *s, const uint8_t *board)
{
    uint32_t at = hash_board(s, board) & s->slot_mask;
    while (s->slots[at] &&
           memcmp(s->boards + (size_t)(s->slots[at] - 1) * s->cells, board, s->cells) != 0)
        at = (at + 1) & s->slot_mask;
    return at;
}

static lt_status grow(search *s, lt_error *err)
{
    uint64_t capacity = s->capacity ? (uint64_t)s->capacity * 2 : 1 << 12;
    /* While growing, old and new stand side by side. */
    if (bytes_for(s, capacity + capacity / 2) > s->memory_limit || capacity > UINT32_MAX / 2)
        return lt_fail(err, LT_LIMIT,
                       "astar has used the %llu MB it may take after %u positions (--memory sets "
                       "the limit; --solver ida needs none)",
                       (unsigned long long)(s->memory_limit / 1000000), s->count);
    node *nodes = realloc(s->nodes, capacity * sizeof *nodes);
    if (nodes) s->nodes = nodes;
    uint8_t *boards = realloc(s->boards, capacity * s->cells);
    if (boards) s->boards = boards;
    uint8_t *states = realloc(s->states, capacity * s->state_size + 1);
    if (states) s->states = states;
    uint32_t *slots = calloc(capacity * 2, sizeof *slots);
    if (!nodes || !boards || !states || !slots) {
        free(slots);
        return lt_fail(err, LT_NO_MEMORY, "no memory for more than %u positions", s->count);
    }
    free(s->slots);
    s->slots = slots;
    s->slot_mask = (uint32_t)(capacity * 2 - 1);
    s->capacity = (uint32_t)capacity;
    for (uint32_t i = 0; i < s->count; i++)
        s->slots[find_slot(s, s->boards + (size_t)i * s->cells)] = i + 1;
    return LT_OK;
}

static lt_status push(search *s, uint32_t at, lt_error *err)
{
    if (s->heap_count == s->heap_room) {
        size_t room = s->heap_room ? 2 * s->heap_room : 1024;
        heap_entry *heap = realloc(s->heap, room * sizeof *heap);
        if (!heap) return lt_fail(err, LT_NO_MEMORY, "no memory for the open list");
        s->heap = heap;
        s->heap_room = room;
    }
    const node *n = &s->nodes[at];
    heap_entry e = {((uint32_t)(n->g + n->h) << 16) | (uint32_t)(65535 - n->g), at};
    size_t i = s->heap_count++;
    for (; i > 0 && s->heap[(i - 1) / 2].key > e.key; i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = e;
    return LT_OK;
}

static heap_entry pop(search *s)
{
    heap_entry top = s->heap[0], last = s->heap[--s->heap_count];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= s->heap_count) break;
        if (child + 1 < s->heap_count && s->heap[child + 1].key < s->heap[child].key) child++;
        if (s->heap[child].key >= last.key) break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return top;
}

/* The board after a move of `parent`, entered as a node or as a shorter way to one. */
static lt_status reach(search *s, uint32_t parent, int i, np_answer *answer, lt_error *err)
{
    const np_frame *f = s->frame;
    node from = s->nodes[parent];
    int to = np_step(f->rows, f->cols, from.blank, (np_move)f->order[i]);
    if (to < 0 || (from.parent != UINT32_MAX && from.move + f->order[i] == 3)) return LT_OK;
    uint8_t board[NP_CELLS_MAX];
    _Alignas(16) uint8_t state[NP_STATE_MAX];
    memcpy(board, s->boards + (size_t)parent * s->cells, s->cells);
    int tile = board[to];
    board[from.blank] = (uint8_t)tile;
    board[to] = f->goal_blank;
    answer->nodes++;
    uint32_t slot = find_slot(s, board);
    if (s->slots[slot]) {
        uint32_t known = s->slots[slot] - 1;
        if (s->nodes[known].g <= from.g + 1) return LT_OK;
        s->nodes[known].g = (uint16_t)(from.g + 1);
        s->nodes[known].parent = parent;
        s->nodes[known].move = f->order[i];
        s->nodes[known].closed = false;
        return push(s, known, err);
    }
    if (s->count == s->capacity) {
        LT_TRY(grow(s, err));
        slot = find_slot(s, board);
    }
    memcpy(state, s->states + (size_t)parent * s->state_size, s->state_size);
    int h =
        s->heuristic->ops->apply(s->heuristic->tables, state, from.h, board, tile, to, from.blank);
    uint32_t at = s->count++;
    memcpy(s->boards + (size_t)at * s->cells, board, s->cells);
    memcpy(s->states + (size_t)at * s->state_size, state, s->state_size);
    s->nodes[at] = (node){.parent = parent,
                          .g = (uint16_t)(from.g + 1),
                          .h = (uint16_t)h,
                          .blank = (uint8_t)to,
                          .move = f->order[i]};
    s->slots[slot] = at + 1;
    return push(s, at, err);
}

static bool solved(const search *s, uint32_t at)
{
    const uint8_t *board = s->boards + (size_t)at * s->cells;
    for (size_t c = 0; c < s->cells; c++)
        if (board[c] != c) return false;
    return true;
}

static lt_status finish(const search *s, uint32_t at, np_answer *answer, lt_error *err)
{
    int length = s->nodes[at].g;
    uint8_t *moves = malloc((size_t)length + 1);
    if (!moves) return lt_fail(err, LT_NO_MEMORY, "no memory for a solution");
    for (int i = length; i > 0; i--, at = s->nodes[at].parent) moves[i - 1] = s->nodes[at].move;
    lt_status status = np_answer_set(answer, moves, length, err);
    free(moves);
    answer->optimal = s->heuristic->ops->admissible;
    return status;
}

static lt_status run(search *s, const np_request *r, np_answer *answer, lt_error *err)
{
    LT_TRY(grow(s, err));
    memcpy(s->boards, r->task->board, s->cells);
    _Alignas(16) uint8_t state[NP_STATE_MAX] = {0};
    int h = s->heuristic->ops->start(s->heuristic->tables, state, s->boards, r->task->blank);
    memcpy(s->states, state, s->state_size);
    s->nodes[0] = (node){.parent = UINT32_MAX, .h = (uint16_t)h, .blank = r->task->blank};
    s->slots[find_slot(s, s->boards)] = 1;
    s->count = 1;
    answer->nodes = 1;
    double deadline = r->seconds > 0 ? lt_clock_now() + r->seconds : 0;
    LT_TRY(push(s, 0, err));
    for (uint64_t turns = 0; s->heap_count > 0; turns++) {
        uint32_t at = pop(s).node;
        if (s->nodes[at].closed) continue;
        s->nodes[at].closed = true;
        answer->lower_bound = s->nodes[at].g + s->nodes[at].h;
        if (solved(s, at)) return finish(s, at, answer, err);
        for (int i = 0; i < 4; i++) LT_TRY(reach(s, at, i, answer, err));
        if (turns % 4096 != 0) continue;
        lt_report(r->resources->control,
                  &(lt_progress){.what = "searching", .unit = "positions", .done = s->count});
        if (lt_cancelled(r->resources->control)) return lt_fail(err, LT_CANCELLED, "stopped");
        if (deadline > 0 && lt_clock_now() > deadline)
            return lt_fail(err, LT_LIMIT, "no solution in %g s; none is shorter than %d moves",
                           r->seconds, answer->lower_bound);
    }
    return lt_fail(err, LT_UNSOLVABLE, "every position was searched without a solution");
}

static lt_status solve(const np_request *r, np_answer *answer, lt_error *err)
{
    if (r->count_all)
        return lt_fail(err, LT_UNSUPPORTED, "astar cannot count all solutions; --solver ida can");
    LT_TRY(np_workshop_heuristic(r->workshop, r->heuristic ? r->heuristic : "manhattan", err));
    const np_heuristic *heuristic = &r->workshop->heuristic;
    search s = {.frame = &r->task->frame,
                .heuristic = heuristic,
                .cells = (size_t)r->task->frame.cells,
                .state_size = heuristic->ops->state_size,
                .memory_limit = r->resources->memory};
    lt_status status = run(&s, r, answer, err);
    free(s.nodes);
    free(s.boards);
    free(s.states);
    free(s.slots);
    free(s.heap);
    return status;
}

const np_solver_ops np_solver_astar = {
    .name = "astar",
    .summary = "A* with a binary heap: optimal, keeps every position in memory",
    .solve = solve,
};
