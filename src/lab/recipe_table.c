/* An endgame table is built, and the shipped network's games are measured with it. A table
 * is a function of its pattern: any worker builds the same one. One that was stopped in the
 * middle of it begins that table again. */
#include "lab/recipe.h"

#include "base/clock.h"
#include "base/dirs.h"
#include "base/spec.h"
#include "base/threads.h"
#include "laatta/endgames.h"
#include "twenty48/endgame/endgame_follow.h"
#include "twenty48/endgame/endgame_pattern.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const lt_param params_of_table[] = {
    {"pattern", "the table's, as laatta table build takes it", LT_TEXT, 0, 0, 0, NULL, "rows2-128"},
    {"threads", "to build it with", LT_INT, 1, 1, LT_THREADS_MAX, NULL, NULL},
    {"depth", "moves that ntuple looks ahead when the strength is measured", LT_INT, 2, 1, 8, NULL,
     NULL},
};

static lt_status check(lt_params *p, const t48_rules *rules, lt_error *err)
{
    t48_pattern pattern;
    if (!t48_endgame_rules(rules))
        return lt_fail(err, LT_UNSUPPORTED,
                       "endgame tables are for 4x4 with one new tile in ten a 4");
    return t48_pattern_find(&pattern, lt_params_text(p, "pattern"), err);
}

/* A pattern of two steps needs the table of its second one beside it. */
static lt_status build(const lab_bench *bench, const char *directory, const t48_pattern *pattern,
                       int threads, uint64_t *bytes, lt_error *err)
{
    if (pattern->next) {
        t48_pattern after = t48_endgame_following(pattern);
        LT_TRY(build(bench, directory, &after, threads, bytes, err));
    }
    char name[48];
    struct stat file;
    lt_text path;
    lt_text_init(&path);
    t48_endgame_file(pattern, name);
    lt_text_printf(&path, "%s/%s", directory, name);
    lt_status status = path.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory") : LT_OK;
    t48_endgame_means means = {.threads = threads, .control = bench->control};
    t48_endgame_built built;
    if (status == LT_OK && stat(lt_text_str(&path), &file) != 0) {
        status = lt_make_parents(lt_text_str(&path), err);
        if (status == LT_OK)
            status = t48_endgame_build(pattern, lt_text_str(&path), &means, &built, err);
    }
    if (status == LT_OK && stat(lt_text_str(&path), &file) == 0) *bytes += (uint64_t)file.st_size;
    lt_text_release(&path);
    return status;
}

static lt_status make(const lab_bench *bench, const lt_params *p, lab_product *product,
                      lt_error *err)
{
    t48_pattern pattern;
    t48_endgame_set *set = NULL;
    double began = lt_clock_now();
    LT_TRY(t48_pattern_find(&pattern, lt_params_text(p, "pattern"), err));
    lt_text directory;
    lt_text_init(&directory);
    lt_text_printf(&directory, "%s.tables", bench->part);
    int threads = lt_params_int(p, "threads"), most = lt_cpu_count();
    lt_status status = directory.failed
                           ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                           : build(bench, lt_text_str(&directory), &pattern,
                                   threads < most ? threads : most, &product->bytes, err);
    if (status == LT_OK) status = t48_endgame_set_open(&set, lt_text_str(&directory), err);
    if (status == LT_OK) {
        snprintf(product->content, sizeof product->content, "%016llx",
                 (unsigned long long)t48_endgame_set_content(set));
        t48_endgame_set_free(set);
        product->seconds = lt_clock_now() - began;
        product->curve = strdup("[]");
        status = product->curve
                     ? lab_product_keep(bench, lt_text_str(&directory), ".tables", product, err)
                     : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    lt_text_release(&directory);
    return status;
}

static void player(const lt_params *p, const char *path, lt_text *spec)
{
    char first[40];
    snprintf(first, sizeof first, "ntuple:depth=%d", lt_params_int(p, "depth"));
    lt_spec_put(first, "tables", path, spec);
}

const lab_recipe lab_recipe_table = {
    .name = "table",
    .summary = "an endgame table, used by ntuple",
    LT_PARAMS(params_of_table),
    .ending = ".tables",
    .check = check,
    .make = make,
    .player = player,
};
