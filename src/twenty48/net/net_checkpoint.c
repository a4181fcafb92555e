/* Checkpoints of a training run: everything to go on from, in one sealed file.
 *
 *   payload:  header | workers | points of the curve | groups of weights
 *   group:    4096 weights; a 64-bit mask of its blocks that were ever touched,
 *             then for each of those a 64-bit mask of its weights, then for each
 *             of those its eight bytes (t48_weight)
 *
 * Most weights of a large network are never touched, so this is a fraction of
 * the tables. Whole on disk or not there at all: base/sealed sees to that. */
#include "twenty48/net/net_train.h"

#include "base/byteorder.h"
#include "base/files.h"
#include "base/sealed.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char MAGIC[8] = {'l', 'a', 'a', 't', 'r', 'a', 'i', 'n'};
enum { VERSION = 2, BLOCK = 64, GROUP = 4096 };

typedef struct head {
    char layout[T48_NET_TEXT];
    uint8_t rows, cols;
    uint8_t kind;   /* rule.coherent | rule.laid in percent << 1 */
    uint8_t stages; /* rule.stage | rule.until << 4 */
    uint32_t steps;
    float rate, lambda;
    double restarts;
    uint64_t seed, games, moves, restarted;
    double seconds;
    uint32_t workers, ages; /* ages: T48_AGES * T48_AGE_KEPT, so that pools match */
    uint64_t points;
    uint64_t point_size;
} head;

/* As base/byteorder.h describes numbers: those of a head from `steps` on, a weight, and a
 * point of the curve, which is all numbers of 64 bits. */
#define HEAD "4448888884488"
#define WEIGHT "422"
enum { POINT_NUMBERS = sizeof(t48_train_point) / 8 };

/* Between the order of bytes in a file and that of this machine. */
static void turn_worker(t48_worker *w)
{
    lt_order(w->rng.s, 4, "8");
    lt_order(w->pool.seen, T48_AGES, "4");
    lt_order(w->pool.board, (size_t)T48_AGES * T48_AGE_KEPT, "8");
    lt_order(&w->turn, 1, "8");
}

/* --- writing --------------------------------------------------------------- */

typedef struct packer {
    lt_sealer *sealer;
    size_t used;
    uint8_t bytes[1 << 20];
} packer;

static lt_status flush(packer *p, lt_error *err)
{
    LT_TRY(lt_sealer_write(p->sealer, p->bytes, p->used, err));
    p->used = 0;
    return LT_OK;
}

static lt_status put_group(packer *p, const t48_learner *l, uint64_t first, lt_error *err)
{
    enum { MOST = 8 + 64 * 8 + GROUP * sizeof(t48_weight) };
    if (p->used + MOST > sizeof p->bytes) LT_TRY(flush(p, err));
    size_t at = p->used + sizeof(uint64_t);
    uint64_t blocks = 0;
    uint64_t end = l->layout.size - first < GROUP ? l->layout.size : first + GROUP;
    for (uint64_t b = first; b < end; b += BLOCK) {
        uint64_t mask = 0;
        size_t mask_at = at;
        at += sizeof mask;
        for (uint64_t i = b; i < end && i < b + BLOCK; i++) {
            const t48_weight *w = &l->weight[i];
            if (w->value == 0 && w->sums == 0) continue;
            mask |= 1ull << (i - b);
            memcpy(p->bytes + at, w, sizeof *w);
            lt_order(p->bytes + at, 1, WEIGHT);
            at += sizeof *w;
        }
        if (mask == 0) {
            at = mask_at;
            continue;
        }
        blocks |= 1ull << ((b - first) / BLOCK);
        memcpy(p->bytes + mask_at, &mask, sizeof mask);
        lt_order(p->bytes + mask_at, 1, "8");
    }
    memcpy(p->bytes + p->used, &blocks, sizeof blocks);
    lt_order(p->bytes + p->used, 1, "8");
    p->used = at;
    return LT_OK;
}

static lt_status put_all(packer *p, const t48_train *train, lt_error *err)
{
    const t48_net_layout *layout = &train->learner.layout;
    head h;
    memset(&h, 0, sizeof h);
    memcpy(h.layout, layout->text, sizeof h.layout);
    h.rows = layout->shape.rows;
    h.cols = layout->shape.cols;
    h.kind = (uint8_t)((unsigned)lrint(train->rule.laid * 100) << 1 | train->rule.coherent);
    h.stages = (uint8_t)(train->rule.stage | train->rule.until << 4);
    h.steps = train->rule.steps;
    h.rate = train->rule.rate;
    h.lambda = train->rule.lambda;
    h.restarts = train->rule.restarts;
    h.seed = train->seed;
    h.games = train->games;
    h.moves = train->moves;
    h.restarted = train->restarted;
    h.seconds = train->seconds;
    h.workers = (uint32_t)train->workers;
    h.ages = T48_AGES * T48_AGE_KEPT;
    h.points = train->points;
    h.point_size = sizeof *train->point;
    lt_order(&h.steps, 1, HEAD);
    LT_TRY(lt_sealer_write(p->sealer, &h, sizeof h, err));
    for (int i = 0; i < train->workers; i++) {
        t48_worker worker = train->worker[i];
        turn_worker(&worker);
        LT_TRY(lt_sealer_write(p->sealer, &worker, sizeof worker, err));
    }
    if (train->points)
        LT_TRY(lt_sealer_put(p->sealer, train->point, train->points * POINT_NUMBERS, "8", err));
    for (uint64_t first = 0; first < layout->size; first += GROUP)
        LT_TRY(put_group(p, &train->learner, first, err));
    return flush(p, err);
}

