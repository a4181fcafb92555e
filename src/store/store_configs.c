/* Reading configurations back: what was queued, with the settings that tell
 * them apart. */
#include "store/store.h"

#include "lab/queue.h"

#include <stdlib.h>
#include <string.h>

typedef struct collection {
    lab_config *configs;
    size_t count, room;
    size_t at; /* where the last setting belonged */
    bool failed;
} collection;

static bool take_config(void *ctx, const store_value *cells)
{
    collection *c = ctx;
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 64;
        lab_config *grown = realloc(c->configs, room * sizeof *grown);
        if (!grown) {
            c->failed = true;
            return false;
        }
        c->configs = grown;
        c->room = room;
    }
    lab_config *config = &c->configs[c->count++];
    *config = (lab_config){.id = (uint64_t)store_as_int(&cells[0]),
                           .games = (uint64_t)store_as_int(&cells[2]),
                           .first = (uint64_t)store_as_int(&cells[3])};
    store_copy(config->spec, sizeof config->spec, store_as_text(&cells[1]));
    return true;
}

/* Settings come in the order of the configurations. */
static bool take_setting(void *ctx, const store_value *cells)
{
    collection *c = ctx;
    uint64_t id = (uint64_t)store_as_int(&cells[0]);
    while (c->at < c->count && c->configs[c->at].id < id) c->at++;
    if (c->at == c->count || c->configs[c->at].id != id) return true;
    lab_config *config = &c->configs[c->at];
    if (config->settings == LAB_SETTINGS_MAX) return true;
    lab_setting *s = &config->setting[config->settings++];
    store_copy(s->name, sizeof s->name, store_as_text(&cells[1]));
    store_copy(s->value, sizeof s->value, store_as_text(&cells[2]));
    return true;
}

lt_status lab_configs(lab_store *store, uint64_t id, lab_config **configs, size_t *count,
                      lt_error *err)
{
    collection c = {0};
    lt_status status = STORE_RUN(store,
                                 "SELECT configID, spec, games, first_game FROM entries"
                                 " WHERE experimentID = ?"
                                 " ORDER BY configID",
                                 take_config, &c, NULL, err, store_int((int64_t)id));
    if (status == LT_OK)
        status = STORE_RUN(store,
                           "SELECT c.configID, c.name, c.value FROM entries e"
                           " JOIN configs c ON c.configID = e.configID WHERE e.experimentID = ?"
                           " ORDER BY c.configID, c.place",
                           take_setting, &c, NULL, err, store_int((int64_t)id));
    if (status == LT_OK && c.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status != LT_OK) {
        free(c.configs);
        c = (collection){0};
    }
    *configs = c.configs;
    *count = c.count;
    return status;
}

typedef struct single {
    lab_config *config;
    uint64_t experiment;
} single;

static bool take_single(void *ctx, const store_value *cells)
{
    single *s = ctx;
    *s->config = (lab_config){.id = (uint64_t)store_as_int(&cells[0]),
                              .games = (uint64_t)store_as_int(&cells[2]),
                              .first = (uint64_t)store_as_int(&cells[3])};
    store_copy(s->config->spec, sizeof s->config->spec, store_as_text(&cells[1]));
    s->experiment = (uint64_t)store_as_int(&cells[4]);
    return true;
}

lt_status lab_config_of(lab_store *store, uint64_t config, lab_config *out, uint64_t *experiment,
                        lt_error *err)
{
    *out = (lab_config){0};
    single s = {.config = out};
    LT_TRY(STORE_RUN(store,
                     "SELECT configID, spec, games, first_game, experimentID FROM entries"
                     " WHERE configID = ?",
                     take_single, &s, NULL, err, store_int((int64_t)config)));
    if (!out->id)
        return lt_fail(err, LT_BAD_INPUT, "there is no configuration %llu in %s",
                       (unsigned long long)config, store->address);
    collection c = {.configs = out, .count = 1};
    LT_TRY(STORE_RUN(store,
                     "SELECT configID, name, value FROM configs WHERE configID = ? ORDER BY place",
                     take_setting, &c, NULL, err, store_int((int64_t)config)));
    *experiment = s.experiment;
    return LT_OK;
}

static bool take_order(void *ctx, const store_value *cells)
{
    lab_order *order = ctx;
    store_copy(order->spec, sizeof order->spec, store_as_text(&cells[0]));
    store_copy(order->probe, sizeof order->probe, store_as_text(&cells[1]));
    order->rules.shape =
        (t48_shape){(uint8_t)store_as_int(&cells[2]), (uint8_t)store_as_int(&cells[3])};
    order->rules.fours = store_as_real(&cells[4]);
    order->seed = (uint64_t)store_as_int(&cells[5]);
    return true;
}

lt_status lab_queue_order(lab_store *store, uint64_t config, lab_order *order, lt_error *err)
{
    *order = (lab_order){.config = config};
    LT_TRY(STORE_RUN(store,
                     "SELECT e.spec, e.probe, x.board_rows, x.board_cols, x.fours, x.seed"
                     " FROM entries e JOIN experiments x ON x.experimentID = e.experimentID"
                     " WHERE e.configID = ?",
                     take_order, order, NULL, err, store_int((int64_t)config)));
    return order->spec[0] ? LT_OK
                          : lt_fail(err, LT_DAMAGED, "configuration %llu is queued but not there",
                                    (unsigned long long)config);
}
