/* The shapes of a pattern, side by side. */
#include "twenty48/endgame/endgame_family.h"

#include <stdlib.h>
#include <string.h>

/* A row slid to the left; walls do not merge. */
static uint16_t slide_left(unsigned row)
{
    unsigned out[4] = {0}, n = 0;
    bool open = false; /* the last tile may still merge */
    for (unsigned i = 0; i < 4; i++) {
        unsigned level = row >> (4 * i) & 15;
        if (level == 0) continue;
        if (open && level == out[n - 1] && level < T48_TWIN) {
            out[n - 1]++;
            open = false;
        } else {
            out[n++] = level;
            open = level < T48_TWIN;
        }
    }
    return (uint16_t)(out[0] | out[1] << 4 | out[2] << 8 | out[3] << 12);
}

static uint16_t reversed(unsigned row)
{
    return (uint16_t)((row & 15) << 12 | (row & 0xf0) << 4 | (row & 0xf00) >> 4 | row >> 12);
}

static lt_status fill_moves(t48_family *f, lt_error *err)
{
    f->left = malloc(65536 * sizeof *f->left);
    f->right = malloc(65536 * sizeof *f->right);
    if (!f->left || !f->right) return lt_fail(err, LT_NO_MEMORY, "no memory for rows");
    for (unsigned row = 0; row < 65536; row++) {
        f->left[row] = slide_left(row);
        f->right[row] = reversed(slide_left(reversed(row)));
    }
    return LT_OK;
}

/* Every orientation of a shape, with the turn that brings it back. */
static void know_shape(t48_family *f, unsigned shape, uint16_t walls, uint16_t twin)
{
    for (unsigned turn = 0; turn < 8; turn++) {
        uint16_t turned = t48_walls_turned(walls, turn), other = t48_walls_turned(twin, turn);
        uint16_t *known = &f->known[t48_known_at(f, turned, other ? lt_ctz64(other) : 0)];
        for (unsigned back = 0; back < 8 && !*known; back++)
            if (t48_walls_turned(turned, back) == walls && t48_walls_turned(other, back) == twin)
                *known = (uint16_t)(8 * shape + back + 1);
    }
}

static lt_status number_layers(t48_family *f, lt_error *err)
{
    f->layers = f->shape[0].layers;
    f->size = calloc(f->layers, sizeof *f->size);
    f->base = calloc((size_t)f->layers * f->shapes, sizeof *f->base);
    if (!f->size || !f->base)
        return lt_fail(err, LT_NO_MEMORY, "no memory for the layers of a pattern");
    for (uint32_t layer = 0; layer < f->layers; layer++) {
        uint64_t size = 0;
        for (unsigned k = 0; k < f->shapes; k++) {
            f->base[layer * f->shapes + k] = (uint32_t)size;
            size += ((uint64_t)f->shape[k].size[layer] + 63) / 64 * 64;
            if (size > UINT32_MAX)
                return lt_fail(err, LT_UNSUPPORTED,
                               "a pattern of this size has too many positions");
        }
        f->size[layer] = (uint32_t)size;
    }
    return LT_OK;
}

static lt_status fill(t48_family *f, const t48_pattern *pattern, bool moves, lt_error *err)
{
    f->target = pattern->target;
    f->twin = pattern->twin ? t48_pattern_twin_level(pattern) : 0;
    f->known = calloc(t48_known_size(f), sizeof *f->known);
    if (!f->known) return lt_fail(err, LT_NO_MEMORY, "no memory for the shapes of a pattern");
    for (unsigned k = 0; k <= pattern->others; k++) {
        t48_pattern one = *pattern;
        if (k > 0) {
            one.walls = pattern->other[k - 1];
            one.twin = pattern->other_twin[k - 1];
        }
        f->shapes = k + 1;
        LT_TRY(t48_space_walls_init(&f->shape[k], &one, err));
        know_shape(f, k, one.walls, one.twin);
    }
    LT_TRY(number_layers(f, err));
    return moves ? fill_moves(f, err) : LT_OK;
}

lt_status t48_family_init(t48_family *family, const t48_pattern *pattern, bool moves, lt_error *err)
{
    memset(family, 0, sizeof *family);
    lt_status status = fill(family, pattern, moves, err);
    if (status != LT_OK) t48_family_release(family);
    return status;
}

void t48_family_release(t48_family *f)
{
    for (unsigned k = 0; k < f->shapes; k++) t48_space_walls_release(&f->shape[k]);
    free(f->size);
    free(f->base);
    free(f->known);
    free(f->left);
    free(f->right);
    memset(f, 0, sizeof *f);
}

uint64_t t48_family_bytes(const t48_family *family)
{
    uint64_t bytes = 0;
    for (uint32_t layer = 0; layer < family->layers; layer++) bytes += family->size[layer] / 8;
    return bytes;
}
