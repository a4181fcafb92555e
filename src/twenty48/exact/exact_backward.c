/* Backward induction: what the boards are worth under perfect play.
 *
 * Of each layer come first the afterstates, whose children lie in the two layers
 * above, then the states, whose moves lead to these afterstates. Three layers of
 * state values are in memory at a time. A value does not depend on the order of
 * boards or the number of threads. */
#include "twenty48/exact/exact_layers.h"

#include <assert.h>
#include <stdlib.h>

enum { BLOCK = 128, COLUMNS_MAX = T48_SPACE_CELLS_MAX + 1 };

/* Values of one layer, with the map that finds a board's. */
typedef struct valued {
    t48_map map;
    double *value; /* columns numbers a board */
    size_t room;
    unsigned columns;
} valued;

typedef struct pass {
    const t48_layers *layers;
    const t48_layer *layer;
    valued *own; /* what is being computed */
    const valued *twos, *fours, *afters;
    double *keep;
    unsigned keep_column;
} pass;

static void reach_all(double *row, unsigned columns)
{
    row[0] = 0;
    for (unsigned k = 1; k < columns; k++) row[k] = 1;
}

/* Adds up the rows of n children; columns that they lack are 1. */
static void add_rows(double *sum, unsigned columns, const valued *source, const uint32_t *index,
                     unsigned n)
{
    for (unsigned k = 0; k < columns; k++) sum[k] = 0;
    unsigned there = source->columns < columns ? source->columns : columns;
    for (unsigned i = 0; i < n; i++) {
        /* t48_map_find_many has filled it, which the analyzer does not see. */
        size_t at = (size_t)index[i] * source->columns; // NOLINT(clang-analyzer-core.*)
        const double *row = source->value + at;
        for (unsigned k = 0; k < there; k++) sum[k] += row[k];
    }
    for (unsigned k = there; k < columns; k++) sum[k] = n;
}

/* The mean over new tiles of up to BLOCK boards. */
static void spawn_values(const pass *p, const uint64_t *board, unsigned count, double *out,
                         unsigned columns)
{
    const t48_layers *l = p->layers;
    const bool twos = l->fours<1, fours = l->fours> 0;
    assert(twos || fours);
    uint64_t two[BLOCK * T48_SPACE_CELLS_MAX], four[BLOCK * T48_SPACE_CELLS_MAX];
    uint32_t two_index[BLOCK * T48_SPACE_CELLS_MAX], four_index[BLOCK * T48_SPACE_CELLS_MAX];
    uint8_t empties[BLOCK];
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        bool over = l->stop && packed_has_level(&l->space, board[i], l->stop);
        uint64_t empty = over ? 0 : packed_empties(&l->space, board[i]);
        empties[i] = (uint8_t)lt_popcount64(empty);
        for (; empty; empty &= empty - 1, n++) {
            two[n] = board[i] | (empty & -empty);
            four[n] = board[i] | (empty & -empty) << 1;
        }
    }
    if (twos) {
        t48_space_canonical(&l->space, two, n);
        t48_map_find_many(&p->twos->map, two, n, two_index);
    }
    if (fours) {
        t48_space_canonical(&l->space, four, n);
        t48_map_find_many(&p->fours->map, four, n, four_index);
    }
    n = 0;
    for (unsigned i = 0; i < count; i++) {
        double *row = out + (size_t)i * columns, sum2[COLUMNS_MAX], sum4[COLUMNS_MAX];
        if (!empties[i]) {
            reach_all(row, columns);
            continue;
        }
        if (twos) add_rows(sum2, columns, p->twos, two_index + n, empties[i]);
        if (fours) add_rows(sum4, columns, p->fours, four_index + n, empties[i]);
        const double *s2 = twos ? sum2 : sum4, *s4 = fours ? sum4 : sum2;
        /* In this form a certainty stays exactly 1. */
        for (unsigned k = 0; k < columns; k++) {
            double mean = s2[k] / empties[i];
            row[k] = mean + l->fours * (s4[k] / empties[i] - mean);
        }
        n += empties[i];
    }
}

static void after_block(void *ctx, int worker, size_t first, size_t count)
{
    (void)worker;
    pass *p = ctx;
    unsigned columns = p->own->columns;
    double *out = p->own->value + first * columns;
    spawn_values(p, p->layer->board + first, (unsigned)count, out, columns);
    for (size_t i = 0; i < count; i++)
        t48_map_insert(&p->own->map, t48_map_home(&p->own->map, p->layer->board[first + i]),
                       p->layer->board[first + i], (uint32_t)(first + i));
    for (size_t i = 0; p->keep && i < count; i++)
        p->keep[first + i] = p->keep_column < columns ? out[i * columns + p->keep_column] : 1;
}

/* A board without moves: what is reached is reached. */
static void settle(const pass *p, uint64_t board, double *row, unsigned columns)
{
    unsigned most = packed_max_level(board);
    unsigned top = p->layers->stop ? p->layers->stop : p->layers->space.top;
    row[0] = 0;
    for (unsigned k = 1; k < columns; k++) row[k] = most >= top + 1 - k;
}

