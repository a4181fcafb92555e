/* A making that finds no room waits until another one ends: memory that has been promised
 * is not touched at once, so the system would find out too late. */
#include "lab/making.h"

#include "base/clock.h"
#include "base/memory.h"

void lab_makings_init(lab_makings *makings, const char *folder)
{
    *makings = (lab_makings){.folder = folder, .memory = lt_memory_available()};
    pthread_mutex_init(&makings->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&makings->room, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void lab_makings_release(lab_makings *makings)
{
    pthread_mutex_destroy(&makings->lock);
    pthread_cond_destroy(&makings->room);
}

/* False if it was called off. One that is alone may try in any case. */
static bool promise(lab_makings *m, uint64_t bytes, const lt_control *control)
{
    bool off = false;
    pthread_mutex_lock(&m->lock);
    while (m->promised && bytes > m->memory - m->promised && !(off = lt_cancelled(control))) {
        struct timespec soon = lt_clock_after(0.5);
        pthread_cond_timedwait(&m->room, &m->lock, &soon);
    }
    if (!off) m->promised += bytes < m->memory - m->promised ? bytes : m->memory - m->promised;
    pthread_mutex_unlock(&m->lock);
    return !off;
}

static void give_room(lab_makings *m, uint64_t bytes)
{
    pthread_mutex_lock(&m->lock);
    m->promised -= bytes < m->promised ? bytes : m->promised;
    pthread_cond_broadcast(&m->room);
    pthread_mutex_unlock(&m->lock);
}

static lt_status make(lab_makings *m, const lab_order *order, const lt_control *control,
                      lab_product *product, lt_error *err)
{
    uint64_t bytes = lab_recipe_memory(order->spec, &order->rules);
    if (!promise(m, bytes, control)) return lt_fail(err, LT_CANCELLED, "stopped");
    lt_status status =
        lab_recipe_make(order->spec, &order->rules, m->folder, control, product, err);
    give_room(m, bytes);
    /* Others may have more. */
    if (status == LT_NO_MEMORY && err) err->status = status = LT_UNAVAILABLE;
    return status;
}

lt_status lab_makings_player(lab_makings *m, const lab_order *order, const lt_control *control,
                             lab_product *product, lt_text *spec, lt_error *err)
{
    const char *content = order->content;
    if (!lab_recipe_is(order->spec)) {
        lt_text_puts(spec, order->spec);
    } else {
        if (lab_order_unmade(order)) {
            LT_TRY(make(m, order, control, product, err));
            content = product->content;
        }
        LT_TRY(lab_recipe_player(order->spec, &order->rules, m->folder, content, spec, err));
    }
    /* A spec that is cut short would be the configuration's fault, and its games given up. */
    return spec->failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory") : LT_OK;
}

typedef struct naming {
    const lab_experiment *experiment;
    lab_config *configs;
    size_t count;
    const char *folder;
    lt_status status;
    lt_error *err;
} naming;

static bool name_player(void *ctx, uint64_t config, const lab_product *product)
{
    naming *n = ctx;
    lab_config *c = (lab_config *)lab_config_find(n->configs, n->count, config);
    if (!c || !lab_recipe_is(c->spec)) return true;
    lt_text spec;
    lt_text_init(&spec);
    n->status = lab_recipe_player(c->spec, &n->experiment->rules, n->folder, product->content,
                                  &spec, n->err);
    if (n->status == LT_OK && (spec.failed || spec.length >= LAB_SPEC_MAX))
        n->status = lt_fail(n->err, LT_LIMIT, "the name of the folder is too long");
    if (n->status == LT_OK) strcpy(c->spec, lt_text_str(&spec));
    lt_text_release(&spec);
    return n->status == LT_OK;
}

lt_status lab_made_players(lab_store *store, const lab_experiment *experiment, lab_config *configs,
                           size_t count, lt_error *err)
{
    bool any = false;
    for (size_t i = 0; i < count && !any; i++) any = lab_recipe_is(configs[i].spec);
    if (!any) return LT_OK;
    lt_text folder;
    lt_text_init(&folder);
    lt_status status = lab_folder_usual(&folder, err);
    naming n = {experiment, configs, count, lt_text_str(&folder), LT_OK, err};
    if (status == LT_OK) status = lab_queue_products(store, experiment->id, name_player, &n, err);
    lt_text_release(&folder);
    return status == LT_OK ? n.status : status;
}
