/* Changing what is there: states, plans, names; deleting experiments. */
#include "store/store.h"

#include "lab/queue.h"

typedef struct change {
    uint64_t id;
    lab_state state;
} change;

/* What is being played now will find its lease gone. */
static lt_status drop_games(lab_store *store, store_value id, lt_error *err)
{
    LT_TRY(STORE_DO(store, "DELETE FROM scheduled_runs WHERE experimentID = ?", err, id));
    return STORE_DO(store, "DELETE FROM leases WHERE experimentID = ?", err, id);
}

static lt_status change_state(lab_store *store, void *ctx, lt_error *err)
{
    const change *c = ctx;
    store_value id = store_u64(c->id);
    LT_TRY(STORE_DO(store, "UPDATE experiments SET state = ? WHERE experimentID = ?", err,
                    store_int(c->state), id));
    if (c->state == LAB_CANCELLED) {
        LT_TRY(drop_games(store, id, err));
        return STORE_DO(store,
                        "UPDATE entries SET games = (SELECT COALESCE(SUM(s.games), 0) FROM sums s"
                        " WHERE s.configID = entries.configID) WHERE experimentID = ?",
                        err, id);
    }
    LT_TRY(STORE_DO(store,
                    "UPDATE scheduled_runs SET active = ? WHERE experimentID = ? AND active < 2",
                    err, store_int(c->state != LAB_PAUSED), id));
    return c->state == LAB_ACTIVE ? store_announce(store, err) : LT_OK;
}

lt_status lab_set_state(lab_store *store, uint64_t id, lab_state state, lt_error *err)
{
    change c = {id, state};
    return store_assured(store, change_state, NULL, &c, err);
}

lt_status lab_set_plan(lab_store *store, uint64_t id, const char *plan, lt_error *err)
{
    return STORE_DO(store, "UPDATE experiments SET plan = ? WHERE experimentID = ?", err,
                    store_text(plan), store_u64(id));
}

typedef struct renaming {
    uint64_t id;
    const char *name;
} renaming;

static lt_status give_name(lab_store *store, void *ctx, lt_error *err)
{
    const renaming *r = ctx;
    int64_t taken = 0;
    uint64_t changed = 0;
    LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM experiments WHERE name = ?", &taken, err,
                        store_text(r->name)));
    if (taken)
        return lt_fail(err, LT_BAD_INPUT,
                       "there is an experiment \"%s\" already; choose another name", r->name);
    LT_TRY(STORE_CHANGE(store, "UPDATE experiments SET name = ? WHERE experimentID = ?", &changed,
                        err, store_text(r->name), store_u64(r->id)));
    return changed ? LT_OK : lt_fail(err, LT_BAD_INPUT, "the experiment is gone");
}

static lt_status has_name(lab_store *store, void *ctx, bool *done, lt_error *err)
{
    const renaming *r = ctx;
    return store_is_called(store, r->id, r->name, done, err);
}

lt_status lab_rename(lab_store *store, uint64_t id, const char *name, lt_error *err)
{
    LT_TRY(lab_name_check(name, err));
    renaming r = {id, name};
    return store_assured(store, give_name, has_name, &r, err);
}

/* What belongs to configurations goes before them. Results go with their part, or, where
 * that cannot be dropped now, row by row. */
static lt_status delete_all(lab_store *store, void *ctx, lt_error *err)
{
    static const char *const deletions[] = {
        "DELETE FROM sums WHERE configID IN"
        " (SELECT configID FROM entries WHERE experimentID = ?)",
        "DELETE FROM configs WHERE configID IN"
        " (SELECT configID FROM entries WHERE experimentID = ?)",
        "DELETE FROM refusals WHERE configID IN"
        " (SELECT configID FROM entries WHERE experimentID = ?)",
        "DELETE FROM failures WHERE experimentID = ?",
        "DELETE FROM notes WHERE experimentID = ?",
        "DELETE FROM products WHERE experimentID = ?",
        "DELETE FROM entries WHERE experimentID = ?",
        "DELETE FROM experiments WHERE experimentID = ?",
    };
    store_value id = store_u64(*(const uint64_t *)ctx);
    LT_TRY(drop_games(store, id, err));
    for (size_t i = 0; i < sizeof deletions / sizeof deletions[0]; i++)
        LT_TRY(STORE_DO(store, deletions[i], err, id));
    return LT_OK;
}

lt_status lab_delete(lab_store *store, uint64_t id, lt_error *err)
{
    LT_TRY(store_assured(store, delete_all, NULL, &id, err));
    if (store_part(store, id, false, err) == LT_OK) return LT_OK;
    return STORE_DO(store, "DELETE FROM finished_runs WHERE experimentID = ?", err, store_u64(id));
}
