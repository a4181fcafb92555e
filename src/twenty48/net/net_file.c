/* Network files: sealed, a description and the packed tables.
 *
 *   payload:  head | tables, one after another, as net_model.h codes them
 *
 * A file is unpacked as rows, a third to a half of the memory of its tables. Tables, which
 * are faster, are written to the cache directory, as a sealed file of their own named after
 * the checksum of the packed one, and mapped from there. */
#define XXH_INLINE_ALL
#include "twenty48/net/net_format.h"

#include "base/dirs.h"
#include "base/pages.h"
#include "base/sealed.h"
#include "twenty48/net/net_pack.h"
#include "twenty48/net/net_train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define CACHE_MAGIC "laatrawn"

static lt_status damaged(const char *name, const char *why, lt_error *err)
{
    return lt_fail(err, LT_DAMAGED, "%s is damaged: %s", name, why);
}

/* --- reading ----------------------------------------------------------------- */

static lt_status read_head(t48_net_head *h, t48_net *net, const uint8_t *payload, size_t length,
                           const char *name, lt_error *err)
{
    if (length < sizeof *h) return damaged(name, "its description is cut off", err);
    memcpy(h, payload, sizeof *h);
    t48_net_head_turn(h);
    if (!memchr(h->layout, '\0', sizeof h->layout) || h->step < 1 || h->step > T48_NET_STEP_MAX ||
        h->rows < T48_SIDE_MIN || h->cols < T48_SIDE_MIN || h->rows > 4 || h->cols > 4 ||
        h->highest > 15)
        return damaged(name, "its description makes no sense", err);
    LT_TRY(t48_net_layout_parse(&net->layout, (t48_shape){h->rows, h->cols}, h->layout, err));
    if (h->kept > net->layout.size || (h->differences & 1) || h->differences >> net->layout.stages)
        return damaged(name, "its description makes no sense", err);
    net->step = h->step;
    net->highest = h->highest;
    net->games = h->games;
    net->moves = h->moves;
    net->kept = h->kept;
    net->error = (double)h->error / T48_NET_UNIT;
    return LT_OK;
}

static lt_status take_pages(t48_net *net, int16_t **weight, lt_error *err)
{
    net->size = net->layout.size * sizeof **weight;
    LT_TRY(lt_pages_new(&net->pages, net->size, "the network", err));
    *weight = net->pages;
    net->weight = *weight;
    return LT_OK;
}

/* As rows, which take the least memory. */
static lt_status parse_rows(t48_net *net, const uint8_t *payload, size_t length, const char *name,
                            lt_error *err)
{
    t48_net_head h;
    LT_TRY(read_head(&h, net, payload, length, name, err));
    net->size = net->layout.size / T48_NET_ROW * sizeof *net->row;
    LT_TRY(lt_pages_new(&net->pages, net->size, "the network", err));
    t48_net_rows rows = {.row = net->pages};
    uint64_t kept;
    lt_status status = t48_unpack(&net->layout, h.differences, payload + sizeof h,
                                  length - sizeof h, &rows, &kept, name, err);
    net->row = rows.row;
    net->weight = rows.weight;
    if (status == LT_OK && kept != h.kept)
        return damaged(name, "it has another number of weights than it says", err);
    return status;
}

/* Writes out some of the weights that are there as rows, one after another. */
static void write_out(const t48_net *net, uint64_t first, uint64_t count, int16_t *to)
{
    const uint32_t *row = net->row + first / T48_NET_ROW;
    for (uint64_t i = 0; i < count; i += T48_NET_ROW)
        memcpy(to + i, net->weight + row[i / T48_NET_ROW], T48_NET_ROW * sizeof *to);
}

static void release_weights(t48_net *net)
{
    lt_sealed mapped = {.map = net->map, .map_size = net->size};
    if (net->map) lt_sealed_close(&mapped);
    if (net->pages) lt_pages_free(net->pages, net->size);
    if (net->row) free((void *)net->weight);
}

