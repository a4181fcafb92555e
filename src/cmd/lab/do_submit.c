/* laatta lab submit: workers as an array job of Slurm. */
#include "cmd/cli_output.h"
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/slurm_script.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const cli_option options[] = {
    {"slurm", NULL, "as an array job of Slurm (there is no other batch system yet)"},
    {"all", NULL, "work on every experiment, without a NAME"},
    {"workers", "N", "how many workers (default 4)"},
    {"cpus", "C", "processors of each (default 1)"},
    {"time", "LIMIT", "of a job, as sbatch takes it: MINUTES or [DAYS-]HH:MM:SS (default 1:00:00)"},
    {"partition", "NAME", "where to run (default: the cluster's own)"},
    {"mem", "SIZE", "memory of each worker, e.g. 4G (default: the cluster's own)"},
    {"folder", "DIR", "that all workers see, for what recipes make (laatta lab work --folder)"},
    {"work", "OPTIONS", "more options for laatta lab work"},
    {"print", NULL, "only print the script"},
    CLI_LAB_DB,
    {0},
};

/* What stands on a line of #SBATCH must be one plain word. */
static bool plain(const cli_args *args, const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  ":._,+-";
    const char *value = cli_value(args, name);
    if (!value || (*value && value[strspn(value, allowed)] == '\0')) return true;
    cli_usage_error(args, "--%s \"%s\": letters, digits and : . _ , + - are allowed", name, value);
    return false;
}

/* sbatch reads the script, says the job's number, or why it refuses. */
static int submit(const cli_args *args, const char *script)
{
    const char *url = cli_value(args, "db");
    /* By the environment, where others cannot read a password. */
    if (url) setenv("LAATTA_DB", url, 1);
    cli_flush();
    FILE *sbatch = popen("command -v sbatch >/dev/null || exit 127; exec sbatch", "w");
    bool sent = sbatch && fputs(script, sbatch) >= 0;
    int status = sbatch ? pclose(sbatch) : -1;
    if (sent && status == 0) return 0;
    if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return cli_usage_error(args, "there is no sbatch here: run this where jobs of Slurm are "
                                     "submitted, or take the script with --print");
    if (status == -1)
        fprintf(stderr, "laatta lab submit: sbatch could not be run: %s\n", strerror(errno));
    else
        fprintf(stderr, "laatta lab submit: sbatch refused the job (its reason stands above)\n");
    return 1;
}

/* The experiment must be there, so that no worker starts for nothing. */
static int find(const cli_args *args)
{
    int status = 2;
    lab_experiment x;
    lt_error err;
    lab_store *store = cli_lab_read(args, &status);
    if (!store) return status;
    lt_status found = lab_find(store, args->word[0], &x, &err);
    lab_close(store);
    if (found != LT_OK) return cli_fail(args, &err);
    free(x.plan);
    return 0;
}

static int run(const cli_args *args)
{
    uint64_t workers, cpus;
    bool all = cli_flag(args, "all");
    if (!cli_flag(args, "slurm")) return cli_usage_error(args, "--slurm is needed");
    if (all ? args->words != 0 : args->words != 1)
        return cli_usage_error(args, "one experiment is needed, or --all");
    if (!cli_u64(args, "workers", 4, 1, 1000000, &workers) ||
        !cli_u64(args, "cpus", 1, 1, 4096, &cpus) || !plain(args, "time") ||
        !plain(args, "partition") || !plain(args, "mem"))
        return 2;
    int status = all ? 0 : find(args);
    if (status != 0) return status;
    lt_text script;
    lt_text_init(&script);
    slurm_script_write(&script, args, all ? NULL : args->word[0], workers, cpus);
    if (script.failed) {
        fprintf(stderr, "laatta lab submit: not enough memory\n");
        status = 1;
    } else if (cli_flag(args, "print")) {
        fputs(lt_text_str(&script), stdout);
    } else {
        status = submit(args, lt_text_str(&script));
    }
    lt_text_release(&script);
    return status;
}

const cli_command lab_do_submit = {
    .name = "lab submit",
    .summary = "start workers on a cluster: an array job of Slurm",
    .synopsis =
        "NAME|--all --slurm [--workers N] [--cpus C] [--time LIMIT] [--folder DIR] [--print] ...",
    .options = options,
    .details =
        "Writes a script for an array of workers and gives it to sbatch; --print shows it\n"
        "instead, to be kept or changed. Each worker has the processors and the memory of its\n"
        "job, leaves half a minute before the job's end, gives back what is under way and is\n"
        "queued again (scontrol requeue) as long as games are left. All see the database that\n"
        "LAATTA_DB or --db names: a server, or a file of one machine. docs/CLUSTER.md has more.\n"
        "\n"
        "examples:\n"
        "  laatta lab submit first --slurm --workers 40 --cpus 8 --time 4:00:00\n"
        "  laatta lab submit --all --slurm --partition short --mem 8G --print\n",
    .run = run,
};
