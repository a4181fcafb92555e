/* What all recipes share: their specs, and the folder of what they make. */
#include "lab/recipe.h"

#include "base/dirs.h"
#include "base/files.h"
#include "base/spec.h"
#include "laatta/version.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const lab_recipe *const recipes[] = {&lab_recipe_table, &lab_recipe_train};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

static const lab_recipe *find(const char *spec)
{
    size_t length = lt_spec_name(spec);
    for (size_t i = 0; i < RECIPES; i++)
        if (strlen(recipes[i]->name) == length && memcmp(recipes[i]->name, spec, length) == 0)
            return recipes[i];
    return NULL;
}

bool lab_recipe_is(const char *spec)
{
    return find(spec) != NULL;
}

static lt_status read_params(const lab_recipe *r, const char *spec, const t48_rules *rules,
                             lt_params *params, lt_error *err)
{
    lt_params_init(params, r->params, r->param_count);
    LT_TRY(lt_spec_fill(spec, r->name, &params, 1, err));
    return r->check(params, rules, err);
}

static lt_status fit(const char *whole, char out[LAB_SPEC_MAX], lt_error *err)
{
    if (strlen(whole) >= LAB_SPEC_MAX)
        return lt_fail(err, LT_BAD_INPUT, "the player's spec is too long");
    strcpy(out, whole);
    return LT_OK;
}

lt_status lab_spec_whole(const char *spec, const t48_rules *rules, char out[LAB_SPEC_MAX],
                         lt_error *err)
{
    const lab_recipe *r = find(spec);
    if (!r) {
        t48_player *player;
        LT_TRY(t48_player_new(&player, spec, rules, err));
        lt_status status = fit(t48_player_spec(player), out, err);
        t48_player_free(player);
        return status;
    }
    lt_params params;
    LT_TRY(read_params(r, spec, rules, &params, err));
    lt_text whole;
    lt_text_init(&whole);
    lt_text_puts(&whole, r->name);
    lt_spec_write(&whole, &params);
    lt_status status = whole.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                                    : fit(lt_text_str(&whole), out, err);
    lt_text_release(&whole);
    return status;
}

/* --- the folder ------------------------------------------------------------------- */

lt_status lab_folder_usual(lt_text *path, lt_error *err)
{
    const char *set = getenv("LAATTA_FOLDER");
    if (!set || !*set) return lt_data_path("made", path, err);
    lt_text_puts(path, set);
    return LT_OK;
}

/* Recipes of equal text, rules and files make the same thing, until laatta learns otherwise. */
static uint64_t number_of(const char *spec, const t48_rules *rules, uint64_t sources)
{
    uint64_t hash = lt_mix64(rules->shape.rows * 100u + rules->shape.cols);
    hash = lt_mix64(hash ^ (uint64_t)(rules->fours * 1e9) ^ (uint64_t)LAATTA_VERSION_MAJOR << 48 ^
                    (uint64_t)LAATTA_VERSION_MINOR << 40);
    if (sources) hash = lt_mix64(hash ^ sources);
    for (; *spec; spec++) hash = lt_mix64(hash * 31 + (unsigned char)*spec);
    return hash;
}

/* The note of what a recipe became: content, bytes and seconds on a line, then the curve. */
static lt_status write_note(const char *path, const lab_product *p, lt_error *err)
{
    lt_text text;
    lt_text_init(&text);
    lt_text_printf(&text, "%s %llu %.3f\n%s\n", p->content, (unsigned long long)p->bytes,
                   p->seconds, p->curve);
    lt_status status = text.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                                   : lt_file_save(path, lt_text_str(&text), text.length, err);
    lt_text_release(&text);
    return status;
}

