/* laatta table: the endgame tables of 2048 in the cache. */
#include "cmd/cli_t48.h"
#include "cmd/table_query.h"

#include "base/clock.h"
#include "base/dirs.h"
#include "base/threads.h"
#include "twenty48/endgame/endgame.h"
#include "twenty48/endgame/endgame_follow.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cli_option options[] = {
    {"threads", "N", "threads to build with (default: every processor)"},
    {"memory", "MB", "memory a build may take (default: what is available)"},
    {"again", NULL, "build tables that are there already, too"},
    {"json", NULL, "for list and query: print JSON"},
    {NULL, NULL, NULL},
};

/* --- build -------------------------------------------------------------------------- */

/* Tables are many and take long, so what is taken is said for each of them. */
static void say(void *ctx, const t48_pattern *pattern, const t48_endgame_built *built)
{
    (void)ctx;
    cli_control_done();
    if (built->disk == 0)
        printf("%s: up to %.0f MB of memory\n", pattern->name, (double)built->memory / 1e6);
    else
        printf("%s: %.1f M positions, up to %.0f MB on disk\n", pattern->name,
               (double)built->found / 1e6, (double)built->disk / 1e6);
    fflush(stdout);
}

/* A table that is there and sound need not be built; a damaged one is. */
static bool is_there(const char *path)
{
    t48_endgame_table *table;
    if (t48_endgame_table_open(&table, path, true, NULL) != LT_OK) return false;
    t48_endgame_table_free(table);
    return true;
}

/* Builds what a pattern goes on in first, where that is one of the library and not there. */
static int build_one(const cli_args *args, const t48_pattern *pattern,
                     const t48_endgame_means *means)
{
    lt_error err;
    lt_text path;
    lt_text_init(&path);
    t48_pattern after = t48_endgame_following(pattern), known;
    bool first = pattern->next && t48_pattern_find(&known, after.name, NULL) == LT_OK &&
                 t48_endgame_path(&after, &path, NULL) == LT_OK && !is_there(lt_text_str(&path));
    if (first) {
        int status = build_one(args, &after, means);
        if (status) {
            lt_text_release(&path);
            return status;
        }
    }
    lt_text_clear(&path);
    double began = lt_clock_now();
    t48_endgame_built built;
    lt_status status = t48_endgame_path(pattern, &path, &err);
    bool there = status == LT_OK && !cli_flag(args, "again") && is_there(lt_text_str(&path));
    if (status == LT_OK && !there)
        status = t48_endgame_build(pattern, lt_text_str(&path), means, &built, &err);
    lt_text_release(&path);
    cli_control_done();
    if (status != LT_OK) return cli_fail(args, &err);
    if (there)
        printf("%s is there\n", pattern->name);
    else
        printf("%s is ready: %.1f M positions worth keeping, %.1f MB, best chance with two 2s "
               "%.4f (%.1f s)\n",
               pattern->name, (double)built.kept / 1e6, (double)built.bytes / 1e6, built.best,
               lt_clock_now() - began);
    return 0;
}

static int build(const cli_args *args)
{
    uint64_t threads, memory;
    if (!cli_u64(args, "threads", (uint64_t)lt_cpu_count(), 1, LT_THREADS_MAX, &threads) ||
        !cli_u64(args, "memory", 0, 1, 1 << 24, &memory))
        return 2;
    if (args->words < 2)
        return cli_usage_error(args, "build takes a tier (small, large), patterns or files");
    lt_error err;
    t48_pattern pattern;
    /* Everything is looked up before anything is built. */
    for (int i = 1; i < args->words; i++)
        if (t48_tier_find(args->word[i]) == T48_TIER_NONE &&
            t48_pattern_find(&pattern, args->word[i], &err) != LT_OK)
            return cli_fail(args, &err);
    lt_control control = cli_control();
    t48_endgame_means means = {
        .threads = (int)threads, .memory = memory * 1000000, .control = &control, .said = say};
    int status = 0;
    for (int i = 1; i < args->words && status == 0; i++) {
        t48_tier tier = t48_tier_find(args->word[i]);
        if (tier == T48_TIER_NONE) {
            if (t48_pattern_find(&pattern, args->word[i], &err) != LT_OK)
                return cli_fail(args, &err);
            status = build_one(args, &pattern, &means);
        }
        for (size_t k = 0; tier != T48_TIER_NONE && k < t48_pattern_count() && status == 0; k++) {
            if (t48_pattern_get(&pattern, k, &err) != LT_OK) return cli_fail(args, &err);
            if (t48_pattern_in_tier(&pattern, tier)) status = build_one(args, &pattern, &means);
        }
    }
    return status;
}

/* --- what is in the cache -------------------------------------------------------------- */

