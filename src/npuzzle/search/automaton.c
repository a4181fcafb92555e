/* Builds the pruning automaton.
 *
 * All paths that are not redundant grow level by level from every cell, as a
 * trie. The suffix of a path (without its first move) starts on the next cell
 * and is a path of the level before, so "my suffix is dead" is known when a
 * path is extended. A path that dies while its suffix lives is a new minimal
 * redundant path; the automaton keeps the prefixes of those, and every other
 * path is represented by its longest suffix that was kept. */
#include "npuzzle/search/automaton.h"

#include "npuzzle/grid_steps.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 1200000 };
#define NONE (UINT32_MAX - 1) /* not extended */

typedef struct node {
    uint32_t child[4];
    uint32_t parent, suffix;
    uint8_t blank;
    bool kept;
} node;

typedef struct builder {
    const np_frame *frame;
    node *nodes;
    uint32_t count, capacity;
    uint64_t *seen; /* open addressing; 0 is empty */
    uint32_t seen_mask, seen_count;
} builder;

/* Adds a key: 1 when it was there, 0 when not, -1 when memory is out. */
static int seen_before(builder *b, uint64_t key)
{
    if (key == 0) key = 1;
    if ((b->seen_count + 1) * 2 > b->seen_mask) {
        uint32_t size = b->seen_mask ? (b->seen_mask + 1) * 2 : 4096;
        uint64_t *grown = calloc(size, sizeof *grown);
        if (!grown) return -1;
        for (uint32_t i = 0; b->seen && i <= b->seen_mask; i++) {
            if (!b->seen[i]) continue;
            uint32_t at = (uint32_t)b->seen[i] & (size - 1);
            while (grown[at]) at = (at + 1) & (size - 1);
            grown[at] = b->seen[i];
        }
        free(b->seen);
        b->seen = grown;
        b->seen_mask = size - 1;
    }
    uint32_t at = (uint32_t)key & b->seen_mask;
    while (b->seen[at] && b->seen[at] != key) at = (at + 1) & b->seen_mask;
    if (b->seen[at]) return 1;
    b->seen[at] = key;
    b->seen_count++;
    return 0;
}

static uint32_t add_node(builder *b, uint32_t parent, uint32_t suffix, int blank)
{
    if (b->count == b->capacity) {
        uint32_t capacity = b->capacity ? b->capacity * 2 : 1024;
        node *grown = realloc(b->nodes, capacity * sizeof *grown);
        if (!grown) return NONE;
        b->nodes = grown;
        b->capacity = capacity;
    }
    b->nodes[b->count] = (node){.child = {NONE, NONE, NONE, NONE},
                                .parent = parent,
                                .suffix = suffix,
                                .blank = (uint8_t)blank};
    return b->count++;
}

static uint64_t tile_key(int tile, int cell)
{
    return lt_mix64((uint64_t)(tile * NP_CELLS_MAX + cell + 1) * 0x9e3779b97f4a7c15u);
}

/* The boards at the ends of all paths of one length, and their hashes. */
typedef struct level {
    uint8_t *boards;
    uint64_t *hashes;
} level;

static void level_release(level *l)
{
    free(l->boards);
    free(l->hashes);
    *l = (level){NULL, NULL};
}

static void keep_prefixes(builder *b, uint32_t at)
{
    while (at != NONE && !b->nodes[at].kept) {
        b->nodes[at].kept = true;
        at = b->nodes[at].parent;
    }
}

/* Extends the nodes first .. last-1, whose level is given; the new boards go to
 * *grown. With `final`, only decides which extensions are dead. */
