/* Reading and writing what goes with an experiment: failures and notes; and who
 * has worked. */
#include "store/checked.h"

typedef struct failure_reading {
    bool (*take)(void *ctx, const lab_failure *);
    void *ctx;
} failure_reading;

static bool take_failure(void *ctx, store_row *row)
{
    failure_reading *r = ctx;
    lab_failure failure = {.config = store_row_id(row, 0, "configID"),
                           .attempts =
                               (int)store_row_int(row, 3, "attempts", 0, STORE_ATTEMPTS_MAX + 1),
                           .of_config = store_row_int(row, 4, "of_config", 0, 1) != 0,
                           .reason = store_row_text(row, 5, "reason"),
                           .at = store_row_real(row, 6, "failed_at", 0, 1e12)};
    store_row_games(row, 1, STORE_GAMES_MAX, &failure.first, &failure.games);
    return store_row_ok(row) && r->take(r->ctx, &failure);
}

lt_status lab_failures(lab_store *store, uint64_t experiment,
                       bool (*take)(void *ctx, const lab_failure *), void *ctx, lt_error *err)
{
    failure_reading r = {take, ctx};
    return STORE_READ(store, "failures",
                      "SELECT configID, first_game, games, attempts, of_config, reason, failed_at"
                      " FROM failures WHERE experimentID = ? ORDER BY failed_at, configID",
                      take_failure, &r, err, store_u64(experiment));
}

typedef struct noting {
    uint64_t experiment, step;
    const char *body;
} noting;

static lt_status write_note(lab_store *store, void *ctx, lt_error *err)
{
    const noting *n = ctx;
    store_value experiment = store_u64(n->experiment), step = store_u64(n->step);
    LT_TRY(STORE_DO(store, "DELETE FROM notes WHERE experimentID = ? AND step = ?", err, experiment,
                    step));
    return STORE_DO(store, "INSERT INTO notes (experimentID, step, body) VALUES (?, ?, ?)", err,
                    experiment, step, store_text(n->body));
}

lt_status lab_note(lab_store *store, uint64_t experiment, uint64_t step, const char *body,
                   lt_error *err)
{
    noting n = {experiment, step, body};
    return store_assured(store, write_note, NULL, &n, err);
}

typedef struct note_reading {
    bool (*take)(void *ctx, uint64_t step, const char *body);
    void *ctx;
} note_reading;

static bool take_note(void *ctx, store_row *row)
{
    note_reading *r = ctx;
    uint64_t step = store_row_count(row, 0, "step");
    const char *body = store_row_text(row, 1, "body");
    return store_row_ok(row) && r->take(r->ctx, step, body);
}

lt_status lab_notes(lab_store *store, uint64_t experiment, uint64_t from,
                    bool (*take)(void *ctx, uint64_t step, const char *body), void *ctx,
                    lt_error *err)
{
    note_reading r = {take, ctx};
    return STORE_READ(store, "notes",
                      "SELECT step, body FROM notes WHERE experimentID = ? AND step >= ?"
                      " ORDER BY step",
                      take_note, &r, err, store_u64(experiment), store_u64(from));
}

typedef struct worker_reading {
    bool (*take)(void *ctx, const lab_worker_info *);
    void *ctx;
} worker_reading;

static bool take_worker(void *ctx, store_row *row)
{
    worker_reading *r = ctx;
    lab_worker_info w = {.id = store_row_id(row, 0, "workerID"),
                         .pid = (int)store_row_int(row, 2, "pid", 0, INT32_MAX),
                         .threads = (int)store_row_int(row, 3, "threads", 0, STORE_THREADS_MAX),
                         .started = store_row_real(row, 5, "started", 0, 1e12),
                         .seen = store_row_real(row, 6, "seen", 0, 1e12),
                         .games = store_row_count(row, 7, "games"),
                         .moves = store_row_count(row, 8, "moves"),
                         .lost = store_row_count(row, 9, "lost"),
                         .working = store_row_int(row, 10, "working", 0, 1) != 0,
                         .now = store_row_real(row, 11, "the clock", 0, 1e12)};
    store_row_line(row, 1, "host", w.host, sizeof w.host);
    store_row_line(row, 4, "program", w.program, sizeof w.program);
    return store_row_ok(row) && r->take(r->ctx, &w);
}

lt_status lab_workers(lab_store *store, bool (*take)(void *ctx, const lab_worker_info *), void *ctx,
                      lt_error *err)
{
    worker_reading r = {take, ctx};
    return store_read(store, "workers",
                      "SELECT workerID, host, pid, threads, program, started, seen, games, moves,"
                      " lost, working, @NOW FROM workers ORDER BY workerID DESC LIMIT 1000",
                      NULL, 0, take_worker, &r, err);
}
