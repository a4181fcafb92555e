/* Leases and blocks by the dozen: a worker that plays games one by one, because they failed
 * before, would otherwise ask the server three times for each of them. */
#include "store/gathering.h"
#include "store/store_queue.h"

#include <stdlib.h>

/* --- ending ------------------------------------------------------------------------ */

typedef struct search {
    const lab_batch *batches;
    size_t count;
    bool *there;
} search;

static bool mark(void *ctx, const store_value *cells)
{
    search *s = ctx;
    for (size_t i = 0; i < s->count; i++)
        if (s->batches[i].lease.id == (uint64_t)store_as_int(&cells[0])) s->there[i] = true;
    return true;
}

lt_status store_leases_end(lab_store *store, const lab_batch *batches, size_t count, bool *there,
                           lt_error *err)
{
    for (size_t i = 0; i < count; i += STORE_FEW) {
        uint64_t ids[STORE_FEW];
        store_value in[STORE_FEW];
        size_t n = count - i < STORE_FEW ? count - i : STORE_FEW;
        search s = {batches + i, n, there + i};
        for (size_t k = 0; k < n; k++) {
            ids[k] = batches[i + k].lease.id;
            there[i + k] = false;
        }
        store_few(ids, n, in);
        LT_TRY(store_run(store,
                         "SELECT leaseID FROM leases WHERE leaseID IN " STORE_FEW_TEXT " @HOLD", in,
                         STORE_FEW, mark, &s, NULL, err));
        LT_TRY(store_run(store, "DELETE FROM leases WHERE leaseID IN " STORE_FEW_TEXT, in,
                         STORE_FEW, NULL, NULL, NULL, err));
    }
    return LT_OK;
}

/* --- claiming ---------------------------------------------------------------------- */

static bool take_time(void *ctx, const store_value *cells)
{
    *(double *)ctx = store_as_real(&cells[0]);
    return true;
}

lt_status store_leases_enter(lab_store *store, const lab_member *m, const lab_lease *leases,
                             size_t count, lt_error *err)
{
    enum { COLUMNS = 10 };
    double now = 0;
    if (!count) return LT_OK;
    LT_TRY(store_run(store, "SELECT @NOW", NULL, 0, take_time, &now, NULL, err));
    store_gathering rows = {store,
                            "INSERT INTO leases (leaseID, workerID, experimentID, configID,"
                            " first_game, games, versionID, priority, attempts, expires)",
                            COLUMNS, 0, NULL};
    lt_status status = LT_OK;
    for (size_t i = 0; status == LT_OK && i < count; i++) {
        const lab_lease *l = &leases[i];
        const store_value row[COLUMNS] = {store_u64(l->id),         store_u64(m->worker),
                                          store_u64(l->experiment), store_u64(l->config),
                                          store_u64(l->first),      store_u64(l->games),
                                          store_u64(m->version),    store_int(l->priority),
                                          store_int(l->attempts),   store_real(now + m->lease)};
        status = store_gather(&rows, row, err);
    }
    if (status == LT_OK) status = store_flush(&rows, err);
    free(rows.values);
    return status;
}

lt_status store_blocks_drop(lab_store *store, const lab_lease *blocks, size_t count, lt_error *err)
{
#define ONE "configID = ? AND first_game = ?"
    enum { FEW = 4 };
    for (size_t i = 0; i < count; i += FEW) {
        store_value in[2 * FEW];
        for (size_t k = 0; k < FEW; k++) {
            const lab_lease *block = &blocks[i + k < count ? i + k : i];
            in[2 * k] = store_u64(block->config);
            in[2 * k + 1] = store_u64(block->first);
        }
        LT_TRY(store_run(store,
                         "DELETE FROM scheduled_runs WHERE (" ONE ") OR (" ONE ") OR (" ONE
                         ") OR (" ONE ")",
                         in, 2 * FEW, NULL, NULL, NULL, err));
    }
    return LT_OK;
#undef ONE
}
