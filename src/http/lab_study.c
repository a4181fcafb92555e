/* Reading an experiment's results as they come in: the sums that the store keeps, of those
 * configurations that may have new games. Workers take games in the order of the
 * configurations, so those before the first that is unfinished need not be read again. */
#include "http/lab_watch.h"

#include <stdlib.h>
#include <string.h>

enum { FAILURES_KEPT = 200 };

/* Sums on their way to the tally. */
typedef struct delivery {
    lab_board *board;
    tally *tally;
    bool failed;
} delivery;

static bool deliver(void *ctx, uint64_t config, const t48_results *results)
{
    delivery *d = ctx;
    pthread_mutex_lock(&d->board->lock);
    d->failed = !tally_take(d->tally, config, results);
    bool go_on = !d->failed && !d->board->stopping;
    pthread_mutex_unlock(&d->board->lock);
    return go_on;
}

static lt_status read_plan(lab_store *store, lab_board *board, board_experiment *e, lt_error *err)
{
    lab_config *configs;
    size_t count;
    LT_TRY(lab_configs(store, e->what.id, &configs, &count, err));
    pthread_mutex_lock(&board->lock);
    bool taken = (e->tally || (e->tally = tally_new())) && tally_plan(e->tally, configs, count);
    pthread_mutex_unlock(&board->lock);
    free(configs);
    return taken ? LT_OK : lt_fail(err, LT_NO_MEMORY, "not enough memory");
}

/* Only the watcher writes the tally, so it may read it without the lock. */
static lt_status read_results(lab_store *store, lab_board *board, board_experiment *e,
                              lt_error *err)
{
    delivery d = {.board = board, .tally = e->tally};
    uint64_t from = tally_unfinished(e->tally);
    if (!from) return LT_OK;
    LT_TRY(lab_summed(store, e->what.id, from, deliver, &d, err));
    return d.failed ? lt_fail(err, LT_NO_MEMORY, "not enough memory") : LT_OK;
}

/* A note is a line of JSON where its writer wrote one, and text otherwise. */
static bool take_note(void *ctx, uint64_t step, const char *body)
{
    json_t *note = json_loads(body, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(note)) {
        json_decref(note);
        note = json_string(body);
    }
    return json_array_append_new(
               ctx, json_pack("{s:I, s:o?}", "step", (json_int_t)step, "note", note)) == 0;
}

typedef struct failure_list {
    json_t *json;
    uint64_t count;
} failure_list;

static bool take_failure(void *ctx, const lab_failure *f)
{
    failure_list *list = ctx;
    list->count++;
    if (json_array_size(list->json) == FAILURES_KEPT) json_array_remove(list->json, 0);
    json_array_append_new(list->json,
                          json_pack("{s:I, s:I, s:I, s:i, s:s, s:s, s:f}", "config",
                                    (json_int_t)f->config, "first", (json_int_t)f->first, "games",
                                    (json_int_t)f->games, "attempts", f->attempts, "fault",
                                    f->of_config ? "configuration" : "worker", "reason", f->reason,
                                    "at", f->at));
    return true;
}

static void take_over(lab_board *board, board_experiment *e, json_t *notes,
                      const failure_list *failures)
{
    const lab_progress *p = &e->progress, *old = &e->studied;
    pthread_mutex_lock(&board->lock);
    bool moved = !e->read || p->finished != old->finished || p->games != old->games ||
                 !json_equal(e->notes, notes) || !json_equal(e->failures, failures->json);
    json_decref(e->notes);
    json_decref(e->failures);
    e->notes = notes;
    e->failures = failures->json;
    e->failed = failures->count;
    e->studied = *p;
    e->read = true;
    if (moved) {
        e->changed = board->version + 1;
        board_move(board);
    }
    pthread_mutex_unlock(&board->lock);
}

lt_status study(lab_store *store, lab_board *board, board_experiment *e, lt_error *err)
{
    double began = board_clock();
    lab_progress p = e->progress;
    if (!e->tally || p.configs != e->studied.configs || p.games != e->studied.games)
        LT_TRY(read_plan(store, board, e, err));
    if (!e->read || p.finished != e->studied.finished) LT_TRY(read_results(store, board, e, err));
    json_t *notes = json_array();
    failure_list failures = {.json = json_array()};
    lt_status status = lab_notes(store, e->what.id, 0, take_note, notes, err);
    if (status == LT_OK) status = lab_failures(store, e->what.id, take_failure, &failures, err);
    if (status != LT_OK) {
        json_decref(notes);
        json_decref(failures.json);
        return status;
    }
    take_over(board, e, notes, &failures);
    e->studied_at = board_clock();
    e->study_seconds = e->studied_at - began;
    return LT_OK;
}
