/* Opening a table and asking it. */
#include "twenty48/endgame/endgame_table.h"

#include "base/byteorder.h"
#include "base/dirs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool fits(uint64_t offset, uint64_t size, uint64_t length)
{
    return offset <= length && size <= length - offset;
}

/* Nothing that a file says is believed before it is checked. */
static bool frame_holds(t48_endgame_table *t)
{
    uint64_t length = t->sealed.length;
    if (length < sizeof t->about) return false;
    memcpy(&t->about, t->sealed.payload + length - sizeof t->about, sizeof t->about);
    lt_order(&t->about.directory, 1, T48_TABLE_FOOT);
    const t48_table_foot *f = &t->about;
    if (f->name[sizeof f->name - 1] || f->about[sizeof f->about - 1] || f->directory % 8 ||
        !fits(f->directory, (uint64_t)f->layers * sizeof *t->layer, length))
        return false;
    lt_sealed_numbers(&t->sealed, f->directory, f->layers, T48_TABLE_LAYER);
    t->layer = (const t48_table_layer *)(const void *)(t->sealed.payload + f->directory);
    for (uint32_t i = 0; i < f->layers; i++) {
        const t48_table_layer *l = &t->layer[i];
        if (l->offset % 16 ||
            !fits(l->offset, 16ull * l->tops + 12ull * l->words + 2ull * l->values, length))
            return false;
    }
    return true;
}

static lt_status open_frame(t48_endgame_table *t, const char *path, bool verify, lt_error *err)
{
    LT_TRY(lt_sealed_open(&t->sealed, path, T48_ENDGAME_MAGIC, T48_ENDGAME_VERSION, verify, err));
    lt_error reason = {.text = "its directory is wrong"};
    if (frame_holds(t)) {
        snprintf(t->pattern.name, sizeof t->pattern.name, "%s", t->about.name);
        snprintf(t->pattern.about, sizeof t->pattern.about, "%s", t->about.about);
        t->pattern.walls = t->about.walls;
        t->pattern.next = t->about.next;
        t->pattern.target = t->about.target;
        t->pattern.others = t->about.others;
        t->pattern.twin = t->about.twin;
        memcpy(t->pattern.other, t->about.other, sizeof t->pattern.other);
        memcpy(t->pattern.other_twin, t->about.other_twin, sizeof t->pattern.other_twin);
        if (t48_pattern_check(&t->pattern, &reason) == LT_OK &&
            t48_family_init(&t->family, &t->pattern, false, &reason) == LT_OK) {
            if (t->about.layers <= t->family.layers) return LT_OK;
            snprintf(reason.text, sizeof reason.text, "it has too many layers");
        }
    }
    return lt_fail(err, LT_DAMAGED, "%s is damaged: %s", path, reason.text);
}

lt_status t48_endgame_table_open(t48_endgame_table **table, const char *path, bool verify,
                                 lt_error *err)
{
    *table = NULL;
    t48_endgame_table *t = calloc(1, sizeof *t);
    if (!t) return lt_fail(err, LT_NO_MEMORY, "no memory for a table");
    lt_status status = open_frame(t, path, verify, err);
    if (status != LT_OK) {
        t48_endgame_table_free(t);
        return status;
    }
    *table = t;
    return LT_OK;
}

void t48_endgame_table_free(t48_endgame_table *table)
{
    if (!table) return;
    t48_family_release(&table->family);
    lt_sealed_close(&table->sealed);
    free(table);
}

/* The bits of a word below bit `at`, counted. */
static inline uint32_t below(uint64_t bits, unsigned at)
{
    return lt_popcount64(bits & ((1ull << at) - 1));
}

bool t48_endgame_table_look(const t48_endgame_table *t, t48_board board, unsigned *chance)
{
    t48_place place;
    if (!t48_locate(&t->family, board, t->family.target, &place)) return false;
    if (place.layer >= t->about.layers) return false;
    const t48_table_layer *l = &t->layer[place.layer];
    if (place.rank >> 12 >= l->tops) return false;
    const uint8_t *tops = t->sealed.payload + l->offset, *words = tops + 16ull * l->tops;
    const uint8_t *values = words + 12ull * l->words;
    t48_table_top top;
    memcpy(&top, tops + 16ull * (place.rank >> 12), sizeof top);
    lt_order(&top, 1, T48_TABLE_TOP);
    unsigned at = place.rank >> 6 & 63;
    uint32_t index = top.before + below(top.bits, at);
    if (!(top.bits >> at & 1) || index >= l->words) return false;
    t48_table_word word;
    memcpy(&word, words + 12ull * index, sizeof word);
    lt_order(&word, 1, T48_TABLE_WORD);
    uint64_t bits = (uint64_t)word.high << 32 | word.low;
    at = place.rank & 63;
    index = word.before + below(bits, at);
    if (!(bits >> at & 1) || index >= l->values) return false;
    uint16_t value;
    memcpy(&value, values + 2ull * index, sizeof value);
    lt_order(&value, 1, T48_TABLE_VALUE);
    *chance = value;
    return true;
}

void t48_endgame_file(const t48_pattern *pattern, char name[48])
{
    uint32_t shape = t48_pattern_canonical(pattern), family = t48_pattern_family(pattern);
    char next[8] = "", others[16] = "";
    if (shape & 0xffff)
        snprintf(next, sizeof next, "%c%04x", pattern->next ? '+' : '=', shape & 0xffff);
    if (family) snprintf(others, sizeof others, "-%08x", family);
    snprintf(name, 48, "%04x%s%s-%u" T48_ENDGAME_SUFFIX, shape >> 16, next, others,
             1u << pattern->target);
}

lt_status t48_endgame_path(const t48_pattern *pattern, lt_text *path, lt_error *err)
{
    char name[48], in[64];
    t48_endgame_file(pattern, name);
    snprintf(in, sizeof in, "endgame/%s", name);
    return lt_cache_path(in, path, err);
}
