/* Beam search, a depth at a time.
 *
 * Children are valued from their parents first, as (parent, move, h, key)
 * without a board. Those with the smallest keys (h and the moves left of a stage)
 * are then built; among equal keys their hashes decide, mixed with the seed. A
 * position is dropped by the hash of its board if it was reached before, at this
 * depth or an earlier one. The parents and moves of every depth are kept for the way
 * back. */
#include "npuzzle/search/beam.h"

#include "base/clock.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/search/stages.h"

#include <stdlib.h>
#include <string.h>

enum { H_UNIT = 2, STAGE_UNIT = 3, KEYS = 4096, STAGE_END_DEPTHS = 3 };

typedef struct layer {
    uint8_t *boards, *states;
    uint64_t *hashes;
    uint16_t *h;
    uint8_t *blank, *move;
    uint32_t count;
} layer;

typedef struct child {
    uint32_t parent;
    uint16_t h;
    uint16_t key; /* what children are chosen by, smallest first */
    uint8_t move;
    uint64_t hash;
} child;

typedef struct trail {
    uint32_t *parent; /* all depths, one after another */
    uint8_t *move;
    uint32_t *first; /* by depth: where it begins */
    size_t used, room;
    int depths, depth_room;
} trail;

typedef struct search {
    np_beam *beam;
    size_t cells, state_size;
    uint64_t *keys; /* [tile * cells + cell] */
    layer now, next;
    child *children;
    uint32_t child_count;
    uint64_t *seen; /* of the children of one depth */
    uint64_t seen_mask;
    uint64_t *visited; /* of all depths: without it a beam goes round in circles */
    uint64_t visited_mask, visited_count;
    trail trail;
    int waited; /* depths since the first position of a layer ended the open stage */
} search;

static bool layer_init(layer *l, const search *s, uint32_t width)
{
    l->boards = malloc((size_t)width * s->cells);
    l->states = malloc((size_t)width * s->state_size + 1);
    l->hashes = malloc(width * sizeof *l->hashes);
    l->h = malloc(width * sizeof *l->h);
    l->blank = malloc(width);
    l->move = malloc(width);
    return l->boards && l->states && l->hashes && l->h && l->blank && l->move;
}

static void layer_release(layer *l)
{
    free(l->boards);
    free(l->states);
    free(l->hashes);
    free(l->h);
    free(l->blank);
    free(l->move);
}

static bool trail_add(trail *t, const layer *l, const uint32_t *parents)
{
    if (t->used + l->count > t->room) {
        size_t room = 2 * (t->used + l->count);
        uint32_t *parent = realloc(t->parent, room * sizeof *parent);
        if (parent) t->parent = parent;
        uint8_t *move = realloc(t->move, room);
        if (move) t->move = move;
        if (!parent || !move) return false;
        t->room = room;
    }
    if (t->depths + 1 >= t->depth_room) {
        int room = t->depth_room ? 2 * t->depth_room : 256;
        uint32_t *first = realloc(t->first, (size_t)room * sizeof *first);
        if (!first) return false;
        t->first = first;
        t->depth_room = room;
    }
    t->first[t->depths++] = (uint32_t)t->used;
    memcpy(t->parent + t->used, parents, l->count * sizeof *parents);
    memcpy(t->move + t->used, l->move, l->count);
    t->used += l->count;
    return true;
}

/* Makes room for `more` further hashes in the set of positions visited. */
static bool visited_grow(search *s, uint64_t more)
{
    if (s->visited && (s->visited_count + more) * 2 <= s->visited_mask) return true;
    uint64_t size = s->visited ? (s->visited_mask + 1) * 2 : 4096;
    while ((s->visited_count + more) * 2 > size - 1) size *= 2;
    uint64_t *grown = calloc(size, sizeof *grown);
    if (!grown) return false;
    for (uint64_t i = 0; s->visited && i <= s->visited_mask; i++) {
        uint64_t at = s->visited[i] & (size - 1);
        if (!s->visited[i]) continue;
        while (grown[at]) at = (at + 1) & (size - 1);
        grown[at] = s->visited[i];
    }
    free(s->visited);
    s->visited = grown;
    s->visited_mask = size - 1;
    return true;
}

