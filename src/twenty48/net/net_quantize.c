/* From a checkpoint to a network file of a size that the user names: the price of
 * a bit is searched at which the packed tables just fit. The layout of the file
 * is described in net_file.c. */
#include "twenty48/net/net_quantize.h"

#include "base/pages.h"
#include "base/sealed.h"
#include "twenty48/net/net_format.h"

#include <math.h>

/* The search ends when the file is this full, or after so many tries. */
#define FULL 0.985
enum { TRIES = 14 };

typedef struct search {
    const t48_train *train;
    t48_usage usage;
    unsigned differences; /* stages coded as such */
    float step;
    int16_t *weight;        /* rounded; scratch */
    uint8_t *bytes, *spare; /* the best that fitted, and room for the next */
    size_t room;
    t48_packed best;
    bool fitted, exact;
} search;

static lt_status try_price(search *s, double price, size_t *length, lt_error *err)
{
    const t48_net_layout *layout = &s->train->learner.layout;
    t48_packed packed;
    memset(s->weight, 0, layout->size * sizeof *s->weight);
    if (!t48_pack(&s->train->learner, &s->usage, s->differences, s->step, price, s->weight,
                  s->spare, s->room, &packed))
        return lt_fail(err, LT_NO_MEMORY, "no memory to pack a network");
    *length = packed.length;
    if (packed.length > s->room || (s->fitted && packed.length < s->best.length)) return LT_OK;
    uint8_t *bytes = s->bytes;
    s->bytes = s->spare;
    s->spare = bytes;
    s->best = packed;
    s->fitted = true;
    s->exact = price == 0;
    return LT_OK;
}

/* Whether a try fits and the next one could hardly be better. */
static bool full(const search *s, size_t length)
{
    return s->exact || (length <= s->room && (double)length >= FULL * (double)s->room);
}

/* First for nothing, every weight as exact as its step: that may fit already.
 * Else bits are about a straight line over the logarithm of their price: the next
 * price is where the line through the last two tries meets the target, kept
 * between the prices known to be too low and high enough. */
static lt_status search_price(search *s, const lt_control *control, lt_error *err)
{
    double low = log2(s->usage.boards) - 40, high = low + 80;
    double at = low + 23, last = 0, last_length = 0;
    size_t length;
    LT_TRY(try_price(s, 0, &length, err));
    for (int try = 1; try < TRIES && !full(s, length) && high - low > 0.002; try++) {
        if (lt_cancelled(control)) return lt_fail(err, LT_CANCELLED, "stopped on request");
        lt_report(control, &(lt_progress){.what = "packing", .unit = "tries", .done = try});
        LT_TRY(try_price(s, exp2(at), &length, err));
        if (length <= s->room)
            high = at;
        else
            low = at;
        double now = (double)length, wanted = (1 + FULL) / 2 * (double)s->room;
        double slope = try == 1 ? -0.1 * now : (now - last_length) / (at - last);
        last = at;
        last_length = now;
        at += slope < 0 ? (wanted - now) / slope : 0;
        if (!(at > low && at < high)) at = (low + high) / 2;
    }
    return LT_OK;
}

static lt_status write_file(const search *s, int32_t step, unsigned highest, const char *path,
                            lt_error *err)
{
    const t48_net_layout *layout = &s->train->learner.layout;
    t48_net_head h;
    memset(&h, 0, sizeof h);
    memcpy(h.layout, layout->text, sizeof h.layout);
    h.rows = layout->shape.rows;
    h.cols = layout->shape.cols;
    h.highest = (uint8_t)highest;
    h.differences = (uint8_t)s->differences;
    h.step = step;
    h.games = s->train->games;
    h.moves = s->train->moves;
    h.kept = s->best.kept;
    h.error = (uint32_t)lrint(sqrt(s->best.squares / s->usage.boards) * T48_NET_UNIT);
    t48_net_head_turn(&h);
    lt_seal seal = {.version = T48_NET_VERSION};
    memcpy(seal.magic, T48_NET_MAGIC, sizeof seal.magic);
    lt_sealer *sealer;
    LT_TRY(lt_sealer_open(&sealer, path, &seal, err));
    lt_status status = lt_sealer_write(sealer, &h, sizeof h, err);
    if (status == LT_OK) status = lt_sealer_write(sealer, s->bytes, s->best.length, err);
    if (status == LT_OK) return lt_sealer_commit(sealer, err);
    lt_sealer_abandon(sealer);
    return status;
}

/* The step asked for, or a coarser one if the largest weight needs it. */
static lt_status choose_step(const t48_learner *l, double points, int32_t *step, lt_error *err)
{
    *step = (int32_t)lrint(points * T48_NET_UNIT);
    float largest = 0;
    for (uint64_t i = 0; i < l->layout.size; i++)
        largest = fmaxf(largest, fabsf(l->weight[i].value));
    int32_t needed = (int32_t)ceilf(fminf(largest, 1e8f) * T48_NET_UNIT / INT16_MAX);
    if (*step < needed) *step = needed;
    if (*step >= 1 && *step <= T48_NET_STEP_MAX) return LT_OK;
    return lt_fail(err, LT_BAD_INPUT, "a step is 1/%d to %d points, and this network needs %g",
                   T48_NET_UNIT, T48_NET_STEP_MAX / T48_NET_UNIT, (double)*step / T48_NET_UNIT);
}

static lt_status too_few(uint64_t size, lt_error *err)
{
    return lt_fail(err, LT_BAD_INPUT, "%llu bytes are too few for this network",
                   (unsigned long long)size);
}

static lt_status quantize(search *s, const t48_net_packing *packing, const char *path,
                          const lt_control *control, lt_error *err)
{
    const t48_net_layout *layout = &s->train->learner.layout;
    int32_t step;
    LT_TRY(choose_step(&s->train->learner, packing->step, &step, err));
    s->step = (float)step / T48_NET_UNIT;
    size_t around = LT_SEAL_SIZE + sizeof(t48_net_head);
    if (packing->size <= around) return too_few(packing->size, err);
    s->room = packing->size - around;
    unsigned highest = packing->highest ? packing->highest : t48_net_highest(layout);
    void *pages;
    LT_TRY(lt_pages_new(&pages, layout->size * sizeof *s->weight, "packing", err));
    s->weight = pages;
    s->bytes = malloc(s->room);
    s->spare = malloc(s->room);
    lt_status status = LT_OK;
    if (!s->bytes || !s->spare) status = lt_fail(err, LT_NO_MEMORY, "no memory to pack %s", path);
    if (status == LT_OK)
        status = t48_usage_measure(&s->usage, s->train, packing->games, highest, control, err);
    if (status == LT_OK) {
        s->differences = t48_pack_differences(&s->train->learner, &s->usage);
        status = search_price(s, control, err);
    }
    if (status == LT_OK && !s->fitted) status = too_few(packing->size, err);
    if (status == LT_OK) status = write_file(s, step, packing->highest, path, err);
    if (s->usage.count) t48_usage_release(&s->usage, layout);
    lt_pages_free(pages, layout->size * sizeof *s->weight);
    free(s->bytes);
    free(s->spare);
    return status;
}

lt_status t48_net_quantize(const char *checkpoint, const t48_net_packing *packing, const char *path,
                           const lt_control *control, lt_error *err)
{
    t48_train *train;
    LT_TRY(t48_train_load(&train, checkpoint, err));
    search s = {.train = train};
    lt_status status = quantize(&s, packing, path, control, err);
    t48_train_free(train);
    return status;
}
