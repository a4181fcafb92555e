/* The queue: claims, leases, and results that are written as a lease ends.
 *
 * Why each game counts once: a game is in exactly one of scheduled_runs, leases
 * and finished_runs, and only a transaction moves it. Whoever ends a lease deletes
 * its row first; of two that try, one finds nothing to delete and writes nothing.
 * The key of finished_runs (configuration, game) would refuse a second result
 * besides. All times are of the database's clock, so no two machines have to agree
 * on theirs. */
#include "store/store.h"

#include "base/clock.h"
#include "lab/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FINISHED_COLUMNS = 27, LAPSE_ROWS = 64 };

/* Numbers that no two workers draw: the worker's number, the time and a counter. */
static int64_t draw_id(uint64_t worker, uint64_t nth)
{
    return (int64_t)(lt_mix64(lt_mix64(worker * 0x9e3779b97f4a7c15u + nth) ^
                              (uint64_t)(lt_clock_now() * 1e9)) >>
                     1);
}

/* --- coming and going ------------------------------------------------------- */

lt_status lab_queue_behaviour(lab_store *store, char text[17], lt_error *err)
{
    if (!store->behaviour[0]) LT_TRY(lab_behaviour(store->behaviour, err));
    memcpy(text, store->behaviour, sizeof store->behaviour);
    return LT_OK;
}

typedef struct entrance {
    const char *behaviour;
    int threads;
    lab_member *member;
} entrance;

static lt_status enter(lab_store *store, void *ctx, lt_error *err)
{
    entrance *e = ctx;
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    LT_TRY(store_version(store, e->behaviour, &e->member->version, err));
    LT_TRY(store_take_ids(store, "worker", 1, &e->member->worker, err));
    return STORE_RUN(store,
                     "INSERT INTO workers (workerID, host, pid, threads, versionID, program,"
                     " started, seen, games, moves, lost, working)"
                     " VALUES (?, ?, ?, ?, ?, ?, @NOW, @NOW, 0, 0, 0, 1)",
                     NULL, NULL, NULL, err, store_int((int64_t)e->member->worker), store_text(host),
                     store_int(getpid()), store_int(e->threads),
                     store_int((int64_t)e->member->version), store_text(e->behaviour));
}

lt_status lab_queue_join(lab_store *store, const char *behaviour, int threads, lab_member *member,
                         lt_error *err)
{
    entrance e = {behaviour, threads, member};
    return store_atomic(store, enter, &e, err);
}

static lt_status note_worker(lab_store *store, const lab_member *m, bool working, lt_error *err)
{
    return STORE_RUN(store,
                     "UPDATE workers SET seen = @NOW, games = ?, moves = ?, lost = ?, working = ?"
                     " WHERE workerID = ?",
                     NULL, NULL, NULL, err, store_int((int64_t)m->games),
                     store_int((int64_t)m->moves), store_int((int64_t)m->lost), store_int(working),
                     store_int((int64_t)m->worker));
}

lt_status lab_queue_leave(lab_store *store, const lab_member *member, lt_error *err)
{
    return note_worker(store, member, false, err);
}

/* --- giving back --------------------------------------------------------------- */

/* Puts games back into the queue: open, paused as their experiment is, or failed.
 * Nothing happens if the experiment was cancelled. */
static lt_status put_back(lab_store *store, const lab_lease *lease, int64_t version, uint64_t from,
                          int attempts, bool failed, lt_error *err)
{
    uint64_t games = lease->first + lease->games - from;
    if (games == 0) return LT_OK;
    return STORE_RUN(store,
                     "INSERT INTO scheduled_runs (configID, first_game, games, experimentID,"
                     " versionID, priority, active, attempts)"
                     " SELECT ?, ?, ?, experimentID, ?, ?,"
                     " CASE WHEN ? > 0 OR ? >= attempts THEN 2 WHEN state = 0 THEN 1 ELSE 0 END, ?"
                     " FROM experiments WHERE experimentID = ? AND state < 2",
                     NULL, NULL, NULL, err, store_int((int64_t)lease->config),
                     store_int((int64_t)from), store_int((int64_t)games), store_int(version),
                     store_int(lease->priority), store_int(failed), store_int(attempts),
                     store_int(attempts), store_int((int64_t)lease->experiment));
}