static uint64_t visited_slot(const search *s, uint64_t hash)
{
    uint64_t at = hash & s->visited_mask;
    while (s->visited[at] && s->visited[at] != hash) at = (at + 1) & s->visited_mask;
    return at;
}

/* True when the hash was not there yet. */
static bool add_seen(search *s, uint64_t hash)
{
    uint64_t at = hash & s->seen_mask;
    while (s->seen[at] && s->seen[at] != hash) at = (at + 1) & s->seen_mask;
    if (s->seen[at]) return false;
    s->seen[at] = hash;
    return true;
}

static void value_children(search *s, int depth, int best)
{
    const np_frame *f = &s->beam->task->frame;
    const np_heuristic *heuristic = s->beam->heuristic;
    _Alignas(16) uint8_t state[NP_STATE_MAX];
    const np_stages *stages = s->beam->stages;
    bool staged = stages && stages->open >= 0;
    s->child_count = 0;
    memset(s->seen, 0, (s->seen_mask + 1) * sizeof *s->seen);
    for (uint32_t p = 0; p < s->now.count; p++) {
        uint8_t *board = s->now.boards + (size_t)p * s->cells;
        int blank = s->now.blank[p];
        for (int m = 0; m < 4; m++) {
            int from = np_step(f->rows, f->cols, blank, (np_move)m);
            if (from < 0 || (depth > 0 && m + s->now.move[p] == 3)) continue;
            if (staged && !np_stages_free(stages, from)) continue;
            uint8_t tile = board[from];
            const uint64_t *key = s->keys + (size_t)tile * s->cells;
            uint64_t hash = s->now.hashes[p] ^ key[from] ^ key[blank];
            s->beam->nodes++;
            if (s->visited[visited_slot(s, hash)] || !add_seen(s, hash)) continue;
            memcpy(state, s->now.states + (size_t)p * s->state_size, s->state_size);
            board[blank] = tile;
            board[from] = f->goal_blank;
            int h = heuristic->ops->apply(heuristic->tables, state, s->now.h[p], board, tile, from,
                                          blank);
            int left = staged ? np_stages_moves(stages, board, from) : 0;
            board[from] = tile;
            board[blank] = f->goal_blank;
            if (depth + 1 + h >= best || left == UINT16_MAX) continue;
            s->children[s->child_count++] =
                (child){.parent = p,
                        .h = (uint16_t)h,
                        .key = (uint16_t)(H_UNIT * h + STAGE_UNIT * left),
                        .move = (uint8_t)m,
                        .hash = hash};
        }
    }
}

/* Moves the best `width` children to the front: all below a limit of the key,
 * and of those at the limit a share chosen by their mixed hashes. */
static uint32_t choose(search *s)
{
    uint32_t width = s->beam->width;
    if (s->child_count <= width) return s->child_count;
    int least = UINT16_MAX;
    for (uint32_t i = 0; i < s->child_count; i++)
        if (s->children[i].key < least) least = s->children[i].key;
    uint32_t count[KEYS] = {0}, below = 0;
    for (uint32_t i = 0; i < s->child_count; i++) {
        int over = s->children[i].key - least;
        s->children[i].key = (uint16_t)(over < KEYS ? over : KEYS - 1);
        count[s->children[i].key]++;
    }
    uint32_t limit = 0;
    while (below + count[limit] <= width) below += count[limit++];
    double part = (double)(width - below) / count[limit];
    uint64_t share = (uint64_t)(part * 18446744073709549568.0);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->child_count && kept < width; i++) {
        const child *c = &s->children[i];
        if (c->key > limit || (c->key == limit && lt_mix64(c->hash + s->beam->seed) > share))
            continue;
        s->children[kept++] = *c;
    }
    return kept;
}

