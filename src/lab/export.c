/* An experiment as text, in lines of JSON:
 *
 *   {"laatta-lab":1,"name":...,"kind":...,...}          the experiment
 *   {"version":{"behaviour":...,"outdated":...}}        in order: version 1, 2, ...
 *   {"config":{"spec":...,"version":1,...}}             in order: configuration 0, 1, ...
 *   {"game":[config,game,seed,score,moves,level,microseconds,[tiles]]}
 *   {"note":[step,"..."]}
 *   {"end":[configurations,games]}                      without it the text is cut off */
#include "lab/export.h"

#include "base/text.h"
#include "lab/queue.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

typedef struct writing {
    lt_text out;
    const lab_config *configs;
    size_t count;
    uint64_t games;
} writing;

static void put(lt_text *out, json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(line);
    if (text)
        lt_text_printf(out, "%s\n", text);
    else
        out->failed = true;
    free(text);
}

static void put_experiment(lt_text *out, const lab_experiment *x)
{
    put(out,
        json_pack("{s:i, s:s, s:i, s:i, s:s, s:i, s:i, s:f, s:I, s:I, s:i, s:s, s:f}", "laatta-lab",
                  LAB_EXPORT_FORMAT, "name", x->name, "kind", x->kind, "state", x->state, "player",
                  x->player, "rows", x->rules.shape.rows, "cols", x->rules.shape.cols, "fours",
                  x->rules.fours, "seed", (json_int_t)x->seed, "priority", (json_int_t)x->priority,
                  "attempts", x->attempts, "plan", x->plan ? x->plan : "", "created", x->created));
}

static bool put_game(void *ctx, const lab_result *r)
{
    writing *w = ctx;
    const lab_config *c = lab_config_find(w->configs, w->count, r->config);
    /* What no configuration has would make the text one that is refused. */
    if (!c || r->game < c->first || r->game - c->first >= c->games) return true;
    const t48_outcome *o = &r->outcome;
    lt_text_printf(&w->out, "{\"game\":[%zu,%llu,%lld,%llu,%u,%u,%.0f,[", (size_t)(c - w->configs),
                   (unsigned long long)r->game, (long long)r->seed, (unsigned long long)o->score,
                   o->moves, o->max_level, r->seconds * 1e6);
    for (unsigned level = 0; level < T48_TILES; level++)
        lt_text_printf(&w->out, "%s%u", level ? "," : "", o->tiles[level]);
    lt_text_puts(&w->out, "]]}\n");
    w->games++;
    return !w->out.failed;
}

static bool put_note(void *ctx, uint64_t step, const char *body)
{
    writing *w = ctx;
    put(&w->out, json_pack("{s:[I,s]}", "note", (json_int_t)step, body));
    return true;
}

static bool put_made(void *ctx, uint64_t config, const lab_product *p)
{
    writing *w = ctx;
    const lab_config *c = lab_config_find(w->configs, w->count, config);
    if (c)
        put(&w->out, json_pack("{s:[I,s,I,f,s]}", "made", (json_int_t)(c - w->configs), p->content,
                               (json_int_t)p->bytes, p->seconds, p->curve));
    return true;
}

/* The versions that the configurations have, in the order they are met. */
typedef struct origins {
    const uint64_t *ids;
    lab_origin *found;
    size_t count;
} origins;

static bool take_version(void *ctx, const lab_version *v)
{
    origins *o = ctx;
    for (size_t i = 0; i < o->count; i++)
        if (o->ids[i] == v->id) {
            memcpy(o->found[i].behaviour, v->behaviour, sizeof v->behaviour);
            o->found[i].outdated = v->outdated;
        }
    return true;
}

static size_t place_of(uint64_t *ids, size_t *count, uint64_t id)
{
    for (size_t i = 0; i < *count; i++)
        if (ids[i] == id) return i;
    ids[(*count)++] = id;
    return *count - 1;
}

static lt_status put_configs(lab_store *store, writing *w, lt_error *err)
{
    size_t room = w->count ? w->count : 1;
    uint64_t *ids = calloc(room, sizeof *ids);
    origins o = {.ids = ids, .found = calloc(room, sizeof *o.found)};
    lt_status status = ids && o.found ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (size_t i = 0; status == LT_OK && i < w->count; i++)
        place_of(ids, &o.count, w->configs[i].version);
    if (status == LT_OK) status = lab_versions(store, take_version, &o, err);
    for (size_t i = 0; status == LT_OK && i < o.count; i++)
        put(&w->out, json_pack("{s:{s:s, s:b}}", "version", "behaviour", o.found[i].behaviour,
                               "outdated", o.found[i].outdated));
    for (size_t i = 0; status == LT_OK && i < w->count; i++) {
        const lab_config *c = &w->configs[i];
        json_t *settings = json_array();
        for (unsigned s = 0; s < c->settings; s++)
            json_array_append_new(settings,
                                  json_pack("[s,s]", c->setting[s].name, c->setting[s].value));
        put(&w->out, json_pack("{s:{s:s, s:I, s:s, s:I, s:I, s:o}}", "config", "spec", c->spec,
                               "version", (json_int_t)place_of(ids, &o.count, c->version) + 1,
                               "fingerprint", c->fingerprint, "games", (json_int_t)c->games,
                               "first", (json_int_t)c->first, "settings", settings));
    }
    free(ids);
    free(o.found);
    return status;
}

typedef struct exporting {
    const char *name;
    char *text;
    size_t length;
} exporting;

static lt_status export_all(lab_store *store, void *ctx, lt_error *err)
{
    exporting *e = ctx;
    lab_experiment x;
    lab_config *configs = NULL;
    writing w = {.games = 0};
    LT_TRY(lab_find(store, e->name, &x, err));
    lt_text_init(&w.out);
    lt_status status = lab_configs(store, x.id, &configs, &w.count, err);
    w.configs = configs;
    put_experiment(&w.out, &x);
    if (status == LT_OK) status = put_configs(store, &w, err);
    if (status == LT_OK) status = lab_results(store, x.id, 0, 0, true, put_game, &w, err);
    if (status == LT_OK) status = lab_notes(store, x.id, 0, put_note, &w, err);
    if (status == LT_OK) status = lab_queue_products(store, x.id, put_made, &w, err);
    put(&w.out, json_pack("{s:[I,I]}", "end", (json_int_t)w.count, (json_int_t)w.games));
    if (status == LT_OK && w.out.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(e->text); /* of a time before, when the transaction could not be ended */
    e->text = w.out.data;
    e->length = w.out.length;
    free(configs);
    free(x.plan);
    return status;
}

lt_status lab_export(lab_store *store, const char *name, char **text, size_t *length, lt_error *err)
{
    exporting e = {.name = name};
    lt_status status = lab_queue_snapshot(store, export_all, &e, err);
    if (status != LT_OK) {
        free(e.text);
        e = (exporting){0};
    }
    *text = e.text;
    *length = e.length;
    return status;
}
