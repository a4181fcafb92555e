/* Bringing what an older program wrote into newer tables. */
#include "store/schema_fill.h"

#include "base/clock.h"
#include "base/text.h"
#include "store/checked.h"
#include "store/finished.h"
#include "store/store_sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

lt_status store_has_column(lab_store *store, const char *place, bool *has, lt_error *err)
{
    char table[40];
    const char *dot = strchr(place, '.');
    int64_t there = 0;
    snprintf(table, sizeof table, "%.*s", (int)(dot - place), place);
    LT_TRY(STORE_NUMBER(store, "@HAS", &there, err, store_text(table), store_text(dot + 1)));
    *has = there > 0;
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

/* What was copied before an interruption is not copied again. */
static lt_status copy_results(lab_store *store, uint64_t experiment, uint64_t *games, lt_error *err)
{
    int64_t there = 0;
    LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM finished_runs WHERE experimentID = ?", &there,
                        err, store_u64(experiment)));
    if (!there) LT_TRY(store_part(store, experiment, true, err));
    return STORE_CHANGE(store,
                        "INSERT INTO finished_runs (experimentID, " FINISHED_ALL ")"
                        " SELECT e.experimentID, f.* FROM entries e"
                        " JOIN finished_before f ON f.configID = e.configID"
                        " WHERE e.experimentID = ? AND NOT EXISTS (SELECT 1 FROM finished_runs n"
                        " WHERE n.experimentID = e.experimentID AND n.configID = f.configID"
                        " AND n.game = f.game)",
                        games, err, store_u64(experiment));
}

lt_status store_fill_parts(lab_store *store, lt_error *err)
{
    bool before;
    LT_TRY(store_has_column(store, "finished_before.configID", &before, err));
    if (!before) return LT_OK;
    LT_TRY(for_each(store, copy_results, err));
    return STORE_DO(store, "DROP TABLE finished_before", err);
}
