/* Numbering the positions of a pattern. */
#include "twenty48/endgame/endgame_space.h"

#include <stdlib.h>
#include <string.h>

enum { HALF_BITS = 32, SUMS_BITS = 16 };

/* The levels of a code, spread over its cells. */
static t48_board lay_out(uint32_t code, uint32_t base, const uint8_t *cell, unsigned cells,
                         uint32_t *sum)
{
    t48_board board = 0;
    *sum = 0;
    for (unsigned i = 0; i < cells; i++, code /= base) {
        uint32_t level = code % base;
        board |= (uint64_t)level << (4 * cell[i]);
        if (level) *sum += 1u << (level - 1);
    }
    return board;
}

static lt_status fill_half(t48_half *half, uint32_t base, const uint8_t *cell, unsigned cells,
                           lt_error *err)
{
    half->cells = cells;
    half->codes = 1;
    for (unsigned i = 0; i < cells; i++) half->codes *= base;
    half->sums = (cells << (base - 2)) + 1;
    half->place = malloc(half->codes * sizeof *half->place);
    half->first = calloc(half->sums + 1, sizeof *half->first);
    half->board = malloc(half->codes * sizeof *half->board);
    if (!half->place || !half->first || !half->board)
        return lt_fail(err, LT_NO_MEMORY, "no memory for the positions of a pattern");
    uint32_t sum;
    for (uint32_t code = 0; code < half->codes; code++) {
        lay_out(code, base, cell, cells, &sum);
        half->place[code] = sum << SUMS_BITS | half->first[sum + 1]++;
    }
    for (uint32_t s = 0; s < half->sums; s++) {
        if (half->first[s + 1] > UINT16_MAX || half->sums > UINT16_MAX)
            return lt_fail(err, LT_UNSUPPORTED, "a pattern of this size has too many positions");
        half->first[s + 1] += half->first[s];
    }
    for (uint32_t code = 0; code < half->codes; code++) {
        t48_board board = lay_out(code, base, cell, cells, &sum);
        half->board[half->first[sum] + (half->place[code] & UINT16_MAX)] = board;
    }
    return LT_OK;
}

/* Offsets of the high half's sums in every layer, and the layers' sizes. */
static lt_status measure_layers(t48_space_walls *s, lt_error *err)
{
    s->layers = s->low.sums + s->high.sums - 1;
    s->size = calloc(s->layers, sizeof *s->size);
    s->offset = calloc((size_t)s->layers * s->high.sums, sizeof *s->offset);
    if (!s->size || !s->offset)
        return lt_fail(err, LT_NO_MEMORY, "no memory for the layers of a pattern");
    for (uint32_t layer = 0; layer < s->layers; layer++) {
        uint64_t size = 0;
        for (uint32_t sum = 0; sum < s->high.sums && sum <= layer; sum++) {
            uint32_t rest = layer - sum;
            s->offset[layer * s->high.sums + sum] = (uint32_t)size;
            if (rest >= s->low.sums) continue;
            size += (uint64_t)(s->high.first[sum + 1] - s->high.first[sum]) *
                    (s->low.first[rest + 1] - s->low.first[rest]);
            if (size > UINT32_MAX)
                return lt_fail(err, LT_UNSUPPORTED,
                               "a pattern of this size has too many positions");
        }
        s->size[layer] = (uint32_t)size;
    }
    return LT_OK;
}

/* How the nibbles of the free cells come to the two halves. */
static void find_runs(t48_space_walls *s, const uint8_t *cell, unsigned low, unsigned all)
{
    for (unsigned i = 0; i < all; i++) {
        unsigned to = i < low ? 4 * i : HALF_BITS + 4 * (i - low);
        int shift = (int)(4 * cell[i]) - (int)to;
        t48_run *last = s->runs ? &s->run[s->runs - 1] : NULL;
        if (!last || last->shift != shift) {
            last = &s->run[s->runs++];
            *last = (t48_run){.shift = shift};
        }
        last->mask |= 15ull << (4 * cell[i]);
    }
}

static lt_status fill(t48_space_walls *s, const t48_pattern *pattern, lt_error *err)
{
    uint8_t cell[16];
    unsigned cells = 0;
    s->target = pattern->target;
    for (unsigned i = 0; i < 16; i++) {
        if (pattern->walls >> i & 1) {
            s->walls |= (uint64_t)(pattern->twin >> i & 1 ? T48_TWIN : T48_WALL) << (4 * i);
            continue;
        }
        s->free |= 15ull << (4 * i);
        cell[cells++] = (uint8_t)i;
    }
    unsigned low = (cells + 1) / 2;
    find_runs(s, cell, low, cells);
    for (unsigned turn = 1; turn < 8; turn++)
        if (t48_walls_turned(pattern->walls, turn) == pattern->walls &&
            t48_walls_turned(pattern->twin, turn) == pattern->twin)
            s->turn[s->turns++] = (uint8_t)turn;
    LT_TRY(fill_half(&s->low, s->target, cell, low, err));
    LT_TRY(fill_half(&s->high, s->target, cell + low, cells - low, err));
    return measure_layers(s, err);
}

lt_status t48_space_walls_init(t48_space_walls *space, const t48_pattern *pattern, lt_error *err)
{
    memset(space, 0, sizeof *space);
    lt_status status = fill(space, pattern, err);
    if (status != LT_OK) t48_space_walls_release(space);
    return status;
}

static void release_half(t48_half *half)
{
    free(half->place);
    free(half->first);
    free(half->board);
}

void t48_space_walls_release(t48_space_walls *space)
{
    release_half(&space->low);
    release_half(&space->high);
    free(space->size);
    free(space->offset);
    memset(space, 0, sizeof *space);
}
