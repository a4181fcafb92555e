/* Sums by configuration.
 *
 * Workers that finish games of one configuration at the same moment must not wait for
 * each other: a configuration has as many rows as were ever written at once. A writer
 * locks those that nobody else holds, makes one of them with its own games added, and
 * enters a new row where it finds none. So there are no deadlocks, and rows that were
 * needed for a while are joined again. */
#include "store/store_sums.h"

#include "store/gathering.h"
#include "store/store_queue.h"
#include "store/sums_row.h"

#include <stdlib.h>
#include <string.h>

struct store_sum {
    uint64_t config;
    t48_results results;
    bool there; /* a row of it is locked, with this slot */
    int64_t slot;
    lt_text levels, scores;
};

/* --- counting -------------------------------------------------------------------- */

static size_t place_of(const store_summing *s, uint64_t config)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->sums[middle]->config < config)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static store_sum *find(const store_summing *s, uint64_t config)
{
    size_t at = place_of(s, config);
    return at < s->count && s->sums[at]->config == config ? s->sums[at] : NULL;
}

const t48_results *store_sums_of(const store_summing *s, uint64_t config)
{
    const store_sum *sum = find(s, config);
    return sum ? &sum->results : NULL;
}

/* The sum of a configuration, made if it is the first of it; NULL: no memory. */
static store_sum *sum_of(store_summing *s, uint64_t config)
{
    if (s->last < s->count && s->sums[s->last]->config == config) return s->sums[s->last];
    s->last = place_of(s, config);
    if (s->last < s->count && s->sums[s->last]->config == config) return s->sums[s->last];
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 16;
        store_sum **grown = realloc(s->sums, room * sizeof(store_sum *));
        if (!grown) return NULL;
        s->sums = grown;
        s->room = room;
    }
    store_sum *fresh = calloc(1, sizeof *fresh);
    if (!fresh) return NULL;
    fresh->config = config;
    fresh->results.binned = true;
    memmove(&s->sums[s->last + 1], &s->sums[s->last], (s->count - s->last) * sizeof(store_sum *));
    s->sums[s->last] = fresh;
    s->count++;
    return fresh;
}

lt_status store_sums_count(store_summing *s, const lab_result *result, lt_error *err)
{
    store_sum *sum = sum_of(s, result->config);
    if (!sum) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    return t48_results_add(&sum->results, &result->outcome, result->seconds, err);
}

void store_sums_release(store_summing *s)
{
    for (size_t i = 0; i < s->count; i++) {
        t48_results_release(&s->sums[i]->results);
        lt_text_release(&s->sums[i]->levels);
        lt_text_release(&s->sums[i]->scores);
        free(s->sums[i]);
    }
    free(s->sums);
    *s = (store_summing){0};
}

/* --- writing ------------------------------------------------------------------------ */

enum { SPARE_MOST = 64 };

typedef struct joining {
    store_summing *summing;
    struct {
        uint64_t config;
        int64_t slot;
    } spare[SPARE_MOST]; /* rows whose games are in another one now */
    size_t spares;
    lt_status status;
    lt_error *err;
} joining;

/* A row that cannot be is left as it is, for `lab check` to find: results are not to be
 * lost because of it. */
static bool take_locked(void *ctx, const store_value *cells)
{
    joining *j = ctx;
    lt_error ignored;
    store_row row = {.cell = cells, .table = "sums", .err = &ignored};
    uint64_t config = store_row_id(&row, 0, "configID");
    store_sum *sum = store_row_ok(&row) ? find(j->summing, config) : NULL;
    if (!sum || (sum->there && j->spares == SPARE_MOST)) return true;
    t48_results there;
    sums_row_read(&row, true, &there);
    if (store_row_ok(&row)) {
        j->status = t48_results_merge(&sum->results, &there, j->err);
        int64_t slot = store_as_int(&cells[1]);
        if (sum->there) {
            j->spare[j->spares].config = config;
            j->spare[j->spares++].slot = slot;
        } else {
            sum->slot = slot;
            sum->there = true;
        }
    }
    t48_results_release(&there);
    return j->status == LT_OK;
}

static lt_status lock_rows(lab_store *store, joining *j, lt_error *err)
{
    const store_summing *s = j->summing;
    for (size_t i = 0; i < s->count; i += STORE_FEW) {
        uint64_t ids[STORE_FEW];
        store_value in[STORE_FEW];
        size_t n = s->count - i < STORE_FEW ? s->count - i : STORE_FEW;
        for (size_t k = 0; k < n; k++) ids[k] = s->sums[i + k]->config;
        store_few(ids, n, in);
        LT_TRY(store_run(store,
                         "SELECT " SUMS_ALL " FROM sums WHERE configID IN " STORE_FEW_TEXT " @LOCK",
                         in, STORE_FEW, take_locked, j, NULL, err));
        LT_TRY(j->status);
    }
    return LT_OK;
}

static lt_status update(lab_store *store, const store_value row[SUMS_COLUMNS], lt_error *err)
{
#define SET(column, member) #column " = ?, "
    store_value in[SUMS_COLUMNS];
    memcpy(in, row + SUMS_FIGURES, (SUMS_COLUMNS - SUMS_FIGURES) * sizeof *in);
    memcpy(in + SUMS_COLUMNS - SUMS_FIGURES, row, SUMS_FIGURES * sizeof *in);
    return store_run(
        store,
        "UPDATE sums SET " SUMS_LIST(SET) "levels = ?, scores = ? WHERE configID = ? AND slot = ?",
        in, SUMS_COLUMNS, NULL, NULL, NULL, err);
#undef SET
}

