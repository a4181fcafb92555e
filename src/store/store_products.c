/* What recipes made: kept in the transaction that hands in the first game played with it,
 * which also lets the other games of the configuration be claimed. */
#include "store/checked.h"
#include "store/store_queue.h"

store_block store_next_block(uint64_t first, uint64_t at, uint64_t end, uint64_t each, bool unmade)
{
    uint64_t games = end - at < each ? end - at : each;
    if (!unmade) return (store_block){games, STORE_OPEN};
    return at == first ? (store_block){1, STORE_OPEN} : (store_block){games, STORE_UNMADE};
}

lt_status store_insert_product(lab_store *store, uint64_t config, uint64_t experiment,
                               uint64_t worker, const lab_product *made, lt_error *err)
{
    return STORE_DO(store,
                    "INSERT INTO products (configID, experimentID, content, bytes, seconds, curve,"
                    " workerID, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, @NOW)",
                    err, store_u64(config), store_u64(experiment), store_text(made->content),
                    store_u64(made->bytes), store_real(made->seconds), store_text(made->curve),
                    store_u64(worker));
}

lt_status store_keep_product(lab_store *store, const lab_batch *b, uint64_t worker, lt_error *err)
{
    store_value config = store_u64(b->lease.config);
    LT_TRY(store_insert_product(store, b->lease.config, b->lease.experiment, worker, b->made, err));
    LT_TRY(STORE_DO(store, "UPDATE entries SET fingerprint = ? WHERE configID = ?", err,
                    store_text(b->fingerprint), config));
    int64_t paused = 0;
    LT_TRY(STORE_NUMBER(store,
                        "SELECT COUNT(*) FROM experiments WHERE experimentID = ? AND state = 1",
                        &paused, err, store_u64(b->lease.experiment)));
    LT_TRY(store_open_rest(store, b->lease.config, paused ? STORE_PAUSED : STORE_OPEN, err));
    return store_announce(store, err);
}

lt_status store_open_rest(lab_store *store, uint64_t config, int active, lt_error *err)
{
    return STORE_DO(store, "UPDATE scheduled_runs SET active = ? WHERE configID = ? AND active = ?",
                    err, store_int(active), store_u64(config), store_int(STORE_UNMADE));
}

typedef struct reading {
    bool (*take)(void *ctx, uint64_t config, const lab_product *product);
    void *ctx;
} reading;

static bool take_product(void *ctx, store_row *row)
{
    const reading *r = ctx;
    lab_product product = {.bytes = store_row_count(row, 2, "bytes"),
                           .seconds = store_row_real(row, 3, "seconds", 0, 1e12)};
    store_row_line(row, 1, "content", product.content, sizeof product.content);
    product.curve = (char *)store_row_text(row, 4, "curve");
    uint64_t config = store_row_id(row, 0, "configID");
    return store_row_ok(row) && r->take(r->ctx, config, &product);
}

lt_status lab_queue_products(lab_store *store, uint64_t experiment,
                             bool (*take)(void *ctx, uint64_t config, const lab_product *product),
                             void *ctx, lt_error *err)
{
    reading r = {take, ctx};
    return STORE_READ(store, "products",
                      "SELECT configID, content, bytes, seconds, curve FROM products"
                      " WHERE experimentID = ? ORDER BY configID",
                      take_product, &r, err, store_u64(experiment));
}