/* Rows become tables, which are faster, unless these are large. */
static lt_status keep_in_memory(t48_net *net, lt_error *err)
{
    enum { LARGE = 1 << 24 }; /* weights; fewer are no burden */
    if (net->layout.size >= LARGE) return LT_OK;
    t48_net rows = *net;
    int16_t *weight;
    net->row = NULL;
    lt_status status = take_pages(net, &weight, err);
    if (status == LT_OK) write_out(&rows, 0, net->layout.size, weight);
    release_weights(&rows);
    return status;
}

/* --- the unpacked tables in the cache ------------------------------------------ */

/* False if the tables are not there, or not whole: they are then unpacked anew. */
static bool open_cached(t48_net *net, const char *path, bool verify)
{
    lt_sealed raw;
    if (lt_sealed_open(&raw, path, CACHE_MAGIC, T48_NET_VERSION, verify, NULL) != LT_OK)
        return false;
    if (raw.length != net->layout.size * sizeof(int16_t)) {
        lt_sealed_close(&raw);
        return false;
    }
    lt_sealed_numbers(&raw, 0, net->layout.size, "2");
    net->map = raw.map;
    net->size = raw.map_size;
    net->weight = (const int16_t *)(const void *)raw.payload;
    return true;
}

/* From rows; one table is in memory at a time. */
static bool save_cached(const t48_net *net, const char *path)
{
    const t48_net_layout *layout = &net->layout;
    lt_sealer *sealer;
    lt_seal seal = {.version = T48_NET_VERSION};
    memcpy(seal.magic, CACHE_MAGIC, sizeof seal.magic);
    if (lt_sealer_open(&sealer, path, &seal, NULL) != LT_OK) return false;
    bool good = true;
    for (unsigned k = 0; good && k < t48_net_tables(layout); k++) {
        uint64_t count = (uint64_t)1 << (4 * t48_net_table_cells(layout, k));
        int16_t *weight = malloc(count * sizeof *weight);
        if (weight) write_out(net, t48_net_table(layout, k), count, weight);
        good = weight && lt_sealer_put(sealer, weight, count, "2", NULL) == LT_OK;
        free(weight);
    }
    if (good) return lt_sealer_commit(sealer, NULL) == LT_OK;
    lt_sealer_abandon(sealer);
    return false;
}

static bool cache_path(lt_text *path, uint64_t content)
{
    char name[64];
    snprintf(name, sizeof name, "net-%016llx.raw", (unsigned long long)content);
    return lt_cache_path(name, path, NULL) == LT_OK;
}

bool t48_net_is_unpacked(const char *path)
{
    lt_sealed file, raw;
    if (lt_sealed_open(&file, path, T48_NET_MAGIC, T48_NET_VERSION, false, NULL) != LT_OK)
        return true;
    lt_text cache;
    lt_text_init(&cache);
    bool is =
        cache_path(&cache, file.checksum) && lt_sealed_open(&raw, lt_text_str(&cache), CACHE_MAGIC,
                                                            T48_NET_VERSION, false, NULL) == LT_OK;
    if (is) lt_sealed_close(&raw);
    lt_text_release(&cache);
    lt_sealed_close(&file);
    return is;
}

static lt_status unpack(t48_net *net, const char *path, const lt_sealed *file, lt_error *err)
{
    t48_net_head h;
    LT_TRY(read_head(&h, net, file->payload, file->length, path, err));
    net->content = file->checksum;
    lt_text cache;
    lt_text_init(&cache);
    bool known = cache_path(&cache, net->content);
    lt_status status = LT_OK;
    if (!known || !open_cached(net, lt_text_str(&cache), true)) {
        status = parse_rows(net, file->payload, file->length, path, err);
        t48_net rows = *net;
        bool saved = status == LT_OK && known && save_cached(net, lt_text_str(&cache));
        net->row = NULL;
        net->pages = NULL;
        /* What was just written is not read through again. */
        if (saved && open_cached(net, lt_text_str(&cache), false)) {
            release_weights(&rows);
        } else {
            *net = rows;
            if (status == LT_OK) status = keep_in_memory(net, err);
        }
    }
    lt_text_release(&cache);
    return status;
}

static lt_status open_packed(t48_net *net, const char *path, lt_error *err)
{
    lt_sealed file;
    LT_TRY(lt_sealed_open(&file, path, T48_NET_MAGIC, T48_NET_VERSION, true, err));
    lt_status status = unpack(net, path, &file, err);
    lt_sealed_close(&file);
    return status;
}

