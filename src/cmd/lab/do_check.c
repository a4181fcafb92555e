/* laatta lab check: whether everything that is kept adds up. */
#include "cmd/lab/cli_lab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"repair", NULL, "make sums that are wrong anew from the results"},
    CLI_LAB_DB,
    {0},
};

enum { TOLD_MOST = 10 };

/* Names of the experiments, read before any of them is looked into. */
typedef struct names {
    struct {
        uint64_t id;
        char name[LAB_NAME_MAX];
    } * of;
    size_t count;
    bool failed;
} names;

static bool take_name(void *ctx, const lab_experiment *x, const lab_progress *p)
{
    names *n = ctx;
    (void)p;
    void *grown = realloc(n->of, (n->count + 1) * sizeof *n->of);
    n->failed = !grown;
    if (!grown) return false;
    n->of = grown;
    n->of[n->count].id = x->id;
    memcpy(n->of[n->count++].name, x->name, sizeof x->name);
    return true;
}

static void tell(void *ctx, uint64_t config, const char *what)
{
    unsigned *told = ctx;
    if (++*told <= TOLD_MOST && config)
        fprintf(stderr, "configuration %llu: %s\n", (unsigned long long)config, what);
    else if (*told <= TOLD_MOST)
        fprintf(stderr, "%s\n", what);
    if (*told == TOLD_MOST + 1) fprintf(stderr, "...\n");
}

static lt_status check(lab_store *store, uint64_t id, const char *name, bool repair, bool *wrong,
                       lt_error *err)
{
    lab_checked checked;
    unsigned told = 0;
    LT_TRY(lab_check(store, id, tell, &told, &checked, err));
    if (checked.wrong && repair) {
        LT_TRY(lab_repair(store, id, err));
        told = 0;
        LT_TRY(lab_check(store, id, tell, &told, &checked, err));
        if (!checked.wrong) printf("%s: its sums were made anew; ", name);
    }
    if (checked.wrong) {
        *wrong = true;
        printf("%s: %llu of %llu configurations do not add up\n", name,
               (unsigned long long)checked.wrong, (unsigned long long)checked.configs);
    } else {
        printf("%s: %llu configurations with %llu results add up\n", name,
               (unsigned long long)checked.configs, (unsigned long long)checked.games);
    }
    return LT_OK;
}

static int run(const cli_args *args)
{
    int status = 2;
    lt_error err;
    names n = {0};
    bool repair = cli_flag(args, "repair"), wrong = false;
    const char *only = args->words ? args->word[0] : NULL;
    if (args->words > 1) return cli_usage_error(args, "\"%s\" was not expected", args->word[1]);
    lab_store *store = repair ? cli_lab_open(args, &status) : cli_lab_read(args, &status);
    if (!store) return status;
    lt_status read = LT_OK;
    if (only) {
        lab_experiment x;
        read = lab_find(store, only, &x, &err);
        if (read == LT_OK && !take_name(&n, &x, NULL))
            read = lt_fail(&err, LT_NO_MEMORY, "not enough memory");
        if (read == LT_OK) free(x.plan);
    } else {
        read = lab_experiments(store, take_name, &n, &err);
    }
    if (read == LT_OK && n.failed) read = lt_fail(&err, LT_NO_MEMORY, "not enough memory");
    for (size_t i = 0; read == LT_OK && i < n.count; i++)
        read = check(store, n.of[i].id, n.of[i].name, repair, &wrong, &err);
    status = read != LT_OK ? cli_fail(args, &err) : wrong;
    free(n.of);
    lab_close(store);
    return status;
}

const cli_command lab_do_check = {
    .name = "lab check",
    .summary = "whether everything that is kept adds up",
    .synopsis = "[NAME] [--repair] [--db URL]",
    .options = options,
    .details = "Every game waits, is being played or is finished, exactly once, and the sums that\n"
               "reports read are those of the results. Reads every result, at one moment, also\n"
               "while workers play. The exit status is 1 if something does not add up; --repair\n"
               "then makes the sums anew, while nobody plays. Do games come out the same when\n"
               "they are played again? See laatta lab verify.\n"
               "\n"
               "examples:\n"
               "  laatta lab check\n"
               "  laatta lab check first --repair\n",
    .run = run,
};