/* Calls `visit` for every table file of the cache. */
static int each_file(const cli_args *args, void (*visit)(void *ctx, const char *path), void *ctx)
{
    lt_error err;
    lt_text directory, path;
    lt_text_init(&directory);
    lt_text_init(&path);
    int status = 0;
    if (lt_cache_path("endgame", &directory, &err) != LT_OK) status = cli_fail(args, &err);
    DIR *files = status == 0 ? opendir(lt_text_str(&directory)) : NULL;
    for (struct dirent *entry; files && (entry = readdir(files));) {
        const char *suffix = strrchr(entry->d_name, '.');
        if (!suffix || strcmp(suffix, T48_ENDGAME_SUFFIX) != 0) continue;
        lt_text_clear(&path);
        lt_text_printf(&path, "%s/%s", lt_text_str(&directory), entry->d_name);
        visit(ctx, lt_text_str(&path));
    }
    if (files) closedir(files);
    lt_text_release(&directory);
    lt_text_release(&path);
    return status;
}

/* Tables of the cache, with their patterns: those of the library first. */
typedef struct listing {
    const cli_args *args;
    json_t *rows;     /* NULL: text */
    const char *name; /* of the one to remove */
    int good, bad;
} listing;

static void picture_of(const t48_pattern *p, char text[24])
{
    for (unsigned cell = 0; cell < 16; cell++) {
        unsigned at = cell + cell / 4; /* a / after each row */
        text[at] = p->twin >> cell & 1 ? '*' : p->walls >> cell & 1 ? '#' : '.';
        if (p->next >> cell & 1) text[at] = '+';
        text[at + 1] = cell == 15 ? '\0' : '/';
    }
}

static void show_pattern(listing *l, const t48_pattern *p, const t48_endgame_table *table)
{
    char picture[24];
    picture_of(p, picture);
    const t48_table_foot *f = table ? &table->about : NULL;
    double best = f ? (double)f->best / T48_ENDGAME_CERTAIN : 0;
    double bytes = table ? (double)table->sealed.map_size : 0;
    if (l->rows) {
        json_array_append_new(
            l->rows,
            json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:b, s:I, s:I, s:I, s:f}", "pattern", p->name,
                      "walls", picture, "pictures", 1 + p->others, "target", 1 << p->target, "tier",
                      t48_tier_name((t48_tier)p->tier), "about", p->about, "built", table != NULL,
                      "positions", (json_int_t)(f ? f->found : 0), "kept",
                      (json_int_t)(f ? f->kept : 0), "bytes", (json_int_t)bytes, "best", best));
        return;
    }
    printf("%-14s %s %6d  %-5s ", p->name, picture, 1 << p->target,
           t48_tier_name((t48_tier)p->tier));
    if (f)
        printf("%9.1f %9.1f %8.4f", (double)f->found / 1e6, bytes / 1e6, best);
    else
        printf("%9s %9s %8s", "-", "-", "-");
    printf("  %s\n", p->about);
}

/* A pattern of the library that has these shapes and this target. */
static bool is_of_library(const t48_pattern *asked)
{
    t48_pattern p;
    for (size_t i = 0; i < t48_pattern_count(); i++)
        if (t48_pattern_get(&p, i, NULL) == LT_OK && p.target == asked->target &&
            t48_pattern_canonical(&p) == t48_pattern_canonical(asked) &&
            t48_pattern_family(&p) == t48_pattern_family(asked))
            return true;
    return false;
}

static void show_other(void *ctx, const char *path)
{
    listing *l = ctx;
    t48_endgame_table *table;
    lt_error err;
    if (t48_endgame_table_open(&table, path, false, &err) != LT_OK) {
        cli_fail(l->args, &err);
        return;
    }
    assert(table);
    if (!is_of_library(&table->pattern)) show_pattern(l, &table->pattern, table);
    t48_endgame_table_free(table);
}

static int list(const cli_args *args)
{
    listing l = {.args = args, .rows = cli_flag(args, "json") ? json_array() : NULL};
    lt_error err;
    lt_text path;
    lt_text_init(&path);
    if (!l.rows)
        printf("%-14s %-19s %6s  %-5s %9s %9s %8s  %s\n", "pattern", "walls", "target", "tier",
               "M states", "MB", "best", "what it is");
    for (size_t i = 0; i < t48_pattern_count(); i++) {
        t48_pattern p;
        if (t48_pattern_get(&p, i, &err) != LT_OK) return cli_fail(args, &err);
        t48_endgame_table *table = NULL;
        if (t48_endgame_path(&p, &path, NULL) == LT_OK && access(lt_text_str(&path), F_OK) == 0)
            t48_endgame_table_open(&table, lt_text_str(&path), false, NULL);
        show_pattern(&l, &p, table);
        t48_endgame_table_free(table);
    }
    lt_text_release(&path);
    int status = each_file(args, show_other, &l);
    return l.rows ? cli_print_json(json_pack("{s:o}", "tables", l.rows)) : status;
}

