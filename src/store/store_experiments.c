/* Experiments and their configurations: adding, extending, finding, pausing. */
#include "store/store.h"

#include "base/text.h"
#include "lab/behaviour.h"
#include "lab/queue.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Games wait in blocks of this many at most: small enough that many workers find
 * one that nobody else is just claiming from. */
enum { BLOCK_GAMES = 256, CHUNK_ROWS = 2000, PROBED_CONFIGS = 4 };

#define EXPERIMENT_COLUMNS                                                                    \
    "x.experimentID, x.name, x.kind, x.state, x.player, x.board_rows, x.board_cols, x.fours," \
    " x.seed, x.priority, x.attempts, x.plan, x.created"
enum { EXPERIMENT_CELLS = 13 };

/* The plan's text lasts as long as the row. */
static void read_experiment(lab_experiment *x, const store_value *c)
{
    *x = (lab_experiment){.id = (uint64_t)store_as_int(&c[0]),
                          .kind = (lab_kind)store_as_int(&c[2]),
                          .state = (lab_state)store_as_int(&c[3]),
                          .seed = (uint64_t)store_as_int(&c[8]),
                          .priority = store_as_int(&c[9]),
                          .attempts = (int)store_as_int(&c[10]),
                          .created = store_as_real(&c[12])};
    store_copy(x->name, sizeof x->name, store_as_text(&c[1]));
    store_copy(x->player, sizeof x->player, store_as_text(&c[4]));
    x->rules.shape = (t48_shape){(uint8_t)store_as_int(&c[5]), (uint8_t)store_as_int(&c[6])};
    x->rules.fours = store_as_real(&c[7]);
    x->plan = (char *)store_as_text(&c[11]);
}

/* --- adding ------------------------------------------------------------------ */

/* What the store knows, or will know, of a configuration. */
typedef struct numbers {
    uint64_t id, first;
    uint64_t before; /* games it has already */
} numbers;

typedef struct addition {
    lab_experiment *experiment;
    lab_config *configs;
    size_t count;
    bool fresh; /* the experiment is new too */
    char behaviour[17];
    char probe[PROBED_CONFIGS][17];
    numbers *numbers; /* of each configuration */
} addition;

/* Rows gathered for one insert. */
typedef struct gathering {
    lab_store *store;
    const char *head;
    size_t columns, rows;
    store_value *values;
} gathering;

static lt_status flush(gathering *g, lt_error *err)
{
    lt_status status = store_insert(g->store, g->head, g->columns, g->values, g->rows, err);
    g->rows = 0;
    return status;
}