/* False if there is none, it cannot be read, or what it tells of is gone: then it is made. */
static bool read_note(const char *path, const lab_recipe *r, const char *folder, lab_product *p)
{
    enum { NOTE_MOST = 1 << 20 };
    char *text, *curve;
    size_t length;
    unsigned long long bytes;
    struct stat file;
    lt_error err;
    if (lt_file_load(path, NOTE_MOST, &text, &length, &err) != LT_OK) return false;
    lt_text product;
    lt_text_init(&product);
    bool good = sscanf(text, "%16s %llu %lf", p->content, &bytes, &p->seconds) == 3 &&
                lab_content_is(p->content) && p->seconds >= 0 && (curve = strchr(text, '\n'));
    if (good) {
        lt_text_printf(&product, "%s/%s%s", folder, p->content, r->ending);
        curve++;
        curve[strcspn(curve, "\n")] = '\0';
        p->bytes = bytes;
        p->curve = stat(lt_text_str(&product), &file) == 0 ? strdup(curve) : NULL;
        good = p->curve != NULL;
    }
    if (!good) *p = (lab_product){.bytes = 0};
    lt_text_release(&product);
    free(text);
    return good;
}

uint64_t lab_recipe_memory(const char *spec, const t48_rules *rules)
{
    const lab_recipe *r = find(spec);
    lt_params params;
    lt_error err;
    if (!r->memory || read_params(r, spec, rules, &params, &err) != LT_OK) return 0;
    return r->memory(&params, rules);
}

lt_status lab_recipe_make(const char *spec, const t48_rules *rules, const char *folder,
                          const lt_control *control, lab_product *product, lt_error *err)
{
    const lab_recipe *r = find(spec);
    lt_params params;
    *product = (lab_product){.bytes = 0};
    LT_TRY(read_params(r, spec, rules, &params, err));
    lt_text part, note;
    lt_text_init(&part);
    lt_text_init(&note);
    uint64_t sources = r->sources ? r->sources(&params) : 0;
    lt_text_printf(&part, "%s/recipes/%016llx", folder,
                   (unsigned long long)number_of(spec, rules, sources));
    lt_text_printf(&note, "%s.made", lt_text_str(&part));
    lab_bench bench = {folder, lt_text_str(&part), rules, control};
    lt_status status = part.failed || note.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory")
                                                  : lt_make_parents(bench.part, err);
    if (status == LT_OK && !read_note(lt_text_str(&note), r, folder, product)) {
        status = r->make(&bench, &params, product, err);
        if (status == LT_OK) status = write_note(lt_text_str(&note), product, err);
    }
    lt_text_release(&part);
    lt_text_release(&note);
    if (status != LT_OK) {
        free(product->curve);
        *product = (lab_product){.bytes = 0};
    }
    return status;
}

lt_status lab_product_keep(const lab_bench *bench, const char *part, const char *ending,
                           const lab_product *product, lt_error *err)
{
    lt_text path;
    lt_text_init(&path);
    lt_text_printf(&path, "%s/%s%s", bench->folder, product->content, ending);
    lt_status status = LT_OK;
    /* A directory of that name has the same content. */
    if (path.failed ||
        (rename(part, lt_text_str(&path)) != 0 && errno != ENOTEMPTY && errno != EEXIST))
        status = lt_fail(err, LT_IO, "cannot keep %s as %s: %s", part, lt_text_str(&path),
                         path.failed ? "no memory" : strerror(errno));
    lt_text_release(&path);
    return status;
}

bool lab_content_is(const char *text)
{
    return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

lt_status lab_recipe_player(const char *spec, const t48_rules *rules, const char *folder,
                            const char *content, lt_text *player, lt_error *err)
{
    const lab_recipe *r = find(spec);
    lt_params params;
    struct stat file;
    if (!lab_content_is(content))
        return lt_fail(err, LT_DAMAGED, "the database does not say what was made by %s", spec);
    LT_TRY(read_params(r, spec, rules, &params, err));
    lt_text path;
    lt_text_init(&path);
    lt_text_printf(&path, "%s/%s%s", folder, content, r->ending);
    lt_status status = LT_OK;
    if (path.failed || stat(lt_text_str(&path), &file) != 0)
        status = lt_fail(err, LT_UNAVAILABLE,
                         "%s, which was made for %s, is not here: workers need one folder that all "
                         "see (laatta lab work --folder)",
                         lt_text_str(&path), r->name);
    else
        r->player(&params, lt_text_str(&path), player);
    lt_text_release(&path);
    return status;
}
