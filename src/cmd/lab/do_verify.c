/* laatta lab verify: plays stored games again and compares. */
#include "cmd/lab/cli_lab.h"

#include "base/threads.h"
#include "lab/inspect.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {
    {"games", "N", "games of each configuration to play again (default 5)"},
    {"all", NULL, "play every game again"},
    {"threads", "T", "threads (default: all processors)"},
    CLI_LAB_DB,
    {0},
};

enum { TOLD_MOST = 10 };

/* ctx: how many were told of. */
static void tell(void *ctx, const lab_result *r, const t48_outcome *o)
{
    _Atomic int *told = ctx;
    if (atomic_fetch_add(told, 1) < TOLD_MOST)
        fprintf(stderr,
                "configuration %llu, game %llu: %llu points in %u moves are stored, and played "
                "again it ends with %llu in %u\n",
                (unsigned long long)r->config, (unsigned long long)r->game,
                (unsigned long long)r->outcome.score, r->outcome.moves,
                (unsigned long long)o->score, o->moves);
}

static int verify(const cli_args *args, lab_store *store, const lab_experiment *x, int threads,
                  uint64_t games)
{
    _Atomic int told = 0;
    lt_control control = cli_control();
    lab_inspection asked = {.experiment = x,
                            .games = games,
                            .threads = threads,
                            .control = &control,
                            .differs = tell,
                            .ctx = &told};
    uint64_t checked, wrong;
    lt_error err;
    lt_status status = lab_inspect(store, &asked, &checked, &wrong, &err);
    cli_control_done();
    if (status != LT_OK) return cli_fail(args, &err);
    printf("%s: %llu games played again, %llu end otherwise than stored\n", x->name,
           (unsigned long long)checked, (unsigned long long)wrong);
    return wrong || lt_cancelled(&control);
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