static lt_status gather(gathering *g, const store_value *row, lt_error *err)
{
    if (!g->values) {
        g->values = malloc(CHUNK_ROWS * g->columns * sizeof *g->values);
        if (!g->values) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    memcpy(&g->values[g->rows++ * g->columns], row, g->columns * sizeof *row);
    return g->rows == CHUNK_ROWS ? flush(g, err) : LT_OK;
}

static lt_status insert_experiment(lab_store *store, addition *a, lt_error *err)
{
    lab_experiment *x = a->experiment;
    int64_t taken = 0;
    LT_TRY(STORE_RUN(store, "SELECT COUNT(*) FROM experiments WHERE name = ?", store_take_int,
                     &taken, NULL, err, store_text(x->name)));
    if (taken)
        return lt_fail(err, LT_BAD_INPUT,
                       "there is an experiment \"%s\" already; choose another name", x->name);
    LT_TRY(store_take_ids(store, "experiment", 1, &x->id, err));
    return STORE_RUN(
        store,
        "INSERT INTO experiments (experimentID, name, kind, state, player, board_rows,"
        " board_cols, fours, seed, priority, attempts, plan, created)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, @NOW)",
        NULL, NULL, NULL, err, store_int((int64_t)x->id), store_text(x->name), store_int(x->kind),
        store_int(x->state), store_text(x->player), store_int(x->rules.shape.rows),
        store_int(x->rules.shape.cols), store_real(x->rules.fours), store_int((int64_t)x->seed),
        store_int(x->priority), store_int(x->attempts), store_text(x->plan ? x->plan : ""));
}

static bool take_numbers(void *ctx, const store_value *cells)
{
    numbers *n = ctx;
    n->before = (uint64_t)store_as_int(&cells[0]);
    n->first = (uint64_t)store_as_int(&cells[1]);
    n->id = (uint64_t)store_as_int(&cells[2]);
    return true;
}

/* Every configuration gets its number, those that are there their games so far. */
static lt_status number_configs(lab_store *store, addition *a, lt_error *err)
{
    uint64_t fresh = 0, next = 0;
    for (size_t i = 0; i < a->count; i++) fresh += a->configs[i].id == 0;
    if (fresh) LT_TRY(store_take_ids(store, "config", fresh, &next, err));
    for (size_t i = 0; i < a->count; i++) {
        const lab_config *c = &a->configs[i];
        numbers *n = &a->numbers[i];
        *n = (numbers){0};
        if (c->id)
            LT_TRY(STORE_RUN(store,
                             "SELECT games, first_game, configID FROM entries WHERE configID = ?"
                             " AND experimentID = ? @HOLD",
                             take_numbers, n, NULL, err, store_int((int64_t)c->id),
                             store_int((int64_t)a->experiment->id)));
        else
            *n = (numbers){.id = next++, .first = c->first};
        if (!n->id)
            return lt_fail(err, LT_BAD_INPUT, "experiment \"%s\" has no configuration %llu",
                           a->experiment->name, (unsigned long long)c->id);
    }
    return LT_OK;
}

static lt_status insert_entries(lab_store *store, const addition *a, uint64_t version,
                                gathering *entries, gathering *settings, lt_error *err)
{
    size_t fresh = 0;
    for (size_t i = 0; i < a->count; i++) {
        const lab_config *c = &a->configs[i];
        int64_t id = (int64_t)a->numbers[i].id;
        if (c->id) {
            if (c->games > a->numbers[i].before)
                LT_TRY(STORE_RUN(store, "UPDATE entries SET games = ? WHERE configID = ?", NULL,
                                 NULL, NULL, err, store_int((int64_t)c->games), store_int(id)));
            continue;
        }
        const char *probe = fresh < PROBED_CONFIGS ? a->probe[fresh] : "";
        fresh++;
        LT_TRY(gather(entries,
                      (store_value[]){store_int(id), store_int((int64_t)a->experiment->id),
                                      store_int((int64_t)version), store_text(c->spec),
                                      store_text(probe), store_int((int64_t)c->games),
                                      store_int((int64_t)c->first)},
                      err));
        for (unsigned s = 0; s < c->settings; s++)
            LT_TRY(gather(settings,
                          (store_value[]){store_int(id), store_text(c->setting[s].name),
                                          store_text(c->setting[s].value), store_int(s)},
                          err));
    }
    LT_TRY(flush(entries, err));
    return flush(settings, err);
}

static lt_status insert_blocks(const addition *a, uint64_t version, gathering *blocks,
                               lt_error *err)
{
    const lab_experiment *x = a->experiment;
    for (size_t i = 0; i < a->count; i++)
        for (uint64_t at = a->numbers[i].before; at < a->configs[i].games; at += BLOCK_GAMES) {
            uint64_t left = a->configs[i].games - at;
            LT_TRY(gather(
                blocks,
                (store_value[]){store_int((int64_t)a->numbers[i].id),
                                store_int((int64_t)(a->numbers[i].first + at)),
                                store_int((int64_t)(left < BLOCK_GAMES ? left : BLOCK_GAMES)),
                                store_int((int64_t)x->id), store_int((int64_t)version),
                                store_int(x->priority), store_int(x->state == LAB_ACTIVE),
                                store_int(0)},
                err));
        }
    return flush(blocks, err);
}

static lt_status add(lab_store *store, void *ctx, lt_error *err)
{
    addition *a = ctx;
    uint64_t version;
    LT_TRY(store_version(store, a->behaviour, &version, err));
    if (a->fresh) LT_TRY(insert_experiment(store, a, err));
    LT_TRY(number_configs(store, a, err));
    gathering entries = {store,
                         "INSERT INTO entries (configID, experimentID, versionID, spec, probe,"
                         " games, first_game)",
                         7, 0, NULL};
    gathering settings = {store, "INSERT INTO configs (configID, name, value, place)", 4, 0, NULL};
    gathering blocks = {store,
                        "INSERT INTO scheduled_runs (configID, first_game, games, experimentID,"
                        " versionID, priority, active, attempts)",
                        8, 0, NULL};
    lt_status status = insert_entries(store, a, version, &entries, &settings, err);
    if (status == LT_OK) status = insert_blocks(a, version, &blocks, err);
    free(entries.values);
    free(settings.values);
    free(blocks.values);
    if (status == LT_OK && store->driver->announce)
        status = store->driver->announce(store->connection, err);
    return status;
}

static lt_status add_all(lab_store *store, addition *a, lt_error *err)
{
    LT_TRY(lab_queue_behaviour(store, a->behaviour, err));
    size_t probed = 0;
    for (size_t i = 0; i < a->count && probed < PROBED_CONFIGS; i++)
        if (a->configs[i].id == 0)
            LT_TRY(lab_probe(a->configs[i].spec, &a->experiment->rules, a->probe[probed++], err));
    size_t room = a->count ? a->count : 1;
    a->numbers = malloc(room * sizeof *a->numbers);
    lt_status status = a->numbers ? store_atomic(store, add, a, err)
                                  : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (size_t i = 0; status == LT_OK && i < a->count; i++) a->configs[i].id = a->numbers[i].id;
    free(a->numbers);
    return status;
}

lt_status lab_add(lab_store *store, lab_experiment *experiment, lab_config *configs, size_t count,
                  lt_error *err)
{
    for (const char *at = experiment->name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("-_.", *at))
            return lt_fail(err, LT_BAD_INPUT,
                           "an experiment's name has letters, digits and - _ . only, not \"%c\"",
                           isprint((unsigned char)*at) ? *at : '?');
    if (!experiment->name[0]) return lt_fail(err, LT_BAD_INPUT, "an experiment needs a name");
    addition a = {.experiment = experiment, .configs = configs, .count = count, .fresh = true};
    lt_status status = add_all(store, &a, err);
    if (status != LT_OK) experiment->id = 0;
    return status;
}

lt_status lab_extend(lab_store *store, const lab_experiment *experiment, lab_config *configs,
                     size_t count, lt_error *err)
{
    lab_experiment x = *experiment;
    addition a = {.experiment = &x, .configs = configs, .count = count};
    return add_all(store, &a, err);
}

/* --- finding ------------------------------------------------------------------ */

static bool take_experiment(void *ctx, const store_value *cells)
{
    lab_experiment *x = ctx;
    read_experiment(x, cells);
    x->plan = strdup(x->plan);
    return false;
}

static bool list_name(void *ctx, const store_value *cells)
{
    lt_text *names = ctx;
    lt_text_printf(names, "%s%s", names->length ? ", " : "", store_as_text(&cells[0]));
    return names->length < 200;
}

lt_status lab_find(lab_store *store, const char *name, lab_experiment *experiment, lt_error *err)
{
    *experiment = (lab_experiment){0};
    LT_TRY(STORE_RUN(store, "SELECT " EXPERIMENT_COLUMNS " FROM experiments x WHERE x.name = ?",
                     take_experiment, experiment, NULL, err, store_text(name)));
    if (experiment->id) return LT_OK;
    lt_text names;
    lt_text_init(&names);
    lt_status status = store_run(store, "SELECT name FROM experiments ORDER BY experimentID DESC",
                                 NULL, 0, list_name, &names, NULL, err);
    char shown[80];
    if (status == LT_OK)
        status = lt_fail(err, LT_BAD_INPUT, "there is no experiment \"%s\" in %s; there %s%s",
                         lt_quote(shown, sizeof shown, name, strlen(name)), store->address,
                         names.length ? "are " : "is none", lt_text_str(&names));
    lt_text_release(&names);
    return status;
}

lt_status lab_find_id(lab_store *store, uint64_t id, lab_experiment *experiment, lt_error *err)
{
    *experiment = (lab_experiment){0};
    LT_TRY(STORE_RUN(store,
                     "SELECT " EXPERIMENT_COLUMNS " FROM experiments x WHERE x.experimentID = ?",
                     take_experiment, experiment, NULL, err, store_int((int64_t)id)));
    return experiment->id ? LT_OK
                          : lt_fail(err, LT_BAD_INPUT, "there is no experiment number %llu",
                                    (unsigned long long)id);
}

#define PROGRESS_COLUMNS                                                                        \
    "(SELECT COUNT(*) FROM entries e WHERE e.experimentID = x.experimentID),"                   \
    " (SELECT COALESCE(SUM(e.games), 0) FROM entries e WHERE e.experimentID = x.experimentID)," \
    " (SELECT COALESCE(SUM(s.games), 0) FROM scheduled_runs s"                                  \
    " WHERE s.experimentID = x.experimentID AND s.active < 2),"                                 \
    " (SELECT COALESCE(SUM(s.games), 0) FROM scheduled_runs s"                                  \
    " WHERE s.experimentID = x.experimentID AND s.active = 2),"                                 \
    " (SELECT COALESCE(SUM(l.games), 0) FROM leases l WHERE l.experimentID = x.experimentID)"

static void read_progress(lab_progress *p, const store_value *c)
{
    *p = (lab_progress){.configs = (uint64_t)store_as_int(&c[0]),
                        .games = (uint64_t)store_as_int(&c[1]),
                        .waiting = (uint64_t)store_as_int(&c[2]),
                        .failed = (uint64_t)store_as_int(&c[3]),
                        .leased = (uint64_t)store_as_int(&c[4])};
    uint64_t undone = p->waiting + p->failed + p->leased;
    p->finished = p->games > undone ? p->games - undone : 0;
}

typedef struct listing {
    bool (*take)(void *ctx, const lab_experiment *, const lab_progress *);
    void *ctx;
} listing;

static bool take_listed(void *ctx, const store_value *cells)
{
    listing *l = ctx;
    lab_experiment x;
    lab_progress p;
    read_experiment(&x, cells);
    read_progress(&p, cells + EXPERIMENT_CELLS);
    return l->take(l->ctx, &x, &p);
}

lt_status lab_experiments(lab_store *store,
                          bool (*take)(void *ctx, const lab_experiment *, const lab_progress *),
                          void *ctx, lt_error *err)
{
    listing l = {take, ctx};
    return store_run(store,
                     "SELECT " EXPERIMENT_COLUMNS ", " PROGRESS_COLUMNS
                     " FROM experiments x ORDER BY x.experimentID",
                     NULL, 0, take_listed, &l, NULL, err);
}

static bool take_progress(void *ctx, const store_value *cells)
{
    read_progress(ctx, cells);
    return true;
}

lt_status lab_progress_of(lab_store *store, uint64_t id, lab_progress *progress, lt_error *err)
{
    *progress = (lab_progress){0};
    return STORE_RUN(store,
                     "SELECT " PROGRESS_COLUMNS " FROM experiments x WHERE x.experimentID = ?",
                     take_progress, progress, NULL, err, store_int((int64_t)id));
}

/* --- changing ------------------------------------------------------------------ */

typedef struct change {
    uint64_t id;
    lab_state state;
} change;

static lt_status change_state(lab_store *store, void *ctx, lt_error *err)
{
    const change *c = ctx;
    store_value id = store_int((int64_t)c->id);
    LT_TRY(STORE_RUN(store, "UPDATE experiments SET state = ? WHERE experimentID = ?", NULL, NULL,
                     NULL, err, store_int(c->state), id));
    if (c->state == LAB_CANCELLED) {
        /* What is being played now will find its lease gone. */
        LT_TRY(STORE_RUN(store, "DELETE FROM scheduled_runs WHERE experimentID = ?", NULL, NULL,
                         NULL, err, id));
        LT_TRY(STORE_RUN(store, "DELETE FROM leases WHERE experimentID = ?", NULL, NULL, NULL, err,
                         id));
        return STORE_RUN(store,
                         "UPDATE entries SET games = (SELECT COUNT(*) FROM finished_runs f"
                         " WHERE f.configID = entries.configID) WHERE experimentID = ?",
                         NULL, NULL, NULL, err, id);
    }
    LT_TRY(STORE_RUN(store,
                     "UPDATE scheduled_runs SET active = ? WHERE experimentID = ? AND active < 2",
                     NULL, NULL, NULL, err, store_int(c->state == LAB_ACTIVE), id));
    return c->state == LAB_ACTIVE && store->driver->announce
               ? store->driver->announce(store->connection, err)
               : LT_OK;
}

lt_status lab_set_state(lab_store *store, uint64_t id, lab_state state, lt_error *err)
{
    change c = {id, state};
    return store_atomic(store, change_state, &c, err);
}

lt_status lab_set_plan(lab_store *store, uint64_t id, const char *plan, lt_error *err)
{
    return STORE_RUN(store, "UPDATE experiments SET plan = ? WHERE experimentID = ?", NULL, NULL,
                     NULL, err, store_text(plan), store_int((int64_t)id));
}

const char *lab_kind_name(lab_kind kind)
{
    static const char *const names[] = {"queue", "sweep", "sprt", "race", "tune"};
    return (unsigned)kind < LAB_KINDS ? names[kind] : "?";
}

const char *lab_state_name(lab_state state)
{
    static const char *const names[] = {"active", "paused", "cancelled"};
    return (unsigned)state < LAB_STATES ? names[state] : "?";
}
