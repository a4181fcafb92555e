/* What is stuck and why, and who is at work. */
#include "store/checked.h"
#include "store/store_queue.h"

#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A worker is at work that was heard of lately: one parameter, LAB_SILENT_SECONDS. */
#define AT_WORK "w.working = 1 AND w.seen > @NOW - ?"

/* --- hosts --------------------------------------------------------------------------- */

typedef struct host_reading {
    bool (*take)(void *ctx, const lab_host *);
    void *ctx;
} host_reading;

static bool take_host(void *ctx, store_row *row)
{
    const host_reading *r = ctx;
    lab_host h = {.workers = store_row_count(row, 1, "workers"),
                  .threads = store_row_count(row, 2, "threads"),
                  .games = store_row_count(row, 3, "games"),
                  .moves_a_second = store_row_real(row, 4, "moves", 0, 1e18)};
    store_row_line(row, 0, "host", h.name, sizeof h.name);
    return store_row_ok(row) && r->take(r->ctx, &h);
}

lt_status lab_hosts(lab_store *store, bool (*take)(void *ctx, const lab_host *), void *ctx,
                    lt_error *err)
{
    host_reading r = {take, ctx};
    return STORE_READ(store, "workers",
                      "SELECT w.host, COUNT(*), SUM(w.threads), SUM(w.games),"
                      " SUM(CASE WHEN w.seen > w.started THEN w.moves / (w.seen - w.started)"
                      " ELSE 0E0 END) FROM workers w WHERE " AT_WORK
                      " GROUP BY w.host ORDER BY w.host",
                      take_host, &r, err, store_int(LAB_SILENT_SECONDS));
}

/* --- what is stuck ----------------------------------------------------------------------- */

typedef enum cause { PAUSED, FAILED, NOBODY, REFUSED, SILENT } cause;

typedef struct case_of {
    cause cause;
    uint64_t id, games;
    char name[LAB_NAME_MAX];
    char who[100]; /* a behaviour, or a worker */
    double seconds;
} case_of;

typedef struct cases {
    case_of *of;
    size_t count, room;
    bool failed;
} cases;

static case_of *add_case(cases *c)
{
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 16;
        case_of *grown = realloc(c->of, room * sizeof *grown);
        c->failed = !grown;
        if (!grown) return NULL;
        c->of = grown;
        c->room = room;
    }
    c->of[c->count] = (case_of){0};
    return &c->of[c->count++];
}

static bool take_waiting(void *ctx, store_row *row)
{
    cases *c = ctx;
    int64_t active = store_row_int(row, 2, "active", STORE_PAUSED, STORE_UNMADE);
    bool players = store_row_count(row, 4, "workers") > 0;
    /* What waits for its player to be made goes on when the first game does. */
    if ((active == STORE_OPEN && players) || active == STORE_UNMADE) return store_row_ok(row);
    case_of *one = add_case(c);
    if (!one) return false;
    one->cause = active == STORE_PAUSED ? PAUSED : active == STORE_FAILED ? FAILED : NOBODY;
    one->id = store_row_id(row, 0, "experimentID");
    one->games = store_row_count(row, 3, "games");
    store_row_line(row, 1, "name", one->name, sizeof one->name);
    store_row_line(row, 5, "behaviour", one->who, sizeof one->who);
    return store_row_ok(row);
}

static bool take_refused(void *ctx, store_row *row)
{
    case_of *one = add_case(ctx);
    if (!one) return false;
    one->cause = REFUSED;
    one->id = store_row_id(row, 0, "experimentID");
    one->games = store_row_count(row, 2, "games");
    store_row_line(row, 1, "name", one->name, sizeof one->name);
    return store_row_ok(row);
}

static bool take_silent(void *ctx, store_row *row)
{
    case_of *one = add_case(ctx);
    if (!one) return false;
    char host[64];
    one->cause = SILENT;
    one->id = store_row_id(row, 0, "experimentID");
    one->games = store_row_count(row, 2, "games");
    one->seconds = store_row_real(row, 5, "expires", -1e12, 1e12);
    store_row_line(row, 1, "name", one->name, sizeof one->name);
    store_row_line(row, 3, "host", host, sizeof host);
    snprintf(one->who, sizeof one->who, "%s, process %lld", host,
             (long long)store_row_int(row, 4, "pid", 0, INT32_MAX));
    return store_row_ok(row);
}

