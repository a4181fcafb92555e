/* From a checkpoint to a network file: weights become small integers, those that
 * were hardly learned are dropped, and zstd packs what is left. The layout of the
 * file is described in net_file.c. */
#include "twenty48/net/net_format.h"

#include "base/sealed.h"
#include "twenty48/net/net_train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

typedef struct parts {
    uint64_t *mask;
    int8_t *byte;
    int16_t *word;
    uint64_t masks, bytes, words;
} parts;

static int16_t rounded(const t48_weight *w, float step, double strength)
{
    if (strength > 0 && t48_weight_strength(w) < strength) return 0;
    float value = rintf(w->value / step);
    return (int16_t)(value > 32767 ? 32767 : value < -32767 ? -32767 : value);
}

/* Counts what there is; with `p` having room, stores it too. */
static void collect(const t48_learner *l, float step, double strength, parts *p)
{
    bool store = p->mask != NULL;
    p->masks = p->bytes = p->words = 0;
    for (uint64_t first = 0; first < l->layout.size; first += T48_NET_GROUP) {
        uint64_t blocks_at = p->masks++, blocks = 0;
        for (unsigned b = 0; b < T48_NET_GROUP / T48_NET_BLOCK; b++) {
            uint64_t mask = 0, block = first + (uint64_t)b * T48_NET_BLOCK;
            for (unsigned i = 0; i < T48_NET_BLOCK && block + i < l->layout.size; i++) {
                int16_t value = rounded(&l->weight[block + i], step, strength);
                if (value == 0) continue;
                mask |= 1ull << i;
                bool small = value >= -127 && value <= 127;
                if (store) p->byte[p->bytes] = (int8_t)(small ? value : T48_NET_ESCAPE);
                if (store && !small) p->word[p->words] = value;
                p->bytes++;
                p->words += !small;
            }
            if (mask == 0) continue;
            blocks |= 1ull << b;
            if (store) p->mask[p->masks] = mask;
            p->masks++;
        }
        if (store) p->mask[blocks_at] = blocks;
    }
}

static lt_status write_file(const t48_net_head *h, const uint8_t *packed, size_t size, int level,
                            const char *path, lt_error *err)
{
    size_t room = ZSTD_compressBound(size);
    uint8_t *frame = malloc(room);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    lt_status status = LT_OK;
    size_t length = 0;
    if (!frame || !context) {
        status = lt_fail(err, LT_NO_MEMORY, "no memory to pack %s", path);
    } else {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
        length = ZSTD_compress2(context, frame, room, packed, size);
        if (ZSTD_isError(length))
            status =
                lt_fail(err, LT_NO_MEMORY, "cannot pack %s: %s", path, ZSTD_getErrorName(length));
    }
    lt_seal seal = {.version = T48_NET_VERSION};
    memcpy(seal.magic, T48_NET_MAGIC, sizeof seal.magic);
    lt_sealer *sealer = NULL;
    if (status == LT_OK) status = lt_sealer_open(&sealer, path, &seal, err);
    if (status == LT_OK) status = lt_sealer_write(sealer, h, sizeof *h, err);
    if (status == LT_OK) status = lt_sealer_write(sealer, frame, length, err);
    if (status == LT_OK)
        status = lt_sealer_commit(sealer, err);
    else
        lt_sealer_abandon(sealer);
    ZSTD_freeCCtx(context);
    free(frame);
    return status;
}

static lt_status quantize(const t48_train *train, const t48_net_coarse *coarse, const char *path,
                          lt_error *err)
{
    const t48_learner *l = &train->learner;
    t48_net_head h;
    memset(&h, 0, sizeof h);
    h.step = (int32_t)lrint(coarse->step * T48_NET_UNIT);
    if (h.step < 1 || h.step > T48_NET_STEP_MAX)
        return lt_fail(err, LT_BAD_INPUT, "a step is 1/%d to %d points, not %g", T48_NET_UNIT,
                       T48_NET_STEP_MAX / T48_NET_UNIT, coarse->step);
    memcpy(h.layout, l->layout.text, sizeof h.layout);
    h.rows = l->layout.shape.rows;
    h.cols = l->layout.shape.cols;
    h.games = train->games;
    h.moves = train->moves;
    float step = (float)h.step / T48_NET_UNIT;
    parts p = {.mask = NULL};
    collect(l, step, coarse->strength, &p);
    size_t size = p.masks * sizeof *p.mask + p.bytes + p.words * sizeof *p.word;
    uint8_t *packed = malloc(size + sizeof *p.word);
    int16_t *words = malloc(p.words * sizeof *words + 1);
    if (!packed || !words) {
        free(packed);
        free(words);
        return lt_fail(err, LT_NO_MEMORY, "no memory to pack %s", path);
    }
    h.masks = p.masks;
    h.kept = p.bytes;
    h.words = p.words;
    p.mask = (uint64_t *)(void *)packed;
    p.byte = (int8_t *)packed + h.masks * sizeof *p.mask;
    p.word = words;
    collect(l, step, coarse->strength, &p);
    memcpy(packed + h.masks * sizeof *p.mask + h.kept, words, h.words * sizeof *words);
    lt_status status = write_file(&h, packed, size, coarse->level, path, err);
    free(packed);
    free(words);
    return status;
}

lt_status t48_net_quantize(const char *checkpoint, const t48_net_coarse *coarse, const char *path,
                           lt_error *err)
{
    t48_train *train;
    LT_TRY(t48_train_load(&train, checkpoint, err));
    lt_status status = quantize(train, coarse, path, err);
    t48_train_free(train);
    return status;
}
