/* Building a table: the two passes, and the file that comes of them. */
#include "twenty48/endgame/endgame_follow.h"

#include "base/byteorder.h"
#include "base/dirs.h"
#include "base/memory.h"
#include "base/threads.h"
#include "laatta/endgames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

typedef struct building {
    t48_endgame_layers layers;
    t48_endgame_follow follow;
    t48_table_foot foot;
    t48_table_layer *directory;
    lt_sealer *sealer;
    uint64_t written;
} building;

static uint16_t rounded(uint32_t value)
{
    return (uint16_t)(((uint64_t)value * T48_ENDGAME_CERTAIN + T48_CERTAIN / 2) / T48_CERTAIN);
}

static lt_status write_part(building *b, const void *records, size_t count, const char *widths,
                            lt_error *err)
{
    b->written += count * lt_order_size(widths);
    return count ? lt_sealer_put(b->sealer, records, count, widths, err) : LT_OK;
}

/* Arrays begin at multiples of 16 bytes, which every number in them divides. */
static lt_status align(building *b, lt_error *err)
{
    static const uint8_t zeros[16];
    return write_part(b, zeros, (size_t)(-b->written & 15), "1", err);
}

/* A layer as it is written. */
typedef struct packing {
    t48_table_top *top;
    t48_table_word *word;
    uint16_t *value;
    t48_table_layer about;
} packing;

/* What is worth keeping of word `w`, added to the packing. */
static void pack_word(packing *p, const t48_word *from, const uint32_t *value, size_t w)
{
    uint64_t bits = 0;
    uint32_t before = p->about.values;
    for (uint64_t rest = from->bits; rest; rest &= rest - 1, value++) {
        uint16_t chance = rounded(*value);
        if (chance < T48_ENDGAME_LEAST) continue;
        bits |= rest & -rest;
        p->value[p->about.values++] = chance;
    }
    t48_table_top *top = &p->top[w >> 6];
    if ((w & 63) == 0) *top = (t48_table_top){.before = p->about.words};
    if (!bits) return;
    top->bits |= 1ull << (w & 63);
    p->word[p->about.words++] =
        (t48_table_word){.low = (uint32_t)bits, .high = (uint32_t)(bits >> 32), .before = before};
}

static lt_status save_packing(building *b, uint32_t layer, packing *p, lt_error *err)
{
    LT_TRY(align(b, err));
    p->about.offset = b->written;
    b->directory[layer] = p->about;
    b->foot.kept += p->about.values;
    LT_TRY(write_part(b, p->top, p->about.tops, T48_TABLE_TOP, err));
    LT_TRY(write_part(b, p->word, p->about.words, T48_TABLE_WORD, err));
    return write_part(b, p->value, p->about.values, T48_TABLE_VALUE, err);
}

static lt_status save_layer(void *ctx, uint32_t layer, const t48_valued *values, lt_error *err)
{
    building *b = ctx;
    size_t words = t48_layer_words(&b->layers.family, layer), tops = (words + 63) / 64;
    packing p = {.about = {.tops = (uint32_t)tops}};
    p.top = malloc(tops * sizeof *p.top);
    p.word = malloc(words * sizeof *p.word);
    p.value = malloc(values->count * sizeof *p.value);
    lt_status status = LT_OK;
    if (!p.top || !p.word || !p.value)
        status = lt_fail(err, LT_NO_MEMORY, "no memory to save a layer");
    for (size_t w = 0; w < words && status == LT_OK; w++)
        pack_word(&p, &values->word[w], values->value + values->word[w].before, w);
    /* A layer of which nothing is kept takes no room. */
    if (p.about.values == 0) p.about.tops = 0;
    if (status == LT_OK) status = save_packing(b, layer, &p, err);
    free(p.top);
    free(p.word);
    free(p.value);
    return status;
}

static lt_status save_frame(building *b, const t48_pattern *pattern, lt_error *err)
{
    LT_TRY(align(b, err));
    b->foot.directory = b->written;
    snprintf(b->foot.name, sizeof b->foot.name, "%s", pattern->name);
    snprintf(b->foot.about, sizeof b->foot.about, "%s", pattern->about);
    b->foot.walls = pattern->walls;
    b->foot.next = pattern->next;
    b->foot.target = pattern->target;
    b->foot.others = pattern->others;
    b->foot.twin = pattern->twin;
    memcpy(b->foot.other, pattern->other, sizeof b->foot.other);
    memcpy(b->foot.other_twin, pattern->other_twin, sizeof b->foot.other_twin);
    b->foot.found = b->layers.positions;
    b->foot.layers = b->layers.layers;
    LT_TRY(write_part(b, b->directory, b->foot.layers, T48_TABLE_LAYER, err));
    t48_table_foot foot = b->foot;
    lt_order(&foot.directory, 1, T48_TABLE_FOOT);
    return write_part(b, &foot, sizeof foot, "1", err);
}