static void check_file(void *ctx, const char *path)
{
    listing *l = ctx;
    t48_endgame_table *table;
    lt_error err;
    if (t48_endgame_table_open(&table, path, true, &err) == LT_OK) {
        l->good++;
        t48_endgame_table_free(table);
        return;
    }
    l->bad++;
    cli_fail(l->args, &err);
}

static int check(const cli_args *args)
{
    listing l = {.args = args};
    int status = each_file(args, check_file, &l);
    if (status) return status;
    printf("%d table%s sound, %d damaged%s\n", l.good, l.good == 1 ? "" : "s", l.bad,
           l.bad ? "; laatta table build makes them anew" : "");
    return l.bad ? 2 : 0;
}

static void remove_file(void *ctx, const char *path)
{
    listing *l = ctx;
    if (unlink(path) == 0) {
        l->good++;
        return;
    }
    l->bad++;
    fprintf(stderr, "laatta table: cannot remove %s: %s\n", path, strerror(errno));
}

/* A table whose pattern is no longer at hand still goes by the name that the list shows. */
static void remove_named(void *ctx, const char *path)
{
    listing *l = ctx;
    t48_endgame_table *table;
    if (t48_endgame_table_open(&table, path, false, NULL) != LT_OK) return;
    bool named = strcmp(table->pattern.name, l->name) == 0;
    t48_endgame_table_free(table);
    if (named) remove_file(l, path);
}

static int remove_tables(const cli_args *args)
{
    listing l = {.args = args};
    if (args->words < 2) return cli_usage_error(args, "remove takes patterns, files or all");
    for (int i = 1; i < args->words; i++) {
        lt_error err;
        t48_pattern pattern;
        if (strcmp(args->word[i], "all") == 0) {
            int status = each_file(args, remove_file, &l);
            if (status) return status;
            continue;
        }
        if (t48_pattern_find(&pattern, args->word[i], &err) != LT_OK) {
            int before = l.good + l.bad;
            l.name = args->word[i];
            each_file(args, remove_named, &l);
            if (l.good + l.bad == before) return cli_fail(args, &err);
            continue;
        }
        lt_text path;
        lt_text_init(&path);
        if (t48_endgame_path(&pattern, &path, NULL) == LT_OK &&
            access(lt_text_str(&path), F_OK) == 0)
            remove_file(&l, lt_text_str(&path));
        lt_text_release(&path);
    }
    printf("%d table%s removed\n", l.good, l.good == 1 ? "" : "s");
    return l.bad ? 1 : 0;
}

static int run(const cli_args *args)
{
    static const struct {
        const char *verb;
        int (*run)(const cli_args *args);
        bool alone;
    } verbs[] = {{"build", build, false},
                 {"list", list, true},
                 {"check", check, true},
                 {"remove", remove_tables, false},
                 {"query", table_query, false}};
    const char *verb = args->words > 0 ? args->word[0] : "";
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verb, verbs[i].verb) != 0) continue;
        if (verbs[i].alone && args->words > 1)
            return cli_usage_error(args, "%s takes no more words", verb);
        return verbs[i].run(args);
    }
    return cli_usage_error(args, "say build, list, check, remove or query");
}

const cli_command cmd_table = {
    .name = "table",
    .summary = "build, list, check, remove and ask the endgame tables of 2048",
    .synopsis = "build TIER|PATTERN|FILE... | list | check | remove PATTERN|all | query BOARD",
    .details =
        "Late in a game the large tiles are all different and hardly move, while the small ones\n"
        "build the tile that lets them collapse. A table holds the chance of that for\n"
        "every position of a pattern. Tables are kept in $XDG_CACHE_HOME/laatta/endgame\n"
        "and used by the player ntuple when they are there (tables=none: not).\n"
        "\n"
        "A pattern is one of `laatta table list` or a file (a name with a /): four rows\n"
        "of # (wall) and . (free cell), and a line such as \"target 512\"; more pictures\n"
        "say where else the walls may slide, and + and * make chains of patterns\n"
        "(docs/ENDGAMES.md). A tier is small (up to 2 GB and 10 minutes) or large (up to\n"
        "12 GB and 90 minutes, the small one's included). What is there already is not\n"
        "built again.\n"
        "\n"
        "examples:\n"
        "  laatta table build small\n"
        "  laatta table build L-256 ./mine.txt\n"
        "  laatta table query '16384 8192 4096 2048/1024 512 0 0/64 32 16 8/2 4 2 0'\n"
        "  laatta table list\n",
    .options = options,
    .run = run,
};
