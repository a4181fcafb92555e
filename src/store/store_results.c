/* Reading what came out: results, failures, notes and workers. */
#include "store/store.h"

typedef struct reading {
    bool (*take)(void *ctx, const lab_result *);
    void *ctx;
} reading;

static bool take_brief(void *ctx, const store_value *c)
{
    reading *r = ctx;
    lab_result result = {.config = (uint64_t)store_as_int(&c[0]),
                         .game = (uint64_t)store_as_int(&c[1]),
                         .outcome = {.score = (uint64_t)store_as_int(&c[2]),
                                     .moves = (uint32_t)store_as_int(&c[3]),
                                     .max_level = (uint8_t)store_as_int(&c[4])},
                         .seconds = store_as_real(&c[5]) / 1e6};
    return r->take(r->ctx, &result);
}

static bool take_whole(void *ctx, const store_value *c)
{
    reading *r = ctx;
    lab_result result = {.config = (uint64_t)store_as_int(&c[0]),
                         .game = (uint64_t)store_as_int(&c[1]),
                         .outcome = {.score = (uint64_t)store_as_int(&c[2]),
                                     .moves = (uint32_t)store_as_int(&c[3]),
                                     .max_level = (uint8_t)store_as_int(&c[4])},
                         .seconds = store_as_real(&c[5]) / 1e6,
                         .seed = (uint64_t)store_as_int(&c[6])};
    for (unsigned level = 1; level < T48_TILES; level++)
        result.outcome.tiles[level] = (uint8_t)store_as_int(&c[6 + level]);
    result.outcome.tiles[0] = (uint8_t)store_as_int(&c[6 + T48_TILES]);
    return r->take(r->ctx, &result);
}

#define BRIEF "f.configID, f.game, f.score, f.moves, f.max_level, f.microseconds"
#define WHOLE                                                                                    \
    BRIEF ", f.seed, f.tile_2, f.tile_4, f.tile_8, f.tile_16, f.tile_32, f.tile_64, f.tile_128," \
          " f.tile_256, f.tile_512, f.tile_1024, f.tile_2048, f.tile_4096, f.tile_8192,"         \
          " f.tile_16384, f.tile_32768, f.tile_65536, f.tile_131072, f.tile_larger"
#define OF_EXPERIMENT                                                 \
    " FROM entries e JOIN finished_runs f ON f.configID = e.configID" \
    " WHERE e.experimentID = ? AND f.game >= ?"
#define OF_CONFIG " FROM finished_runs f WHERE f.configID = ? AND f.game >= ?"

lt_status lab_results(lab_store *store, uint64_t experiment, uint64_t config, uint64_t from,
                      bool tiles, bool (*take)(void *ctx, const lab_result *), void *ctx,
                      lt_error *err)
{
    static const char *const text[2][2] = {
        {"SELECT " BRIEF OF_EXPERIMENT, "SELECT " BRIEF OF_CONFIG},
        {"SELECT " WHOLE OF_EXPERIMENT, "SELECT " WHOLE OF_CONFIG}};
    reading r = {take, ctx};
    return STORE_RUN(store, text[tiles][config != 0], tiles ? take_whole : take_brief, &r, NULL,
                     err, store_int((int64_t)(config ? config : experiment)),
                     store_int((int64_t)from));
}

typedef struct failure_reading {
    bool (*take)(void *ctx, const lab_failure *);
    void *ctx;
} failure_reading;

static bool take_failure(void *ctx, const store_value *c)
{
    failure_reading *r = ctx;
    lab_failure failure = {.config = (uint64_t)store_as_int(&c[0]),
                           .first = (uint64_t)store_as_int(&c[1]),
                           .games = (uint64_t)store_as_int(&c[2]),
                           .attempts = (int)store_as_int(&c[3]),
                           .of_run = store_as_int(&c[4]) != 0,
                           .reason = store_as_text(&c[5]),
                           .at = store_as_real(&c[6])};
    return r->take(r->ctx, &failure);
}

lt_status lab_failures(lab_store *store, uint64_t experiment,
                       bool (*take)(void *ctx, const lab_failure *), void *ctx, lt_error *err)
{
    failure_reading r = {take, ctx};
    return STORE_RUN(store,
                     "SELECT configID, first_game, games, attempts, of_run, reason, failed_at"
                     " FROM failures WHERE experimentID = ? ORDER BY failed_at, configID",
                     take_failure, &r, NULL, err, store_int((int64_t)experiment));
}

typedef struct noting {
    uint64_t experiment, step;
    const char *body;
} noting;

static lt_status write_note(lab_store *store, void *ctx, lt_error *err)
{
    const noting *n = ctx;
    store_value experiment = store_int((int64_t)n->experiment), step = store_int((int64_t)n->step);
    LT_TRY(STORE_RUN(store, "DELETE FROM notes WHERE experimentID = ? AND step = ?", NULL, NULL,
                     NULL, err, experiment, step));
    return STORE_RUN(store, "INSERT INTO notes (experimentID, step, body) VALUES (?, ?, ?)", NULL,
                     NULL, NULL, err, experiment, step, store_text(n->body));
}

lt_status lab_note(lab_store *store, uint64_t experiment, uint64_t step, const char *body,
                   lt_error *err)
{
    noting n = {experiment, step, body};
    return store_atomic(store, write_note, &n, err);
}

typedef struct note_reading {
    bool (*take)(void *ctx, uint64_t step, const char *body);
    void *ctx;
} note_reading;

static bool take_note(void *ctx, const store_value *c)
{
    note_reading *r = ctx;
    return r->take(r->ctx, (uint64_t)store_as_int(&c[0]), store_as_text(&c[1]));
}

lt_status lab_notes(lab_store *store, uint64_t experiment, uint64_t from,
                    bool (*take)(void *ctx, uint64_t step, const char *body), void *ctx,
                    lt_error *err)
{
    note_reading r = {take, ctx};
    return STORE_RUN(store,
                     "SELECT step, body FROM notes WHERE experimentID = ? AND step >= ?"
                     " ORDER BY step",
                     take_note, &r, NULL, err, store_int((int64_t)experiment),
                     store_int((int64_t)from));
}

typedef struct worker_reading {
    bool (*take)(void *ctx, const lab_worker_info *);
    void *ctx;
} worker_reading;

static bool take_worker(void *ctx, const store_value *c)
{
    worker_reading *r = ctx;
    lab_worker_info w = {.id = (uint64_t)store_as_int(&c[0]),
                         .pid = (int)store_as_int(&c[2]),
                         .threads = (int)store_as_int(&c[3]),
                         .started = store_as_real(&c[5]),
                         .seen = store_as_real(&c[6]),
                         .games = (uint64_t)store_as_int(&c[7]),
                         .moves = (uint64_t)store_as_int(&c[8]),
                         .lost = (uint64_t)store_as_int(&c[9]),
                         .working = store_as_int(&c[10]) != 0,
                         .now = store_as_real(&c[11])};
    store_copy(w.host, sizeof w.host, store_as_text(&c[1]));
    store_copy(w.program, sizeof w.program, store_as_text(&c[4]));
    return r->take(r->ctx, &w);
}

lt_status lab_workers(lab_store *store, bool (*take)(void *ctx, const lab_worker_info *), void *ctx,
                      lt_error *err)
{
    worker_reading r = {take, ctx};
    return store_run(store,
                     "SELECT workerID, host, pid, threads, program, started, seen, games, moves,"
                     " lost, working, @NOW FROM workers ORDER BY workerID DESC LIMIT 1000",
                     NULL, 0, take_worker, &r, NULL, err);
}