lt_status t48_train_save(const t48_train *train, const char *path, lt_error *err)
{
    packer *p = malloc(sizeof *p);
    if (!p) return lt_fail(err, LT_NO_MEMORY, "no memory to write %s", path);
    p->used = 0;
    lt_seal seal = {.version = VERSION};
    memcpy(seal.magic, MAGIC, sizeof seal.magic);
    lt_status status = lt_sealer_open(&p->sealer, path, &seal, err);
    if (status == LT_OK) {
        status = put_all(p, train, err);
        if (status == LT_OK)
            status = lt_sealer_commit(p->sealer, err);
        else
            lt_sealer_abandon(p->sealer);
    }
    free(p);
    return status;
}

/* --- reading ---------------------------------------------------------------- */

typedef struct reader {
    const uint8_t *at, *end;
} reader;

static bool take(reader *r, void *to, size_t records, const char *widths)
{
    size_t size = records * lt_order_size(widths);
    if ((size_t)(r->end - r->at) < size) return false;
    memcpy(to, r->at, size);
    lt_order(to, records, widths);
    r->at += size;
    return true;
}

static bool take_group(reader *r, t48_learner *l, uint64_t first)
{
    uint64_t blocks, mask;
    if (!take(r, &blocks, 1, "8")) return false;
    for (; blocks; blocks &= blocks - 1) {
        uint64_t b = first + BLOCK * lt_ctz64(blocks);
        if (!take(r, &mask, 1, "8")) return false;
        for (; mask; mask &= mask - 1) {
            uint64_t i = b + lt_ctz64(mask);
            if (i >= l->layout.size || !take(r, &l->weight[i], 1, WEIGHT)) return false;
        }
    }
    return true;
}

static bool sane(const head *h)
{
    return memchr(h->layout, '\0', sizeof h->layout) && h->workers <= LT_THREADS_MAX &&
           h->ages == T48_AGES * T48_AGE_KEPT && h->point_size == sizeof(t48_train_point) &&
           h->points < 1000000 && h->rows >= T48_SIDE_MIN && h->cols >= T48_SIDE_MIN &&
           h->rows <= 4 && h->cols <= 4 && h->steps >= 1 && h->steps < T48_STEPS_MAX &&
           h->restarts >= 0 && h->restarts <= 1 && h->kind >> 1 <= 100 &&
           (h->stages & 15) < T48_NET_STAGES_MAX && h->stages >> 4 < T48_NET_STAGES_MAX;
}

static lt_status take_all(t48_train **train, reader *r, const char *path, lt_error *err)
{
    head h;
    t48_net_layout layout;
    bool there = take(r, &h, sizeof h, "1");
    lt_order(&h.steps, 1, HEAD);
    if (!there || !sane(&h))
        return lt_fail(err, LT_DAMAGED, "%s is damaged: its description makes no sense", path);
    LT_TRY(t48_net_layout_parse(&layout, (t48_shape){h.rows, h.cols}, h.layout, err));
    t48_rule rule = {.rate = h.rate,
                     .lambda = h.lambda,
                     .steps = h.steps,
                     .coherent = h.kind & 1,
                     .laid = (h.kind >> 1) / 100.0,
                     .stage = h.stages & 15,
                     .until = h.stages >> 4,
                     .restarts = h.restarts};
    LT_TRY(t48_train_new(train, &layout, &rule, h.seed, err));
    t48_train *t = *train;
    t->games = h.games;
    t->moves = h.moves;
    t->restarted = h.restarted;
    t->seconds = h.seconds;
    bool whole = h.workers <= (size_t)(r->end - r->at) / sizeof *t->worker;
    if (whole) LT_TRY(t48_train_hire(t, (int)h.workers, err));
    for (uint32_t i = 0; whole && i < h.workers; i++) {
        take(r, &t->worker[i], sizeof *t->worker, "1");
        turn_worker(&t->worker[i]);
    }
    for (uint64_t i = 0; whole && i < h.points; i++) {
        t48_train_point point;
        whole = take(r, &point, POINT_NUMBERS, "8");
        if (whole) LT_TRY(t48_train_add_point(t, &point, err));
    }
    for (uint64_t first = 0; whole && first < layout.size; first += GROUP)
        whole = take_group(r, &t->learner, first);
    if (!whole || r->at != r->end)
        return lt_fail(err, LT_DAMAGED, "%s is damaged: its weights do not fit its shape", path);
    return LT_OK;
}

lt_status t48_train_load(t48_train **train, const char *path, lt_error *err)
{
    *train = NULL;
    lt_sealed sealed;
    LT_TRY(lt_sealed_open(&sealed, path, MAGIC, VERSION, true, err));
    reader r = {sealed.payload, sealed.payload + sealed.length};
    lt_status status = take_all(train, &r, path, err);
    lt_sealed_close(&sealed);
    if (status != LT_OK) {
        t48_train_free(*train);
        *train = NULL;
    }
    return status;
}

bool t48_train_is(const char *path)
{
    char magic[sizeof MAGIC] = {0};
    int fd = lt_file_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) return false;
    size_t have = 0;
    ssize_t n;
    while (have < sizeof magic &&
           ((n = read(fd, magic + have, sizeof magic - have)) > 0 || (n < 0 && errno == EINTR)))
        if (n > 0) have += (size_t)n;
    close(fd);
    return have == sizeof magic && memcmp(magic, MAGIC, sizeof magic) == 0;
}
