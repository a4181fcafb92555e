/* The queue: claims, and results that are written as a lease ends.
 *
 * Why each game counts once: a game is in exactly one of scheduled_runs, leases
 * and finished_runs, and only a transaction moves it. Ending a lease deletes its
 * row first; of two that try, one finds nothing to delete and writes nothing.
 * The key of finished_runs (experiment, configuration, game) would refuse a second result
 * besides. All times are of the database's clock, so no two machines have to agree
 * on theirs. */
#include "store/store_queue.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "store/finished.h"
#include "store/store_sums.h"

#include <stdlib.h>

/* The last pause before what is less urgent is claimed; all of them take twice as long. */
#define URGENT_SECONDS 0.7

uint64_t store_draw_id(uint64_t worker, uint64_t nth)
{
    return lt_mix64(lt_mix64(worker * 0x9e3779b97f4a7c15u + nth) ^
                    (uint64_t)(lt_clock_now() * 1e9)) >>
           1;
}

/* --- giving back --------------------------------------------------------------- */

lt_status store_put_back(lab_store *store, const lab_lease *lease, uint64_t version, uint64_t from,
                         int attempts, bool failed, lt_error *err)
{
    uint64_t games = lease->first + lease->games - from;
    if (games == 0) return LT_OK;
    return STORE_DO(store,
                    "INSERT INTO scheduled_runs (configID, first_game, games, experimentID,"
                    " versionID, priority, active, attempts)"
                    " SELECT ?, ?, ?, experimentID, ?, ?,"
                    " CASE WHEN ? > 0 OR ? >= attempts THEN 2 WHEN state = 1 THEN 0 ELSE 1 END, ?"
                    " FROM experiments WHERE experimentID = ? AND state <> 2",
                    err, store_u64(lease->config), store_u64(from), store_u64(games),
                    store_u64(version), store_int(lease->priority), store_int(failed),
                    store_int(attempts), store_int(attempts), store_u64(lease->experiment));
}

lt_status store_note_failure(lab_store *store, const lab_lease *lease, uint64_t from, int attempts,
                             uint64_t worker, bool of_config, const char *reason, lt_error *err)
{
    char shown[LT_ERROR_TEXT];
    lt_utf8_copy(shown, sizeof shown, reason); /* it may name a file, or be cut */
    return STORE_DO(store,
                    "INSERT INTO failures (failureID, experimentID, configID, first_game, games,"
                    " attempts, workerID, of_config, reason, failed_at)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, @NOW)",
                    err, store_u64(store_draw_id(worker, lease->id)), store_u64(lease->experiment),
                    store_u64(lease->config), store_u64(from),
                    store_u64(lease->first + lease->games - from), store_int(attempts),
                    store_u64(worker), store_int(of_config), store_text(shown));
}

/* --- handing in ------------------------------------------------------------------ */

typedef struct exchange {
    lab_member *member;
    lab_batch *batches;
    size_t count;
    const lab_wish *wish;
    lab_lease *leases, *blocks;  /* claimed; found */
    size_t claimed, found, most; /* blocks are looked for at once */
    bool *there;                 /* leases of the batches */
    uint64_t refused;            /* configurations, in this transaction */
    store_value *rows;           /* of all results */
    store_summing sums;
} exchange;

/* Has this worker handed in the lease already, in a commit whose answer was lost? */
static lt_status handed_in(lab_store *store, const exchange *x, const lab_batch *b, bool *is,
                           lt_error *err)
{
    int64_t there = 0;
    if (b->played && x->member->unsure)
        LT_TRY(STORE_NUMBER(
            store,
            "SELECT COUNT(*) FROM finished_runs WHERE experimentID = ? AND configID = ?"
            " AND game = ? AND workerID = ?",
            &there, err, store_u64(b->lease.experiment), store_u64(b->lease.config),
            store_u64(b->lease.first), store_u64(x->member->worker)));
    *is = there > 0;
    return LT_OK;
}

