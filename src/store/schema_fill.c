/* Bringing what an older program wrote into newer tables. */
#include "store/schema_fill.h"

#include "base/clock.h"
#include "base/text.h"
#include "store/checked.h"
#include "store/store_sums.h"

#include <stdlib.h>

static const double told_every = 2; /* seconds */

lt_status store_fill_counters(lab_store *store, lt_error *err)
{
    static const char *const counters[] = {"experiment", "config", "version", "worker"};
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
        int64_t there = 0;
        LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM counters WHERE name = ?", &there, err,
                            store_text(counters[i])));
        if (!there)
            LT_TRY(STORE_DO(store, "INSERT INTO counters (name, next_id) VALUES (?, 1)", err,
                            store_text(counters[i])));
    }
    return LT_OK;
}

/* --- experiment by experiment ---------------------------------------------------- */

typedef struct list {
    uint64_t *ids;
    size_t count, room;
    bool failed;
} list;

static bool take_id(void *ctx, store_row *row)
{
    list *l = ctx;
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 64;
        uint64_t *grown = realloc(l->ids, room * sizeof *grown);
        l->failed = !grown;
        if (!grown) return false;
        l->ids = grown;
        l->room = room;
    }
    l->ids[l->count++] = store_row_id(row, 0, "experimentID");
    return true;
}

static void tell(const lab_store *store, size_t done, size_t all, uint64_t games)
{
    lt_text line;
    lt_text_init(&line);
    lt_text_printf(&line,
                   "bringing the database up to date: %zu of %zu experiments, %llu results so far",
                   done, all, (unsigned long long)games);
    if (store->wait.say) store->wait.say(store->wait.say_ctx, lt_text_str(&line));
    lt_text_release(&line);
}

/* Does `work` for every experiment, and says from time to time how far that is. */
static lt_status for_each(lab_store *store,
                          lt_status (*work)(lab_store *, uint64_t, uint64_t *games, lt_error *),
                          lt_error *err)
{
    list l = {0};
    double told = lt_clock_now();
    uint64_t done = 0, games = 0;
    lt_status status = store_read(store, "experiments",
                                  "SELECT experimentID FROM experiments ORDER BY experimentID",
                                  NULL, 0, take_id, &l, err);
    if (status == LT_OK && l.failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (size_t i = 0; status == LT_OK && i < l.count; i++) {
        status = work(store, l.ids[i], &games, err);
        done += games;
        if (lt_clock_now() - told > told_every) {
            tell(store, i + 1, l.count, done);
            told = lt_clock_now();
        }
    }
    free(l.ids);
    return status;
}

lt_status store_fill_sums(lab_store *store, lt_error *err)
{
    return for_each(store, store_sums_renew, err);
}
