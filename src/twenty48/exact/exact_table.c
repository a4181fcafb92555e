/* Tables of perfect play: made, saved, mapped, asked. */
#include "twenty48/exact/exact_table.h"

#include "base/byteorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'L', 'A', 'A', 'T', 'T', 'A', '4', '8'};
enum { VERSION = 1 };

/* Sizes in bytes of the three parts. */
typedef struct parts {
    uint64_t directory, keys, values;
} parts;

static parts parts_of(const t48_space *space, uint32_t layers, uint64_t entries)
{
    uint64_t buckets = (uint64_t)layers * t48_table_buckets(space) + 1;
    return (parts){.directory = (4 * buckets + 7) & ~7ull,
                   .keys = (4 * entries + 7) & ~7ull,
                   .values = 8 * entries};
}

static void place_parts(t48_exact_table *t, const void *bytes)
{
    parts p = parts_of(&t->space, t->layers, t->about.entries);
    t->directory = bytes;
    t->keys = (const uint32_t *)((const uint8_t *)bytes + p.directory);
    t->values = (const double *)((const uint8_t *)bytes + p.directory + p.keys);
}

lt_status t48_exact_table_make(t48_exact_table **table, const t48_layers *l, double *const *values,
                               const t48_exact_about *about, lt_error *err)
{
    *table = NULL;
    t48_exact_table *t = calloc(1, sizeof *t);
    if (!t) return lt_fail(err, LT_NO_MEMORY, "no memory for a table");
    t->space = l->space;
    t->about = *about;
    t->about.entries = l->all_afters.canonical;
    t->layers = (uint32_t)l->count;
    parts p = parts_of(&t->space, t->layers, t->about.entries);
    t->made = calloc(1, (size_t)(p.directory + p.keys + p.values));
    if (!t->made) {
        free(t);
        return lt_fail(err, LT_NO_MEMORY, "no memory for a table of %llu boards",
                       (unsigned long long)l->all_afters.canonical);
    }
    place_parts(t, t->made);
    uint32_t *directory = (uint32_t *)t->directory, *key = (uint32_t *)t->keys;
    double *value = (double *)t->values;
    uint32_t buckets = t48_table_buckets(&t->space), entry = 0;
    for (uint32_t i = 0; i < t->layers; i++) {
        const t48_layer *layer = &l->afters[i];
        size_t at = 0;
        for (uint32_t b = 0; b < buckets; b++) {
            directory[i * buckets + b] = entry;
            for (; at < layer->count && layer->board[at] >> 32 == b; at++, entry++) {
                key[entry] = (uint32_t)layer->board[at];
                value[entry] = values[i][at];
            }
        }
    }
    directory[t->layers * buckets] = entry;
    *table = t;
    return LT_OK;
}

void t48_exact_table_free(t48_exact_table *table)
{
    if (!table) return;
    free(table->made);
    lt_sealed_close(&table->sealed);
    free(table);
}

t48_exact_about t48_exact_table_about(const t48_exact_table *table)
{
    return table->about;
}

lt_status t48_exact_table_save(const t48_exact_table *t, const char *path, lt_error *err)
{
    lt_seal seal = {.version = VERSION};
    memcpy(seal.magic, magic, sizeof magic);
    seal.extra[0] = t->about.rules.shape.rows;
    seal.extra[1] = t->about.rules.shape.cols;
    seal.extra[2] = (uint8_t)t->about.stop;
    seal.extra[3] = (uint8_t)t->about.aim;
    memcpy(seal.extra + 4, &t->layers, 4);
    memcpy(seal.extra + 8, &t->about.rules.fours, 8);
    memcpy(seal.extra + 16, &t->about.game_value, 8);
    lt_order(seal.extra + 4, 1, "488");
    parts p = parts_of(&t->space, t->layers, t->about.entries);
    lt_sealer *sealer;
    LT_TRY(lt_sealer_open(&sealer, path, &seal, err));
    lt_status status = lt_sealer_put(sealer, t->directory, (size_t)p.directory / 4, "4", err);
    if (status == LT_OK) status = lt_sealer_put(sealer, t->keys, (size_t)p.keys / 4, "4", err);
    if (status == LT_OK) status = lt_sealer_put(sealer, t->values, (size_t)p.values / 8, "8", err);
    if (status == LT_OK) return lt_sealer_commit(sealer, err);
    lt_sealer_abandon(sealer);
    return status;
}

