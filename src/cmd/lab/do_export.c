/* laatta lab export: an experiment with its results as text, or its games as CSV. */
#include "cmd/lab/cli_lab.h"
#include "cmd/lab/settings_csv.h"

#include "lab/queue.h"

#include "base/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"csv", NULL, "a line a game, for spreadsheets, instead of what lab import reads"},
    CLI_LAB_DB,
    {0},
};

typedef struct games {
    lt_text out;
    settings_csv columns;
    const lab_config *configs;
    size_t count;
} games;

static bool put_game(void *ctx, const lab_result *r)
{
    games *g = ctx;
    const t48_outcome *o = &r->outcome;
    const lab_config *config = lab_config_find(g->configs, g->count, r->config);
    if (!config) return true;
    lt_text_printf(&g->out, "%llu", (unsigned long long)r->config);
    settings_csv_row(&g->columns, config, &g->out);
    lt_text_printf(&g->out, ",%llu,%llu,%llu,%u,%.0f,%.6f,%llu,%llu", (unsigned long long)r->game,
                   (unsigned long long)r->seed, (unsigned long long)o->score, o->moves,
                   t48_tile(o->max_level), r->seconds, (unsigned long long)r->version,
                   (unsigned long long)r->worker);
    for (unsigned level = 1; level < T48_TILES; level++)
        lt_text_printf(&g->out, ",%u", o->tiles[level]);
    lt_text_printf(&g->out, ",%u\n", o->tiles[0]);
    return !g->out.failed;
}

typedef struct table {
    const char *name;
    char *text;
    size_t length;
} table;

static lt_status write_games(lab_store *store, void *ctx, lt_error *err)
{
    table *t = ctx;
    lab_experiment x;
    lab_config *configs = NULL;
    games g = {.count = 0};
    LT_TRY(lab_find(store, t->name, &x, err));
    free(x.plan);
    lt_text_init(&g.out);
    lt_status status = lab_configs(store, x.id, &configs, &g.count, err);
    g.configs = configs;
    if (status == LT_OK) {
        for (size_t i = 0; i < g.count; i++) settings_csv_add(&g.columns, &configs[i]);
        lt_text_puts(&g.out, "config");
        settings_csv_head(&g.columns, &g.out);
        lt_text_puts(&g.out, ",game,seed,score,moves,max_tile,seconds,version,worker");
        for (unsigned level = 1; level < T48_TILES; level++)
            lt_text_printf(&g.out, ",tile_%u", 1u << level);
        lt_text_puts(&g.out, ",tile_larger\n");
        status = lab_results(store, x.id, 0, 0, true, put_game, &g, err);
    }
    if (status == LT_OK && g.out.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(t->text); /* of a time before, when the transaction could not be ended */
    t->text = g.out.data;
    t->length = g.out.length;
    free(configs);
    return status;
}

static lt_status games_of(lab_store *store, const char *name, char **text, size_t *length,
                          lt_error *err)
{
    table t = {.name = name};
    lt_status status = lab_queue_snapshot(store, write_games, &t, err);
    if (status != LT_OK) {
        free(t.text);
        t = (table){0};
    }
    *text = t.text;
    *length = t.length;
    return status;
}

static lt_status save(const char *path, const char *text, size_t length, lt_error *err)
{
    if (strcmp(path, "-") != 0) return lt_file_save(path, text, length, err);
    return fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0
               ? LT_OK
               : lt_fail(err, LT_IO, "the standard output cannot be written");
}

static int run(const cli_args *args)
{
    lt_error err;
    char *text = NULL;
    size_t length;
    int status = 2;
    if (args->words != 2)
        return cli_usage_error(args, "a NAME and a FILE are needed; - is the standard output");
    lab_store *store = cli_lab_read(args, &status);
    if (!store) return status;
    lt_status made = cli_flag(args, "csv") ? games_of(store, args->word[0], &text, &length, &err)
                                           : lab_export(store, args->word[0], &text, &length, &err);
    lab_close(store);
    if (made == LT_OK) {
        made = save(args->word[1], text, length, &err);
        free(text);
    }
    if (made == LT_OK && strcmp(args->word[1], "-") != 0) printf("%s written\n", args->word[1]);
    return made == LT_OK ? 0 : cli_fail(args, &err);
}

const cli_command lab_do_export = {
    .name = "lab export",
    .summary = "write an experiment with all its results to a file",
    .synopsis = "NAME FILE [--csv] [--db URL]",
    .options = options,
    .details =
        "The file is text, a line of JSON a game, and whole: laatta lab import takes it into\n"
        "any other database. An experiment may be exported while it is worked on: the file\n"
        "is what there was at one moment. With --csv it is a table instead: a line a game, a "
        "column a setting.\n"
        "\n"
        "examples:\n"
        "  laatta lab export first first.jsonl\n"
        "  laatta lab export first games.csv --csv\n"
        "  laatta lab export first - | laatta lab import - --db sqlite:copy.sqlite\n",
    .run = run,
};
