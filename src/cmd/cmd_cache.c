/* laatta cache: what laatta keeps to be faster, all of which can be made again. */
#include "cmd/cli_t48.h"

#include "base/dirs.h"
#include "base/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const cli_option options[] = {
    {"json", NULL, "print JSON instead of a list"},
    {NULL, NULL, NULL},
};

/* What a file is, by its suffix. */
static const struct {
    const char *suffix, *kind, *what;
} kinds[] = {
    {".endgame", "endgames", "endgame table of 2048 (laatta table)"},
    {".pdb", "puzzle", "pattern table of the sliding puzzle (laatta pdb)"},
    {".all", "puzzle", "table of a whole sliding puzzle"},
    {".raw", "networks", "unpacked network"},
    {".tmp", "unfinished", "left by a program that was killed, or being written"},
    {"", "other", "not known to this version"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], OTHER = KINDS - 1 };

static size_t kind_of(const char *name)
{
    const char *suffix = strrchr(name, '.');
    for (size_t k = 0; suffix && k < OTHER; k++)
        if (strcmp(suffix, kinds[k].suffix) == 0) return k;
    return OTHER;
}

typedef struct kept {
    char *name; /* below the cache directory */
    size_t kind;
    uint64_t bytes;
} kept;

typedef struct keeping {
    kept *file;
    size_t count, room;
    lt_text directory;
    bool failed;
} keeping;

static void add_file(keeping *k, const char *name, uint64_t bytes)
{
    if (k->count == k->room) {
        size_t room = 2 * k->room + 16;
        kept *more = realloc(k->file, room * sizeof *more);
        if (!more) {
            k->failed = true;
            return;
        }
        k->file = more;
        k->room = room;
    }
    char *copy = strdup(name);
    if (!copy) {
        k->failed = true;
        return;
    }
    k->file[k->count++] = (kept){.name = copy, .kind = kind_of(name), .bytes = bytes};
}

/* Regular files of a folder of the cache ("" or "endgame") and of those in it; links
 * are not followed. */
static void add_folder(keeping *k, const char *folder, int deeper)
{
    lt_text path, name;
    lt_text_init(&path);
    lt_text_init(&name);
    lt_text_printf(&path, "%s/%s", lt_text_str(&k->directory), folder);
    DIR *files = opendir(lt_text_str(&path));
    for (struct dirent *entry; files && (entry = readdir(files));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        lt_text_clear(&name);
        lt_text_printf(&name, "%s%s%s", folder, folder[0] ? "/" : "", entry->d_name);
        lt_text_clear(&path);
        lt_text_printf(&path, "%s/%s", lt_text_str(&k->directory), lt_text_str(&name));
        struct stat info;
        if (lstat(lt_text_str(&path), &info) != 0) continue;
        if (S_ISREG(info.st_mode))
            add_file(k, lt_text_str(&name), (uint64_t)info.st_size);
        else if (S_ISDIR(info.st_mode) && deeper > 0)
            add_folder(k, lt_text_str(&name), deeper - 1);
    }
    if (files) closedir(files);
    lt_text_release(&path);
    lt_text_release(&name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const kept *)a)->name, ((const kept *)b)->name);
}

static lt_status look(keeping *k, lt_error *err)
{
    lt_text_init(&k->directory);
    LT_TRY(lt_cache_path("", &k->directory, err));
    while (k->directory.length > 1 && k->directory.data[k->directory.length - 1] == '/')
        k->directory.data[--k->directory.length] = '\0';
    add_folder(k, "", 2);
    if (k->failed) return lt_fail(err, LT_NO_MEMORY, "no memory to list the cache");
    if (k->count) qsort(k->file, k->count, sizeof *k->file, by_name);
    return LT_OK;
}

static void release(keeping *k)
{
    for (size_t i = 0; i < k->count; i++) free(k->file[i].name);
    free(k->file);
    lt_text_release(&k->directory);
}

