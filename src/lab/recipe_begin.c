/* A file is named by its path, or by the number of its content in the lab's folder. */
#include "lab/recipe_begin.h"

#include "laatta/rng.h"
#include "twenty48/endgame/endgame_teacher.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

lt_status recipe_layout(const lt_params *p, t48_shape shape, t48_net_layout *layout, lt_error *err)
{
    const char *net = lt_params_text(p, "net");
    if (!*net && *lt_params_text(p, "from"))
        return lt_fail(err, LT_BAD_INPUT, "from needs net too: the network that it is or becomes");
    return t48_net_layout_choose(layout, shape, *net ? net : NULL, err);
}

lt_status recipe_stages_check(const lt_params *p, const t48_net_layout *layout, lt_error *err)
{
    unsigned stage = (unsigned)lt_params_int(p, "stage"),
             until = (unsigned)lt_params_int(p, "until"), levels = t48_net_levels(layout);
    if (stage >= layout->stages)
        return lt_fail(err, LT_BAD_INPUT, "stage=%u: this network has %u, from 0 to %u", stage,
                       layout->stages, layout->stages - 1);
    if (until >= levels)
        return lt_fail(err, LT_BAD_INPUT, "until=%u: this network has %u, from 0 to %u", until,
                       levels, levels - 1);
    if (until && until <= stage)
        return lt_fail(err, LT_BAD_INPUT, "until=%u leaves nothing to learn from stage=%u on",
                       until, stage);
    /* Games are counted from the start, but for walls; without any a training has no end. */
    bool walls = stage >= levels;
    if (!walls && lt_params_real(p, "restarts") + lt_params_real(p, "laid") >= 1)
        return lt_fail(err, LT_BAD_INPUT,
                       "restarts and laid together must be below 1, so that some games begin at "
                       "the start");
    return LT_OK;
}

/* Where something is: in the folder if it is called by its number. */
static lt_status find(const lab_bench *bench, const char *name, const char *ending, lt_text *path,
                      lt_error *err)
{
    struct stat there;
    if (lab_content_is(name))
        lt_text_printf(path, "%s/%s%s", bench->folder, name, ending);
    else
        lt_text_puts(path, name);
    if (path->failed) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    return stat(lt_text_str(path), &there) == 0
               ? LT_OK
               : lt_fail(err, LT_UNAVAILABLE, "%s, which a training begins with, is not here",
                         lt_text_str(path));
}

/* It learns anew from here: what it has learned stays, counts and curve are this run's. */
static lt_status go_on_from(const lab_bench *bench, const lt_params *p, const char *path,
                            const t48_net_layout *layout, t48_train **train, lt_error *err)
{
    uint64_t seed = (uint64_t)lt_params_int(p, "seed");
    LT_TRY(t48_train_load(train, path, err));
    t48_train *t = *train;
    t48_shape shape = t->learner.layout.shape;
    if (shape.rows != bench->rules->shape.rows || shape.cols != bench->rules->shape.cols)
        return lt_fail(err, LT_BAD_INPUT, "%s is for boards of %ux%u", path, shape.rows,
                       shape.cols);
    if (strcmp(t->learner.layout.text, layout->text) != 0)
        LT_TRY(t48_train_promote(t, layout->text, lt_params_int(p, "new") == 1,
                                 (float)lt_params_real(p, "optimistic"), err));
    t->seed = seed;
    t->games = t->moves = t->restarted = t->points = 0;
    t->seconds = 0;
    for (int w = 0; w < t->workers; w++)
        lt_rng_seed(&t->worker[w].rng, lt_seed_of(seed, (uint64_t)w));
    return LT_OK;
}

lt_status recipe_begin(const lab_bench *bench, const lt_params *p, t48_train **train, lt_error *err)
{
    const char *from = lt_params_text(p, "from");
    t48_net_layout layout;
    LT_TRY(recipe_layout(p, bench->rules->shape, &layout, err));
    t48_rule rule = {.rate = (float)lt_params_real(p, "rate"),
                     .lambda = (float)lt_params_real(p, "lambda"),
                     .steps = (unsigned)lt_params_int(p, "steps"),
                     .coherent = lt_params_int(p, "rule") == 0,
                     .restarts = lt_params_real(p, "restarts"),
                     .laid = round(lt_params_real(p, "laid") * 100) / 100,
                     .stage = (unsigned)lt_params_int(p, "stage"),
                     .until = (unsigned)lt_params_int(p, "until")};
    if (*from) {
        lt_text path;
        lt_text_init(&path);
        lt_status status = find(bench, from, ".train", &path, err);
        if (status == LT_OK) status = go_on_from(bench, p, lt_text_str(&path), &layout, train, err);
        if (status == LT_OK) (*train)->rule = rule;
        lt_text_release(&path);
        return status;
    }
    LT_TRY(t48_train_new(train, &layout, &rule, (uint64_t)lt_params_int(p, "seed"), err));
    double optimistic = lt_params_real(p, "optimistic");
    if (optimistic > 0) t48_learner_fill(&(*train)->learner, (float)optimistic);
    return LT_OK;
}

lt_status recipe_teach(const lab_bench *bench, const lt_params *p, t48_train *train,
                       t48_endgame_set **set, lt_error *err)
{
    const char *tables = lt_params_text(p, "tables");
    if (!*tables) return LT_OK;
    lt_text path;
    lt_text_init(&path);
    lt_status status = find(bench, tables, ".tables", &path, err);
    if (status == LT_OK) status = t48_endgame_set_open(set, lt_text_str(&path), err);
    if (status == LT_OK && t48_endgame_set_count(*set) == 0)
        status =
            lt_fail(err, LT_UNAVAILABLE, "there is no endgame table in %s", lt_text_str(&path));
    if (status == LT_OK) train->learner.teacher = t48_endgame_teacher(*set);
    lt_text_release(&path);
    return status;
}

/* All machines see the same file in a shared folder; what is called by its content is what it
 * is. */
static uint64_t file_number(const char *name)
{
    struct stat file;
    if (!*name || lab_content_is(name) || stat(name, &file) != 0) return 0;
    return lt_mix64((uint64_t)file.st_size ^ lt_mix64((uint64_t)file.st_mtime));
}

uint64_t recipe_sources(const lt_params *p)
{
    return file_number(lt_params_text(p, "from")) ^
           lt_mix64(file_number(lt_params_text(p, "tables")));
}
