/* Counting results. */
#include "http/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tally *tally_new(void)
{
    return calloc(1, sizeof(tally));
}

static void release_config(tally_config *c)
{
    free(c->spec);
    free(c->label);
    free(c->scores);
    free(c->seen);
}

void tally_free(tally *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->count; i++) release_config(&t->config[i]);
    free(t->config);
    free(t);
}

/* --- what is planned ----------------------------------------------------------- */

/* "a=1 b=2", or the spec where nothing sets it apart. */
static char *label_of(const lab_config *config)
{
    if (!config->settings) return strdup(config->spec);
    size_t room = 1;
    for (unsigned i = 0; i < config->settings; i++)
        room += strlen(config->setting[i].name) + strlen(config->setting[i].value) + 2;
    char *label = malloc(room), *at = label;
    for (unsigned i = 0; label && i < config->settings; i++)
        at +=
            sprintf(at, "%s%s=%s", i ? " " : "", config->setting[i].name, config->setting[i].value);
    return label;
}

bool tally_plan(tally *t, const lab_config *configs, size_t count)
{
    tally_config *fresh = calloc(count ? count : 1, sizeof *fresh);
    if (!fresh) return false;
    bool whole = true;
    size_t old = 0;
    for (size_t i = 0; i < count; i++) {
        while (old < t->count && t->config[old].id < configs[i].id)
            release_config(&t->config[old++]);
        if (old < t->count && t->config[old].id == configs[i].id) {
            fresh[i] = t->config[old++];
        } else {
            fresh[i].id = configs[i].id;
            fresh[i].spec = strdup(configs[i].spec);
            fresh[i].label = label_of(&configs[i]);
            whole = whole && fresh[i].spec && fresh[i].label;
        }
        fresh[i].games = configs[i].games;
    }
    while (old < t->count) release_config(&t->config[old++]);
    free(t->config);
    t->config = fresh;
    t->count = count;
    t->last = 0;
    t->counted = 0;
    for (size_t i = 0; i < count; i++) t->counted += fresh[i].count;
    return whole;
}

/* --- results --------------------------------------------------------------------- */

static tally_config *find(tally *t, uint64_t id)
{
    if (t->last < t->count && t->config[t->last].id == id) return &t->config[t->last];
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->config[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == t->count || t->config[low].id != id) return NULL;
    t->last = low;
    return &t->config[low];
}

const tally_config *tally_find(const tally *t, uint64_t id)
{
    tally view = *t;
    return find(&view, id);
}

static bool marked(const tally_config *c, uint64_t game)
{
    return game / 64 < c->seen_words && (c->seen[game / 64] >> (game % 64) & 1);
}

static bool mark(tally_config *c, uint64_t game)
{
    size_t word = game / 64;
    if (word >= c->seen_words) {
        size_t words = word + 1 + c->seen_words / 2;
        uint64_t *grown = realloc(c->seen, words * sizeof *grown);
        if (!grown) return false;
        memset(grown + c->seen_words, 0, (words - c->seen_words) * sizeof *grown);
        c->seen = grown;
        c->seen_words = words;
    }
    c->seen[word] |= UINT64_C(1) << (game % 64);
    while (marked(c, c->prefix)) c->prefix++;
    return true;
}

bool tally_add(tally *t, const lab_result *result)
{
    tally_config *c = find(t, result->config);
    if (!c || marked(c, result->game)) return true;
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 16;
        uint64_t *grown = realloc(c->scores, room * sizeof *grown);
        if (!grown) return false;
        c->scores = grown;
        c->room = room;
    }
    if (!mark(c, result->game)) return false;
    uint64_t score = result->outcome.score;
    if (c->count == 0 || score < c->lowest) c->lowest = score;
    if (c->count == 0 || score > c->highest) c->highest = score;
    c->scores[c->count++] = score;
    double distance = (double)score - c->mean;
    c->mean += distance / (double)c->count;
    c->squares += distance * ((double)score - c->mean);
    c->moves += result->outcome.moves;
    c->seconds += result->seconds;
    unsigned level = result->outcome.max_level;
    c->top[level < TALLY_LEVELS ? level : TALLY_LEVELS - 1]++;
    c->median_known = false;
    t->counted++;
    return true;
}

/* --- figures ----------------------------------------------------------------------- */

double tally_stdev(const tally_config *c)
{
    return c->count > 1 ? sqrt(c->squares / (double)(c->count - 1)) : 0;
}

/* Brings the k-th smallest to its place: Hoare's quickselect. */
static uint64_t select_kth(uint64_t *v, size_t count, size_t k)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        uint64_t pivot = v[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;;) {
            while (v[i] < pivot) i++;
            while (v[j] > pivot) j--;
            if (i >= j) break;
            uint64_t swap = v[i];
            v[i++] = v[j];
            v[j--] = swap;
        }
        /* Now low .. j holds none above the pivot, j + 1 .. high none below. */
        if (k <= j)
            high = j;
        else
            low = j + 1;
    }
    return v[k];
}

double tally_median(tally_config *c)
{
    if (!c->median_known && c->count) {
        uint64_t upper = select_kth(c->scores, c->count, c->count / 2);
        uint64_t lower = select_kth(c->scores, c->count, (c->count - 1) / 2);
        c->median = ((double)lower + (double)upper) / 2;
        c->median_known = true;
    }
    return c->median;
}

uint64_t tally_reached(const tally_config *c, unsigned level)
{
    uint64_t games = 0;
    for (unsigned l = level; l < TALLY_LEVELS; l++) games += c->top[l];
    return games;
}

bool tally_levels(const tally *t, unsigned *low, unsigned *high)
{
    *low = TALLY_LEVELS;
    *high = 0;
    for (size_t i = 0; i < t->count; i++)
        for (unsigned l = 1; l < TALLY_LEVELS; l++)
            if (t->config[i].top[l]) {
                if (l < *low) *low = l;
                if (l > *high) *high = l;
            }
    if (*high == 0) return false;
    if (*low < *high) ++*low; /* every game reached the lowest */
    return true;
}

/* --- order ------------------------------------------------------------------------- */

typedef struct ranked {
    double value;
    size_t index;
} ranked;

static int compare(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static double key_of(tally_config *c, tally_key key, unsigned level)
{
    switch (key) {
    case TALLY_COUNT: return (double)c->count;
    case TALLY_MEAN: return c->mean;
    case TALLY_MEDIAN: return tally_median(c);
    case TALLY_REACH: return (double)tally_reached(c, level) / (double)c->count;
    case TALLY_ID: break;
    }
    return 0;
}

size_t *tally_order(tally *t, tally_key key, unsigned level, bool descending)
{
    size_t *order = malloc((t->count ? t->count : 1) * sizeof *order);
    ranked *ranks = malloc((t->count ? t->count : 1) * sizeof *ranks);
    if (order && ranks) {
        bool figure = key == TALLY_MEAN || key == TALLY_MEDIAN || key == TALLY_REACH;
        for (size_t i = 0; i < t->count; i++) {
            tally_config *c = &t->config[i];
            double value = figure && !c->count ? INFINITY
                           : key == TALLY_ID   ? (double)i * (descending ? -1 : 1)
                                               : key_of(c, key, level) * (descending ? -1 : 1);
            ranks[i] = (ranked){value, i};
        }
        qsort(ranks, t->count, sizeof *ranks, compare);
        for (size_t i = 0; i < t->count; i++) order[i] = ranks[i].index;
        free(ranks);
        return order;
    }
    free(order);
    free(ranks);
    return NULL;
}
