/* What the commands of the lab share. */
#include "cmd/lab/cli_lab.h"

#include "base/clock.h"
#include "lab/recipe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cli_lab_patience(const cli_args *args, double *patience)
{
    return cli_real(args, "patience", cli_takes(args, "threads") ? 60 : 15, 0, 1e9, patience);
}

static void say(void *ctx, const char *text)
{
    const cli_args *args = ctx;
    cli_control_done();
    fprintf(stderr, "laatta %s: %s\n", args->command->name, text);
}

/* Sleeps, or ends sooner when the program is interrupted. */
static void pause_for(double seconds)
{
    for (; seconds > 0 && !cli_interrupted(); seconds -= 0.1)
        lt_sleep(seconds < 0.1 ? seconds : 0.1);
}

/* A password in --db stands in the list of processes for everybody to read. */
static void warn_of_password(const cli_args *args)
{
    const char *url = cli_value(args, "db"), *host = url ? strstr(url, "://") : NULL;
    const char *at = host ? strrchr(host, '@') : NULL, *colon = host ? strchr(host + 3, ':') : NULL;
    if (at && colon && colon < at)
        say((void *)args, "the password in --db can be seen in the list of processes; LAATTA_DB "
                          "keeps it out of that");
}

static lab_store *open_as(const cli_args *args, bool read_only, int *status)
{
    static lt_control control; /* outlives the store that asks it */
    lab_store *store;
    lt_error err;
    double patience, began = lt_clock_now(), left;
    if (!cli_lab_patience(args, &patience)) return NULL;
    /* A command that plays gives back what is under way when it is interrupted; any
     * other simply ends. */
    bool plays = cli_takes(args, "threads");
    if (plays) control = (lt_control){.cancelled = cli_control().cancelled};
    lab_access access = {.url = cli_value(args, "db"),
                         .read_only = read_only,
                         .patience = patience > 2 ? patience : 2,
                         .control = plays ? &control : NULL,
                         .say = say,
                         .say_ctx = (void *)args};
    warn_of_password(args);
    for (double wait = 0.5;; wait *= 2) {
        if (lab_open_as(&store, &access, &err) == LT_OK) return store;
        /* To be turned away may take long by itself, by several servers above all. */
        left = patience - (lt_clock_now() - began);
        if (err.status != LT_UNAVAILABLE || left <= 0 || cli_interrupted()) break;
        wait = fmin(fmin(wait, 8), left);
        fprintf(stderr, "laatta %s: %s; trying again in %.1f s\n", args->command->name, err.text,
                wait);
        pause_for(wait);
    }
    *status = cli_fail(args, &err);
    return NULL;
}

lab_store *cli_lab_open(const cli_args *args, int *status)
{
    return open_as(args, false, status);
}

lab_store *cli_lab_read(const cli_args *args, int *status)
{
    return open_as(args, true, status);
}

static lab_store *open_first(const cli_args *args, lab_experiment *experiment, int *status)
{
    lt_error err;
    lab_store *store = cli_lab_open(args, status);
    if (store && lab_find(store, args->word[0], experiment, &err) != LT_OK) {
        *status = cli_fail(args, &err);
        lab_close(store);
        return NULL;
    }
    return store;
}

lab_store *cli_lab_experiment(const cli_args *args, lab_experiment *experiment, int *status)
{
    if (args->words == 1) return open_first(args, experiment, status);
    *status = cli_usage_error(args, "one experiment is needed");
    return NULL;
}

int cli_lab_act(const cli_args *args, int words, cli_lab_action *act)
{
    lab_experiment x;
    lt_error err;
    int status = 2;
    if (args->words != words)
        return cli_usage_error(args, words == 1 ? "one experiment is needed"
                                                : "two names are needed: the present one and the "
                                                  "new one");
    lab_store *store = open_first(args, &x, &status);
    if (!store) return status;
    status = act(args, store, &x, &err) == LT_OK ? 0 : cli_fail(args, &err);
    free(x.plan);
    lab_close(store);
    return status;
}

