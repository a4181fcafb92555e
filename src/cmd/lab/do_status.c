/* laatta lab status: what is queued, under way and done. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/status_health.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

enum { WORKERS_SHOWN = 20 };

typedef struct listing {
    const char *only; /* NULL: all */
    uint64_t only_id;
    json_t *json; /* NULL: print lines */
    size_t count;
} listing;

static bool show_experiment(void *ctx, const lab_experiment *x, const lab_progress *p)
{
    listing *l = ctx;
    if (l->only && strcmp(l->only, x->name) != 0) return true;
    l->only_id = x->id;
    if (l->json) {
        json_array_append_new(
            l->json, json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}",
                               "name", x->name, "kind", lab_kind_name(x->kind), "state",
                               lab_state_name(lab_state_now(x, p)), "player", x->player, "priority",
                               (json_int_t)x->priority, "configs", (json_int_t)p->configs, "games",
                               (json_int_t)p->games, "finished", (json_int_t)p->finished, "waiting",
                               (json_int_t)p->waiting, "leased", (json_int_t)p->leased, "failed",
                               (json_int_t)p->failed, "created", x->created));
        return true;
    }
    if (l->count++ == 0)
        printf("%-20s %-6s %-9s %8s %8s %12s %10s %8s %8s\n", "experiment", "kind", "state",
               "priority", "configs", "finished", "waiting", "leased", "failed");
    printf("%-20s %-6s %-9s %8lld %8llu %12llu %10llu %8llu %8llu\n", x->name,
           lab_kind_name(x->kind), lab_state_name(lab_state_now(x, p)), (long long)x->priority,
           (unsigned long long)p->configs, (unsigned long long)p->finished,
           (unsigned long long)p->waiting, (unsigned long long)p->leased,
           (unsigned long long)p->failed);
    return true;
}

static bool show_failure(void *ctx, const lab_failure *f)
{
    listing *l = ctx;
    if (l->json) {
        json_array_append_new(
            l->json,
            json_pack("{s:I, s:I, s:I, s:i, s:s, s:s}", "config", (json_int_t)f->config, "first",
                      (json_int_t)f->first, "games", (json_int_t)f->games, "attempts", f->attempts,
                      "fault", f->of_config ? "configuration" : "worker", "reason", f->reason));
        return true;
    }
    if (l->count++ == 0) printf("\nfailures:\n");
    if (l->count <= 20)
        printf("  configuration %llu, games %llu to %llu, attempt %d, %s: %s\n",
               (unsigned long long)f->config, (unsigned long long)f->first,
               (unsigned long long)(f->first + f->games - 1), f->attempts,
               f->of_config ? "the configuration's fault" : "the worker's fault", f->reason);
    return true;
}

static bool show_worker(void *ctx, const lab_worker_info *w)
{
    listing *l = ctx;
    double silent = w->now - w->seen, worked = w->seen - w->started;
    bool alive = w->working && silent < LAB_SILENT_SECONDS;
    if (l->json) {
        json_array_append_new(
            l->json, json_pack("{s:I, s:s, s:i, s:i, s:s, s:b, s:f, s:I, s:I, s:I}", "id",
                               (json_int_t)w->id, "host", w->host, "pid", w->pid, "threads",
                               w->threads, "behaviour", w->program, "working", alive,
                               "seen_seconds_ago", silent, "games", (json_int_t)w->games, "moves",
                               (json_int_t)w->moves, "lost", (json_int_t)w->lost));
        return true;
    }
    if (!alive) return true;
    if (l->count++ == 0) printf("\nworkers:\n");
    if (l->count == WORKERS_SHOWN + 1) printf("  ...\n");
    if (l->count > WORKERS_SHOWN) return true;
    printf("  %s, process %d, %d threads: %llu games, %.0f moves a second, seen %.0f s ago\n",
           w->host, w->pid, w->threads, (unsigned long long)w->games,
           worked > 0 ? (double)w->moves / worked : 0, silent);
    return true;
}

static int run(const cli_args *args)
{
    int status = 2;
    lt_error err;
    bool json = cli_flag(args, "json");
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    lab_store *store = cli_lab_read(args, &status);
    if (!store) return status;
    listing experiments = {.only = args->words ? args->word[0] : NULL,
                           .json = json ? json_array() : NULL};
    listing failures = {.json = json ? json_array() : NULL};
    listing workers = {.json = json ? json_array() : NULL};
    lt_status read = LT_OK;
    if (experiments.only) {
        lab_experiment x;
        read = lab_find(store, experiments.only, &x, &err);
        if (read == LT_OK) free(x.plan);
    }
    if (read == LT_OK) read = lab_experiments(store, show_experiment, &experiments, &err);
    if (read == LT_OK && experiments.only)
        read = lab_failures(store, experiments.only_id, show_failure, &failures, &err);
    if (read == LT_OK && !json && experiments.count == 0)
        printf("no experiments in %s yet (laatta lab sweep --help)\n", lab_address(store));
    if (read == LT_OK) read = lab_workers(store, show_worker, &workers, &err);
    json_t *all =
        json ? json_pack("{s:s, s:O, s:O, s:O}", "db", lab_address(store), "experiments",
                         experiments.json, "failures", failures.json, "workers", workers.json)
             : NULL;
    if (read == LT_OK) read = status_health(store, experiments.only, all, &err);
    status = 0;
    if (read != LT_OK)
        status = cli_fail(args, &err);
    else if (json)
        status = cli_print_json(json_incref(all));
    json_decref(all);
    json_decref(experiments.json);
    json_decref(failures.json);
    json_decref(workers.json);
    lab_close(store);
    return status;
}

const cli_command lab_do_status = {
    .name = "lab status",
    .summary = "what is queued, under way and done; with a NAME also what failed",
    .synopsis = "[NAME] [--json] [--db URL]",
    .options = options,
    .details = "Also tells what does not go on and why (paused, failed, held by a worker that is\n"
               "silent, nobody at work who could play it), workers by host, and which servers\n"
               "of the database take changes, and how far others are behind.\n"
               "\n"
               "examples:\n"
               "  laatta lab status\n"
               "  laatta lab status first --json\n",
    .run = run,
};