static void build_next(search *s, uint32_t count, uint32_t *parents)
{
    const np_frame *f = &s->beam->task->frame;
    const np_heuristic *heuristic = s->beam->heuristic;
    s->next.count = count;
    for (uint32_t i = 0; i < count; i++) {
        const child *c = &s->children[i];
        uint8_t *board = s->next.boards + (size_t)i * s->cells;
        uint8_t *state = s->next.states + (size_t)i * s->state_size;
        int blank = s->now.blank[c->parent];
        int from = np_step(f->rows, f->cols, blank, (np_move)c->move);
        memcpy(board, s->now.boards + (size_t)c->parent * s->cells, s->cells);
        uint8_t tile = board[from];
        board[blank] = tile;
        board[from] = f->goal_blank;
        if (s->state_size) {
            _Alignas(16) uint8_t copy[NP_STATE_MAX];
            memcpy(copy, s->now.states + (size_t)c->parent * s->state_size, s->state_size);
            heuristic->ops->apply(heuristic->tables, copy, s->now.h[c->parent], board, tile, from,
                                  blank);
            memcpy(state, copy, s->state_size);
        }
        s->next.hashes[i] = c->hash;
        s->next.h[i] = c->h;
        s->next.blank[i] = (uint8_t)from;
        s->next.move[i] = c->move;
        parents[i] = c->parent;
        s->visited[visited_slot(s, c->hash)] = c->hash;
        s->visited_count++;
    }
}

static int find_solved(const search *s)
{
    for (uint32_t i = 0; i < s->now.count; i++) {
        if (s->now.h[i] != 0) continue;
        const uint8_t *board = s->now.boards + (size_t)i * s->cells;
        size_t c = 0;
        while (c < s->cells && board[c] == c) c++;
        if (c == s->cells) return (int)i;
    }
    return -1;
}

static lt_status way_back(search *s, int depth, uint32_t at, lt_error *err)
{
    s->beam->moves = malloc((size_t)depth + 1);
    if (!s->beam->moves) return lt_fail(err, LT_NO_MEMORY, "no memory for a solution");
    s->beam->length = depth;
    for (int d = depth; d > 0; d--) {
        size_t i = s->trail.first[d - 1] + (size_t)at;
        s->beam->moves[d - 1] = s->trail.move[i];
        at = s->trail.parent[i];
    }
    return LT_OK;
}

static bool stage_ended(const search *s, uint32_t at)
{
    return np_stages_moves(s->beam->stages, s->now.boards + (size_t)at * s->cells,
                           s->now.blank[at]) == 0;
}

/* Copies node `from` of the layer over node `to`, with what the trail says of it. */
static void move_node(search *s, uint32_t to, uint32_t from)
{
    layer *l = &s->now;
    if (to == from) return;
    memcpy(l->boards + (size_t)to * s->cells, l->boards + (size_t)from * s->cells, s->cells);
    memcpy(l->states + (size_t)to * s->state_size, l->states + (size_t)from * s->state_size,
           s->state_size);
    l->hashes[to] = l->hashes[from];
    l->h[to] = l->h[from];
    l->blank[to] = l->blank[from];
    l->move[to] = l->move[from];
    if (s->trail.depths == 0) return;
    size_t first = s->trail.first[s->trail.depths - 1];
    s->trail.parent[first + to] = s->trail.parent[first + from];
    s->trail.move[first + to] = s->trail.move[first + from];
}

/* Goes on to the next stage when half of the layer has ended this one, or some
 * depths after the first had; those that have not are dropped. */
static void end_stages(search *s)
{
    np_stages *stages = s->beam->stages;
    while (stages && stages->open >= 0) {
        uint32_t ended = 0, kept = 0;
        for (uint32_t i = 0; i < s->now.count; i++) ended += stage_ended(s, i);
        if (ended == 0 || (2 * ended < s->now.count && ++s->waited < STAGE_END_DEPTHS)) return;
        for (uint32_t i = 0; i < s->now.count; i++)
            if (stage_ended(s, i)) move_node(s, kept++, i);
        s->now.count = kept;
        s->waited = 0;
        if (stages->open + 1 < stages->count)
            np_stages_open(stages, stages->open + 1);
        else
            stages->open = -1;
    }
}

