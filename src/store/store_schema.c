/* The tables, as numbered steps. A step is never changed once it has been
 * released; a new one is added. Every statement may be run twice, because not all
 * databases undo the making of a table. */
#include "store/finished.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

/* configs, versions, scheduled_runs and finished_runs are those of the lab that
 * laatta's is modelled on. There a run is a game; here scheduled_runs holds blocks
 * of games, so that a million of them are queued in thousands of rows. A block is
 * known by its configuration and its first game. `active` is told by
 * store_queue.h. */
static const char *const step_1[] = {
    "CREATE TABLE IF NOT EXISTS counters (name @BYTES NOT NULL PRIMARY KEY,"
    " next_id BIGINT NOT NULL) @TABLE",
    "CREATE TABLE IF NOT EXISTS versions (versionID BIGINT NOT NULL PRIMARY KEY,"
    " behaviour @BYTES NOT NULL UNIQUE, created DOUBLE PRECISION NOT NULL) @TABLE",
    "CREATE TABLE IF NOT EXISTS experiments (experimentID BIGINT NOT NULL PRIMARY KEY,"
    " name @BYTES NOT NULL UNIQUE, kind @SMALL NOT NULL, state @SMALL NOT NULL,"
    " player @NOTE NOT NULL, board_rows @SMALL NOT NULL, board_cols @SMALL NOT NULL,"
    " fours DOUBLE PRECISION NOT NULL, seed BIGINT NOT NULL, priority BIGINT NOT NULL,"
    " attempts @SMALL NOT NULL, plan @NOTE NOT NULL, created DOUBLE PRECISION NOT NULL) @TABLE",
    "CREATE TABLE IF NOT EXISTS entries (configID BIGINT NOT NULL PRIMARY KEY,"
    " experimentID BIGINT NOT NULL, versionID BIGINT NOT NULL, spec @NOTE NOT NULL,"
    " probe @BYTES NOT NULL, games BIGINT NOT NULL, first_game BIGINT NOT NULL) @TABLE",
    "CREATE INDEX IF NOT EXISTS entries_of ON entries (experimentID, configID)",
    "CREATE TABLE IF NOT EXISTS configs (configID BIGINT NOT NULL, name @BYTES NOT NULL,"
    " value @BYTES NOT NULL, place @SMALL NOT NULL, PRIMARY KEY (configID, name)) @PACKED",
    "CREATE TABLE IF NOT EXISTS scheduled_runs (configID BIGINT NOT NULL,"
    " first_game BIGINT NOT NULL, games BIGINT NOT NULL, experimentID BIGINT NOT NULL,"
    " versionID BIGINT NOT NULL, priority BIGINT NOT NULL, active @SMALL NOT NULL,"
    " attempts @SMALL NOT NULL, PRIMARY KEY (configID, first_game)) @TABLE",
    "CREATE INDEX IF NOT EXISTS scheduled_order ON scheduled_runs"
    " (versionID, active, priority DESC, configID, first_game)",
    "CREATE INDEX IF NOT EXISTS scheduled_of ON scheduled_runs (experimentID)",
    "CREATE TABLE IF NOT EXISTS leases (leaseID BIGINT NOT NULL PRIMARY KEY,"
    " workerID BIGINT NOT NULL, experimentID BIGINT NOT NULL, configID BIGINT NOT NULL,"
    " first_game BIGINT NOT NULL, games BIGINT NOT NULL, versionID BIGINT NOT NULL,"
    " priority BIGINT NOT NULL, attempts @SMALL NOT NULL, expires DOUBLE PRECISION NOT NULL)"
    " @TABLE",
    "CREATE INDEX IF NOT EXISTS leases_expiry ON leases (expires)",
    "CREATE TABLE IF NOT EXISTS finished_runs (" FINISHED_DEFINITIONS
    ", PRIMARY KEY (configID, game)) @PACKED",
    "CREATE TABLE IF NOT EXISTS failures (failureID BIGINT NOT NULL PRIMARY KEY,"
    " experimentID BIGINT NOT NULL, configID BIGINT NOT NULL, first_game BIGINT NOT NULL,"
    " games BIGINT NOT NULL, attempts @SMALL NOT NULL, workerID BIGINT NOT NULL,"
    " of_run @SMALL NOT NULL, reason @NOTE NOT NULL, failed_at DOUBLE PRECISION NOT NULL) @TABLE",
    "CREATE TABLE IF NOT EXISTS workers (workerID BIGINT NOT NULL PRIMARY KEY,"
    " host @BYTES NOT NULL, pid BIGINT NOT NULL, threads @SMALL NOT NULL,"
    " versionID BIGINT NOT NULL, program @BYTES NOT NULL, started DOUBLE PRECISION NOT NULL,"
    " seen DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, moves BIGINT NOT NULL,"
    " lost BIGINT NOT NULL, working @SMALL NOT NULL) @TABLE",
    "CREATE TABLE IF NOT EXISTS notes (experimentID BIGINT NOT NULL, step BIGINT NOT NULL,"
    " body @NOTE NOT NULL, PRIMARY KEY (experimentID, step)) @TABLE",
    NULL,
};

/* versions: whether what a program played still counts. refusals: configurations that
 * a worker cannot play, because of its files. "run" was said for configuration. */
