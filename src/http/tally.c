/* What configurations have come to, and their order. */
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
    t48_results_release(&c->results);
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
    return whole;
}

/* --- results --------------------------------------------------------------------- */

tally_config *tally_find(const tally *t, uint64_t id)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (t->config[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->count && t->config[low].id == id ? &t->config[low] : NULL;
}

bool tally_take(tally *t, uint64_t id, const t48_results *results)
{
    tally_config *c = tally_find(t, id);
    if (!c || t48_results_equal(&c->results, results)) return true;
    t48_results copy = {.binned = true};
    if (t48_results_merge(&copy, results, NULL) != LT_OK) return false;
    t48_results_release(&c->results);
    c->results = copy;
    return true;
}

uint64_t tally_games(const tally *t)
{
    uint64_t games = 0;
    for (size_t i = 0; i < t->count; i++) games += t->config[i].results.games;
    return games;
}

uint64_t tally_unfinished(const tally *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->config[i].results.games < t->config[i].games) return t->config[i].id;
    return 0;
}

/* --- figures ----------------------------------------------------------------------- */

bool tally_levels(const tally *t, unsigned *low, unsigned *high)
{
    *low = T48_LEVEL_MAX;
    *high = 0;
    for (size_t i = 0; i < t->count; i++) {
        unsigned lowest, highest;
        if (!t48_results_levels(&t->config[i].results, &lowest, &highest)) continue;
        if (lowest < *low) *low = lowest;
        if (highest > *high) *high = highest;
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
    double share;
    switch (key) {
    case TALLY_COUNT: return (double)c->results.games;
    case TALLY_MEAN: return t48_results_score(&c->results).mean;
    case TALLY_MEDIAN: return t48_results_score(&c->results).median;
    case TALLY_REACH: t48_results_reach(&c->results, level, 0.95, &share); return share;
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
            double value = figure && !c->results.games ? INFINITY
                           : key == TALLY_ID           ? (double)i * (descending ? -1 : 1)
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
