/* Reading and finding patterns. */
#include "twenty48/endgame/endgame_pattern.h"

#include "base/bits.h"
#include "base/files.h"
#include "base/text.h"
#include "laatta/endgames.h"
#include "laatta/rng.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *text;
} texts[] = {
#define X(name, text) {name, text},
#include "patterns.inc"
#undef X
};

static const char *const tier_names[] = {"-", "small", "large"};

t48_tier t48_tier_find(const char *name)
{
    for (int t = T48_TIER_SMALL; t <= T48_TIER_LARGE; t++)
        if (strcmp(name, tier_names[t]) == 0) return (t48_tier)t;
    return T48_TIER_NONE;
}

const char *t48_tier_name(t48_tier tier)
{
    return tier_names[tier];
}

/* Reading: the pattern so far, how many rows of its pictures and targets there were. */
typedef struct reading {
    t48_pattern *pattern;
    unsigned rows, targets;
} reading;

static void take_target(reading *r, const char *word)
{
    unsigned long long value;
    unsigned level = 0;
    if (lt_parse_u64(word, strlen(word), &value) && value && (value & (value - 1)) == 0)
        level = lt_ctz64(value);
    r->pattern->target = (uint8_t)level;
    r->targets++;
}

static lt_status take_row(reading *r, const char *line, lt_error *err)
{
    unsigned cols = 0;
    for (; *line; line++) {
        if (*line == ' ' || *line == '\t') continue;
        if (!strchr("#*.+", *line) || cols == 4 || r->rows == 4 * (1 + T48_OTHERS_MAX))
            return lt_fail(err, LT_BAD_INPUT,
                           "pattern %s: pictures of four rows of four cells, %d at most, each a # "
                           "(wall; one of each picture may be a *) or a . (free; one of the first "
                           "picture may be a +; see docs/ENDGAMES.md), and lines that begin with "
                           "target, tier or about are expected",
                           r->pattern->name, 1 + T48_OTHERS_MAX);
        unsigned picture = r->rows / 4;
        uint16_t cell = (uint16_t)(1u << (4 * (r->rows % 4) + cols));
        if (*line == '#' || *line == '*')
            *(picture ? &r->pattern->other[picture - 1] : &r->pattern->walls) |= cell;
        if (*line == '*')
            *(picture ? &r->pattern->other_twin[picture - 1] : &r->pattern->twin) |= cell;
        if (*line == '+' && picture)
            return lt_fail(err, LT_BAD_INPUT,
                           "pattern %s: a + belongs into the first picture, not into picture %u",
                           r->pattern->name, picture + 1);
        if (*line == '+') r->pattern->next |= cell;
        cols++;
    }
    if (cols == 0) return LT_OK;
    if (cols != 4)
        return lt_fail(err, LT_BAD_INPUT, "pattern %s: row %u has %u cells, not 4",
                       r->pattern->name, r->rows + 1, cols);
    r->rows++;
    if (r->rows % 4 == 0) r->pattern->others = (uint8_t)(r->rows / 4 - 1);
    return LT_OK;
}

/* What follows `key` and spaces in the line; NULL if it begins otherwise. */
static const char *after_key(const char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || !isspace((unsigned char)line[length])) return NULL;
    line += length;
    while (isspace((unsigned char)*line)) line++;
    return line;
}

static lt_status take_line(reading *r, char *line, lt_error *err)
{
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    const char *rest;
    if ((rest = after_key(line, "target"))) {
        take_target(r, rest);
        return LT_OK;
    }
    if ((rest = after_key(line, "about"))) {
        snprintf(r->pattern->about, sizeof r->pattern->about, "%s", rest);
        return LT_OK;
    }
    if ((rest = after_key(line, "tier"))) {
        r->pattern->tier = (uint8_t)t48_tier_find(rest);
        if (r->pattern->tier == T48_TIER_NONE)
            return lt_fail(err, LT_BAD_INPUT, "pattern %s: a tier is small or large",
                           r->pattern->name);
        return LT_OK;
    }
    return take_row(r, line, err);
}