/* Several leases of one configuration are refused at once; it counts once. */
static lt_status refuse(lab_store *store, exchange *x, const lab_batch *b, uint64_t from,
                        lt_error *err)
{
    int64_t known = 0;
    store_value worker = store_u64(x->member->worker), config = store_u64(b->lease.config);
    LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM refusals WHERE workerID = ? AND configID = ?",
                        &known, err, worker, config));
    if (known) return LT_OK;
    x->refused++;
    LT_TRY(STORE_DO(store, "INSERT INTO refusals (workerID, configID) VALUES (?, ?)", err, worker,
                    config));
    return store_note_failure(store, &b->lease, from, b->lease.attempts, x->member->worker, false,
                              b->reason, err);
}

static lt_status end_batches(lab_store *store, exchange *x, lt_error *err)
{
    size_t rows = 0;
    LT_TRY(store_leases_end(store, x->batches, x->count, x->there, err));
    for (size_t i = 0; i < x->count; i++) {
        lab_batch *b = &x->batches[i];
        bool before = false;
        if (!x->there[i]) LT_TRY(handed_in(store, x, b, &before, err));
        b->lapsed = !x->there[i] && !before;
        if (!x->there[i]) continue;
        for (uint64_t g = 0; g < b->played; g++) {
            store_finished_row(&x->rows[rows++ * FINISHED_COLUMNS], b->lease.experiment,
                               x->member->version, x->member->worker, &b->results[g]);
            LT_TRY(store_sums_count(&x->sums, &b->results[g], err));
        }
        uint64_t from = b->lease.first + b->played;
        LT_TRY(store_put_back(store, &b->lease, x->member->version, from, b->lease.attempts,
                              b->fault == LAB_FAULT_CONFIG, err));
        if (b->fault == LAB_FAULT_CONFIG) {
            LT_TRY(store_note_failure(store, &b->lease, from, b->lease.attempts + 1,
                                      x->member->worker, true, b->reason, err));
            LT_TRY(store_open_rest(store, b->lease.config, STORE_FAILED, err));
        }
        if (b->made && b->played) LT_TRY(store_keep_product(store, b, x->member->worker, err));
        if (b->fault == LAB_FAULT_WORKER) LT_TRY(refuse(store, x, b, from, err));
    }
    LT_TRY(store_finished_insert(store, x->rows, rows, err));
    return store_sums_write(store, &x->sums, err);
}

/* --- claiming -------------------------------------------------------------------- */

/* A block that cannot be is left to be found by its zero games, and put out of the
 * way by claim(). Its key is kept as it is. */
static bool take_block(void *ctx, const store_value *c)
{
    exchange *x = ctx;
    lt_error ignored;
    store_row row = {.cell = c, .table = "scheduled_runs", .err = &ignored};
    lab_lease *block = &x->blocks[x->found++];
    *block = (lab_lease){
        .config = store_row_id(&row, 0, "configID"),
        .experiment = store_row_id(&row, 3, "experimentID"),
        .priority = store_row_int(&row, 4, "priority", -STORE_PRIORITY_MAX, STORE_PRIORITY_MAX),
        .attempts = (int)store_row_int(&row, 5, "attempts", 0, STORE_ATTEMPTS_MAX)};
    store_row_games(&row, 1, LAB_BLOCK_GAMES, &block->first, &block->games);
    if (!store_row_ok(&row)) {
        block->config = (uint64_t)store_as_int(&c[0]);
        block->first = (uint64_t)store_as_int(&c[1]);
        block->games = 0;
    }
    return x->found < x->most;
}

#define OPEN " FROM scheduled_runs WHERE versionID = ? AND active = 1"
#define BLOCKS "SELECT configID, first_game, games, experimentID, priority, attempts" OPEN
#define OF_ONE " AND experimentID = ?"
#define NOT_REFUSED " AND configID NOT IN (SELECT configID FROM refusals WHERE workerID = ?)"
#define IN_ORDER " ORDER BY priority DESC, configID, first_game LIMIT ?"
#define AS_URGENT " AND priority >= ?"