static lt_status write_rows(lab_store *store, store_summing *s, store_gathering *fresh,
                            lt_error *err)
{
    for (size_t i = 0; i < s->count; i++) {
        store_sum *sum = s->sums[i];
        store_value row[SUMS_COLUMNS] = {store_u64(sum->config),
                                         sum->there ? store_int(sum->slot)
                                                    : store_u64(store_draw_id(sum->config, i))};
        if (!sums_row_write(&sum->results, &sum->levels, &sum->scores, row))
            return lt_fail(err, LT_NO_MEMORY, "not enough memory");
        LT_TRY(sum->there ? update(store, row, err) : store_gather(fresh, row, err));
    }
    return store_flush(fresh, err);
}

lt_status store_sums_write(lab_store *store, store_summing *s, lt_error *err)
{
    joining j = {.summing = s, .status = LT_OK, .err = err};
    LT_TRY(lock_rows(store, &j, err));
    store_gathering fresh = {store, SUMS_HEAD, SUMS_COLUMNS, 0, NULL};
    lt_status status = write_rows(store, s, &fresh, err);
    free(fresh.values);
    for (size_t i = 0; status == LT_OK && i < j.spares; i++)
        status = STORE_DO(store, "DELETE FROM sums WHERE configID = ? AND slot = ?", err,
                          store_u64(j.spare[i].config), store_int(j.spare[i].slot));
    return status;
}

/* --- anew ----------------------------------------------------------------------------- */

typedef struct renewing {
    store_summing summing;
    uint64_t games;
    lt_status status;
    lt_error *err;
} renewing;

static bool count_again(void *ctx, const lab_result *result)
{
    renewing *r = ctx;
    r->games++;
    r->status = store_sums_count(&r->summing, result, r->err);
    return r->status == LT_OK;
}

lt_status store_sums_renew(lab_store *store, uint64_t experiment, uint64_t *games, lt_error *err)
{
    renewing r = {.status = LT_OK, .err = err};
    LT_TRY(STORE_DO(store,
                    "DELETE FROM sums WHERE configID IN"
                    " (SELECT configID FROM entries WHERE experimentID = ?)",
                    err, store_u64(experiment)));
    lt_status status = lab_results(store, experiment, 0, 0, false, count_again, &r, err);
    if (status == LT_OK) status = r.status;
    if (status == LT_OK) status = store_sums_write(store, &r.summing, err);
    store_sums_release(&r.summing);
    *games = r.games;
    return status;
}

/* --- reading --------------------------------------------------------------------------- */

typedef struct reading {
    bool (*take)(void *ctx, uint64_t config, const t48_results *);
    void *ctx;
    bool whole;
    uint64_t config; /* whose rows are being joined; 0: none yet */
    t48_results results;
    bool more;
} reading;

static void hand_over(reading *r)
{
    if (r->config && r->more) r->more = r->take(r->ctx, r->config, &r->results);
    t48_results_release(&r->results);
    r->results.binned = true;
}

static bool take_sums(void *ctx, store_row *row)
{
    reading *r = ctx;
    uint64_t config = store_row_id(row, 0, "configID");
    if (config != r->config) hand_over(r);
    r->config = config;
    t48_results part;
    sums_row_read(row, r->whole, &part);
    if (store_row_ok(row) && !r->results.games) {
        r->results = part; /* mostly there is one row */
    } else {
        if (store_row_ok(row)) row->status = t48_results_merge(&r->results, &part, row->err);
        t48_results_release(&part);
    }
    return store_row_ok(row) && r->more;
}

static lt_status read_sums(lab_store *store, const char *sql, const store_value *in, size_t count,
                           reading *r, lt_error *err)
{
    r->results.binned = r->more = true;
    lt_status status = store_read(store, "sums", sql, in, count, take_sums, r, err);
    if (status == LT_OK) hand_over(r);
    t48_results_release(&r->results);
    return status;
}

#define OF_EXPERIMENT                                        \
    " FROM entries e JOIN sums s ON s.configID = e.configID" \
    " WHERE e.experimentID = ? AND e.configID >= ? ORDER BY s.configID, s.slot"

lt_status lab_summed(lab_store *store, uint64_t experiment, uint64_t from,
                     bool (*take)(void *ctx, uint64_t config, const t48_results *), void *ctx,
                     lt_error *err)
{
    reading r = {.take = take, .ctx = ctx, .whole = true};
    store_value in[] = {store_u64(experiment), store_u64(from)};
    return read_sums(store, "SELECT " SUMS_ALL_OF_S OF_EXPERIMENT, in, 2, &r, err);
}

lt_status lab_queue_summed(lab_store *store, uint64_t experiment,
                           bool (*take)(void *ctx, uint64_t config, const t48_results *), void *ctx,
                           lt_error *err)
{
    reading r = {.take = take, .ctx = ctx};
    store_value in[] = {store_u64(experiment), store_u64(0)};
    return read_sums(store, "SELECT " SUMS_BRIEF_OF_S OF_EXPERIMENT, in, 2, &r, err);
}

lt_status lab_queue_summed_few(lab_store *store, const uint64_t *configs, size_t count,
                               bool (*take)(void *ctx, uint64_t config, const t48_results *),
                               void *ctx, lt_error *err)
{
    for (size_t i = 0; i < count; i += STORE_FEW) {
        reading r = {.take = take, .ctx = ctx, .whole = true};
        store_value in[STORE_FEW];
        store_few(configs + i, count - i, in);
        LT_TRY(read_sums(store,
                         "SELECT " SUMS_ALL_OF_S " FROM sums s WHERE s.configID IN " STORE_FEW_TEXT
                         " ORDER BY s.configID, s.slot",
                         in, STORE_FEW, &r, err));
    }
    return LT_OK;
}
