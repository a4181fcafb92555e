/* Workers: coming and going, leases that live and lapse, and what is left to do. */
#include "store/store_queue.h"

#include "base/clock.h"
#include "base/utf8.h"

#include <unistd.h>

enum { LAPSE_ROWS = 64 };

/* --- coming and going ------------------------------------------------------- */

void lab_queue_bound(lab_store *store, double seconds, const lt_control *control)
{
    store->wait.seconds = seconds < 0                      ? STORE_PATIENCE
                          : seconds < STORE_PATIENCE_LEAST ? STORE_PATIENCE_LEAST
                                                           : seconds;
    store->wait.answer = seconds >= 0 && store->several ? STORE_ANSWER : 0;
    store->wait.control = control;
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
    lt_utf8_copy(host, sizeof host, host);
    LT_TRY(store_version(store, e->behaviour, &e->member->version, err));
    LT_TRY(store_take_ids(store, "worker", 1, &e->member->worker, err));
    return STORE_DO(store,
                    "INSERT INTO workers (workerID, host, pid, threads, versionID, program,"
                    " started, seen, games, moves, lost, working)"
                    " VALUES (?, ?, ?, ?, ?, ?, @NOW, @NOW, 0, 0, 0, 1)",
                    err, store_u64(e->member->worker), store_text(host), store_int(getpid()),
                    store_int(e->threads), store_u64(e->member->version), store_text(e->behaviour));
}

static lt_status entered(lab_store *store, void *ctx, bool *done, lt_error *err)
{
    const entrance *e = ctx;
    int64_t there = 0;
    LT_TRY(STORE_NUMBER(
        store, "SELECT COUNT(*) FROM workers WHERE workerID = ? AND pid = ? AND seen > @NOW - 600",
        &there, err, store_u64(e->member->worker), store_int(getpid())));
    *done = there > 0;
    return LT_OK;
}

lt_status lab_queue_join(lab_store *store, const char *behaviour, int threads, lab_member *member,
                         lt_error *err)
{
    entrance e = {behaviour, threads, member};
    return store_assured(store, enter, entered, &e, err);
}

static lt_status note_worker(lab_store *store, const lab_member *m, bool working, lt_error *err)
{
    return STORE_DO(store,
                    "UPDATE workers SET seen = @NOW, games = ?, moves = ?, lost = ?, working = ?"
                    " WHERE workerID = ?",
                    err, store_u64(m->games), store_u64(m->moves), store_u64(m->lost),
                    store_int(working), store_u64(m->worker));
}

lt_status lab_queue_leave(lab_store *store, const lab_member *member, lt_error *err)
{
    LT_TRY(
        STORE_DO(store, "DELETE FROM refusals WHERE workerID = ?", err, store_u64(member->worker)));
    return note_worker(store, member, false, err);
}

/* A worker is seen four times a lease. Some places are left to those who look on. */
lt_status lab_queue_crowd(lab_store *store, const lab_member *member, lab_crowd *crowd,
                          lt_error *err)
{
    int64_t count = 0;
    LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM workers WHERE working = 1 AND seen > @NOW - ?",
                        &count, err, store_real(member->lease * 2 + 10)));
    uint64_t places = store->connection ? store->connection->places : 0;
    crowd->workers = count < 1 ? 1 : (uint64_t)count;
    crowd->crowded = places && crowd->workers > places * 3 / 4;
    return LT_OK;
}

/* --- leases that live ------------------------------------------------------------- */

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
        LT_TRY(STORE_CHANGE(store, "UPDATE leases SET expires = @NOW + ? WHERE leaseID = ?",
                            &changed, err, store_real(r->member->lease), store_u64(r->leases[i])));
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

/* --- leases that lapse -------------------------------------------------------------- */

typedef struct lapsing {
    lab_lease lease[LAPSE_ROWS];
    uint64_t version[LAPSE_ROWS], worker[LAPSE_ROWS];
    size_t count;
    uint64_t games;
} lapsing;