/* Runs one of four texts, by what this worker may claim. */
static lt_status find(lab_store *store, exchange *x, const char *const text[2][2],
                      const store_value *more, size_t count, store_row_fn row, void *ctx,
                      lt_error *err)
{
    const lab_member *m = x->member;
    store_value in[6];
    size_t at = 0;
    bool refused = m->refused + x->refused > 0;
    in[at++] = store_u64(m->version);
    if (m->experiment) in[at++] = store_u64(m->experiment);
    if (refused) in[at++] = store_u64(m->worker);
    for (size_t i = 0; i < count; i++) in[at++] = more[i];
    return store_run(store, text[m->experiment != 0][refused], in, at, row, ctx, NULL, err);
}

static lt_status find_blocks(lab_store *store, exchange *x, lt_error *err)
{
    static const char *const text[2][2] = {
        {BLOCKS IN_ORDER " @LOCK", BLOCKS NOT_REFUSED IN_ORDER " @LOCK"},
        {BLOCKS OF_ONE IN_ORDER " @LOCK", BLOCKS OF_ONE NOT_REFUSED IN_ORDER " @LOCK"}};
    const store_value most = store_u64(x->most);
    x->found = 0;
    return find(store, x, text, &most, 1, take_block, x, err);
}

/* Others are just claiming from all that is most urgent: rather than play what is less
 * so, this one looks again for a moment. It waits for no lock: those who do so all wait
 * for the same one, and nobody works where commits take long. */
static lt_status look_for_urgent(lab_store *store, exchange *x, lt_error *err)
{
    static const char *const top[2][2] = {{"SELECT priority" OPEN " ORDER BY priority DESC LIMIT 1",
                                           "SELECT priority" OPEN NOT_REFUSED
                                           " ORDER BY priority DESC LIMIT 1"},
                                          {NULL, NULL}};
    static const char *const text[2][2] = {
        {BLOCKS AS_URGENT IN_ORDER " @LOCK", BLOCKS NOT_REFUSED AS_URGENT IN_ORDER " @LOCK"},
        {NULL, NULL}};
    if (x->member->experiment || !x->found || !*store->driver->words.lock) return LT_OK;
    lab_lease second = x->blocks[0];
    for (double pause = 0.005; pause < URGENT_SECONDS; pause *= 2) {
        int64_t priority = second.priority;
        LT_TRY(find(store, x, top, NULL, 0, store_take_number, &priority, err));
        if (x->blocks[0].priority >= priority) break;
        lt_sleep(pause);
        const store_value more[] = {store_int(priority), store_int(1)};
        x->found = 0;
        LT_TRY(find(store, x, text, more, 2, take_block, x, err));
        if (x->found) break;
        x->blocks[x->found++] = second;
    }
    return LT_OK;
}

/* Takes the first games of a block. */
static lt_status take_games(lab_store *store, const lab_lease *block, uint64_t games, lt_error *err)
{
    return STORE_DO(store,
                    "UPDATE scheduled_runs SET first_game = ?, games = ?"
                    " WHERE configID = ? AND first_game = ?",
                    err, store_u64(block->first + games), store_u64(block->games - games),
                    store_u64(block->config), store_u64(block->first));
}

/* The next games of a block become a lease. */
static void lease_games(exchange *x, const lab_lease *block, uint64_t from, uint64_t games)
{
    lab_lease *lease = &x->leases[x->claimed];
    *lease = *block;
    lease->first = from;
    lease->games = games;
    lease->id = store_draw_id(x->member->worker, ++x->claimed);
}

static lt_status put_aside(lab_store *store, const lab_lease *block, lt_error *err)
{
    uint64_t changed = 0;
    LT_TRY(STORE_CHANGE(
        store, "UPDATE scheduled_runs SET active = 2 WHERE configID = ? AND first_game = ?",
        &changed, err, store_u64(block->config), store_u64(block->first)));
    return changed ? LT_OK
                   : lt_fail(err, LT_DAMAGED,
                             "%s has a row in scheduled_runs that this program did not write",
                             store->address);
}

/* Takes what is wished for from the blocks that were found; those that are used up are
 * gathered at the beginning of the list. */
