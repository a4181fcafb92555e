/* laatta pdb: the pattern tables in the cache. */
#include "cmd/cli.h"

#include "base/clock.h"
#include "base/dirs.h"
#include "base/temporary.h"
#include "base/threads.h"
#include "base/writer.h"
#include "npuzzle/pdb/pdb_set.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const cli_option options[] = {
    {"size", "ROWSxCOLUMNS", "board the partition is for (default 4x4)"},
    {"threads", "N", "threads to build with (default: every processor)"},
    {NULL, NULL, NULL},
};

/* A partition by name for --size; 5x5 is found without --size when only it has the name. */
static lt_status find_partition(const cli_args *args, const char *name, np_partition *partition,
                                np_frame *frame, lt_error *err)
{
    int rows = 4, cols = 4;
    const char *size = cli_value(args, "size");
    if (size) LT_TRY(np_shape_parse(&rows, &cols, size, err));
    for (size_t i = 0; !size && i < np_partition_count(); i++) {
        LT_TRY(np_partition_get(partition, i, err));
        if (strcmp(partition->name, name) != 0) continue;
        rows = partition->rows;
        cols = partition->cols;
    }
    np_frame_plain(frame, rows, cols);
    return np_partition_find(partition, frame, name, err);
}

/* Before the work: can every table be written? */
static lt_status try_files(const np_partition *partition, lt_error *err)
{
    lt_text path;
    lt_text_init(&path);
    lt_status status = LT_OK;
    for (int g = 0; g < partition->groups && status == LT_OK; g++) {
        status = np_pdb_path(&partition->pattern[g], &path, err);
        if (status == LT_OK && access(lt_text_str(&path), F_OK) != 0)
            status = lt_writer_try(lt_text_str(&path), err);
    }
    lt_text_release(&path);
    return status;
}

static int build(const cli_args *args, const char *name)
{
    lt_error err;
    np_partition partition;
    np_frame frame;
    uint64_t threads;
    if (!cli_u64(args, "threads", 0, 1, LT_THREADS_MAX, &threads)) return 2;
    if (find_partition(args, name, &partition, &frame, &err) != LT_OK) return cli_fail(args, &err);
    if (try_files(&partition, &err) != LT_OK) return cli_fail(args, &err);
    lt_control control = cli_control();
    np_resources resources =
        np_resources_filled(&(np_resources){.threads = (int)threads, .control = &control});
    np_pdb_set *set;
    double began = lt_clock_now();
    lt_status status = np_pdb_set_new(&set, &frame, &partition, true, &resources, &err);
    cli_control_done();
    if (status != LT_OK) return cli_fail(args, &err);
    lt_error unsaved = set->unsaved;
    np_pdb_set_free(set);
    if (unsaved.status != LT_OK) return cli_fail(args, &unsaved);
    printf("%dx%d %s is ready: %d table%s, %.1f MB (%.2f s)\n", partition.rows, partition.cols,
           partition.name, partition.groups, partition.groups == 1 ? "" : "s",
           (double)np_partition_bytes(&partition) / 1e6, lt_clock_now() - began);
    return 0;
}

static int list(const cli_args *args)
{
    lt_error err;
    lt_text path;
    bool any_damaged = false;
    lt_text_init(&path);
    printf("%-6s %-14s %-7s %10s  %s\n", "board", "partition", "tables", "MB", "in the cache");
    for (size_t i = 0; i < np_partition_count(); i++) {
        np_partition p;
        if (np_partition_get(&p, i, &err) != LT_OK) return cli_fail(args, &err);
        int there = 0, damaged = 0;
        for (int g = 0; g < p.groups; g++) {
            if (np_pdb_path(&p.pattern[g], &path, NULL) != LT_OK ||
                access(lt_text_str(&path), F_OK) != 0)
                continue;
            there++;
            if (np_pdb_check(lt_text_str(&path), NULL) != LT_OK) damaged++;
        }
        char shape[8];
        snprintf(shape, sizeof shape, "%dx%d", p.rows, p.cols);
        printf("%-6s %-14s %-7d %10.1f  %s%s\n", shape, p.name, p.groups,
               (double)np_partition_bytes(&p) / 1e6,
               damaged             ? "damaged"
               : there == p.groups ? "yes"
               : there             ? "in part"
                                   : "no",
               p.quick ? ", quick" : "");
        any_damaged = any_damaged || damaged;
    }
    if (any_damaged)
        printf("damaged tables are built anew when they are next used, or by laatta pdb build\n");
    lt_text_release(&path);
    return 0;
}

static bool remove_file(const cli_args *args, const char *path)
{
    if (unlink(path) == 0) return true;
    fprintf(stderr, "laatta %s: cannot remove %s: %s\n", args->command->name, path,
            strerror(errno));
    return false;
}

