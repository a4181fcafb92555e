/* Reading an experiment's results as they come in.
 *
 * Nothing is read twice that is known to be there: a configuration is asked for the
 * games from its first gap on, one that is complete not at all, and the round ends
 * when as many games are counted as the experiment has finished. Workers take games
 * in the order of the configurations, so a round touches the few that are being
 * played, of thousands. */
#include "http/lab_watch.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 2048, FAILURES_KEPT = 200 };

/* Results on their way to the tally: the lock is taken once a chunk. */
typedef struct delivery {
    lab_board *board;
    tally *tally;
    lab_result result[CHUNK];
    size_t count;
    bool failed;
} delivery;

static bool deliver(delivery *d)
{
    pthread_mutex_lock(&d->board->lock);
    for (size_t i = 0; i < d->count && !d->failed; i++)
        d->failed = !tally_add(d->tally, &d->result[i]);
    bool go_on = !d->failed && !d->board->stopping;
    pthread_mutex_unlock(&d->board->lock);
    d->count = 0;
    return go_on;
}

static bool take_result(void *ctx, const lab_result *result)
{
    delivery *d = ctx;
    d->result[d->count++] = *result;
    return d->count < CHUNK || deliver(d);
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
                              uint64_t finished, lt_error *err)
{
    delivery *d = calloc(1, sizeof *d);
    if (!d) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    d->board = board;
    d->tally = e->tally;
    lt_status status = LT_OK;
    if (!e->read) {
        status = lab_results(store, e->what.id, 0, 0, false, take_result, d, err);
        deliver(d);
    }
    for (size_t i = 0; status == LT_OK && i < e->tally->count && e->tally->counted < finished;
         i++) {
        const tally_config *c = &e->tally->config[i];
        if (c->results.games >= c->games) continue;
        status = lab_results(store, e->what.id, c->id, c->prefix, false, take_result, d, err);
        if (!deliver(d)) break;
    }
    if (status == LT_OK && d->failed) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    free(d);
    return status;
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
    if (!e->read || p.finished != e->studied.finished)
        LT_TRY(read_results(store, board, e, p.finished, err));
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
