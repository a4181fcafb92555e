/* Experiments: finding, listing, and how far they are. */
#include "store/checked.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define EXPERIMENT_COLUMNS                                                                    \
    "x.experimentID, x.name, x.kind, x.state, x.player, x.board_rows, x.board_cols, x.fours," \
    " x.seed, x.priority, x.attempts, x.plan, x.created"
enum { EXPERIMENT_CELLS = 13 };

/* The plan's text lasts as long as the row. */
static void read_experiment(lab_experiment *x, store_row *row)
{
    *x = (lab_experiment){
        .id = store_row_id(row, 0, "experimentID"),
        .kind = (lab_kind)store_row_int(row, 2, "kind", 0, LAB_KINDS - 1),
        .state = (lab_state)store_row_int(row, 3, "state", 0, LAB_STATES - 1),
        .rules = store_row_rules(row, 5),
        .seed = store_row_bits(row, 8, "seed"),
        .priority = store_row_int(row, 9, "priority", -STORE_PRIORITY_MAX, STORE_PRIORITY_MAX),
        .attempts = (int)store_row_int(row, 10, "attempts", 0, STORE_ATTEMPTS_MAX),
        .created = store_row_real(row, 12, "created", 0, 1e12)};
    store_row_line(row, 1, "name", x->name, sizeof x->name);
    store_row_line(row, 4, "player", x->player, sizeof x->player);
    x->plan = (char *)store_row_text(row, 11, "plan");
}

/* --- finding ------------------------------------------------------------------ */

static bool take_experiment(void *ctx, store_row *row)
{
    lab_experiment *x = ctx;
    read_experiment(x, row);
    x->plan = store_row_ok(row) ? strdup(x->plan) : NULL;
    if (!store_row_ok(row)) x->id = 0;
    return false;
}

static bool list_name(void *ctx, const store_value *cells)
{
    lt_text *names = ctx;
    char shown[LAB_NAME_MAX];
    const char *name = store_as_text(&cells[0]);
    lt_text_printf(names, "%s%s", names->length ? ", " : "",
                   lt_quote(shown, sizeof shown, name, strlen(name)));
    return names->length < 200;
}

lt_status lab_find(lab_store *store, const char *name, lab_experiment *experiment, lt_error *err)
{
    *experiment = (lab_experiment){0};
    LT_TRY(STORE_READ(store, "experiments",
                      "SELECT " EXPERIMENT_COLUMNS " FROM experiments x WHERE x.name = ?",
                      take_experiment, experiment, err, store_text(name)));
    if (experiment->id) return LT_OK;
    lt_text names;
    lt_text_init(&names);
    lt_status status = store_run(store, "SELECT name FROM experiments ORDER BY experimentID DESC",
                                 NULL, 0, list_name, &names, NULL, err);
    char shown[80];
    if (status == LT_OK)
        status = lt_fail(err, LT_BAD_INPUT, "there is no experiment \"%s\" in %s; there %s%s",
                         lt_quote(shown, sizeof shown, name, strlen(name)), store->address,
                         names.length ? "are " : "is none", lt_text_str(&names));
    lt_text_release(&names);
    return status;
}

lt_status lab_find_id(lab_store *store, uint64_t id, lab_experiment *experiment, lt_error *err)
{
    *experiment = (lab_experiment){0};
    LT_TRY(STORE_READ(store, "experiments",
                      "SELECT " EXPERIMENT_COLUMNS " FROM experiments x WHERE x.experimentID = ?",
                      take_experiment, experiment, err, store_u64(id)));
    return experiment->id ? LT_OK
                          : lt_fail(err, LT_BAD_INPUT, "there is no experiment number %llu",
                                    (unsigned long long)id);
}

/* --- how far they are ----------------------------------------------------------- */

#define PROGRESS_COLUMNS                                                                        \
    "(SELECT COUNT(*) FROM entries e WHERE e.experimentID = x.experimentID),"                   \
    " (SELECT COALESCE(SUM(e.games), 0) FROM entries e WHERE e.experimentID = x.experimentID)," \
    " (SELECT COALESCE(SUM(s.games), 0) FROM scheduled_runs s"                                  \
    " WHERE s.experimentID = x.experimentID AND s.active <> 2),"                                \
    " (SELECT COALESCE(SUM(s.games), 0) FROM scheduled_runs s"                                  \
    " WHERE s.experimentID = x.experimentID AND s.active = 2),"                                 \
    " (SELECT COALESCE(SUM(l.games), 0) FROM leases l WHERE l.experimentID = x.experimentID)"

static void read_progress(lab_progress *p, store_row *row, unsigned at)
{
    *p = (lab_progress){.configs = store_row_count(row, at, "configurations"),
                        .games = store_row_count(row, at + 1, "games"),
                        .waiting = store_row_count(row, at + 2, "games that wait"),
                        .failed = store_row_count(row, at + 3, "games that failed"),
                        .leased = store_row_count(row, at + 4, "games that are leased")};
    uint64_t undone = p->waiting + p->failed + p->leased;
    p->finished = p->games > undone ? p->games - undone : 0;
}

typedef struct listing {
    bool (*take)(void *ctx, const lab_experiment *, const lab_progress *);
    void *ctx;
} listing;

static bool take_listed(void *ctx, store_row *row)
{
    listing *l = ctx;
    lab_experiment x;
    lab_progress p;
    read_experiment(&x, row);
    read_progress(&p, row, EXPERIMENT_CELLS);
    return store_row_ok(row) && l->take(l->ctx, &x, &p);
}

lt_status lab_experiments(lab_store *store,
                          bool (*take)(void *ctx, const lab_experiment *, const lab_progress *),
                          void *ctx, lt_error *err)
{
    listing l = {take, ctx};
    return store_read(store, "experiments",
                      "SELECT " EXPERIMENT_COLUMNS ", " PROGRESS_COLUMNS
                      " FROM experiments x ORDER BY x.experimentID",
                      NULL, 0, take_listed, &l, err);
}

static bool take_progress(void *ctx, store_row *row)
{
    read_progress(ctx, row, 0);
    return true;
}

lt_status lab_progress_of(lab_store *store, uint64_t id, lab_progress *progress, lt_error *err)
{
    *progress = (lab_progress){0};
    return STORE_READ(store, "experiments",
                      "SELECT " PROGRESS_COLUMNS " FROM experiments x WHERE x.experimentID = ?",
                      take_progress, progress, err, store_u64(id));
}
