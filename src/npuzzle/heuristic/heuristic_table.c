/* table: the true distance of every position of a board of up to 12 cells.
 *
 * A bit a position, bit 1 of the distance: the parity is that of the blank's
 * way, and every move changes the distance by one. Boards of more than ten
 * cells are kept in the cache (3x4: 30 MB, seconds to make). */
#include "base/dirs.h"
#include "base/sealed.h"
#include "npuzzle/grid_steps.h"
#include "npuzzle/pdb/pdb_table.h"
#include "npuzzle/search/heuristic.h"
#include "npuzzle/whole/whole_space.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, CACHED_FROM_CELLS = 11 };
static const char magic[] = NP_WHOLE_MAGIC;

typedef struct tables_t {
    np_whole whole;
    uint64_t words; /* of a block */
    const uint64_t *bits;
    uint64_t *own;
    lt_sealed sealed;
} tables_t;

static void close_tables(void *tables)
{
    tables_t *t = tables;
    np_whole_release(&t->whole);
    lt_sealed_close(&t->sealed);
    free(t->own);
    free(t);
}

static size_t all_words(const tables_t *t)
{
    return t->words * (size_t)t->whole.frame.cells;
}

static lt_status build(tables_t *t, const np_resources *resources, lt_error *err)
{
    np_whole_layers layers;
    t->own = calloc(all_words(t), sizeof *t->own);
    if (!t->own) return lt_fail(err, LT_NO_MEMORY, "no memory for the table of all positions");
    t->bits = t->own;
    return np_whole_search(&t->whole, resources, &layers, t->own, err);
}

static lt_seal seal_of(const np_frame *f)
{
    lt_seal seal = {.version = VERSION};
    memcpy(seal.magic, magic, sizeof seal.magic);
    seal.extra[0] = f->rows;
    seal.extra[1] = f->cols;
    seal.extra[2] = f->goal_blank;
    return seal;
}

static lt_status load(tables_t *t, const char *path, lt_error *err)
{
    LT_TRY(lt_sealed_open(&t->sealed, path, magic, VERSION, true, err));
    lt_seal expected = seal_of(&t->whole.frame);
    if (memcmp(expected.extra, t->sealed.seal.extra, LT_SEAL_EXTRA) != 0 ||
        t->sealed.length != all_words(t) * sizeof *t->bits) {
        lt_sealed_close(&t->sealed);
        return lt_fail(err, LT_DAMAGED, "%s holds the table of another board", path);
    }
    lt_sealed_numbers(&t->sealed, 0, all_words(t), "8");
    t->bits = (const uint64_t *)(const void *)t->sealed.payload;
    return LT_OK;
}

/* A cache that cannot be written costs the next run time, not this one its answer. */
static void save(const tables_t *t, const char *path)
{
    lt_seal seal = seal_of(&t->whole.frame);
    lt_sealer *sealer;
    if (lt_sealer_open(&sealer, path, &seal, NULL) != LT_OK) return;
    if (lt_sealer_put(sealer, t->own, all_words(t), "8", NULL) == LT_OK)
        lt_sealer_commit(sealer, NULL);
    else
        lt_sealer_abandon(sealer);
}

static lt_status open_tables(void **tables, const np_frame *frame, const lt_params *params,
                             const np_resources *resources, lt_error *err)
{
    (void)params;
    tables_t *t = calloc(1, sizeof *t);
    if (!t) return lt_fail(err, LT_NO_MEMORY, "no memory for the table of all positions");
    lt_text path, name;
    lt_text_init(&path);
    lt_text_init(&name);
    lt_status status = np_whole_init(&t->whole, frame, err);
    if (status == LT_OK) {
        t->words = np_whole_block_words(&t->whole);
        lt_text_printf(&name, "pdb/%dx%d_blank%d.all", frame->rows, frame->cols,
                       frame->goal_blank + 1);
        bool cached = !resources->no_cache && frame->cells >= CACHED_FROM_CELLS &&
                      lt_cache_path(lt_text_str(&name), &path, NULL) == LT_OK;
        /* A file that is missing or damaged is made anew. */
        if (!cached || load(t, lt_text_str(&path), NULL) != LT_OK) {
            status = build(t, resources, err);
            if (status == LT_OK && cached) save(t, lt_text_str(&path));
        }
    }
    lt_text_release(&path);
    lt_text_release(&name);
    if (status != LT_OK)
        close_tables(t);
    else
        *tables = t;
    return status;
}

static unsigned bit_of(const tables_t *t, int blank, uint32_t rank)
{
    return (unsigned)(t->bits[(uint64_t)blank * t->words + (rank >> 6)] >> (rank & 63)) & 1;
}

static uint32_t rank_after(const tables_t *t, int blank, int to, uint32_t rank)
{
    int cols = t->whole.frame.cols;
    return blank % cols == to % cols ? np_whole_turn(&t->whole, blank, to > blank, rank) : rank;
}

/* Walks home along falling distances, counting. */
static int start(const void *tables, void *state, const uint8_t *board, int blank)
{
    const tables_t *t = tables;
    const np_frame *f = &t->whole.frame;
    uint32_t rank = np_whole_rank(&t->whole, board);
    memcpy(state, &rank, sizeof rank);
    int goal = f->goal_blank, distance = 0;
    unsigned parity =
        (unsigned)(abs(blank / f->cols - goal / f->cols) + abs(blank % f->cols - goal % f->cols));
    unsigned mod4 = bit_of(t, blank, rank) << 1 | (parity & 1);
    /* No board has a distance near the cap; it keeps a damaged table from hanging. */
    while (distance < NP_WHOLE_DEPTHS && (blank != goal || rank != 0)) {
        mod4 = (mod4 - 1) & 3;
        for (int m = 0; m < 4; m++) {
            int to = np_step(f->rows, f->cols, blank, (np_move)m);
            if (to < 0) continue;
            uint32_t below = rank_after(t, blank, to, rank);
            if (bit_of(t, to, below) != mod4 >> 1) continue;
            blank = to;
            rank = below;
            break;
        }
        distance++;
    }
    return distance;
}

static int apply(const void *tables, void *state, int h, const uint8_t *board, int tile, int from,
                 int to)
{
    (void)board, (void)tile;
    const tables_t *t = tables;
    uint32_t rank;
    memcpy(&rank, state, sizeof rank);
    rank = rank_after(t, to, from, rank);
    memcpy(state, &rank, sizeof rank);
    return (((unsigned)(h + 1) >> 1) & 1) == bit_of(t, from, rank) ? h + 1 : h - 1;
}

const np_heuristic_ops np_heuristic_table = {
    .name = "table",
    .summary = "the true distance, from a table of all positions (up to 12 cells)",
    .admissible = true,
    .consistent = true,
    .open = open_tables,
    .close = close_tables,
    .state_size = sizeof(uint32_t),
    .start = start,
    .apply = apply,
};