static lt_status claim_found(lab_store *store, exchange *x, uint64_t *left, lt_error *err)
{
    const lab_wish *wish = x->wish;
    size_t before = x->claimed, used_up = 0;
    for (size_t i = 0; i < x->found && *left && x->claimed < wish->most; i++) {
        const lab_lease *block = &x->blocks[i];
        uint64_t taken = 0;
        if (block->games == 0) {
            LT_TRY(put_aside(store, block, err));
            continue;
        }
        /* What has failed before is tried game by game, so that one bad game does
         * not take its neighbours with it. */
        uint64_t each = block->attempts ? 1 : wish->each;
        while (taken < block->games && *left && x->claimed < wish->most) {
            uint64_t games = block->games - taken;
            if (games > each) games = each;
            if (games > *left) games = *left;
            lease_games(x, block, block->first + taken, games);
            taken += games;
            *left -= games;
        }
        if (taken == block->games)
            x->blocks[used_up++] = *block;
        else
            LT_TRY(take_games(store, block, taken, err));
    }
    LT_TRY(store_blocks_drop(store, x->blocks, used_up, err));
    return store_leases_enter(store, x->member, x->leases + before, x->claimed - before, err);
}

/* What is found is locked, and others have to go without it: first as many blocks as are
 * enough when they are whole, then more. */
static lt_status claim(lab_store *store, exchange *x, lt_error *err)
{
    uint64_t left = x->wish->games;
    x->most = (size_t)(left / LAB_BLOCK_GAMES) + 1;
    do {
        if (x->most > x->wish->most) x->most = x->wish->most;
        LT_TRY(find_blocks(store, x, err));
        if (!x->claimed) LT_TRY(look_for_urgent(store, x, err));
        LT_TRY(claim_found(store, x, &left, err));
        if (!x->found) break;
        x->most *= 4;
    } while (left && x->claimed < x->wish->most);
    return LT_OK;
}

/* --- both in one transaction -------------------------------------------------------- */

static lt_status exchange_all(lab_store *store, void *ctx, lt_error *err)
{
    exchange *x = ctx;
    x->claimed = x->found = 0;
    x->refused = 0;
    store_sums_release(&x->sums);
    if (x->count) LT_TRY(end_batches(store, x, err));
    return x->wish->games ? claim(store, x, err) : LT_OK;
}

/* What became of a claim whose answer was lost? All its leases were written or none. */
static lt_status look_up(lab_store *store, lab_member *member, const lab_lease *leases,
                         size_t *claimed, lt_error *err)
{
    int64_t there = 0;
    *claimed = 0;
    if (!member->doubt) return LT_OK;
    LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM leases WHERE leaseID = ?", &there, err,
                        store_u64(leases[0].id)));
    if (there > 0) *claimed = member->doubt;
    member->doubt = 0;
    return LT_OK;
}

lt_status lab_queue_exchange(lab_store *store, lab_member *member, lab_batch *batches, size_t count,
                             const lab_wish *wish, lab_lease *leases, size_t *claimed,
                             lt_error *err)
{
    const lab_wish nothing = {.most = wish->most};
    LT_TRY(look_up(store, member, leases, claimed, err));
    exchange x = {.member = member,
                  .batches = batches,
                  .count = count,
                  .wish = *claimed ? &nothing : wish,
                  .leases = leases};
    size_t rows = 1;
    for (size_t i = 0; i < count; i++) rows += batches[i].played;
    x.rows = malloc(rows * FINISHED_COLUMNS * sizeof *x.rows);
    x.blocks = malloc((wish->most + 1) * sizeof *x.blocks);
    x.there = malloc((count + 1) * sizeof *x.there);
    lt_status status = x.rows && x.blocks && x.there
                           ? store_atomic(store, exchange_all, &x, err)
                           : lt_fail(err, LT_NO_MEMORY, "not enough memory");
    store_sums_release(&x.sums);
    free(x.rows);
    free(x.blocks);
    free(x.there);
    if (status == LT_OK) {
        if (x.claimed) *claimed = x.claimed;
        member->refused += x.refused;
        member->unsure = false;
    } else {
        if (status == LT_UNAVAILABLE) member->unsure = true;
        member->doubt = *claimed ? *claimed : status == LT_UNAVAILABLE ? x.claimed : 0;
        *claimed = 0;
    }
    return status;
}