/* The least of the eight orientations of walls and a cell, the walls above. */
static uint32_t least_turned(uint16_t walls, uint16_t cell)
{
    uint32_t least = UINT32_MAX;
    for (unsigned turn = 0; turn < 8; turn++) {
        uint32_t turned =
            (uint32_t)t48_walls_turned(walls, turn) << 16 | t48_walls_turned(cell, turn);
        if (turned < least) least = turned;
    }
    return least;
}

static uint32_t least_of_other(const t48_pattern *p, unsigned i)
{
    return least_turned(p->other[i], p->other_twin[i]);
}

/* The other shapes have as many walls, a * if the first one has, and each is another one. */
static lt_status check_others(const t48_pattern *p, lt_error *err)
{
    if (p->others > T48_OTHERS_MAX)
        return lt_fail(err, LT_BAD_INPUT, "pattern %s has more than %d pictures", p->name,
                       1 + T48_OTHERS_MAX);
    for (unsigned i = 0; i < p->others; i++) {
        if (lt_popcount64(p->other[i]) != lt_popcount64(p->walls))
            return lt_fail(err, LT_BAD_INPUT,
                           "pattern %s: picture %u has %u walls, the first one %u", p->name, i + 2,
                           lt_popcount64(p->other[i]), lt_popcount64(p->walls));
        if (lt_popcount64(p->other_twin[i]) != lt_popcount64(p->twin))
            return lt_fail(err, LT_BAD_INPUT,
                           "pattern %s: one wall of every picture is a *, or none", p->name);
        bool seen = least_of_other(p, i) == least_turned(p->walls, p->twin);
        for (unsigned k = 0; k < i; k++) seen |= least_of_other(p, i) == least_of_other(p, k);
        if (seen)
            return lt_fail(err, LT_BAD_INPUT,
                           "pattern %s: picture %u is, turned or mirrored, one before it", p->name,
                           i + 2);
    }
    return LT_OK;
}

/* A board of n cells holds no tile above level n + 1: the tiles below it, one of each,
 * and the last 4 fill it. */
lt_status t48_pattern_check(const t48_pattern *p, lt_error *err)
{
    if (p->target < T48_TARGET_MIN || p->target > T48_TARGET_MAX)
        return lt_fail(err, LT_BAD_INPUT, "pattern %s: a target is a tile from %d to %d", p->name,
                       1 << T48_TARGET_MIN, 1 << T48_TARGET_MAX);
    unsigned cells = 16 - lt_popcount64(p->walls);
    if (cells == 0) return lt_fail(err, LT_BAD_INPUT, "pattern %s has no free cell", p->name);
    if ((p->next & p->walls) || (p->next & (p->next - 1)))
        return lt_fail(err, LT_BAD_INPUT, "pattern %s: at most one free cell may be a +", p->name);
    if ((p->twin & ~p->walls) || (p->twin & (p->twin - 1)))
        return lt_fail(err, LT_BAD_INPUT, "pattern %s: at most one wall of a picture may be a *",
                       p->name);
    if (p->next && p->target > cells)
        return lt_fail(err, LT_BAD_INPUT,
                       "pattern %s: with a wall on its + there is no room for a second %u", p->name,
                       1u << p->target);
    if (cells > T48_FREE_MAX)
        return lt_fail(err, LT_UNSUPPORTED, "pattern %s has %u free cells; at most %d are allowed",
                       p->name, cells, T48_FREE_MAX);
    if (p->target > cells + 1)
        return lt_fail(err, LT_BAD_INPUT,
                       "pattern %s: its %u free cells have room for tiles up to %u, not for %u",
                       p->name, cells, 2u << cells, 1u << p->target);
    return check_others(p, err);
}