static lt_status note_failure(lab_store *store, const lab_lease *lease, uint64_t from, int attempts,
                              uint64_t worker, bool of_run, const char *reason, lt_error *err)
{
    return STORE_RUN(store,
                     "INSERT INTO failures (failureID, experimentID, configID, first_game, games,"
                     " attempts, workerID, of_run, reason, failed_at)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, @NOW)",
                     NULL, NULL, NULL, err, store_int(draw_id(worker, lease->id)),
                     store_int((int64_t)lease->experiment), store_int((int64_t)lease->config),
                     store_int((int64_t)from),
                     store_int((int64_t)(lease->first + lease->games - from)), store_int(attempts),
                     store_int((int64_t)worker), store_int(of_run), store_text(reason));
}

/* --- the exchange ---------------------------------------------------------------- */

typedef struct exchange {
    const lab_member *member;
    lab_batch *batches;
    size_t count;
    const lab_wish *wish;
    lab_lease *leases, *blocks; /* claimed; found */
    size_t claimed, found;
    store_value *rows; /* of all results */
} exchange;

static void fill_row(store_value *row, const lab_member *m, const lab_result *r)
{
    const t48_outcome *o = &r->outcome;
    size_t at = 0;
    row[at++] = store_int((int64_t)r->config);
    row[at++] = store_int((int64_t)r->game);
    row[at++] = store_int((int64_t)m->version);
    row[at++] = store_int((int64_t)m->worker);
    row[at++] = store_int((int64_t)r->seed);
    row[at++] = store_int((int64_t)o->score);
    row[at++] = store_int(o->moves);
    row[at++] = store_int(o->max_level);
    row[at++] = store_int((int64_t)(r->seconds * 1e6));
    for (unsigned level = 1; level < T48_TILES; level++) row[at++] = store_int(o->tiles[level]);
    row[at++] = store_int(o->tiles[0]);
}

static lt_status end_batches(lab_store *store, exchange *x, lt_error *err)
{
    size_t rows = 0;
    for (size_t i = 0; i < x->count; i++) {
        lab_batch *b = &x->batches[i];
        uint64_t deleted = 0;
        LT_TRY(STORE_RUN(store, "DELETE FROM leases WHERE leaseID = ?", NULL, NULL, &deleted, err,
                         store_int((int64_t)b->lease.id)));
        b->refused = deleted == 0;
        if (b->refused) continue;
        for (uint64_t g = 0; g < b->played; g++)
            fill_row(&x->rows[rows++ * FINISHED_COLUMNS], x->member, &b->results[g]);
        uint64_t from = b->lease.first + b->played;
        LT_TRY(put_back(store, &b->lease, (int64_t)x->member->version, from, b->lease.attempts,
                        b->reason != NULL, err));
        if (b->reason)
            LT_TRY(note_failure(store, &b->lease, from, b->lease.attempts + 1, x->member->worker,
                                true, b->reason, err));
    }
    return store_insert(store,
                        "INSERT INTO finished_runs (configID, game, versionID, workerID, seed,"
                        " score, moves, max_level, microseconds, tile_2, tile_4, tile_8, tile_16,"
                        " tile_32, tile_64, tile_128, tile_256, tile_512, tile_1024, tile_2048,"
                        " tile_4096, tile_8192, tile_16384, tile_32768, tile_65536, tile_131072,"
                        " tile_larger)",
                        FINISHED_COLUMNS, x->rows, rows, err);
}

static bool take_block(void *ctx, const store_value *c)
{
    exchange *x = ctx;
    x->blocks[x->found++] = (lab_lease){.config = (uint64_t)store_as_int(&c[0]),
                                        .first = (uint64_t)store_as_int(&c[1]),
                                        .games = (uint64_t)store_as_int(&c[2]),
                                        .experiment = (uint64_t)store_as_int(&c[3]),
                                        .priority = store_as_int(&c[4]),
                                        .attempts = (int)store_as_int(&c[5])};
    return x->found < x->wish->most;
}

/* Takes the first games of a block, or all of it. */
static lt_status take_games(lab_store *store, const lab_lease *block, uint64_t games, lt_error *err)
{
    store_value config = store_int((int64_t)block->config);
    store_value first = store_int((int64_t)block->first);
    if (games == block->games)
        return STORE_RUN(store, "DELETE FROM scheduled_runs WHERE configID = ? AND first_game = ?",
                         NULL, NULL, NULL, err, config, first);
    return STORE_RUN(store,
                     "UPDATE scheduled_runs SET first_game = ?, games = ?"
                     " WHERE configID = ? AND first_game = ?",
                     NULL, NULL, NULL, err, store_int((int64_t)(block->first + games)),
                     store_int((int64_t)(block->games - games)), config, first);
}