static bool extend(builder *b, uint32_t first, uint32_t last, const level *from, level *grown,
                   bool final)
{
    const np_frame *f = b->frame;
    size_t cells = (size_t)f->cells;
    for (uint32_t at = first; at < last; at++) {
        const uint8_t *board = from->boards + (at - first) * cells;
        for (int i = 0; i < 4; i++) {
            int blank = b->nodes[at].blank;
            int to = np_step(f->rows, f->cols, blank, (np_move)f->order[i]);
            uint32_t suffix = b->nodes[at].suffix;
            uint32_t suffix_child = suffix == NONE ? NONE : b->nodes[suffix].child[i];
            if (to < 0 || (suffix != NONE && suffix_child == NP_DEAD)) {
                b->nodes[at].child[i] = NP_DEAD;
                continue;
            }
            /* A path of one move has the empty path at its end as suffix. */
            if (suffix == NONE) suffix_child = (uint32_t)to;
            uint64_t hash =
                from->hashes[at - first] ^ tile_key(board[to], to) ^ tile_key(board[to], blank);
            int seen = seen_before(b, hash);
            if (seen < 0) return false;
            if (seen) {
                b->nodes[at].child[i] = NP_DEAD;
                keep_prefixes(b, at);
                continue;
            }
            if (final) continue;
            uint32_t fresh = add_node(b, at, suffix_child, to);
            if (fresh == NONE) return false;
            b->nodes[at].child[i] = fresh;
            uint8_t *copy = grown->boards + (fresh - last) * cells;
            memcpy(copy, board, cells);
            copy[blank] = board[to];
            copy[to] = board[blank];
            grown->hashes[fresh - last] = hash;
        }
    }
    return true;
}

static uint32_t represented(const builder *b, uint32_t at)
{
    while (!b->nodes[at].kept) at = b->nodes[at].suffix;
    return at;
}

/* The longest kept suffix of the path `at` with the i-th move added. */
static uint32_t target(const builder *b, uint32_t at, int i)
{
    while (b->nodes[at].child[i] == NONE) at = b->nodes[at].suffix;
    return represented(b, b->nodes[at].child[i]);
}

static bool number_states(const builder *b, np_automaton *automaton)
{
    uint32_t *number = calloc(b->count, sizeof *number);
    uint32_t states = 0;
    for (uint32_t at = 0; number && at < b->count; at++)
        if (b->nodes[at].kept) number[at] = states++;
    automaton->next = number ? malloc(4 * (size_t)states * sizeof *automaton->next) : NULL;
    automaton->states = states;
    for (uint32_t at = 0; automaton->next && at < b->count; at++) {
        if (!b->nodes[at].kept) continue;
        for (int i = 0; i < 4; i++)
            automaton->next[4 * number[at] + (uint32_t)i] =
                b->nodes[at].child[i] == NP_DEAD ? NP_DEAD : number[target(b, at, i)];
    }
    for (int c = 0; number && c < b->frame->cells; c++) automaton->start[c] = number[c];
    free(number);
    return automaton->next != NULL;
}

lt_status np_automaton_init(np_automaton *automaton, const np_frame *frame, int length,
                            lt_error *err)
{
    memset(automaton, 0, sizeof *automaton);
    builder b = {.frame = frame};
    size_t cells = (size_t)frame->cells;
    level now = {calloc(cells, cells), malloc(cells * sizeof(uint64_t))}, grown = {NULL, NULL};
    bool ok = now.boards && now.hashes;
    for (int c = 0; ok && c < frame->cells; c++) {
        ok = add_node(&b, NONE, NONE, c) != NONE;
        if (!ok) break;
        b.nodes[c].kept = true;
        /* The starting cell is part of the key: paths are compared per cell. */
        uint64_t hash = lt_mix64((uint64_t)c + 1);
        for (size_t i = 0; i < cells; i++) now.boards[(size_t)c * cells + i] = (uint8_t)i;
        /* The blank is told apart from tiles by being left out of the hash. */
        for (int i = 0; i < frame->cells; i++)
            if (i != c) hash ^= tile_key(i, i);
        now.hashes[c] = hash;
        ok = seen_before(&b, hash) >= 0;
    }
    uint32_t first = 0;
    for (int depth = 1; ok && depth <= length; depth++) {
        uint32_t last = b.count;
        bool final = depth == length || (uint64_t)(last - first) * 3 + last > NODES_MAX;
        size_t room = final ? 1 : (size_t)(last - first) * 4;
        grown = (level){calloc(room, cells), malloc(room * sizeof(uint64_t))};
        ok = grown.boards && grown.hashes && extend(&b, first, last, &now, &grown, final);
        level_release(&now);
        now = grown;
        grown = (level){NULL, NULL};
        first = last;
        automaton->length = depth;
        if (final) break;
    }
    ok = ok && number_states(&b, automaton);
    level_release(&now);
    free(b.nodes);
    free(b.seen);
    if (!ok) {
        np_automaton_release(automaton);
        return lt_fail(err, LT_NO_MEMORY, "no memory for the pruning automaton");
    }
    return LT_OK;
}

void np_automaton_release(np_automaton *automaton)
{
    free(automaton->next);
    automaton->next = NULL;
}