static lt_status run(search *s, uint32_t *parents, lt_error *err)
{
    np_beam *b = s->beam;
    const np_task *task = b->task;
    _Alignas(16) uint8_t state[NP_STATE_MAX] = {0};
    s->now.count = 1;
    s->now.blank[0] = task->blank;
    s->now.h[0] =
        (uint16_t)b->heuristic->ops->start(b->heuristic->tables, state, task->board, task->blank);
    memcpy(s->now.states, state, s->state_size);
    memcpy(s->now.boards, task->board, s->cells);
    s->now.hashes[0] = 1;
    for (size_t c = 0; c < s->cells; c++)
        if (c != task->blank) s->now.hashes[0] ^= s->keys[task->board[c] * s->cells + c];
    if (b->stages && b->stages->count > 0) np_stages_open(b->stages, 0);
    for (int depth = 0;; depth++) {
        end_stages(s);
        int solved = find_solved(s);
        if (solved >= 0) return way_back(s, depth, (uint32_t)solved, err);
        if ((b->deadline > 0 && lt_clock_now() >= b->deadline) || lt_cancelled(b->control)) {
            b->stopped = true;
            return LT_OK;
        }
        if (!visited_grow(s, b->width))
            return lt_fail(err, LT_NO_MEMORY, "no memory for a beam of %u", b->width);
        value_children(s, depth, atomic_load_explicit(b->best, memory_order_relaxed));
        uint32_t count = choose(s);
        if (count == 0) return LT_OK;
        build_next(s, count, parents);
        if (!trail_add(&s->trail, &s->next, parents))
            return lt_fail(err, LT_NO_MEMORY, "no memory for a beam of %u", b->width);
        layer swap = s->now;
        s->now = s->next;
        s->next = swap;
    }
}

uint32_t np_beam_widest(const np_task *task, const np_heuristic *heuristic, int best,
                        uint64_t bytes)
{
    /* A place in two layers and among children and hashes of a depth; and for each depth one in
     * the trail and in the set of those visited, both up to half empty and copied as they grow. */
    enum { NODE = 12, SEEN = 12 * 8, VISITED = 6 * 8, TRAIL = 3 * 5 };
    uint64_t node = (uint64_t)task->frame.cells + heuristic->ops->state_size + NODE;
    uint64_t place =
        2 * node + 4 * sizeof(child) + sizeof(uint32_t) + SEEN + (uint64_t)best * (VISITED + TRAIL);
    uint64_t widest = bytes / place;
    return widest < 1 ? 1 : widest > UINT32_MAX / 16 ? UINT32_MAX / 16 : (uint32_t)widest;
}

lt_status np_beam_run(np_beam *b, lt_error *err)
{
    b->moves = NULL;
    b->length = -1;
    b->stopped = false;
    const np_heuristic_ops *ops = b->heuristic->ops;
    search s = {.beam = b, .cells = (size_t)b->task->frame.cells};
    s.state_size = ops->state_size;
    s.keys = malloc(s.cells * s.cells * sizeof *s.keys);
    s.children = malloc((size_t)b->width * 4 * sizeof *s.children);
    uint32_t *parents = malloc(b->width * sizeof *parents);
    s.seen_mask = 1024;
    while (s.seen_mask < 6ull * b->width) s.seen_mask *= 2;
    s.seen = malloc(s.seen_mask * sizeof *s.seen);
    s.seen_mask--;
    bool ok = layer_init(&s.now, &s, b->width) && layer_init(&s.next, &s, b->width) && s.keys &&
              s.children && parents && s.seen;
    for (size_t i = 0; ok && i < s.cells * s.cells; i++) s.keys[i] = lt_seed_of(0x6265616d, i);
    lt_status status = ok ? run(&s, parents, err)
                          : lt_fail(err, LT_NO_MEMORY, "no memory for a beam of %u", b->width);
    layer_release(&s.now);
    layer_release(&s.next);
    free(s.keys);
    free(s.children);
    free(parents);
    free(s.seen);
    free(s.visited);
    free(s.trail.parent);
    free(s.trail.move);
    free(s.trail.first);
    return status;
}