/* The next games of a block become a lease. */
static lt_status lease_games(lab_store *store, exchange *x, const lab_lease *block, uint64_t from,
                             uint64_t games, lt_error *err)
{
    const lab_member *m = x->member;
    lab_lease *lease = &x->leases[x->claimed];
    *lease = *block;
    lease->first = from;
    lease->games = games;
    lease->id = (uint64_t)draw_id(m->worker, ++x->claimed);
    return STORE_RUN(store,
                     "INSERT INTO leases (leaseID, workerID, experimentID, configID, first_game,"
                     " games, versionID, priority, attempts, expires)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, @NOW + ?)",
                     NULL, NULL, NULL, err, store_int((int64_t)lease->id),
                     store_int((int64_t)m->worker), store_int((int64_t)lease->experiment),
                     store_int((int64_t)lease->config), store_int((int64_t)from),
                     store_int((int64_t)games), store_int((int64_t)m->version),
                     store_int(lease->priority), store_int(lease->attempts), store_real(m->lease));
}

static lt_status find_blocks(lab_store *store, exchange *x, lt_error *err)
{
    static const char of_all[] =
        "SELECT configID, first_game, games, experimentID, priority, attempts FROM scheduled_runs"
        " WHERE versionID = ? AND active = 1 ORDER BY priority DESC, configID, first_game"
        " LIMIT ? @LOCK";
    static const char of_one[] =
        "SELECT configID, first_game, games, experimentID, priority, attempts FROM scheduled_runs"
        " WHERE versionID = ? AND active = 1 AND experimentID = ?"
        " ORDER BY priority DESC, configID, first_game LIMIT ? @LOCK";
    const lab_member *m = x->member;
    store_value version = store_int((int64_t)m->version);
    store_value most = store_int((int64_t)x->wish->most);
    return m->experiment ? STORE_RUN(store, of_one, take_block, x, NULL, err, version,
                                     store_int((int64_t)m->experiment), most)
                         : STORE_RUN(store, of_all, take_block, x, NULL, err, version, most);
}

static lt_status claim(lab_store *store, exchange *x, lt_error *err)
{
    const lab_wish *wish = x->wish;
    uint64_t left = wish->games;
    LT_TRY(find_blocks(store, x, err));
    for (size_t i = 0; i < x->found && left && x->claimed < wish->most; i++) {
        const lab_lease *block = &x->blocks[i];
        uint64_t taken = 0;
        /* What has failed before is tried game by game, so that one bad game does
         * not take its neighbours with it. */
        uint64_t each = block->attempts ? 1 : wish->each;
        while (taken < block->games && left && x->claimed < wish->most) {
            uint64_t games = block->games - taken;
            if (games > each) games = each;
            if (games > left) games = left;
            LT_TRY(lease_games(store, x, block, block->first + taken, games, err));
            taken += games;
            left -= games;
        }
        LT_TRY(take_games(store, block, taken, err));
    }
    return LT_OK;
}

static lt_status exchange_all(lab_store *store, void *ctx, lt_error *err)
{
    exchange *x = ctx;
    x->claimed = x->found = 0;
    if (x->count) LT_TRY(end_batches(store, x, err));
    return x->wish->games ? claim(store, x, err) : LT_OK;
}

lt_status lab_queue_exchange(lab_store *store, const lab_member *member, lab_batch *batches,
                             size_t count, const lab_wish *wish, lab_lease *leases, size_t *claimed,
                             lt_error *err)
{
    exchange x = {
        .member = member, .batches = batches, .count = count, .wish = wish, .leases = leases};
    size_t rows = 1;
    for (size_t i = 0; i < count; i++) rows += batches[i].played;
    x.rows = malloc(rows * FINISHED_COLUMNS * sizeof *x.rows);
    x.blocks = malloc((wish->most + 1) * sizeof *x.blocks);
    lt_status status = x.rows && x.blocks ? store_atomic(store, exchange_all, &x, err)
                                          : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(x.rows);
    free(x.blocks);
    *claimed = status == LT_OK ? x.claimed : 0;
    return status;
}

/* --- staying alive ---------------------------------------------------------------- */

typedef struct renewal {
    const lab_member *member;
    const uint64_t *leases;
    size_t count;
    bool *stands;
} renewal;

static lt_status renew(lab_store *store, void *ctx, lt_error *err)
{
    const renewal *r = ctx;
    for (size_t i = 0; i < r->count; i++) {
        uint64_t changed = 0;
        LT_TRY(STORE_RUN(store, "UPDATE leases SET expires = @NOW + ? WHERE leaseID = ?", NULL,
                         NULL, &changed, err, store_real(r->member->lease),
                         store_int((int64_t)r->leases[i])));
        r->stands[i] = changed > 0;
    }
    return note_worker(store, r->member, true, err);
}

