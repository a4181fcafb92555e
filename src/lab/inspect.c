/* Results are gathered first, and then taken by the threads one by one: a configuration's
 * results stand together, so that a player is seldom made anew. */
#include "lab/inspect.h"

#include "base/threads.h"
#include "lab/making.h"
#include "lab/permission.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The results of an experiment, gathered. */
typedef struct evidence {
    lab_config *configs;
    size_t config_count;
    lab_result *results;
    size_t count, room;
    uint64_t games;
    bool failed;
} evidence;

static bool gather(void *ctx, const lab_result *result)
{
    evidence *e = ctx;
    const lab_config *c = lab_config_find(e->configs, e->config_count, result->config);
    if (!c || result->game < c->first || result->game - c->first >= e->games) return true;
    if (e->count == e->room) {
        size_t room = e->room ? 2 * e->room : 1024;
        lab_result *grown = realloc(e->results, room * sizeof *grown);
        if (!grown) {
            e->failed = true;
            return false;
        }
        e->results = grown;
        e->room = room;
    }
    e->results[e->count++] = *result;
    return true;
}

typedef struct work {
    const lab_inspection *asked;
    const evidence *evidence;
    _Atomic size_t next, checked, wrong;
    lt_error err[LT_THREADS_MAX];
} work;

static bool same(const lab_result *r, const t48_outcome *o, uint64_t seed)
{
    return r->seed == seed && r->outcome.score == o->score && r->outcome.moves == o->moves &&
           r->outcome.max_level == o->max_level &&
           memcmp(r->outcome.tiles, o->tiles, sizeof o->tiles) == 0;
}

static void check_games(void *ctx, int worker)
{
    work *w = ctx;
    const evidence *e = w->evidence;
    const lab_experiment *x = w->asked->experiment;
    t48_player *player = NULL;
    uint64_t config = 0;
    size_t at;
    w->err[worker].status = LT_OK;
    while ((at = atomic_fetch_add(&w->next, 1)) < e->count && !lt_cancelled(w->asked->control)) {
        const lab_result *r = &e->results[at];
        if (!player || config != r->config) {
            const lab_config *c = lab_config_find(e->configs, e->config_count, r->config);
            t48_player_free(player);
            player = NULL;
            if (lab_player_new(&player, c->spec, &x->rules, NULL, &w->err[worker]) != LT_OK) break;
            config = r->config;
        }
        uint64_t seed = lt_seed_of(x->seed, r->game);
        t48_outcome o;
        t48_play(player, &x->rules, NULL, seed, NULL, NULL, &o);
        if (!same(r, &o, seed)) {
            atomic_fetch_add(&w->wrong, 1);
            w->asked->differs(w->asked->ctx, r, &o);
        }
        size_t done = atomic_fetch_add(&w->checked, 1) + 1;
        if (worker == 0)
            lt_report(w->asked->control,
                      &(lt_progress){
                          .what = "checking", .unit = "games", .done = done, .total = e->count});
    }
    t48_player_free(player);
}

lt_status lab_inspect(lab_store *store, const lab_inspection *asked, uint64_t *checked,
                      uint64_t *wrong, lt_error *err)
{
    evidence e = {.games = asked->games};
    work *w = calloc(1, sizeof *w);
    uint64_t id = asked->experiment->id;
    lt_status status = w ? lab_configs(store, id, &e.configs, &e.config_count, err)
                         : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK)
        status = lab_made_players(store, asked->experiment, e.configs, e.config_count, err);
    if (status == LT_OK) status = lab_results(store, id, 0, 0, true, gather, &e, err);
    if (status == LT_OK && e.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) {
        w->asked = asked;
        w->evidence = &e;
        status = lt_parallel(asked->threads, check_games, w, err);
        for (int t = 0; t < asked->threads && status == LT_OK; t++)
            if (w->err[t].status != LT_OK) {
                *err = w->err[t];
                status = err->status;
            }
        *checked = w->checked;
        *wrong = w->wrong;
    }
    free(e.configs);
    free(e.results);
    free(w);
    return status;
}
