/* The results of games as rows, and back. */
#include "store/checked.h"
#include "store/finished.h"

#include <stdio.h>

void store_finished_row(store_value row[FINISHED_COLUMNS], uint64_t experiment, uint64_t version,
                        uint64_t worker, const lab_result *r)
{
    const t48_outcome *o = &r->outcome;
    size_t at = 0;
    row[at++] = store_u64(experiment);
    row[at++] = store_u64(r->config);
    row[at++] = store_u64(r->game);
    row[at++] = store_u64(o->score);
    row[at++] = store_int(o->moves);
    row[at++] = store_int(o->max_level);
    row[at++] = store_int((int64_t)(r->seconds * 1e6 + 0.5));
    row[at++] = store_u64(version);
    row[at++] = store_u64(worker);
    row[at++] = store_u64(r->seed);
    for (unsigned level = 1; level < T48_TILES; level++) row[at++] = store_int(o->tiles[level]);
    row[at++] = store_int(o->tiles[0]);
}

lt_status store_finished_insert(lab_store *store, const store_value *rows, size_t count,
                                lt_error *err)
{
    const char *table = store->driver->part_table;
    if (!table) return store_insert(store, FINISHED_HEAD, FINISHED_COLUMNS, rows, count, err);
    for (size_t from = 0, to; from < count; from = to) {
        const store_value *first = &rows[from * FINISHED_COLUMNS];
        char head[sizeof FINISHED_HEAD + 32];
        for (to = from + 1; to < count; to++)
            if (rows[to * FINISHED_COLUMNS].integer != first->integer) break;
        snprintf(head, sizeof head, "INSERT INTO %s%lld" FINISHED_TABLE, table,
                 (long long)first->integer);
        LT_TRY(store_insert(store, head, FINISHED_COLUMNS, first, to - from, err));
    }
    return LT_OK;
}

typedef struct reading {
    bool (*take)(void *ctx, const lab_result *);
    void *ctx;
} reading;

static lab_result read_brief(store_row *row)
{
    return (lab_result){
        .config = store_row_id(row, 0, "configID"),
        .game = store_row_count(row, 1, "game"),
        .outcome = {.score = store_row_count(row, 2, "score"),
                    .moves = (uint32_t)store_row_int(row, 3, "moves", 0, UINT32_MAX),
                    .max_level = (uint8_t)store_row_int(row, 4, "max_level", 0, T48_LEVEL_MAX)},
        .seconds = (double)store_row_count(row, 5, "microseconds") / 1e6};
}

static bool take_brief(void *ctx, store_row *row)
{
    reading *r = ctx;
    lab_result result = read_brief(row);
    return store_row_ok(row) && r->take(r->ctx, &result);
}

static bool take_whole(void *ctx, store_row *row)
{
    enum { VERSION = 6, WORKER, SEED, TILES };
    reading *r = ctx;
    lab_result result = read_brief(row);
    result.version = store_row_id(row, VERSION, "versionID");
    result.worker = store_row_id(row, WORKER, "workerID");
    result.seed = store_row_bits(row, SEED, "seed");
    for (unsigned level = 1; level < T48_TILES; level++)
        result.outcome.tiles[level] =
            (uint8_t)store_row_int(row, TILES + level - 1, "tile_...", 0, T48_CELLS_MAX);
    result.outcome.tiles[0] =
        (uint8_t)store_row_int(row, TILES + T48_TILES - 1, "tile_larger", 0, T48_CELLS_MAX);
    return store_row_ok(row) && r->take(r->ctx, &result);
}

#define OF_EXPERIMENT " FROM finished_runs WHERE experimentID = ?"
#define OF_CONFIG OF_EXPERIMENT " AND configID = ? AND game >= ?"
/* The key is (experiment, configuration, game): later games are found configuration by
 * configuration. */
#define OF_LATER                                                                           \
    OF_EXPERIMENT " AND configID IN (SELECT configID FROM entries WHERE experimentID = ?)" \
                  " AND game >= ?"

lt_status lab_results(lab_store *store, uint64_t experiment, uint64_t config, uint64_t from,
                      bool whole, bool (*take)(void *ctx, const lab_result *), void *ctx,
                      lt_error *err)
{
    static const char *const text[2][3] = {
        {"SELECT " FINISHED_BRIEF OF_EXPERIMENT, "SELECT " FINISHED_BRIEF OF_CONFIG,
         "SELECT " FINISHED_BRIEF OF_LATER},
        {"SELECT " FINISHED_ALL OF_EXPERIMENT, "SELECT " FINISHED_ALL OF_CONFIG,
         "SELECT " FINISHED_ALL OF_LATER}};
    const store_value in[] = {store_u64(experiment), store_u64(config ? config : experiment),
                              store_u64(from)};
    reading r = {take, ctx};
    int which = config ? 1 : from ? 2 : 0;
    return store_read(store, "finished_runs", text[whole][which], in, which ? 3 : 1,
                      whole ? take_whole : take_brief, &r, err);
}