/* --- opening ------------------------------------------------------------------ */

/* A checkpoint, rounded to the finest steps in which its largest weight fits. */
static lt_status open_checkpoint(t48_net *net, const char *path, lt_error *err)
{
    t48_train *train;
    LT_TRY(t48_train_load(&train, path, err));
    const t48_learner *l = &train->learner;
    net->layout = l->layout;
    net->games = train->games;
    net->moves = train->moves;
    float largest = 0;
    for (uint64_t i = 0; i < l->layout.size; i++)
        if (fabsf(l->weight[i].value) > largest) largest = fabsf(l->weight[i].value);
    float step = ceilf(largest * T48_NET_UNIT / 32767);
    if (!(step < (float)INT32_MAX)) {
        t48_train_free(train);
        return lt_fail(err, LT_DAMAGED, "%s has weights that no game can teach", path);
    }
    net->step = step < 1 ? 1 : (int32_t)step;
    int16_t *weight;
    lt_status status = take_pages(net, &weight, err);
    for (uint64_t i = 0; status == LT_OK && i < l->layout.size; i++) {
        float value = l->weight[i].value;
        if (value == 0) continue;
        weight[i] = (int16_t)lrintf(value * T48_NET_UNIT / (float)net->step);
        net->kept += weight[i] != 0;
    }
    if (status == LT_OK) {
        lt_order(weight, l->layout.size, "2");
        net->content = XXH3_64bits(weight, net->size);
        lt_order(weight, l->layout.size, "2");
    }
    t48_train_free(train);
    return status;
}

/* The highest level to show a network whose file names none: the last one whose double it
 * has learned too, so that making that is worth something to it. With stages that is where
 * the last begins. Without, the weights tell: those of a level that games seldom reached
 * are nearly all 0. Of the networks that ship it matters for the small one of 4x4, which
 * plays much worse when it is shown a level that it has not learned. */
static unsigned highest_suited(const t48_net *net)
{
    enum { LEAST = 12, FEW = 8 };
    const t48_net_layout *layout = &net->layout;
    unsigned usual = t48_net_highest(layout), counts[2] = {0, 0};
    if (t48_net_levels(layout) > 1) return usual;
    /* The levels of a tuple's last cell are its highest digits: one block each. */
    size_t block = (size_t)1 << (__builtin_popcountll(layout->mask[0]) - 4);
    for (unsigned i = 0; i < 2; i++) {
        size_t first = layout->offset[0] + (usual + i) * block;
        for (size_t k = first; k < first + block; k++) counts[i] += t48_net_weight(net, k) != 0;
    }
    return counts[1] > counts[0] / FEW ? usual : LEAST;
}

lt_status t48_net_open(t48_net **net, const char *path, lt_error *err)
{
    *net = NULL;
    t48_net *n = calloc(1, sizeof *n);
    if (!n) return lt_fail(err, LT_NO_MEMORY, "no memory for a network");
    lt_status status =
        t48_train_is(path) ? open_checkpoint(n, path, err) : open_packed(n, path, err);
    if (status != LT_OK) {
        t48_net_free(n);
        return status;
    }
    if (n->highest == 0) n->highest = highest_suited(n);
    *net = n;
    return LT_OK;
}

lt_status t48_net_parse(t48_net **net, const uint8_t *bytes, size_t length, const char *name,
                        lt_error *err)
{
    *net = NULL;
    lt_sealed file;
    LT_TRY(lt_sealed_view(&file, bytes, length, name, T48_NET_MAGIC, T48_NET_VERSION, err));
    t48_net *n = calloc(1, sizeof *n);
    if (!n) return lt_fail(err, LT_NO_MEMORY, "no memory for a network");
    n->content = file.checksum;
    lt_status status = parse_rows(n, file.payload, file.length, name, err);
    if (status == LT_OK) status = keep_in_memory(n, err);
    if (status != LT_OK) {
        t48_net_free(n);
        return status;
    }
    if (n->highest == 0) n->highest = highest_suited(n);
    *net = n;
    return LT_OK;
}

void t48_net_free(t48_net *net)
{
    if (!net) return;
    release_weights(net);
    free(net);
}
