/* The board as JSON: results of an experiment, with what they are worth. */
#include "http/lab_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static json_t *share_of(const t48_results *r, unsigned level, double confidence)
{
    double share;
    lt_interval i = t48_results_reach(r, level, confidence, &share);
    return json_pack("{s:I, s:f, s:f, s:f}", "games", (json_int_t)t48_results_reached(r, level),
                     "share", share, "low", i.low, "high", i.high);
}

/* JSON knows no infinity: the interval of a single game is null. */
static json_t *bound(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *score_of(t48_results *r, double confidence)
{
    lt_summary s = t48_results_score(r);
    lt_interval i = lt_t_interval(s.mean, s.stdev, s.count, confidence);
    return json_pack("{s:f, s:o, s:o, s:f, s:f, s:I}", "mean", s.mean, "low", bound(i.low), "high",
                     bound(i.high), "median", s.median, "stdev", s.stdev, "max", (json_int_t)s.max);
}

static void set_share(json_t *reach, unsigned level, json_t *value)
{
    char tile[24];
    snprintf(tile, sizeof tile, "%.0f", t48_tile(level));
    json_object_set_new(reach, tile, value);
}

static json_t *json_of_config(tally_config *c, unsigned low, unsigned high)
{
    json_t *json =
        json_pack("{s:I, s:s, s:s, s:I, s:I}", "id", (json_int_t)c->id, "label", c->label, "spec",
                  c->spec, "games", (json_int_t)c->games, "finished", (json_int_t)c->results.games);
    if (!c->results.games) return json;
    double n = (double)c->results.games;
    json_object_set_new(json, "score", score_of(&c->results, 0.95));
    json_object_set_new(json, "moves_a_game", json_real((double)c->results.moves / n));
    json_object_set_new(json, "seconds_a_game", json_real(c->results.seconds / n));
    json_t *reach = json_object();
    for (unsigned level = low; level <= high; level++)
        set_share(reach, level, share_of(&c->results, level, 0.95));
    json_object_set_new(json, "reach", reach);
    return json;
}

/* The best of many looks better than it is: an interval of 95 % for each holds for
 * the one that was picked only if it is drawn for all of them together (Bonferroni). */
static json_t *json_of_best(const tally *t, tally_config *c, const json_choice *choice)
{
    uint64_t played = 0;
    for (size_t i = 0; i < t->count; i++) played += t->config[i].results.games > 0;
    if (!c->results.games) return json_null();
    double level = 1 - 0.05 / (double)played;
    json_t *value = choice->key == TALLY_REACH ? share_of(&c->results, choice->level, level)
                                               : score_of(&c->results, level);
    return json_pack("{s:I, s:s, s:I, s:o}", "config", (json_int_t)c->id, "label", c->label, "of",
                     (json_int_t)played, choice->key == TALLY_REACH ? "reach" : "score", value);
}

static void add_configs(json_t *json, tally *t, const json_choice *choice)
{
    unsigned low, high;
    bool any = tally_levels(t, &low, &high);
    json_t *tiles = json_array(), *list = json_array();
    for (unsigned level = low; any && level <= high; level++)
        json_array_append_new(tiles, level < 63 ? json_integer((json_int_t)1 << level)
                                                : json_real(t48_tile(level)));
    size_t *order = tally_order(t, choice->key, choice->level, choice->descending);
    for (size_t i = choice->from; order && i < t->count && i - choice->from < choice->count; i++)
        json_array_append_new(list,
                              json_of_config(&t->config[order[i]], any ? low : 1, any ? high : 0));
    json_object_set_new(json, "tiles", tiles);
    json_object_set_new(json, "configs", list);
    free(order);
    tally_key key =
        choice->key == TALLY_REACH || choice->key == TALLY_MEDIAN ? choice->key : TALLY_MEAN;
    order = tally_order(t, key, choice->level, true);
    if (order && t->count)
        json_object_set_new(json, "best", json_of_best(t, &t->config[order[0]], choice));
    free(order);
}

json_t *json_of_details(const lab_board *board, board_experiment *e, const json_choice *choice)
{
    json_t *json = json_pack("{s:o, s:o, s:o?, s:I, s:b, s:I}", "database", json_of_database(board),
                             "experiment", json_of_experiment(e), "history",
                             json_of_trail(&e->finished, "finished", NULL), "counted",
                             (json_int_t)(e->tally ? tally_games(e->tally) : 0), "read", e->read,
                             "failures", (json_int_t)e->failed);
    if (json && e->tally) add_configs(json, e->tally, choice);
    return json;
}

json_t *json_of_histogram(const board_experiment *e, const uint64_t *ids, size_t count,
                          unsigned bins)
{
    double low = INFINITY, high = 0;
    json_t *list = json_array();
    for (size_t i = 0; e->tally && i < count; i++) {
        tally_config *c = tally_find(e->tally, ids[i]);
        if (!c || !c->results.games) continue;
        lt_summary score = t48_results_score(&c->results);
        if (score.min < low) low = score.min;
        if (score.max > high) high = score.max;
    }
    if (high < low) low = high;
    double width = (high - low + 1) / bins;
    uint64_t *counts = calloc(bins, sizeof *counts);
    for (size_t i = 0; e->tally && counts && i < count; i++) {
        const tally_config *c = tally_find(e->tally, ids[i]);
        if (!c) continue;
        t48_results_histogram(&c->results, low, width, bins, counts);
        json_t *numbers = json_array();
        for (unsigned k = 0; k < bins; k++)
            json_array_append_new(numbers, json_integer((json_int_t)counts[k]));
        json_array_append_new(list, json_pack("{s:I, s:s, s:I, s:o}", "id", (json_int_t)c->id,
                                              "label", c->label, "finished",
                                              (json_int_t)c->results.games, "counts", numbers));
    }
    free(counts);
    return json_pack("{s:f, s:f, s:I, s:o}", "from", low, "width", width, "bins", (json_int_t)bins,
                     "configs", list);
}