static int list(const cli_args *args, const keeping *k)
{
    json_t *rows = cli_flag(args, "json") ? json_array() : NULL;
    uint64_t sum = 0;
    for (size_t i = 0; i < k->count; i++) {
        const kept *f = &k->file[i];
        sum += f->bytes;
        if (rows)
            json_array_append_new(rows,
                                  json_pack("{s:s, s:s, s:I}", "file", f->name, "kind",
                                            kinds[f->kind].kind, "bytes", (json_int_t)f->bytes));
        else
            printf("%10.1f MB  %-10s %-32s %s\n", (double)f->bytes / 1e6, kinds[f->kind].kind,
                   f->name, kinds[f->kind].what);
    }
    if (rows)
        return cli_print_json(json_pack("{s:s, s:o, s:I}", "directory", lt_text_str(&k->directory),
                                        "files", rows, "bytes", (json_int_t)sum));
    printf("%10.1f MB  in %zu file%s of %s\n", (double)sum / 1e6, k->count,
           k->count == 1 ? "" : "s", lt_text_str(&k->directory));
    return 0;
}

static bool matches(const kept *file, const char *word)
{
    return strcmp(word, "all") == 0 || strcmp(word, kinds[file->kind].kind) == 0 ||
           strcmp(word, file->name) == 0;
}

/* A file that is being written stays: its writer holds it. */
static bool remove_one(const keeping *k, const kept *file)
{
    lt_text path;
    lt_text_init(&path);
    lt_text_printf(&path, "%s/%s", lt_text_str(&k->directory), file->name);
    bool unfinished = strcmp(kinds[file->kind].kind, "unfinished") == 0;
    bool gone = unfinished ? lt_temporary_remove(lt_text_str(&path))
                           : !path.failed && (unlink(lt_text_str(&path)) == 0 || errno == ENOENT);
    if (!gone)
        fprintf(stderr, "laatta cache: %s stays: %s\n", file->name,
                unfinished ? "it is being written" : strerror(errno));
    lt_text_release(&path);
    return gone;
}

static int remove_files(const cli_args *args, const keeping *k)
{
    if (args->words < 2)
        return cli_usage_error(args, "remove takes all, endgames, puzzle, networks, unfinished, "
                                     "other or files of the list");
    /* A word that names nothing is more likely a slip than a wish. */
    for (int w = 1; w < args->words; w++) {
        bool named = strcmp(args->word[w], "all") == 0;
        for (size_t i = 0; i < KINDS; i++) named = named || !strcmp(args->word[w], kinds[i].kind);
        for (size_t i = 0; i < k->count; i++) named = named || matches(&k->file[i], args->word[w]);
        if (!named) return cli_usage_error(args, "the cache has no \"%s\"", args->word[w]);
    }
    size_t gone = 0, stayed = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < k->count; i++) {
        bool asked = false;
        for (int w = 1; w < args->words; w++) asked = asked || matches(&k->file[i], args->word[w]);
        if (!asked) continue;
        if (remove_one(k, &k->file[i])) {
            gone++;
            bytes += k->file[i].bytes;
        } else {
            stayed++;
        }
    }
    printf("%zu file%s removed, %.1f MB\n", gone, gone == 1 ? "" : "s", (double)bytes / 1e6);
    return stayed ? 1 : 0;
}

static int run(const cli_args *args)
{
    const char *verb = args->words > 0 ? args->word[0] : "list";
    bool listing = strcmp(verb, "list") == 0;
    if (!listing && strcmp(verb, "remove") != 0) return cli_usage_error(args, "say list or remove");
    if (listing && args->words > 1) return cli_usage_error(args, "list takes no more words");
    lt_error err;
    keeping k = {.count = 0};
    int status = look(&k, &err) != LT_OK ? cli_fail(args, &err)
                 : listing               ? list(args, &k)
                                         : remove_files(args, &k);
    release(&k);
    return status;
}

const cli_command cmd_cache = {
    .name = "cache",
    .summary = "list and remove what laatta keeps: tables of both games, unpacked networks",
    .synopsis = "[list [--json] | remove all|KIND|FILE...]",
    .options = options,
    .details =
        "Everything in the cache ($XDG_CACHE_HOME/laatta, else ~/.cache/laatta) can be made\n"
        "again: networks are unpacked when they are next used, the puzzle's tables are\n"
        "built when they are needed, endgame tables by `laatta table build`. Kinds:\n"
        "endgames, puzzle, networks, unfinished, other. Programs that use a file at the\n"
        "moment are not disturbed; one that is being written is not removed.\n"
        "\n"
        "examples:\n"
        "  laatta cache\n"
        "  laatta cache remove networks\n"
        "  laatta cache remove all\n",
    .run = run,
};
