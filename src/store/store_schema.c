/* The tables, as numbered steps. A step is never changed once it has been
 * released; a new one is added. Every statement may be run twice, because not all
 * databases undo the making of a table. */
#include "store/finished.h"
#include "store/schema_fill.h"
#include "store/store.h"
#include "store/sums_row.h"

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
    "-versions.outdated",
    "ALTER TABLE versions ADD COLUMN outdated @SMALL NOT NULL DEFAULT 0",
    "-entries.fingerprint",
    "ALTER TABLE entries RENAME COLUMN probe TO fingerprint",
    "-failures.of_config",
    "ALTER TABLE failures RENAME COLUMN of_run TO of_config",
    ("CREATE TABLE IF NOT EXISTS refusals (workerID BIGINT NOT NULL, configID BIGINT NOT NULL,"
     " PRIMARY KEY (workerID, configID)) @PACKED"),
    NULL,
};

/* finished_runs by experiment. Results that an older program still hands in are refused from
 * the moment that the table has its new form. */
static const char *const step_3[] = {
    "-finished_runs.experimentID",
    "CREATE TABLE IF NOT EXISTS finished_next (experimentID BIGINT NOT NULL, " FINISHED_DEFINITIONS
    ", PRIMARY KEY (experimentID, configID, game)) @PARTS",
    "-finished_runs.experimentID",
    "+finished_runs.configID",
    "ALTER TABLE finished_runs RENAME TO finished_before",
    "-finished_runs.configID",
    "ALTER TABLE finished_next RENAME TO finished_runs",
    NULL,
};

/* sums: what the games of a configuration come to, see store_sums.c. */
static const char *const step_4[] = {
    "CREATE TABLE IF NOT EXISTS sums (" SUMS_DEFINITIONS ", PRIMARY KEY (configID, slot)) @PACKED",
    NULL,
};

/* products: what was made for configurations that are recipes (lab/recipe.h). */
static const char *const step_5[] = {
    ("CREATE TABLE IF NOT EXISTS products (configID BIGINT NOT NULL PRIMARY KEY,"
     " experimentID BIGINT NOT NULL, content @BYTES NOT NULL, bytes BIGINT NOT NULL,"
     " seconds DOUBLE PRECISION NOT NULL, curve @NOTE NOT NULL, workerID BIGINT NOT NULL,"
     " made_at DOUBLE PRECISION NOT NULL) @TABLE"),
    NULL,
};

/* The tables of a step, and what is to be written into them. */
static const struct {
    const char *const *tables;
    lt_status (*fill)(lab_store *store, lt_error *err);
} steps[] = {{step_1, store_fill_counters},
             {step_2, NULL},
             {step_3, store_fill_parts},
             {step_4, store_fill_sums},
             {step_5, NULL}};
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

/* Not all databases undo the making of a table, or make it in a transaction with
 * anything else. Before a statement: -TABLE.COLUMN, it is for tables without that column;
 * +TABLE.COLUMN, for those that have it. */
static lt_status make_tables(lab_store *store, void *ctx, lt_error *err)
{
    for (const char *const *sql = steps[*(int64_t *)ctx].tables; *sql; sql++) {
        bool wanted = true;
        for (; **sql == '-' || **sql == '+'; sql++) {
            bool has;
            LT_TRY(store_has_column(store, *sql + 1, &has, err));
            wanted = wanted && has == (**sql == '+');
        }
        if (wanted) LT_TRY(STORE_DO(store, *sql, err));
    }
    return LT_OK;
}

/* Fills the tables and counts the step, unless another program did meanwhile: one of
 * the two waits for the other here. */
static lt_status fill_tables(lab_store *store, void *ctx, lt_error *err)
{
    int64_t step = *(int64_t *)ctx, version, next;
    if (step > 0)
        LT_TRY(STORE_NUMBER(store, "SELECT next_id FROM counters WHERE name = ? @HOLD", &next, err,
                            store_text("version")));
    LT_TRY(read_version(store, &version, err));
    if (version > step) return LT_OK;
    if (steps[step].fill) LT_TRY(steps[step].fill(store, err));
    return STORE_DO(store, "INSERT INTO laatta_schema (version) VALUES (?)", err,
                    store_int(step + 1));
}

static lt_status advance(lab_store *store, int64_t version, lt_error *err)
{
    /* Nobody should lose patience with a statement over all results of a large lab. */
    double patience = store->wait.seconds;
    lt_status status = LT_OK;
    store->wait.seconds = 86400;
    for (; status == LT_OK && version < SCHEMA; version++) {
        status = store_atomic(store, make_tables, &version, err);
        if (status == LT_OK) status = store_atomic(store, fill_tables, &version, err);
    }
    store->wait.seconds = patience;
    return status;
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
        if (status == LT_OK) status = advance(store, version, err);
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
