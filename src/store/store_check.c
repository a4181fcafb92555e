/* Does everything add up? Read in one snapshot, so that the answer holds although workers
 * move games all the while. */
#include "store/checked.h"
#include "store/store_sums.h"

#include <stdio.h>
#include <stdlib.h>

/* What is kept of a configuration's games. */
typedef struct account {
    uint64_t waiting, leased, outside; /* outside: results of games that it does not have */
    bool summed;                       /* nothing is wrong with its sums */
} account;

typedef struct checking {
    uint64_t experiment;
    void (*tell)(void *ctx, uint64_t config, const char *what);
    void *ctx;
    lab_config *configs;
    account *accounts;
    size_t count;
    store_summing results;
    lab_checked checked;
    lt_status status;
    lt_error *err;
} checking;

static account *account_of(const checking *c, uint64_t config)
{
    const lab_config *found = lab_config_find(c->configs, c->count, config);
    return found ? &c->accounts[found - c->configs] : NULL;
}

static bool take_waiting(void *ctx, store_row *row)
{
    account *a = account_of(ctx, store_row_id(row, 0, "configID"));
    uint64_t games = store_row_count(row, 1, "games");
    if (a) a->waiting += games;
    return store_row_ok(row);
}

static bool take_leased(void *ctx, store_row *row)
{
    account *a = account_of(ctx, store_row_id(row, 0, "configID"));
    uint64_t games = store_row_count(row, 1, "games");
    if (a) a->leased += games;
    return store_row_ok(row);
}

static bool take_result(void *ctx, const lab_result *r)
{
    checking *c = ctx;
    const lab_config *config = lab_config_find(c->configs, c->count, r->config);
    if (!config) return true;
    c->checked.games++;
    if (r->game < config->first || r->game - config->first >= config->games)
        c->accounts[config - c->configs].outside++;
    c->status = store_sums_count(&c->results, r, c->err);
    return c->status == LT_OK;
}

static bool take_sums(void *ctx, uint64_t config, const t48_results *sums)
{
    checking *c = ctx;
    account *a = account_of(c, config);
    const t48_results *results = store_sums_of(&c->results, config);
    if (a) a->summed = results && t48_results_equal(results, sums);
    return true;
}

static void judge(checking *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const lab_config *config = &c->configs[i];
        const account *a = &c->accounts[i];
        const t48_results *results = store_sums_of(&c->results, config->id);
        uint64_t finished = results ? results->games : 0;
        char what[200] = "";
        if (finished + a->waiting + a->leased != config->games)
            snprintf(what, sizeof what,
                     "%llu games finished, %llu that wait and %llu that are leased are not %llu",
                     (unsigned long long)finished, (unsigned long long)a->waiting,
                     (unsigned long long)a->leased, (unsigned long long)config->games);
        else if (a->outside)
            snprintf(what, sizeof what, "%llu results are of games that it does not have",
                     (unsigned long long)a->outside);
        else if (finished && !a->summed)
            snprintf(what, sizeof what, "its sums are not those of its %llu results",
                     (unsigned long long)finished);
        if (!what[0]) continue;
        c->checked.wrong++;
        c->tell(c->ctx, config->id, what);
    }
}

static lt_status read_all(lab_store *store, checking *c, lt_error *err)
{
    store_value id = store_u64(c->experiment);
    LT_TRY(lab_configs(store, c->experiment, &c->configs, &c->count, err));
    c->checked.configs = c->count;
    c->accounts = calloc(c->count + 1, sizeof *c->accounts);
    if (!c->accounts) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    LT_TRY(STORE_READ(store, "scheduled_runs",
                      "SELECT configID, games FROM scheduled_runs WHERE experimentID = ?",
                      take_waiting, c, err, id));
    LT_TRY(STORE_READ(store, "leases", "SELECT configID, games FROM leases WHERE experimentID = ?",
                      take_leased, c, err, id));
    LT_TRY(lab_results(store, c->experiment, 0, 0, false, take_result, c, err));
    LT_TRY(c->status);
    lt_status status = lab_summed(store, c->experiment, 0, take_sums, c, err);
    if (status != LT_DAMAGED) return status;
    /* Which is what was to be found out. */
    c->checked.wrong++;
    c->tell(c->ctx, 0, err->text);
    for (size_t i = 0; i < c->count; i++) c->accounts[i].summed = true;
    return LT_OK;
}

static lt_status check(lab_store *store, void *ctx, lt_error *err)
{
    checking *c = ctx;
    c->checked = (lab_checked){0};
    c->status = LT_OK;
    c->err = err;
    lt_status status = read_all(store, c, err);
    if (status == LT_OK) judge(c);
    store_sums_release(&c->results);
    free(c->configs);
    free(c->accounts);
    c->configs = NULL;
    c->accounts = NULL;
    return status;
}

lt_status lab_check(lab_store *store, uint64_t experiment,
                    void (*tell)(void *ctx, uint64_t config, const char *what), void *ctx,
                    lab_checked *checked, lt_error *err)
{
    checking c = {.experiment = experiment, .tell = tell, .ctx = ctx};
    lt_status status = lab_queue_snapshot(store, check, &c, err);
    *checked = c.checked;
    return status;
}

/* --- repairing ----------------------------------------------------------------------- */

/* Results can come only from leases, and those only from games that wait and are open. */
static lt_status repair(lab_store *store, void *ctx, lt_error *err)
{
    store_value id = store_u64(*(const uint64_t *)ctx);
    int64_t busy = 0;
    uint64_t games;
    LT_TRY(STORE_NUMBER(store,
                        "SELECT (SELECT COUNT(*) FROM scheduled_runs WHERE experimentID = ?"
                        " AND active = 1) + (SELECT COUNT(*) FROM leases WHERE experimentID = ?)",
                        &busy, err, id, id));
    if (busy)
        return lt_fail(err, LT_BAD_INPUT,
                       "games of it are being played; pause it, and repair it when no game is "
                       "leased any more (laatta lab status)");
    return store_sums_renew(store, *(const uint64_t *)ctx, &games, err);
}

lt_status lab_repair(lab_store *store, uint64_t experiment, lt_error *err)
{
    return store_atomic(store, repair, &experiment, err);
}
