/* Thousands of rows in a few statements. */
#include "store/gathering.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_ROWS = 2000 };

lt_status store_flush(store_gathering *g, lt_error *err)
{
    lt_status status = store_insert(g->store, g->head, g->columns, g->values, g->rows, err);
    g->rows = 0;
    return status;
}

lt_status store_gather(store_gathering *g, const store_value *row, lt_error *err)
{
    if (!g->values) {
        g->values = malloc(CHUNK_ROWS * g->columns * sizeof *g->values);
        if (!g->values) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    memcpy(&g->values[g->rows++ * g->columns], row, g->columns * sizeof *row);
    return g->rows == CHUNK_ROWS ? store_flush(g, err) : LT_OK;
}

static lt_status check_name(lab_store *store, const lab_experiment *x, lt_error *err)
{
    int64_t taken = 0;
    LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM experiments WHERE name = ?", &taken, err,
                        store_text(x->name)));
    return taken ? lt_fail(err, LT_BAD_INPUT,
                           "there is an experiment \"%s\" already; choose another name", x->name)
                 : LT_OK;
}

static lt_status number(lab_store *store, void *ctx, lt_error *err)
{
    lab_experiment *x = ctx;
    LT_TRY(check_name(store, x, err));
    return store_take_ids(store, "experiment", 1, &x->id, err);
}

enum { ORPHANS_AT_ONCE = 16 };
typedef struct orphans {
    uint64_t id[ORPHANS_AT_ONCE];
    size_t count;
} orphans;

static bool take_orphan(void *ctx, const store_value *cells)
{
    orphans *o = ctx;
    o->id[o->count++] = (uint64_t)store_as_int(&cells[0]);
    return o->count < ORPHANS_AT_ONCE;
}

/* Who was killed after making a part and before entering its experiment left it behind.
 * Another may just be doing so: entering notices that its part was taken away. */
static void sweep(lab_store *store)
{
    lt_error ignored;
    orphans o = {.count = 0};
    if (store_run(store, "@ORPHANS", NULL, 0, take_orphan, &o, NULL, &ignored) != LT_OK) return;
    for (size_t i = 0; i < o.count; i++) store_part(store, o.id[i], false, &ignored);
}

lt_status store_new_experiment(lab_store *store, lab_experiment *x, lt_error *err)
{
    x->id = 0;
    sweep(store);
    /* A number that is taken twice, because the answer was lost, is only left out. */
    LT_TRY(store_assured(store, number, NULL, x, err));
    return store_part(store, x->id, true, err);
}

void store_no_experiment(lab_store *store, lab_experiment *x, lt_status why)
{
    lt_error ignored;
    /* Where only the answer was lost, it may have been entered. */
    if (x->id && why != LT_UNAVAILABLE && why != LT_CANCELLED)
        store_part(store, x->id, false, &ignored);
    x->id = 0;
}

lt_status store_insert_experiment(lab_store *store, lab_experiment *x, lt_error *err)
{
    int64_t parted = 0;
    LT_TRY(check_name(store, x, err));
    LT_TRY(STORE_DO(store,
                    "INSERT INTO experiments (experimentID, name, kind, state, player, board_rows,"
                    " board_cols, fours, seed, priority, attempts, plan, created)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, @NOW)",
                    err, store_u64(x->id), store_text(x->name), store_int(x->kind),
                    store_int(x->state), store_text(x->player), store_int(x->rules.shape.rows),
                    store_int(x->rules.shape.cols), store_real(x->rules.fours), store_u64(x->seed),
                    store_int(x->priority), store_int(x->attempts),
                    store_text(x->plan ? x->plan : "")));
    LT_TRY(STORE_NUMBER(store, "@PARTED", &parted, err, store_u64(x->id)));
    return parted ? LT_OK
                  : lt_fail(err, LT_IO, "what was made for experiment \"%s\" was swept; try again",
                            x->name);
}