lt_status t48_pattern_parse(t48_pattern *p, const char *name, const char *text, size_t length,
                            lt_error *err)
{
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s", name);
    reading r = {.pattern = p};
    for (size_t at = 0; at < length;) {
        char line[256];
        const char *end = memchr(text + at, '\n', length - at);
        size_t one = end ? (size_t)(end - (text + at)) : length - at;
        if (one >= sizeof line)
            return lt_fail(err, LT_BAD_INPUT, "pattern %s: a line is longer than %zu characters",
                           p->name, sizeof line - 1);
        memcpy(line, text + at, one);
        line[one] = '\0';
        LT_TRY(take_line(&r, line, err));
        at += one + 1;
    }
    if (r.rows == 0 || r.rows % 4 != 0)
        return lt_fail(err, LT_BAD_INPUT, "pattern %s: its picture has %u rows, not 4", p->name,
                       r.rows % 4);
    if (r.targets != 1)
        return lt_fail(err, LT_BAD_INPUT, "pattern %s: one line \"target TILE\" is needed, not %u",
                       p->name, r.targets);
    return t48_pattern_check(p, err);
}

size_t t48_pattern_count(void)
{
    return sizeof texts / sizeof texts[0];
}

const char *t48_endgame_pattern_name(size_t index)
{
    return index < t48_pattern_count() ? texts[index].name : NULL;
}

lt_status t48_pattern_get(t48_pattern *pattern, size_t index, lt_error *err)
{
    return t48_pattern_parse(pattern, texts[index].name, texts[index].text,
                             strlen(texts[index].text), err);
}

static lt_status unknown(const char *name, lt_error *err)
{
    lt_text names;
    lt_text_init(&names);
    for (size_t i = 0; i < t48_pattern_count(); i++) lt_text_printf(&names, "%s, ", texts[i].name);
    char shown[64];
    lt_status status =
        lt_fail(err, LT_BAD_INPUT, "no pattern \"%s\"; there are %sand files (a name with a /)",
                lt_quote(shown, sizeof shown, name, strlen(name)), lt_text_str(&names));
    lt_text_release(&names);
    return status;
}

lt_status t48_pattern_find(t48_pattern *pattern, const char *name, lt_error *err)
{
    const char *slash = strrchr(name, '/');
    if (slash) {
        char *text, title[48];
        size_t length;
        LT_TRY(lt_file_load(name, 65536, &text, &length, err));
        /* The table is called after the file, without directory and suffix. */
        snprintf(title, sizeof title, "%.*s", (int)strcspn(slash + 1, "."), slash + 1);
        lt_status status = t48_pattern_parse(pattern, title[0] ? title : name, text, length, err);
        free(text);
        return status;
    }
    for (size_t i = 0; i < t48_pattern_count(); i++)
        if (strcmp(texts[i].name, name) == 0) return t48_pattern_get(pattern, i, err);
    return unknown(name, err);
}

uint16_t t48_walls_turned(uint16_t walls, unsigned turn)
{
    unsigned turned = 0;
    for (unsigned cell = 0; cell < 16; cell++) {
        if (!(walls >> cell & 1)) continue;
        unsigned row = cell / 4, col = cell % 4;
        if (turn & 1) col = 3 - col;
        if (turn & 2) row = 3 - row;
        turned |= 1u << (turn & 4 ? 4 * col + row : 4 * row + col);
    }
    return (uint16_t)turned;
}

uint32_t t48_pattern_canonical(const t48_pattern *pattern)
{
    return least_turned(pattern->walls, pattern->next | pattern->twin);
}

uint32_t t48_pattern_family(const t48_pattern *pattern)
{
    uint64_t sum = 0;
    if (pattern->next && pattern->twin) /* which of the two cells is which */
        sum = lt_mix64((uint64_t)least_turned(pattern->next, pattern->twin) << 32);
    for (unsigned i = 0; i < pattern->others; i++)
        sum += lt_mix64(least_of_other(pattern, i) + 1ull);
    return (uint32_t)(sum >> 32);
}