/* Nothing that a file says is believed before it is checked. */
static lt_status check_mapped(t48_exact_table *t, const char *path, lt_error *err)
{
    uint8_t *extra = t->sealed.seal.extra;
    lt_order(extra + 4, 1, "488");
    t->about.rules.shape = (t48_shape){extra[0], extra[1]};
    t->about.stop = extra[2];
    t->about.aim = extra[3];
    memcpy(&t->layers, extra + 4, 4);
    memcpy(&t->about.rules.fours, extra + 8, 8);
    memcpy(&t->about.game_value, extra + 16, 8);
    if (t48_space_init(&t->space, t->about.rules.shape, true, err) != LT_OK ||
        t->layers > t48_layers_most(&t->space) || t->about.aim > t->space.top ||
        t->about.stop > t->space.top || !(t->about.rules.fours >= 0 && t->about.rules.fours <= 1))
        return lt_fail(err, LT_DAMAGED, "%s is damaged: what it says of itself cannot be", path);
    uint64_t buckets = (uint64_t)t->layers * t48_table_buckets(&t->space);
    parts p = parts_of(&t->space, t->layers, 0);
    const uint32_t *directory = (const uint32_t *)t->sealed.payload;
    bool whole = t->sealed.length >= p.directory;
    if (whole) lt_sealed_numbers(&t->sealed, 0, (size_t)p.directory / 4, "4");
    for (uint64_t b = 0; whole && b < buckets; b++) whole = directory[b] <= directory[b + 1];
    if (whole) {
        t->about.entries = directory[buckets];
        p = parts_of(&t->space, t->layers, t->about.entries);
        whole = directory[0] == 0 && t->sealed.length == p.directory + p.keys + p.values;
    }
    if (!whole) return lt_fail(err, LT_DAMAGED, "%s is damaged: its directory is wrong", path);
    lt_sealed_numbers(&t->sealed, p.directory, (size_t)p.keys / 4, "4");
    lt_sealed_numbers(&t->sealed, p.directory + p.keys, (size_t)p.values / 8, "8");
    t->about.content = t->sealed.checksum;
    place_parts(t, t->sealed.payload);
    return LT_OK;
}

lt_status t48_exact_table_open(t48_exact_table **table, const char *path, bool verify,
                               lt_error *err)
{
    *table = NULL;
    t48_exact_table *t = calloc(1, sizeof *t);
    if (!t) return lt_fail(err, LT_NO_MEMORY, "no memory for a table");
    lt_status status = lt_sealed_open(&t->sealed, path, magic, VERSION, verify, err);
    if (status == LT_OK) status = check_mapped(t, path, err);
    if (status != LT_OK) {
        t48_exact_table_free(t);
        return status;
    }
    *table = t;
    return LT_OK;
}

/* Half the sum of the tiles: the board's layer. */
static uint32_t layer_of(uint64_t packed)
{
    uint32_t sum = 0;
    for (; packed; packed >>= 4) sum += (1u << (packed & 15)) & ~1u;
    return sum / 2;
}

double t48_exact_table_value(const t48_exact_table *t, uint64_t packed)
{
    t48_space_canonical(&t->space, &packed, 1);
    uint32_t layer = layer_of(packed), buckets = t48_table_buckets(&t->space);
    if (layer >= t->layers || packed >> 32 >= buckets) return NAN;
    const uint32_t *span = &t->directory[layer * buckets + (uint32_t)(packed >> 32)];
    uint32_t first = span[0], count = span[1] - span[0], key = (uint32_t)packed;
    if (!count) return NAN;
    /* The last key that is not above `key`, without branches that a processor could guess wrong. */
    while (count > 1) {
        uint32_t half = count / 2;
        first = t->keys[first + half] <= key ? first + half : first;
        count -= half;
    }
    return t->keys[first] == key ? t->values[first] : NAN;
}

unsigned t48_exact_table_moves(const t48_exact_table *t, t48_board board, t48_shape shape,
                               double value[T48_DIRS], t48_dir *best)
{
    t48_space space = t->space;
    space.sideways = shape.rows > shape.cols;
    unsigned legal = 0;
    *best = T48_NONE;
    for (int d = 0; d < T48_DIRS; d++) {
        uint64_t gained;
        t48_board after = t48_board_move(board, shape, (t48_dir)d, &gained);
        value[d] = NAN;
        if (after == board) continue;
        legal |= 1u << d;
        value[d] = t48_exact_table_value(t, t48_space_pack(&space, after)) +
                   (t->about.aim ? 0 : (double)gained);
        if (!isnan(value[d]) && (*best == T48_NONE || value[d] > value[*best])) *best = (t48_dir)d;
    }
    return legal;
}
