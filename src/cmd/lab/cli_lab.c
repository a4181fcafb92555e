/* What the commands of the lab share. */
#include "cmd/lab/cli_lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool has_option(const cli_args *args, const char *name)
{
    for (const cli_option *o = args->command->options; o && o->name; o++)
        if (strcmp(o->name, name) == 0) return true;
    return false;
}

lab_store *cli_lab_open(const cli_args *args, int *status)
{
    lab_store *store;
    lt_error err;
    double patience = 15, waited = 0;
    if (has_option(args, "patience") && !cli_real(args, "patience", 60, 0, 1e9, &patience))
        return NULL;
    for (double wait = 0.5;; wait *= 2) {
        if (lab_open(&store, cli_value(args, "db"), &err) == LT_OK) return store;
        if (err.status != LT_UNAVAILABLE || waited >= patience || cli_interrupted()) break;
        if (wait > 8) wait = 8;
        fprintf(stderr, "laatta %s: %s; trying again in %.1f s\n", args->command->name, err.text,
                wait);
        nanosleep(&(struct timespec){.tv_sec = (time_t)wait,
                                     .tv_nsec = (long)((wait - (double)(time_t)wait) * 1e9)},
                  NULL);
        waited += wait;
    }
    *status = cli_fail(args, &err);
    return NULL;
}

lab_store *cli_lab_experiment(const cli_args *args, lab_experiment *experiment, int *status)
{
    lt_error err;
    if (args->words != 1) {
        *status = cli_usage_error(args, "one experiment is needed");
        return NULL;
    }
    lab_store *store = cli_lab_open(args, status);
    if (store && lab_find(store, args->word[0], experiment, &err) != LT_OK) {
        *status = cli_fail(args, &err);
        lab_close(store);
        return NULL;
    }
    return store;
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
    if (has_option(args, "seed") && !cli_u64(args, "seed", 1, 0, INT64_MAX, &seed)) return false;
    if (has_option(args, "attempts") && !cli_u64(args, "attempts", 5, 1, 100, &attempts))
        return false;
    if (has_option(args, "priority") && !cli_real(args, "priority", 0, -1e9, 1e9, &priority))
        return false;
    experiment->seed = seed;
    experiment->attempts = (int)attempts;
    experiment->priority = (int64_t)priority;
    return true;
}

bool cli_lab_spec(const cli_args *args, const char *spec, const t48_rules *rules,
                  char out[LAB_SPEC_MAX])
{
    t48_player *player;
    lt_error err;
    if (t48_player_new(&player, spec, rules, &err) != LT_OK) {
        cli_fail(args, &err);
        return false;
    }
    const char *whole = t48_player_spec(player);
    bool fits = strlen(whole) < LAB_SPEC_MAX;
    if (fits)
        strcpy(out, whole);
    else
        cli_usage_error(args, "the player's spec is too long");
    t48_player_free(player);
    return fits;
}

int cli_lab_set_state(const cli_args *args, lab_state state)
{
    lab_experiment x;
    lab_progress p;
    lt_error err;
    int status = 2;
    lab_store *store = cli_lab_experiment(args, &x, &status);
    if (!store) return status;
    lt_status changed = LT_OK;
    if (x.state == LAB_CANCELLED)
        changed = lt_fail(&err, LT_BAD_INPUT, "%s was cancelled; nothing is left to play", x.name);
    if (changed == LT_OK) changed = lab_set_state(store, x.id, state, &err);
    if (changed == LT_OK) changed = lab_progress_of(store, x.id, &p, &err);
    status = changed == LT_OK ? 0 : cli_fail(args, &err);
    if (changed == LT_OK)
        printf("%s: %s, %llu of %llu games finished\n", x.name, lab_state_name(state),
               (unsigned long long)p.finished, (unsigned long long)p.games);
    free(x.plan);
    lab_close(store);
    return status;
}
