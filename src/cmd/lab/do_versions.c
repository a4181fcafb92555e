/* laatta lab versions: the behaviours that have played here, and which still count. */
#include "cmd/lab/cli_lab.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static const cli_option options[] = {
    {"outdated", NULL, "mark the VERSION: reports leave out what it played"},
    {"current", NULL, "take the mark back"},
    {"json", NULL, "print one JSON object"},
    CLI_LAB_DB,
    {0},
};

typedef struct listing {
    json_t *json; /* NULL: print lines */
    size_t count;
} listing;

static bool show_version(void *ctx, const lab_version *v)
{
    listing *l = ctx;
    if (l->json) {
        json_array_append_new(l->json,
                              json_pack("{s:I, s:s, s:f, s:b, s:I, s:I}", "version",
                                        (json_int_t)v->id, "behaviour", v->behaviour, "created",
                                        v->created, "outdated", v->outdated, "configs",
                                        (json_int_t)v->configs, "games", (json_int_t)v->games));
        return true;
    }
    char date[40] = "";
    time_t at = (time_t)v->created;
    struct tm parts;
    if (gmtime_r(&at, &parts)) strftime(date, sizeof date, "%Y-%m-%d %H:%M", &parts);
    if (l->count++ == 0)
        printf("%8s %-17s %-16s %10s %12s\n", "version", "behaviour", "since (UTC)", "configs",
               "games");
    printf("%8llu %-17s %-16s %10llu %12llu%s\n", (unsigned long long)v->id, v->behaviour, date,
           (unsigned long long)v->configs, (unsigned long long)v->games,
           v->outdated ? "  outdated" : "");
    return true;
}

static int mark(const cli_args *args, bool outdated)
{
    unsigned long long version;
    lt_error err;
    int status = 2;
    if (args->words != 1 || !lt_parse_u64(args->word[0], strlen(args->word[0]), &version))
        return cli_usage_error(args,
                               "one VERSION is needed, a number as laatta lab versions shows");
    lab_store *store = cli_lab_open(args, &status);
    if (!store) return status;
    lt_status marked = lab_set_outdated(store, version, outdated, &err);
    if (marked == LT_OK) printf("version %llu is %s\n", version, outdated ? "outdated" : "current");
    lab_close(store);
    return marked == LT_OK ? 0 : cli_fail(args, &err);
}

static int run(const cli_args *args)
{
    bool outdated = cli_flag(args, "outdated"), current = cli_flag(args, "current");
    lt_error err;
    int status = 2;
    if (outdated && current)
        return cli_usage_error(args, "--outdated and --current exclude each other");
    if (outdated || current) return mark(args, outdated);
    if (args->words)
        return cli_usage_error(args, "a VERSION needs --outdated or --current beside it");
    lab_store *store = cli_lab_read(args, &status);
    if (!store) return status;
    listing l = {.json = cli_flag(args, "json") ? json_array() : NULL};
    lt_status read = lab_versions(store, show_version, &l, &err);
    if (read != LT_OK)
        status = cli_fail(args, &err);
    else if (l.json)
        status = cli_print_json(json_pack("{s:O}", "versions", l.json));
    else
        status = 0;
    json_decref(l.json);
    lab_close(store);
    return status;
}

const cli_command lab_do_versions = {
    .name = "lab versions",
    .summary = "the behaviours of players that have played here; mark one as outdated",
    .synopsis = "[VERSION --outdated | VERSION --current] [--json] [--db URL]",
    .options = options,
    .details = "A version is a behaviour of laatta's players, told apart by the number that\n"
               "laatta bench computes. Results of two never share a configuration. Of a version\n"
               "that is outdated (its players had a fault, say) reports show nothing unless\n"
               "--outdated asks for it.\n"
               "\n"
               "examples:\n"
               "  laatta lab versions\n"
               "  laatta lab versions 3 --outdated\n",
    .run = run,
};