bool cli_lab_describe(const cli_args *args, lab_kind kind, lab_experiment *experiment)
{
    *experiment = (lab_experiment){.kind = kind, .attempts = 5};
    uint64_t seed = 1, attempts = 5;
    double priority = 0;
    if (args->words != 1) {
        cli_usage_error(args, args->words ? "\"%s\" was not expected" : "a NAME is needed%s",
                        args->words ? args->word[1] : "");
        return false;
    }
    if (strlen(args->word[0]) >= LAB_NAME_MAX) {
        cli_usage_error(args, "a name has at most %d characters", LAB_NAME_MAX - 1);
        return false;
    }
    strcpy(experiment->name, args->word[0]);
    if (!cli_rules(args, &experiment->rules)) return false;
    if (cli_takes(args, "seed") && !cli_u64(args, "seed", 1, 0, INT64_MAX, &seed)) return false;
    if (cli_takes(args, "attempts") && !cli_u64(args, "attempts", 5, 1, 100, &attempts))
        return false;
    if (cli_takes(args, "priority") && !cli_real(args, "priority", 0, -1e9, 1e9, &priority))
        return false;
    experiment->seed = seed;
    experiment->attempts = (int)attempts;
    experiment->priority = (int64_t)priority;
    return true;
}

bool cli_lab_spec(const cli_args *args, const char *spec, const t48_rules *rules,
                  char out[LAB_SPEC_MAX])
{
    lt_error err;
    if (lab_spec_whole(spec, rules, out, &err) == LT_OK) return true;
    cli_fail(args, &err);
    return false;
}

bool cli_lab_who(const cli_args *args, const t48_rules *rules, char out[LAB_SPEC_MAX])
{
    static const char *const options[] = {"player", "train", "table"};
    const char *given = NULL;
    lt_text spec;
    lt_text_init(&spec);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *value = cli_value(args, options[i]);
        if (!value) continue;
        if (given) {
            cli_usage_error(args, "--%s and --%s do not go together", given, options[i]);
            lt_text_release(&spec);
            return false;
        }
        given = options[i];
        /* --train X is short for --player train:X; of a table the pattern is enough. */
        lt_text_printf(&spec, "%s%s%s%s", i ? given : "", i ? ":" : "",
                       i == 2 && !strchr(value, '=') ? "pattern=" : "", value);
    }
    lt_error err;
    bool good = given && !spec.failed && cli_lab_spec(args, lt_text_str(&spec), rules, out);
    if (spec.failed) {
        lt_fail(&err, LT_NO_MEMORY, "not enough memory");
        cli_fail(args, &err);
    }
    if (!given) cli_usage_error(args, "--player SPEC is needed, or --train or --table");
    lt_text_release(&spec);
    return good;
}

bool cli_lab_confirm(const cli_args *args, uint64_t games)
{
    enum { ASK_PAST = 1000000 };
    if (games <= ASK_PAST || cli_flag(args, "yes")) return true;
    cli_usage_error(args, "%llu games are more than a million: add --yes to queue them",
                    (unsigned long long)games);
    return false;
}

int cli_lab_set_state(const cli_args *args, lab_state state)
{
    lab_progress p;
    lt_error err;
    int status = 2;
    if (args->words != 1) return cli_usage_error(args, "one experiment is needed");
    lab_store *store = cli_lab_open(args, &status);
    if (!store) return status;
    lt_status changed = lab_change_state(store, args->word[0], state, &p, &err);
    status = changed == LT_OK ? 0 : cli_fail(args, &err);
    if (changed == LT_OK)
        printf("%s: %s, %llu of %llu games finished\n", args->word[0], lab_state_name(state),
               (unsigned long long)p.finished, (unsigned long long)p.games);
    lab_close(store);
    return status;
}