/* Calls `visit` for every table file of the cache; counts those it accepts. */
static int each_file(const cli_args *args, bool (*visit)(const cli_args *, const char *path),
                     int *accepted, int *refused)
{
    lt_error err;
    lt_text directory, path;
    lt_text_init(&directory);
    lt_text_init(&path);
    *accepted = *refused = 0;
    int exit_status = 0;
    if (lt_cache_path("pdb", &directory, &err) != LT_OK) {
        exit_status = cli_fail(args, &err);
    } else {
        DIR *files = opendir(lt_text_str(&directory));
        /* No directory: nothing was ever built. */
        for (struct dirent *entry; files && (entry = readdir(files));) {
            const char *suffix = strrchr(entry->d_name, '.');
            bool table = suffix && (strcmp(suffix, ".pdb") == 0 || strcmp(suffix, ".all") == 0);
            lt_text_clear(&path);
            lt_text_printf(&path, "%s/%s", lt_text_str(&directory), entry->d_name);
            /* A build that was killed leaves a .tmp behind; one that lives keeps its own. */
            if (!table && visit == remove_file) lt_temporary_remove(lt_text_str(&path));
            if (!table) continue;
            if (visit(args, lt_text_str(&path)))
                ++*accepted;
            else
                ++*refused;
        }
        if (files) closedir(files);
    }
    lt_text_release(&directory);
    lt_text_release(&path);
    return exit_status;
}

static bool check_file(const cli_args *args, const char *path)
{
    lt_error err;
    if (np_pdb_check(path, &err) == LT_OK) return true;
    cli_fail(args, &err);
    return false;
}

static int check(const cli_args *args)
{
    int good, bad;
    int status = each_file(args, check_file, &good, &bad);
    if (status) return status;
    printf("%d table%s sound, %d damaged\n", good, good == 1 ? "" : "s", bad);
    return bad ? 2 : 0;
}

static int remove_tables(const cli_args *args, const char *name)
{
    lt_error err;
    int gone = 0, kept = 0;
    if (strcmp(name, "all") == 0) {
        int status = each_file(args, remove_file, &gone, &kept);
        if (status) return status;
    } else {
        np_partition partition;
        np_frame frame;
        lt_text path;
        if (find_partition(args, name, &partition, &frame, &err) != LT_OK)
            return cli_fail(args, &err);
        lt_text_init(&path);
        for (int g = 0; g < partition.groups; g++) {
            if (np_pdb_path(&partition.pattern[g], &path, NULL) != LT_OK ||
                access(lt_text_str(&path), F_OK) != 0)
                continue;
            if (remove_file(args, lt_text_str(&path)))
                gone++;
            else
                kept++;
        }
        lt_text_release(&path);
    }
    printf("%d table%s removed\n", gone, gone == 1 ? "" : "s");
    return kept ? 1 : 0;
}

static int run(const cli_args *args)
{
    const char *verb = args->words > 0 ? args->word[0] : "";
    const char *name = args->words > 1 ? args->word[1] : NULL;
    bool building = strcmp(verb, "build") == 0, removing = strcmp(verb, "remove") == 0;
    bool named = building || removing;
    if (!named && strcmp(verb, "list") != 0 && strcmp(verb, "check") != 0)
        return cli_usage_error(args, "say build, list, check or remove");
    if (args->words != (named ? 2 : 1))
        return cli_usage_error(
            args, named ? "%s takes one partition, such as 7-8" : "%s takes no more words", verb);
    if (cli_flag(args, "size") && !named) return cli_usage_error(args, "%s takes no --size", verb);
    if (cli_flag(args, "threads") && !building)
        return cli_usage_error(args, "%s takes no --threads", verb);
    assert(!named || name);
    if (building) return build(args, name);
    if (removing) return remove_tables(args, name);
    return strcmp(verb, "list") == 0 ? list(args) : check(args);
}

const cli_command cmd_pdb = {
    .name = "pdb",
    .summary = "build, list, check and remove the pattern tables of the sliding puzzle",
    .synopsis = "build PARTITION | list | check | remove PARTITION|all [OPTIONS]",
    .details = "A pattern table holds the distances of a group of tiles; a partition is the\n"
               "groups of a board. Tables are kept in $XDG_CACHE_HOME/laatta/pdb and used by\n"
               "`laatta solve` when they are there. A partition is one of `laatta pdb list`,\n"
               "snake-K (K tiles at a time, any board), or a file: a picture of the solved\n"
               "board with a letter for each tile's group and . for the blank.\n"
               "\n"
               "examples:\n"
               "  laatta pdb build 7-8\n"
               "  laatta pdb build 6-6-6-6\n"
               "  laatta pdb build ./mine.txt --size 4x5\n"
               "  laatta pdb list\n"
               "  laatta pdb remove all\n",
    .options = options,
    .run = run,
};
