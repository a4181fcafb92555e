/* Versions: the behaviours that have worked here, and whether they still count. */
#include "store/checked.h"

#include "lab/behaviour.h"
#include "lab/queue.h"

#include <string.h>

lt_status lab_queue_behaviour(lab_store *store, char text[17], lt_error *err)
{
    if (!store->behaviour[0])
        LT_TRY(lab_behaviour_unless(store->wait.control, store->behaviour, err));
    memcpy(text, store->behaviour, sizeof store->behaviour);
    return LT_OK;
}

typedef struct listing {
    bool (*take)(void *ctx, const lab_version *);
    void *ctx;
} listing;

static bool take_version(void *ctx, store_row *row)
{
    listing *l = ctx;
    lab_version v = {.id = store_row_id(row, 0, "versionID"),
                     .created = store_row_real(row, 2, "created", 0, 1e12),
                     .outdated = store_row_int(row, 3, "outdated", 0, 1) != 0,
                     .configs = store_row_count(row, 4, "configurations"),
                     .games = store_row_count(row, 5, "games")};
    store_row_line(row, 1, "behaviour", v.behaviour, sizeof v.behaviour);
    return store_row_ok(row) && l->take(l->ctx, &v);
}

lt_status lab_versions(lab_store *store, bool (*take)(void *ctx, const lab_version *), void *ctx,
                       lt_error *err)
{
    listing l = {take, ctx};
    return store_read(store, "versions",
                      "SELECT v.versionID, v.behaviour, v.created, v.outdated, COUNT(e.configID),"
                      " COALESCE(SUM(e.games), 0) FROM versions v"
                      " LEFT JOIN entries e ON e.versionID = v.versionID"
                      " GROUP BY v.versionID, v.behaviour, v.created, v.outdated"
                      " ORDER BY v.versionID",
                      NULL, 0, take_version, &l, err);
}

lt_status lab_set_outdated(lab_store *store, uint64_t version, bool outdated, lt_error *err)
{
    uint64_t changed = 0;
    LT_TRY(STORE_CHANGE(store, "UPDATE versions SET outdated = ? WHERE versionID = ?", &changed,
                        err, store_int(outdated), store_u64(version)));
    return changed ? LT_OK
                   : lt_fail(err, LT_BAD_INPUT, "there is no version %llu in %s",
                             (unsigned long long)version, store->address);
}