lt_status lab_queue_renew(lab_store *store, const lab_member *member, const uint64_t *leases,
                          size_t count, bool *stands, lt_error *err)
{
    renewal r = {member, leases, count, stands};
    return store_atomic(store, renew, &r, err);
}

typedef struct lapsing {
    lab_lease lease[LAPSE_ROWS];
    int64_t version[LAPSE_ROWS], worker[LAPSE_ROWS];
    size_t count;
    uint64_t games;
} lapsing;

static bool take_lapsed(void *ctx, const store_value *c)
{
    lapsing *l = ctx;
    l->worker[l->count] = store_as_int(&c[6]);
    l->version[l->count] = store_as_int(&c[7]);
    l->lease[l->count++] = (lab_lease){.id = (uint64_t)store_as_int(&c[0]),
                                       .experiment = (uint64_t)store_as_int(&c[1]),
                                       .config = (uint64_t)store_as_int(&c[2]),
                                       .first = (uint64_t)store_as_int(&c[3]),
                                       .games = (uint64_t)store_as_int(&c[4]),
                                       .attempts = (int)store_as_int(&c[5]),
                                       .priority = store_as_int(&c[8])};
    return l->count < LAPSE_ROWS;
}

static lt_status lapse(lab_store *store, void *ctx, lt_error *err)
{
    lapsing *l = ctx;
    l->count = 0;
    l->games = 0;
    LT_TRY(STORE_RUN(store,
                     "SELECT leaseID, experimentID, configID, first_game, games, attempts,"
                     " workerID, versionID, priority FROM leases WHERE expires < @NOW"
                     " ORDER BY expires LIMIT ? @LOCK",
                     take_lapsed, l, NULL, err, store_int(LAPSE_ROWS)));
    for (size_t i = 0; i < l->count; i++) {
        const lab_lease *lease = &l->lease[i];
        LT_TRY(STORE_RUN(store, "DELETE FROM leases WHERE leaseID = ?", NULL, NULL, NULL, err,
                         store_int((int64_t)lease->id)));
        LT_TRY(
            put_back(store, lease, l->version[i], lease->first, lease->attempts + 1, false, err));
        LT_TRY(note_failure(store, lease, lease->first, lease->attempts + 1, (uint64_t)l->worker[i],
                            false, "the lease lapsed without progress", err));
        l->games += lease->games;
    }
    return l->count && store->driver->announce ? store->driver->announce(store->connection, err)
                                               : LT_OK;
}

lt_status lab_queue_lapse(lab_store *store, uint64_t *lapsed, lt_error *err)
{
    lapsing l = {.count = 0};
    double soonest = 0;
    *lapsed = 0;
    /* Nearly always nothing has lapsed; then no transaction is begun. */
    LT_TRY(store_run(store, "SELECT COUNT(*) FROM leases WHERE expires < @NOW", NULL, 0,
                     store_take_real, &soonest, NULL, err));
    if (soonest <= 0) return LT_OK;
    LT_TRY(store_atomic(store, lapse, &l, err));
    *lapsed = l.games;
    return LT_OK;
}

static bool take_pending(void *ctx, const store_value *c)
{
    lab_pending *p = ctx;
    *p = (lab_pending){(uint64_t)store_as_int(&c[0]), (uint64_t)store_as_int(&c[1]),
                       (uint64_t)store_as_int(&c[2])};
    return true;
}

lt_status lab_queue_pending(lab_store *store, const lab_member *member, lab_pending *pending,
                            lt_error *err)
{
    store_value version = store_int((int64_t)member->version);
    store_value all = store_int(member->experiment == 0);
    store_value one = store_int((int64_t)member->experiment);
    *pending = (lab_pending){0};
    return STORE_RUN(store,
                     "SELECT (SELECT COUNT(*) FROM scheduled_runs WHERE versionID = ?"
                     " AND active = 1 AND (? > 0 OR experimentID = ?)),"
                     " (SELECT COUNT(*) FROM leases WHERE ? > 0 OR experimentID = ?),"
                     " (SELECT COALESCE(SUM(games), 0) FROM scheduled_runs WHERE versionID <> ?"
                     " AND active = 1 AND (? > 0 OR experimentID = ?))",
                     take_pending, pending, NULL, err, version, all, one, all, one, version, all,
                     one);
}

void lab_queue_wait(lab_store *store, double seconds)
{
    if (store->connection) store->driver->wait(store->connection, seconds);
}