static void state_block(void *ctx, int worker, size_t first, size_t count)
{
    (void)worker;
    pass *p = ctx;
    const t48_layers *l = p->layers;
    const uint64_t *board = p->layer->board + first;
    uint64_t child[BLOCK * T48_DIRS + T48_DIRS];
    uint32_t index[BLOCK * T48_DIRS], gain[BLOCK * T48_DIRS + T48_DIRS];
    uint8_t moves[BLOCK];
    unsigned columns = p->own->columns;
    unsigned n = t48_space_moves(&l->space, board, (unsigned)count, child, gain, moves);
    t48_space_canonical(&l->space, child, n);
    t48_map_find_many(&p->afters->map, child, n, index);
    n = 0;
    for (size_t i = 0; i < count; i++) {
        double *row = p->own->value + (first + i) * columns;
        settle(p, board[i], row, columns);
        for (unsigned m = 0; m < moves[i]; m++, n++) {
            const double *value = p->afters->value + (size_t)index[n] * columns;
            double score = gain[n] + value[0];
            row[0] = score > row[0] ? score : row[0];
            for (unsigned k = 1; k < columns; k++) row[k] = value[k] > row[k] ? value[k] : row[k];
        }
        t48_map_insert(&p->own->map, t48_map_home(&p->own->map, board[i]), board[i],
                       (uint32_t)(first + i));
    }
}

static lt_status make_room(valued *v, size_t boards, unsigned columns, lt_error *err)
{
    v->columns = columns;
    LT_TRY(t48_map_reset(&v->map, boards, err));
    if (boards * columns > v->room) {
        free(v->value);
        v->room = boards * columns;
        v->value = malloc(v->room * sizeof *v->value);
        if (!v->value) {
            v->room = 0;
            return lt_fail(err, LT_NO_MEMORY, "no memory for the values of %zu boards", boards);
        }
    }
    return LT_OK;
}

static lt_status run_pass(pass *p, void (*run)(void *, int, size_t, size_t), valued *own,
                          unsigned columns, lt_error *err)
{
    LT_TRY(make_room(own, p->layer->count, columns, err));
    p->own = own;
    t48_blocks blocks = {.ctx = p,
                         .run = run,
                         .total = p->layer->count,
                         .block = BLOCK,
                         .threads = p->layers->threads};
    return t48_blocks_run(&blocks, err);
}

/* The value of a whole game: a first tile on the empty board, then a second. The
 * states of sums 4, 6 and 8 are in ring[2], ring[3 % 3] and ring[4 % 3]. */
static void value_of_game(const t48_layers *l, const valued *ring, t48_induction *out)
{
    double total[COLUMNS_MAX] = {0};
    unsigned columns = t48_layers_columns(l, 2);
    for (unsigned level = 1; level <= 2; level++) {
        double chance = level == 1 ? 1 - l->fours : l->fours;
        if (chance <= 0) continue;
        pass p = {.layers = l, .twos = &ring[(level + 1) % 3], .fours = &ring[(level + 2) % 3]};
        for (unsigned cell = 0; cell < l->space.cells; cell++) {
            uint64_t board = (uint64_t)level << (4 * cell);
            double row[COLUMNS_MAX];
            spawn_values(&p, &board, 1, row, columns);
            for (unsigned k = 0; k < columns; k++) total[k] += chance * row[k] / l->space.cells;
        }
    }
    unsigned top = l->stop ? l->stop : l->space.top;
    out->score = total[0];
    for (unsigned level = 0; level <= top; level++)
        out->reach[level] = top + 1 - level < columns ? total[top + 1 - level] : 1;
}

static lt_status induce_layer(const t48_layers *l, size_t i, valued *ring, valued *afters,
                              t48_induction *out, lt_error *err)
{
    unsigned columns = t48_layers_columns(l, i), top = l->stop ? l->stop : l->space.top;
    pass p = {.layers = l,
              .layer = &l->afters[i],
              .twos = &ring[(i + 1) % 3],
              .fours = &ring[(i + 2) % 3],
              .keep = out->keep ? out->keep[i] : NULL,
              .keep_column = out->keep_aim ? top + 1 - out->keep_aim : 0};
    LT_TRY(run_pass(&p, after_block, afters, columns, err));
    p.layer = &l->states[i];
    p.afters = afters;
    return run_pass(&p, state_block, &ring[i % 3], columns, err);
}

lt_status t48_layers_induce(const t48_layers *l, t48_induction *out, lt_error *err)
{
    valued ring[3] = {{.value = NULL}}, afters = {.value = NULL};
    lt_status status = LT_OK;
    lt_progress progress = {
        .what = "valuing boards", .unit = "boards", .total = l->all_states.canonical};
    /* Past the last layer there is nothing: two empty ones to begin with. */
    for (unsigned k = 0; k < 3 && status == LT_OK; k++) status = make_room(&ring[k], 0, 1, err);
    for (size_t i = l->count; i-- > 2 && status == LT_OK;) {
        status = lt_cancelled(l->control)
                     ? lt_fail(err, LT_CANCELLED, "stopped while boards were being valued")
                     : induce_layer(l, i, ring, &afters, out, err);
        progress.done += l->states[i].count;
        lt_report(l->control, &progress);
    }
    if (status == LT_OK) value_of_game(l, ring, out);
    for (unsigned k = 0; k < 3; k++) {
        t48_map_release(&ring[k].map);
        free(ring[k].value);
    }
    t48_map_release(&afters.map);
    free(afters.value);
    return status;
}
