/* Reading configurations back: what was queued, with the settings that tell
 * them apart. */
#include "store/checked.h"

#include "lab/queue.h"

#include <stdlib.h>
#include <string.h>

#define CONFIG_COLUMNS                                                                  \
    "e.configID, e.spec, e.first_game, e.games, e.versionID, COALESCE(v.outdated, 0), " \
    "e.experimentID, e.fingerprint"
#define CONFIG_TABLES "entries e LEFT JOIN versions v ON v.versionID = e.versionID"

typedef struct collection {
    lab_config *configs;
    size_t count, room;
    size_t at; /* where the last setting belonged */
    uint64_t experiment;
    bool failed;
} collection;

static void read_config(store_row *row, lab_config *config)
{
    *config = (lab_config){.id = store_row_id(row, 0, "configID"),
                           .version = store_row_id(row, 4, "versionID"),
                           .outdated = store_row_int(row, 5, "outdated", 0, 1) != 0};
    store_row_line(row, 1, "spec", config->spec, sizeof config->spec);
    store_row_line(row, 7, "fingerprint", config->fingerprint, sizeof config->fingerprint);
    store_row_games(row, 2, STORE_GAMES_MAX, &config->first, &config->games);
}

static bool take_config(void *ctx, store_row *row)
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
    read_config(row, &c->configs[c->count++]);
    return true;
}

static void add_setting(lab_config *config, store_row *row)
{
    if (config->settings == LAB_SETTINGS_MAX) return;
    lab_setting *s = &config->setting[config->settings++];
    store_row_line(row, 1, "name", s->name, sizeof s->name);
    store_row_line(row, 2, "value", s->value, sizeof s->value);
}

/* Settings come in the order of the configurations. */
static bool take_setting(void *ctx, store_row *row)
{
    collection *c = ctx;
    uint64_t id = store_row_id(row, 0, "configID");
    while (c->at < c->count && c->configs[c->at].id < id) c->at++;
    if (c->at < c->count && c->configs[c->at].id == id) add_setting(&c->configs[c->at], row);
    return true;
}

static lt_status read_configs(lab_store *store, uint64_t id, bool settings, lab_config **configs,
                              size_t *count, lt_error *err)
{
    collection c = {0};
    lt_status status = STORE_READ(store, "entries",
                                  "SELECT " CONFIG_COLUMNS " FROM " CONFIG_TABLES
                                  " WHERE e.experimentID = ? ORDER BY e.configID",
                                  take_config, &c, err, store_u64(id));
    if (status == LT_OK && settings)
        status = STORE_READ(store, "configs",
                            "SELECT c.configID, c.name, c.value FROM entries e"
                            " JOIN configs c ON c.configID = e.configID WHERE e.experimentID = ?"
                            " ORDER BY c.configID, c.place",
                            take_setting, &c, err, store_u64(id));
    if (status == LT_OK && c.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    if (status != LT_OK) {
        free(c.configs);
        c = (collection){0};
    }
    *configs = c.configs;
    *count = c.count;
    return status;
}

lt_status lab_configs(lab_store *store, uint64_t id, lab_config **configs, size_t *count,
                      lt_error *err)
{
    return read_configs(store, id, true, configs, count, err);
}

lt_status lab_queue_configs(lab_store *store, uint64_t id, lab_config **configs, size_t *count,
                            lt_error *err)
{
    return read_configs(store, id, false, configs, count, err);
}

static bool take_of_few(void *ctx, store_row *row)
{
    lab_config *const *config = ctx;
    uint64_t id = store_row_id(row, 0, "configID");
    for (size_t i = 0; i < STORE_FEW && config[i]; i++)
        if (config[i]->id == id) add_setting(config[i], row);
    return true;
}

lt_status lab_queue_settings(lab_store *store, lab_config *const *config, size_t count,
                             lt_error *err)
{
    for (size_t i = 0; i < count; i += STORE_FEW) {
        uint64_t ids[STORE_FEW];
        lab_config *few[STORE_FEW] = {NULL};
        store_value in[STORE_FEW];
        size_t n = count - i < STORE_FEW ? count - i : STORE_FEW;
        for (size_t k = 0; k < n; k++) ids[k] = (few[k] = config[i + k])->id;
        store_few(ids, n, in);
        LT_TRY(store_read(store, "configs",
                          "SELECT configID, name, value FROM configs"
                          " WHERE configID IN " STORE_FEW_TEXT " ORDER BY configID, place",
                          in, STORE_FEW, take_of_few, few, err));
    }
    return LT_OK;
}

static bool take_single(void *ctx, store_row *row)
{
    collection *c = ctx;
    read_config(row, c->configs);
    c->experiment = store_row_id(row, 6, "experimentID");
    c->count = store_row_ok(row);
    return true;
}

lt_status lab_config_of(lab_store *store, uint64_t config, lab_config *out, uint64_t *experiment,
                        lt_error *err)
{
    *out = (lab_config){0};
    collection c = {.configs = out};
    LT_TRY(STORE_READ(store, "entries",
                      "SELECT " CONFIG_COLUMNS " FROM " CONFIG_TABLES " WHERE e.configID = ?",
                      take_single, &c, err, store_u64(config)));
    if (!c.count)
        return lt_fail(err, LT_BAD_INPUT, "there is no configuration %llu in %s",
                       (unsigned long long)config, store->address);
    *experiment = c.experiment;
    return STORE_READ(store, "configs",
                      "SELECT configID, name, value FROM configs WHERE configID = ? ORDER BY place",
                      take_setting, &c, err, store_u64(config));
}

static bool take_order(void *ctx, store_row *row)
{
    lab_order *order = ctx;
    store_row_line(row, 0, "spec", order->spec, sizeof order->spec);
    store_row_line(row, 1, "fingerprint", order->fingerprint, sizeof order->fingerprint);
    order->rules = store_row_rules(row, 2);
    order->seed = store_row_bits(row, 5, "seed");
    store_row_line(row, 6, "content", order->content, sizeof order->content);
    return true;
}

lt_status lab_queue_order(lab_store *store, uint64_t config, lab_order *order, lt_error *err)
{
    *order = (lab_order){.config = config};
    LT_TRY(STORE_READ(store, "entries",
                      "SELECT e.spec, e.fingerprint, x.board_rows, x.board_cols, x.fours, x.seed,"
                      " COALESCE(p.content, '') FROM entries e"
                      " JOIN experiments x ON x.experimentID = e.experimentID"
                      " LEFT JOIN products p ON p.configID = e.configID"
                      " WHERE e.configID = ?",
                      take_order, order, err, store_u64(config)));
    return order->spec[0] ? LT_OK
                          : lt_fail(err, LT_DAMAGED, "configuration %llu is queued but not there",
                                    (unsigned long long)config);
}