static lt_status find_cases(lab_store *store, cases *c, lt_error *err)
{
    store_value silent = store_int(LAB_SILENT_SECONDS);
    LT_TRY(STORE_READ(store, "scheduled_runs",
                      "SELECT x.experimentID, x.name, s.active, SUM(s.games), (SELECT COUNT(*)"
                      " FROM workers w WHERE w.versionID = s.versionID AND " AT_WORK "),"
                      " v.behaviour FROM scheduled_runs s"
                      " JOIN experiments x ON x.experimentID = s.experimentID"
                      " JOIN versions v ON v.versionID = s.versionID"
                      " GROUP BY x.experimentID, x.name, s.active, s.versionID, v.behaviour"
                      " ORDER BY x.experimentID, s.active",
                      take_waiting, c, err, silent));
    LT_TRY(STORE_READ(
        store, "refusals",
        "SELECT x.experimentID, x.name, SUM(s.games) FROM scheduled_runs s"
        " JOIN experiments x ON x.experimentID = s.experimentID WHERE s.active = 1"
        " AND EXISTS (SELECT 1 FROM workers w WHERE w.versionID = s.versionID AND " AT_WORK ")"
        " AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.versionID = s.versionID AND " AT_WORK
        " AND NOT EXISTS (SELECT 1 FROM refusals r WHERE r.workerID = w.workerID"
        " AND r.configID = s.configID)) GROUP BY x.experimentID, x.name ORDER BY x.experimentID",
        take_refused, c, err, silent, silent));
    return STORE_READ(store, "leases",
                      "SELECT x.experimentID, x.name, SUM(l.games), w.host, w.pid,"
                      " MAX(l.expires) - @NOW FROM leases l"
                      " JOIN experiments x ON x.experimentID = l.experimentID"
                      " JOIN workers w ON w.workerID = l.workerID"
                      " WHERE l.expires < @NOW OR w.working = 0 OR w.seen < @NOW - ?"
                      " GROUP BY x.experimentID, x.name, w.workerID, w.host, w.pid"
                      " ORDER BY x.experimentID, w.workerID",
                      take_silent, c, err, silent);
}

static bool take_reason(void *ctx, store_row *row)
{
    snprintf(ctx, 200, "%.199s", store_row_text(row, 0, "reason"));
    return store_row_ok(row);
}

/* The last reason that was given; "" if there is none. */
static lt_status find_reason(lab_store *store, const case_of *one, char reason[200], lt_error *err)
{
    reason[0] = '\0';
    if (one->cause != FAILED && one->cause != REFUSED) return LT_OK;
    return STORE_READ(store, "failures",
                      "SELECT reason FROM failures WHERE experimentID = ?"
                      " ORDER BY failed_at DESC LIMIT 1",
                      take_reason, reason, err, store_u64(one->id));
}

static void explain(const case_of *one, const char *reason, char *out, size_t size)
{
    switch (one->cause) {
    case PAUSED: snprintf(out, size, "paused (laatta lab resume %s)", one->name); break;
    case FAILED:
        snprintf(out, size, "failed%s%s (laatta lab status %s)",
                 *reason ? ", the last because " : "", reason, one->name);
        break;
    case NOBODY:
        snprintf(out, size,
                 "nobody is at work who could play them (laatta lab work, of a laatta whose "
                 "players behave as %s)",
                 one->who);
        break;
    case REFUSED:
        snprintf(out, size, "every worker refuses them%s%s", *reason ? ", the last because " : "",
                 reason);
        break;
    case SILENT:
        if (one->seconds > 0)
            snprintf(out, size, "held by %s, which is silent; given back in %.0f s at the latest",
                     one->who, ceil(one->seconds));
        else
            snprintf(out, size,
                     "held by %s, which is silent; given back as soon as any worker is at work",
                     one->who);
        break;
    }
}

lt_status lab_stuck_games(lab_store *store, bool (*take)(void *ctx, const lab_stuck *), void *ctx,
                          lt_error *err)
{
    cases c = {0};
    lt_status status = find_cases(store, &c, err);
    if (status == LT_OK && c.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    bool more = true;
    for (size_t i = 0; status == LT_OK && more && i < c.count; i++) {
        char reason[200], why[400];
        status = find_reason(store, &c.of[i], reason, err);
        explain(&c.of[i], reason, why, sizeof why);
        lab_stuck stuck = {.games = c.of[i].games, .why = why};
        memcpy(stuck.experiment, c.of[i].name, sizeof stuck.experiment);
        if (status == LT_OK) more = take(ctx, &stuck);
    }
    free(c.of);
    return status;
}
