/* laatta lab work: plays what is queued, on this machine. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/work_end.h"

#include "base/threads.h"

#include <stdio.h>
#include <stdlib.h>

static const cli_option options[] = {
    {"threads", "T", "threads (default: all processors that it may use)"},
    {"forever", NULL, "wait for more when the queue is empty"},
    {"until", "TIME|+DURATION",
     "leave then, e.g. 18:30 or +1h30m (default in Slurm: the job's end)"},
    {"only", "NAME", "work on this experiment alone"},
    {"lease", "SECONDS", "without progress for so long, games go to others (default 15)"},
    {"folder", "DIR",
     "what is made (networks, tables) for all workers (default: LAATTA_FOLDER, or "
     "in your data directory)"},
    CLI_LAB_ALLOW,
    CLI_LAB_DB,
    {0},
};

static void say(void *ctx, const char *text)
{
    (void)ctx;
    cli_control_done();
    fprintf(stderr, "laatta lab work: %s\n", text);
}

/* Before the first game, for what waits to be played. */
static bool announce_network(void *ctx, const lab_experiment *x, const lab_progress *p)
{
    const lab_work_config *config = ctx;
    bool wanted = !config->experiment || config->experiment == x->id;
    if (wanted && x->state == LAB_ACTIVE && p->waiting)
        cli_announce_network(x->player, x->rules.shape);
    return true;
}

static int run(const cli_args *args)
{
    uint64_t threads;
    lab_work_config config = {
        .forever = cli_flag(args, "forever"), .say = say, .folder = cli_value(args, "folder")};
    int status = 2;
    lt_error err;
    if (args->words) return cli_usage_error(args, "\"%s\" was not expected", args->word[0]);
    if (!cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads) ||
        !cli_real(args, "lease", 15, 0.2, 86400, &config.lease) ||
        !cli_lab_patience(args, &config.patience) || !cli_lab_allowed(args, &config.allowed))
        return 2;
    config.threads = (int)threads;
    work_end end;
    if (!work_end_init(&end, args)) return 2;
    config.control = &end.control;
    lab_store *store = cli_lab_open(args, &status);
    if (!store) return status;
    if (cli_value(args, "only")) {
        lab_experiment x;
        if (lab_find(store, cli_value(args, "only"), &x, &err) != LT_OK) {
            lab_close(store);
            return cli_fail(args, &err);
        }
        config.experiment = x.id;
        free(x.plan);
    }
    lab_experiments(store, announce_network, &config, NULL); /* lab_work tells what fails */
    lab_work_done done;
    lt_status worked = lab_work(store, &config, &done, &err);
    cli_control_done();
    lab_close(store);
    printf("%llu games, %llu moves in %.1f s", (unsigned long long)done.games,
           (unsigned long long)done.moves, done.seconds);
    if (done.lost)
        printf("; %llu games came too late and were left out", (unsigned long long)done.lost);
    printf("\n");
    if (worked == LT_CANCELLED) {
        bool again = work_end_again(&end);
        fprintf(stderr, "laatta lab work: %s%s\n", again ? "time is up: " : "", err.text);
        /* To be stopped is how --forever ends. */
        return again ? WORK_AGAIN : config.forever ? 0 : 1;
    }
    return worked == LT_OK ? 0 : cli_fail(args, &err);
}

const cli_command lab_do_work = {
    .name = "lab work",
    .summary = "work games off, on this machine, together with any others",
    .synopsis = "[--threads T] [--forever] [--until TIME] [--only NAME] [--db URL]",
    .options = options,
    .details =
        "Ends when no game waits and nobody holds one; it waits while the experiment that it\n"
        "played last is paused. Ctrl-C or SIGTERM gives games under way back. A worker that\n"
        "dies or hangs loses its games to others after --lease seconds without a move. Only\n"
        "players that behave as in this program are played: laatta bench tells behaviours\n"
        "apart.\n"
        "\n"
        "SIGUSR1 and --until do the same as Ctrl-C but end with status 75: there may be\n"
        "more to do, start it again. Other exit statuses: 0, all that could be played was\n"
        "(or --forever was stopped); 1, stopped by Ctrl-C or SIGTERM, or it failed; 2, wrong\n"
        "usage. Inside a job of Slurm threads and memory are those of the job, and it leaves\n"
        "30 seconds before the job's end (SLURM_JOB_END_TIME). laatta lab submit starts many.\n"
        "\n"
        "A player that is another program (external:cmd=...) is played only if its very\n"
        "command is named by --allow-command: who can queue games must not run what he\n"
        "likes on this machine. Without it such games are left to other workers.\n"
        "\n"
        "examples:\n"
        "  laatta lab work\n"
        "  laatta lab work --until +2h\n"
        "  LAATTA_DB=postgres://lab@db.example/laatta laatta lab work --forever\n"
        "  laatta lab work --allow-command 'python3 examples/bot.py'\n",
    .run = run,
};
