/* laatta lab verify: plays stored games again and compares. */
#include "cmd/lab/cli_lab.h"

#include "base/threads.h"
#include "lab/permission.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"games", "N", "games of each configuration to play again (default 5)"},
    {"all", NULL, "play every game again"},
    {"threads", "T", "threads (default: all processors)"},
    CLI_LAB_DB,
    {0},
};

enum { TOLD_MOST = 10 };

/* The results of an experiment, gathered. */
typedef struct evidence {
    lab_config *configs;
    size_t config_count;
    lab_result *results;
    size_t count, room;
    uint64_t games; /* the first so many of each configuration */
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

typedef struct inspection {
    const evidence *evidence;
    const lab_experiment *experiment;
    const lt_control *control;
    _Atomic size_t next, checked, wrong;
    _Atomic int told; /* of those that are wrong */
    lt_error err[LT_THREADS_MAX];
} inspection;

static bool same(const lab_result *r, const t48_outcome *o, uint64_t seed)
{
    return r->seed == seed && r->outcome.score == o->score && r->outcome.moves == o->moves &&
           r->outcome.max_level == o->max_level &&
           memcmp(r->outcome.tiles, o->tiles, sizeof o->tiles) == 0;
}

static void inspect(void *ctx, int worker)
{
    inspection *i = ctx;
    t48_player *player = NULL;
    uint64_t config = 0;
    size_t at;
    i->err[worker].status = LT_OK;
    while ((at = atomic_fetch_add(&i->next, 1)) < i->evidence->count && !lt_cancelled(i->control)) {
        const lab_result *r = &i->evidence->results[at];
        if (!player || config != r->config) {
            const lab_config *c =
                lab_config_find(i->evidence->configs, i->evidence->config_count, r->config);
            t48_player_free(player);
            player = NULL;
            if (lab_player_new(&player, c->spec, &i->experiment->rules, NULL, &i->err[worker]) !=
                LT_OK)
                break;
            config = r->config;
        }
        uint64_t seed = lt_seed_of(i->experiment->seed, r->game);
        t48_outcome o;
        t48_play(player, &i->experiment->rules, NULL, seed, NULL, NULL, &o);
        if (!same(r, &o, seed)) {
            atomic_fetch_add(&i->wrong, 1);
            if (atomic_fetch_add(&i->told, 1) < TOLD_MOST)
                fprintf(
                    stderr,
                    "configuration %llu, game %llu: %llu points in %u moves are stored, and played "
                    "again it ends with %llu in %u\n",
                    (unsigned long long)r->config, (unsigned long long)r->game,
                    (unsigned long long)r->outcome.score, r->outcome.moves,
                    (unsigned long long)o.score, o.moves);
        }
        size_t done = atomic_fetch_add(&i->checked, 1) + 1;
        if (worker == 0)
            lt_report(i->control, &(lt_progress){.what = "checking",
                                                 .unit = "games",
                                                 .done = done,
                                                 .total = i->evidence->count});
    }
    t48_player_free(player);
}

static int verify(const cli_args *args, lab_store *store, const lab_experiment *x, int threads,
                  uint64_t games)
{
    evidence e = {.games = games};
    inspection *i = calloc(1, sizeof *i);
    lt_control control = cli_control();
    lt_error err;
    lt_status status = i ? lab_configs(store, x->id, &e.configs, &e.config_count, &err)
                         : lt_fail(&err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) status = lab_results(store, x->id, 0, 0, true, gather, &e, &err);
    if (status == LT_OK && e.failed) status = lt_fail(&err, LT_NO_MEMORY, "not enough memory");
    if (status == LT_OK) {
        i->evidence = &e;
        i->experiment = x;
        i->control = &control;
        status = lt_parallel(threads, inspect, i, &err);
        for (int t = 0; t < threads && status == LT_OK; t++)
            if (i->err[t].status != LT_OK) {
                err = i->err[t];
                status = err.status;
            }
    }
    cli_control_done();
    int exit_status = 0;
    if (status != LT_OK) {
        exit_status = cli_fail(args, &err);
    } else {
        printf("%s: %zu games played again, %zu end otherwise than stored\n", x->name,
               (size_t)i->checked, (size_t)i->wrong);
        if (i->wrong || lt_cancelled(&control)) exit_status = 1;
    }
    free(e.configs);
    free(e.results);
    free(i);
    return exit_status;
}

static int run(const cli_args *args)
{
    lab_experiment x;
    uint64_t games, threads;
    int status = 2;
    if (!cli_u64(args, "games", 5, 1, 1000000000, &games) ||
        !cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads))
        return 2;
    if (cli_flag(args, "all")) games = UINT64_MAX;
    lab_store *store = cli_lab_experiment(args, &x, &status);
    if (!store) return status;
    status = verify(args, store, &x, (int)threads, games);
    free(x.plan);
    lab_close(store);
    return status;
}

const cli_command lab_do_verify = {
    .name = "lab verify",
    .summary = "play stored games again and compare",
    .synopsis = "NAME [--games N | --all] [--threads T] [--db URL]",
    .options = options,
    .details = "Plays games again from their seeds, the same way as laatta sim does, and compares\n"
               "score, moves and every tile count with what is stored. Players that think by the\n"
               "clock (ms=...) need not play the same game twice.\n"
               "\n"
               "examples:\n"
               "  laatta lab verify first\n"
               "  laatta lab verify first --all\n",
    .run = run,
};
