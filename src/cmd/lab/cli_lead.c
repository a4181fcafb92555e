/* What the commands that lead an experiment share: who plays, and who hears of it. */
#include "cmd/lab/cli_lab.h"

#include "base/threads.h"

#include <stdio.h>

static void say(void *ctx, const char *text)
{
    (void)ctx;
    cli_control_done();
    fprintf(stderr, "laatta lab: %s\n", text);
}

enum { ALLOWED_MAX = 32 };
static const char *allowed_commands[ALLOWED_MAX];

static bool take_command(void *ctx, const char *command)
{
    size_t *count = ctx;
    if (*count == ALLOWED_MAX) return false;
    allowed_commands[(*count)++] = command;
    return true;
}

bool cli_lab_allowed(const cli_args *args, lab_commands *allowed)
{
    *allowed = (lab_commands){.command = allowed_commands};
    if (cli_each(args, "allow-command", take_command, &allowed->count)) return true;
    cli_usage_error(args, "--allow-command can be given %d times", ALLOWED_MAX);
    return false;
}

bool cli_lab_lead(const cli_args *args, lab_lead *lead, lt_control *control, int *status)
{
    uint64_t threads;
    *lead = (lab_lead){.say = say, .control = control};
    *status = 2;
    if (!cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads) ||
        !cli_real(args, "lease", 15, 0.2, 86400, &lead->lease) ||
        !cli_lab_patience(args, &lead->patience) || !cli_lab_allowed(args, &lead->allowed))
        return false;
    lead->threads = (int)threads;
    *control = cli_control();
    lead->store = cli_lab_open(args, status);
    return lead->store != NULL;
}
