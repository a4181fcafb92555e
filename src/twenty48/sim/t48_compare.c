/* Batches of games of both players, and a look after each. */
#include "laatta/compare.h"

#include <stdlib.h>
#include <string.h>

struct t48_comparison {
    lt_sprt pairs;
    char *spec[2], *why[2];
    uint64_t lost[2];
};

static double outcome_of(const t48_compare_config *config, const t48_sim *sim, uint64_t game)
{
    const t48_outcome *o = t48_sim_outcome(sim, game);
    return config->reach ? o->max_level >= config->reach : (double)o->score;
}

static bool over(const t48_comparison *c, t48_compare_until until)
{
    if (until == T48_UNTIL_ALL) return false;
    if (until == T48_UNTIL_DECIDED) return c->pairs.decision != LT_SPRT_GO_ON;
    lt_verdict verdict = lt_sprt_look(&c->pairs).verdict;
    return verdict == LT_A_BETTER || verdict == LT_B_BETTER;
}

static lt_status note_lost(t48_comparison *c, int side, const t48_sim *sim, lt_error *err)
{
    uint64_t first;
    const char *why;
    c->lost[side] += t48_sim_lost(sim, &first, &why);
    if (!why || c->why[side]) return LT_OK;
    c->why[side] = strdup(why);
    return c->why[side] ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

/* Pairs that both have finished count, in the order of their games: what decides a test is
 * the first pair that does, wherever its batch ends. */
static void weigh(t48_comparison *c, const t48_compare_config *config, t48_sim *const sim[2])
{
    uint64_t both = t48_sim_played(sim[0]), other = t48_sim_played(sim[1]);
    if (other < both) both = other;
    for (uint64_t i = 0; i < both; i++) {
        if (config->until == T48_UNTIL_DECIDED && over(c, config->until)) return;
        lt_sprt_add(&c->pairs, outcome_of(config, sim[0], i), outcome_of(config, sim[1], i));
    }
}

static lt_status play_batch(t48_comparison *c, const t48_compare_config *config, uint64_t first,
                            uint64_t games, lt_error *err)
{
    t48_sim *sim[2] = {NULL, NULL};
    lt_status status = LT_OK;
    for (int side = 0; side < 2 && status == LT_OK; side++) {
        t48_sim_config run = {.player = side ? config->b : config->a,
                              .rules = config->rules,
                              .games = games,
                              .first = first,
                              .seed = config->seed,
                              .threads = config->threads,
                              .control = config->control};
        status = t48_sim_run(&sim[side], &run, err);
        if (status == LT_OK) status = note_lost(c, side, sim[side], err);
    }
    if (sim[0] && sim[1]) weigh(c, config, sim);
    t48_sim_free(sim[0]);
    t48_sim_free(sim[1]);
    return status;
}

static lt_status play(t48_comparison *c, const t48_compare_config *config, lt_error *err)
{
    uint64_t first = 0;
    while (first < config->games && !over(c, config->until)) {
        uint64_t left = config->games - first, games = lt_sprt_stretch(&c->pairs);
        /* A test that may end at any pair is not to be far ahead of it. */
        if (config->until == T48_UNTIL_DECIDED) games = c->pairs.config.min_pairs;
        if (games > left) games = left;
        LT_TRY(play_batch(c, config, first, games, err));
        first += games;
    }
    return LT_OK;
}

/* Both players, with all their parameters; a spec that is wrong is told before any game. */
static lt_status write_out_specs(t48_comparison *c, const t48_compare_config *config, lt_error *err)
{
    for (int side = 0; side < 2; side++) {
        t48_player *player;
        LT_TRY(t48_player_new(&player, side ? config->b : config->a, &config->rules, err));
        c->spec[side] = strdup(t48_player_spec(player));
        t48_player_free(player);
        if (!c->spec[side]) return lt_fail(err, LT_NO_MEMORY, "no memory for a player's name");
    }
    return LT_OK;
}

static lt_status begin(t48_comparison *c, const t48_compare_config *config, lt_error *err)
{
    bool rate = config->reach != 0;
    lt_sprt_config test = config->test ? *config->test : lt_sprt_defaults(rate);
    test.rate = rate;
    test.max_pairs = config->until == T48_UNTIL_DECIDED ? config->games : 0;
    if (config->games < 2)
        return lt_fail(err, LT_BAD_INPUT, "a comparison takes 2 games of each or more");
    LT_TRY(lt_sprt_init(&c->pairs, &test, err));
    return write_out_specs(c, config, err);
}

lt_status t48_compare_run(t48_comparison **comparison, const t48_compare_config *config,
                          lt_error *err)
{
    t48_comparison *c = *comparison = calloc(1, sizeof *c);
    if (!c) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status = begin(c, config, err);
    if (status == LT_OK) status = play(c, config, err);
    if (status == LT_OK || status == LT_CANCELLED) return status;
    t48_comparison_free(c);
    *comparison = NULL;
    return status;
}

void t48_comparison_free(t48_comparison *comparison)
{
    if (!comparison) return;
    for (int side = 0; side < 2; side++) {
        free(comparison->spec[side]);
        free(comparison->why[side]);
    }
    free(comparison);
}

const lt_sprt *t48_comparison_pairs(const t48_comparison *comparison)
{
    return &comparison->pairs;
}

const char *t48_comparison_player(const t48_comparison *comparison, int side)
{
    return comparison->spec[side];
}

uint64_t t48_comparison_lost(const t48_comparison *comparison, int side, const char **why)
{
    *why = comparison->why[side];
    return comparison->lost[side];
}