static const char *const step_2[] = {
    "versions.outdated",
    "ALTER TABLE versions ADD COLUMN outdated @SMALL NOT NULL DEFAULT 0",
    "entries.fingerprint",
    "ALTER TABLE entries RENAME COLUMN probe TO fingerprint",
    "failures.of_config",
    "ALTER TABLE failures RENAME COLUMN of_run TO of_config",
    ("CREATE TABLE IF NOT EXISTS refusals (workerID BIGINT NOT NULL, configID BIGINT NOT NULL,"
     " PRIMARY KEY (workerID, configID)) @PACKED"),
    NULL,
};

/* products: what was made for configurations that are recipes (lab/recipe.h). */
static const char *const step_3[] = {
    "CREATE TABLE IF NOT EXISTS products (configID BIGINT NOT NULL PRIMARY KEY,"
    " experimentID BIGINT NOT NULL, content @BYTES NOT NULL, bytes BIGINT NOT NULL,"
    " seconds DOUBLE PRECISION NOT NULL, curve @NOTE NOT NULL, workerID BIGINT NOT NULL,"
    " made_at DOUBLE PRECISION NOT NULL) @TABLE",
    NULL,
};

static const char *const *const steps[] = {step_1, step_2, step_3};
enum { SCHEMA = sizeof steps / sizeof steps[0], RACES_MAX = 5 };

static lt_status read_version(lab_store *store, int64_t *version, lt_error *err)
{
    *version = 0;
    return store_run(store, "SELECT COALESCE(MAX(version), 0) FROM laatta_schema", NULL, 0,
                     store_take_number, version, NULL, err);
}

static lt_status make_version(lab_store *store, int64_t *version, lt_error *err)
{
    LT_TRY(STORE_DO(store,
                    "CREATE TABLE IF NOT EXISTS laatta_schema"
                    " (version BIGINT NOT NULL PRIMARY KEY) @TABLE",
                    err));
    return read_version(store, version, err);
}

static lt_status count_from_one(lab_store *store, lt_error *err)
{
    static const char *const counters[] = {"experiment", "config", "version", "worker"};
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
        int64_t there = 0;
        LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM counters WHERE name = ?", &there, err,
                            store_text(counters[i])));
        if (!there)
            LT_TRY(STORE_DO(store, "INSERT INTO counters (name, next_id) VALUES (?, 1)", err,
                            store_text(counters[i])));
    }
    return LT_OK;
}

/* TABLE.COLUMN before a statement: it is for tables without that column. */
static lt_status has_column(lab_store *store, const char *place, bool *has, lt_error *err)
{
    char table[40];
    const char *dot = strchr(place, '.');
    int64_t there = 0;
    snprintf(table, sizeof table, "%.*s", (int)(dot - place), place);
    LT_TRY(STORE_NUMBER(store, "@HAS", &there, err, store_text(table), store_text(dot + 1)));
    *has = there > 0;
    return LT_OK;
}

static lt_status take_step(lab_store *store, const char *const *sql, lt_error *err)
{
    for (; *sql; sql++) {
        bool done = false;
        if (!strchr(*sql, ' ')) LT_TRY(has_column(store, *sql++, &done, err));
        if (!done) LT_TRY(STORE_DO(store, *sql, err));
    }
    return LT_OK;
}

static lt_status advance(lab_store *store, void *ctx, lt_error *err)
{
    (void)ctx;
    int64_t version;
    LT_TRY(make_version(store, &version, err));
    for (; version < SCHEMA; version++) {
        LT_TRY(take_step(store, steps[version], err));
        if (version == 0) LT_TRY(count_from_one(store, err));
        LT_TRY(STORE_DO(store, "INSERT INTO laatta_schema (version) VALUES (?)", err,
                        store_int(version + 1)));
    }
    return LT_OK;
}

static lt_status refuse_newer(const lab_store *store, int64_t version, lt_error *err)
{
    return version <= SCHEMA
               ? LT_OK
               : lt_fail(err, LT_UNSUPPORTED,
                         "%s has schema %lld and this program knows %d; use a newer laatta",
                         lab_address(store), (long long)version, SCHEMA);
}

lt_status store_migrate(lab_store *store, lt_error *err)
{
    lt_status status = LT_OK;
    /* Two programs that find a new database at the same moment make the same
     * tables; one of them may fail and finds them made the next time. */
    for (int races = 0; races < RACES_MAX; races++) {
        int64_t version;
        status = make_version(store, &version, err);
        if (status == LT_OK) LT_TRY(refuse_newer(store, version, err));
        if (status == LT_OK && version == SCHEMA) return LT_OK;
        if (status == LT_OK) status = store_atomic(store, advance, NULL, err);
        if (status == LT_OK) return LT_OK;
        if (status == LT_UNAVAILABLE || status == LT_DAMAGED || status == LT_BAD_INPUT ||
            status == LT_CANCELLED)
            break;
    }
    return status;
}

lt_status store_check_schema(lab_store *store, lt_error *err)
{
    int64_t made = 0, version = 0;
    LT_TRY(STORE_NUMBER(store, "@HAS", &made, err, store_text("laatta_schema"),
                        store_text("version")));
    if (made) LT_TRY(read_version(store, &version, err));
    if (!version)
        return lt_fail(err, LT_BAD_INPUT, "%s holds no experiments yet (laatta lab sweep --help)",
                       lab_address(store));
    LT_TRY(refuse_newer(store, version, err));
    return version == SCHEMA ? LT_OK
                             : lt_fail(err, LT_LIMIT, "%s has an older schema", lab_address(store));
}