/* Bytes that the file may take: every position kept. */
static uint64_t most_bytes(const t48_endgame_layers *l)
{
    uint64_t bytes = LT_SEAL_SIZE + sizeof(t48_table_foot);
    for (uint32_t i = 0; i < l->layers; i++) {
        bytes += sizeof(t48_table_layer);
        if (!l->after[i].bits) continue;
        size_t words = t48_layer_words(&l->family, i), filled = 0;
        for (size_t w = 0; w < words; w++)
            filled += atomic_load_explicit(&l->after[i].bits[w], memory_order_relaxed) != 0;
        bytes += (words + 63) / 64 * sizeof(t48_table_top) + filled * sizeof(t48_table_word) +
                 l->after[i].count * sizeof(uint16_t) + 16;
    }
    return bytes;
}

static lt_status check_memory(const t48_pattern *pattern, uint64_t allowed,
                              t48_endgame_built *built, lt_error *err)
{
    t48_family family;
    LT_TRY(t48_family_init(&family, pattern, false, err));
    uint64_t largest = 0;
    for (uint32_t i = 0; i < family.layers; i++)
        if (family.size[i] > largest) largest = family.size[i];
    /* All bitmaps, and the values of a few layers around the one in work. */
    built->memory = t48_family_bytes(&family) + 4 * largest + (16u << 20);
    t48_family_release(&family);
    uint64_t available = lt_memory_available();
    bool limited = allowed && allowed < available;
    if (limited) available = allowed;
    if (built->memory <= available) return LT_OK;
    return lt_fail(err, LT_NO_MEMORY, "building %s needs up to %.1f MB of memory; %.1f MB are %s",
                   pattern->name, (double)built->memory / 1e6, (double)available / 1e6,
                   limited ? "allowed" : "available");
}

static lt_status check_disk(const t48_pattern *pattern, const char *path,
                            const t48_endgame_built *built, lt_error *err)
{
    lt_text directory;
    lt_text_init(&directory);
    const char *slash = strrchr(path, '/');
    lt_text_add(&directory, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    struct statvfs disk;
    bool known = statvfs(lt_text_str(&directory), &disk) == 0;
    lt_text_release(&directory);
    uint64_t available = known ? (uint64_t)disk.f_bavail * disk.f_frsize : UINT64_MAX;
    if (built->disk <= available) return LT_OK;
    return lt_fail(err, LT_IO, "the table %s needs up to %.1f MB on disk; %.1f MB are available",
                   pattern->name, (double)built->disk / 1e6, (double)available / 1e6);
}

static lt_status build_file(building *b, const t48_pattern *pattern, const char *path,
                            t48_endgame_built *built, lt_error *err)
{
    lt_seal seal = {.version = T48_ENDGAME_VERSION};
    memcpy(seal.magic, T48_ENDGAME_MAGIC, sizeof seal.magic);
    b->directory = calloc(b->layers.layers + 1, sizeof *b->directory);
    if (!b->directory) return lt_fail(err, LT_NO_MEMORY, "no memory for a table");
    LT_TRY(lt_sealer_open(&b->sealer, path, &seal, err));
    uint32_t best;
    LT_TRY(t48_endgame_backward(&b->layers, save_layer, b, &best, err));
    b->foot.best = rounded(best);
    LT_TRY(save_frame(b, pattern, err));
    built->best = (double)best / T48_CERTAIN;
    built->kept = b->foot.kept;
    built->bytes = b->written + LT_SEAL_SIZE;
    lt_status status = lt_sealer_commit(b->sealer, err);
    b->sealer = NULL;
    return status;
}

lt_status t48_endgame_build(const t48_pattern *pattern, const char *path,
                            const t48_endgame_means *means, t48_endgame_built *built, lt_error *err)
{
    *built = (t48_endgame_built){.memory = 0};
    building b = {.layers = {.threads = means->threads, .control = means->control}};
    if (pattern->next) b.layers.follows = t48_endgame_follow_worth;
    b.layers.follows_ctx = &b.follow;
    LT_TRY(check_memory(pattern, means->memory, built, err));
    LT_TRY(t48_endgame_follow_open(&b.follow, pattern, path, err));
    if (means->said) means->said(means->ctx, pattern, built);
    lt_status status = t48_endgame_forward(&b.layers, pattern, err);
    if (status == LT_OK) {
        built->found = b.layers.positions;
        built->disk = most_bytes(&b.layers);
        status = check_disk(pattern, path, built, err);
    }
    if (status == LT_OK && means->said) means->said(means->ctx, pattern, built);
    if (status == LT_OK) status = build_file(&b, pattern, path, built, err);
    lt_sealer_abandon(b.sealer);
    free(b.directory);
    t48_endgame_layers_release(&b.layers);
    t48_endgame_follow_release(&b.follow);
    return status;
}

lt_status t48_endgame_make(const char *pattern, const char *path, int threads,
                           const lt_control *control, lt_error *err)
{
    t48_pattern found;
    t48_endgame_built built;
    LT_TRY(t48_pattern_find(&found, pattern, err));
    lt_text usual;
    lt_text_init(&usual);
    lt_status status = LT_OK;
    if (!path) status = t48_endgame_path(&found, &usual, err);
    t48_endgame_means means = {.threads = threads ? threads : lt_cpu_count(), .control = control};
    if (status == LT_OK)
        status = t48_endgame_build(&found, path ? path : lt_text_str(&usual), &means, &built, err);
    lt_text_release(&usual);
    return status;
}