/* A lease that cannot be gives nothing back: it keeps its number and has no games. */
static bool take_lapsed(void *ctx, const store_value *c)
{
    lapsing *l = ctx;
    lt_error ignored;
    store_row row = {.cell = c, .table = "leases", .err = &ignored};
    lab_lease *lease = &l->lease[l->count];
    *lease = (lab_lease){
        .experiment = store_row_id(&row, 1, "experimentID"),
        .config = store_row_id(&row, 2, "configID"),
        .attempts = (int)store_row_int(&row, 5, "attempts", 0, STORE_ATTEMPTS_MAX),
        .priority = store_row_int(&row, 8, "priority", -STORE_PRIORITY_MAX, STORE_PRIORITY_MAX)};
    store_row_games(&row, 3, LAB_BLOCK_GAMES, &lease->first, &lease->games);
    l->worker[l->count] = store_row_id(&row, 6, "workerID");
    l->version[l->count] = store_row_id(&row, 7, "versionID");
    if (!store_row_ok(&row)) *lease = (lab_lease){0};
    lease->id = (uint64_t)store_as_int(&c[0]);
    return ++l->count < LAPSE_ROWS;
}

static lt_status lapse(lab_store *store, void *ctx, lt_error *err)
{
    lapsing *l = ctx;
    l->count = 0;
    l->games = 0;
    LT_TRY(store_run(store,
                     "SELECT leaseID, experimentID, configID, first_game, games, attempts,"
                     " workerID, versionID, priority FROM leases WHERE expires < @NOW"
                     " ORDER BY expires LIMIT ? @LOCK",
                     STORE_VALUES(store_int(LAPSE_ROWS)), take_lapsed, l, NULL, err));
    for (size_t i = 0; i < l->count; i++) {
        const lab_lease *lease = &l->lease[i];
        LT_TRY(STORE_DO(store, "DELETE FROM leases WHERE leaseID = ?", err, store_u64(lease->id)));
        if (!lease->games) continue;
        LT_TRY(store_put_back(store, lease, l->version[i], lease->first, lease->attempts + 1, false,
                              err));
        LT_TRY(store_note_failure(store, lease, lease->first, lease->attempts + 1, l->worker[i],
                                  false, "the lease lapsed without progress", err));
        l->games += lease->games;
    }
    return l->count ? store_announce(store, err) : LT_OK;
}

lt_status lab_queue_lapse(lab_store *store, uint64_t *lapsed, lt_error *err)
{
    lapsing l = {.count = 0};
    int64_t expired = 0;
    *lapsed = 0;
    /* Nearly always nothing has lapsed; then no transaction is begun. */
    LT_TRY(store_run(store, "SELECT COUNT(*) FROM leases WHERE expires < @NOW", NULL, 0,
                     store_take_number, &expired, NULL, err));
    if (expired <= 0) return LT_OK;
    LT_TRY(store_atomic(store, lapse, &l, err));
    *lapsed = l.games;
    return LT_OK;
}

/* --- what is left to do ----------------------------------------------------------- */

static bool take_pending(void *ctx, store_row *row)
{
    lab_pending *p = ctx;
    *p = (lab_pending){store_row_count(row, 0, "blocks"), store_row_count(row, 1, "leases"),
                       store_row_count(row, 2, "games"), store_row_count(row, 3, "games"),
                       store_row_count(row, 4, "blocks")};
    return true;
}

#define HERE " AND active = 1 AND (? > 0 OR experimentID = ?)"
#define REFUSED "(SELECT configID FROM refusals WHERE workerID = ?)"

lt_status lab_queue_pending(lab_store *store, const lab_member *member, lab_pending *pending,
                            lt_error *err)
{
    store_value version = store_u64(member->version), worker = store_u64(member->worker);
    store_value all = store_int(member->experiment == 0), one = store_u64(member->experiment);
    *pending = (lab_pending){0};
    return STORE_READ(
        store, "scheduled_runs",
        "SELECT (SELECT COUNT(*) FROM scheduled_runs WHERE versionID = ?" HERE
        " AND configID NOT IN " REFUSED "),"
        " (SELECT COUNT(*) FROM leases WHERE ? > 0 OR experimentID = ?),"
        " (SELECT COALESCE(SUM(games), 0) FROM scheduled_runs WHERE versionID <> ?" HERE "),"
        " (SELECT COALESCE(SUM(games), 0) FROM scheduled_runs WHERE versionID = ?" HERE
        " AND configID IN " REFUSED "),"
        " (SELECT COUNT(*) FROM scheduled_runs WHERE experimentID = ? AND active = ?)",
        take_pending, pending, err, version, all, one, worker, all, one, version, all, one, version,
        all, one, worker, store_u64(member->last), store_int(STORE_PAUSED));
}

bool lab_queue_wait(lab_store *store, double seconds)
{
    if (store->connection) return store->driver->wait(store->connection, seconds);
    lt_sleep(seconds);
    return false;
}
