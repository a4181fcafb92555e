/* What many games add up to: of a player that plays them here, or of games that the page
 * remembers. Counted by laatta/results.h, as everywhere. */
#include "wasm/engine.h"

#include "laatta/results.h"

#include <stdio.h>
#include <stdlib.h>

static const char *tile_name(unsigned level, char out[24])
{
    snprintf(out, 24, "%.0f", t48_tile(level));
    return out;
}

static void score_json(json *j, t48_results *r)
{
    static const unsigned percents[] = {5, 25, 75, 95};
    lt_summary score = t48_results_score(r);
    /* One game has no interval; as the command does, the mean stands at both ends. */
    lt_interval mean95 = score.count > 1 ? score.mean95 : (lt_interval){score.mean, score.mean};
    json_open(j, "score", '{');
    json_real(j, "mean", score.mean);
    json_real(j, "median", score.median);
    json_real(j, "stdev", score.stdev);
    json_real(j, "max", score.max);
    json_open(j, "mean95", '[');
    json_real(j, NULL, mean95.low);
    json_real(j, NULL, mean95.high);
    json_close(j, ']');
    json_open(j, "quantiles", '{');
    for (size_t i = 0; r->games && i < sizeof percents / sizeof percents[0]; i++) {
        char name[8];
        snprintf(name, sizeof name, "%u", percents[i]);
        json_real(j, name, t48_results_quantile(r, percents[i] / 100.0));
    }
    json_close(j, '}');
    json_close(j, '}');
}

/* The members that `laatta sim --json` has for its games. */
static void results_json(json *j, t48_results *r)
{
    char tile[24];
    unsigned lowest, highest;
    bool any = t48_results_levels(r, &lowest, &highest);
    json_int(j, "games", (int64_t)r->games);
    json_int(j, "moves", (int64_t)r->moves);
    score_json(j, r);
    json_open(j, "reached", '{');
    for (unsigned level = lowest; any && level <= highest; level++) {
        double share;
        t48_results_reach(r, level, 0.95, &share);
        json_real(j, tile_name(level, tile), share);
    }
    json_close(j, '}');
    json_open(j, "max_tile", '{');
    for (unsigned level = lowest; any && level <= highest; level++)
        if (r->largest[level]) json_int(j, tile_name(level, tile), (int64_t)r->largest[level]);
    json_close(j, '}');
}

static bool whole(double value, double most)
{
    return value >= 0 && value <= most && value == (double)(uint64_t)value;
}

const char *engine_results(const double *games, uint32_t count)
{
    t48_results r = {0};
    lt_error err;
    lt_status status = LT_OK;
    for (uint32_t i = 0; i < count && status == LT_OK; i++) {
        const double *game = games + 3 * (size_t)i;
        if (!whole(game[0], 9007199254740992.0) || !whole(game[1], T48_LEVEL_MAX) ||
            !whole(game[2], UINT32_MAX)) {
            status = lt_fail(&err, LT_BAD_INPUT,
                             "game %u is none: score, level and moves are whole numbers from 0", i);
            break;
        }
        t48_outcome outcome = {
            .score = (uint64_t)game[0], .max_level = (uint8_t)game[1], .moves = (uint32_t)game[2]};
        status = t48_results_add(&r, &outcome, 0, &err);
    }
    if (status == LT_OK) {
        json *j = engine_begin();
        json_open(j, NULL, '{');
        results_json(j, &r);
        json_close(j, '}');
    }
    t48_results_release(&r);
    return status == LT_OK ? engine_end() : engine_error(&err);
}

static lt_status sim_json(json *j, const t48_sim *sim, lt_error *err)
{
    t48_results r = {0};
    lt_status status = LT_OK;
    for (uint64_t i = 0; i < t48_sim_played(sim) && status == LT_OK; i++)
        status = t48_results_add(&r, t48_sim_outcome(sim, i), 0, err);
    json_open(j, NULL, '{');
    json_string(j, "player", t48_sim_player(sim));
    results_json(j, &r);
    char tile[24];
    json_open(j, "tiles", '{');
    for (unsigned level = 1; level < T48_TILES; level++)
        if (r.tiles[level]) json_int(j, tile_name(level, tile), (int64_t)r.tiles[level]);
    if (r.tiles[0]) json_int(j, "larger", (int64_t)r.tiles[0]);
    json_close(j, '}');
    json_real(j, "nodes", (double)t48_sim_nodes(sim));
    double seconds = t48_sim_seconds(sim);
    json_real(j, "seconds", seconds);
    json_real(j, "moves_per_second", seconds > 0 ? (double)r.moves / seconds : 0);
    json_close(j, '}');
    t48_results_release(&r);
    return status;
}

const char *engine_sim(const char *spec, uint32_t rows, uint32_t cols, double fours,
                       const char *seed, const char *first, uint32_t games)
{
    t48_sim_config config = {.player = spec,
                             .seed = strtoull(seed, NULL, 10),
                             .first = strtoull(first, NULL, 10),
                             .games = games,
                             .threads = 1};
    t48_sim *sim = NULL;
    lt_error err;
    lt_status status = engine_rules(&config.rules, rows, cols, fours, &err);
    if (status == LT_OK) status = t48_sim_run(&sim, &config, &err);
    if (status == LT_OK) status = sim_json(engine_begin(), sim, &err);
    t48_sim_free(sim);
    return status == LT_OK ? engine_end() : engine_error(&err);
}
