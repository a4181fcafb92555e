/* Writing an experiment that comes from elsewhere, with its results. */
#include "store/finished.h"
#include "store/gathering.h"
#include "store/store_queue.h"
#include "store/store_sums.h"

#include <stdlib.h>
#include <string.h>

typedef struct restoring {
    lab_archive *archive;
    uint64_t *version;       /* of each origin */
    uint64_t config, worker; /* the first configuration's number; who hands in */
} restoring;

static lt_status enter_origins(lab_store *store, restoring *r, lt_error *err)
{
    const lab_archive *a = r->archive;
    for (size_t i = 0; i < a->origin_count; i++) {
        int64_t known = 0;
        LT_TRY(STORE_NUMBER(store, "SELECT COUNT(*) FROM versions WHERE behaviour = ?", &known, err,
                            store_text(a->origins[i].behaviour)));
        LT_TRY(store_version(store, a->origins[i].behaviour, &r->version[i], err));
        if (!known && a->origins[i].outdated)
            LT_TRY(STORE_DO(store, "UPDATE versions SET outdated = 1 WHERE versionID = ?", err,
                            store_u64(r->version[i])));
    }
    LT_TRY(store_take_ids(store, "worker", 1, &r->worker, err));
    return STORE_DO(store,
                    "INSERT INTO workers (workerID, host, pid, threads, versionID, program,"
                    " started, seen, games, moves, lost, working)"
                    " VALUES (?, 'import', 0, 0, ?, 'import', @NOW, @NOW, ?, 0, 0, 0)",
                    err, store_u64(r->worker), store_u64(r->version[0]),
                    store_u64(a->result_count));
}

static lt_status write_configs(restoring *r, store_gathering *entries, store_gathering *settings,
                               lt_error *err)
{
    const lab_archive *a = r->archive;
    for (size_t i = 0; i < a->config_count; i++) {
        const lab_config *c = &a->configs[i];
        LT_TRY(store_gather(entries,
                            (store_value[]){store_u64(r->config + i), store_u64(a->experiment.id),
                                            store_u64(r->version[c->version - 1]),
                                            store_text(c->spec), store_text(c->fingerprint),
                                            store_u64(c->games), store_u64(c->first)},
                            err));
        for (unsigned s = 0; s < c->settings; s++)
            LT_TRY(store_gather(settings,
                                (store_value[]){store_u64(r->config + i),
                                                store_text(c->setting[s].name),
                                                store_text(c->setting[s].value), store_int(s)},
                                err));
    }
    LT_TRY(store_flush(entries, err));
    return store_flush(settings, err);
}

static lt_status write_results(const restoring *r, store_gathering *rows, store_summing *sums,
                               lt_error *err)
{
    const lab_archive *a = r->archive;
    for (size_t i = 0; i < a->result_count; i++) {
        lab_result result = a->results[i];
        store_value row[FINISHED_COLUMNS];
        uint64_t version = r->version[a->configs[result.config].version - 1];
        result.config += r->config;
        store_finished_row(row, a->experiment.id, version, r->worker, &result);
        LT_TRY(store_gather(rows, row, err));
        LT_TRY(store_sums_count(sums, &result, err));
    }
    LT_TRY(store_flush(rows, err));
    return store_sums_write(rows->store, sums, err);
}

/* Games from .. to - 1 of a configuration wait, unless the experiment was cancelled. */
static lt_status queue_games(const restoring *r, size_t config, uint64_t from, uint64_t to,
                             store_gathering *blocks, lt_error *err)
{
    const lab_experiment *x = &r->archive->experiment;
    uint64_t version = r->version[r->archive->configs[config].version - 1];
    const lab_config *c = &r->archive->configs[config];
    bool unmade = lab_recipe_is(c->spec) && strcmp(c->fingerprint, LAB_UNMADE) == 0;
    while (from < to) {
        store_block block = store_next_block(c->first, from, to, LAB_BLOCK_GAMES, unmade);
        if (block.active == STORE_OPEN && x->state == LAB_PAUSED) block.active = STORE_PAUSED;
        LT_TRY(store_gather(blocks,
                            (store_value[]){store_u64(r->config + config), store_u64(from),
                                            store_u64(block.games), store_u64(x->id),
                                            store_u64(version), store_int(x->priority),
                                            store_int(block.active), store_int(0)},
                            err));
        from += block.games;
    }
    return LT_OK;
}

/* Whatever has no result. Results are in the order of the configurations. */
static lt_status write_queue(const restoring *r, store_gathering *blocks, lt_error *err)
{
    const lab_archive *a = r->archive;
    size_t at = 0;
    for (size_t i = 0; i < a->config_count; i++) {
        uint64_t next = a->configs[i].first, end = next + a->configs[i].games;
        for (; at < a->result_count && a->results[at].config == i; at++) {
            LT_TRY(queue_games(r, i, next, a->results[at].game, blocks, err));
            next = a->results[at].game + 1;
        }
        LT_TRY(queue_games(r, i, next, end, blocks, err));
    }
    return store_flush(blocks, err);
}

static lt_status write_notes(lab_store *store, const lab_archive *a, lt_error *err)
{
    for (size_t i = 0; i < a->note_count; i++)
        if (a->notes[i])
            LT_TRY(STORE_DO(store, "INSERT INTO notes (experimentID, step, body) VALUES (?, ?, ?)",
                            err, store_u64(a->experiment.id), store_u64(i),
                            store_text(a->notes[i])));
    return LT_OK;
}

static lt_status write_products(lab_store *store, const restoring *r, lt_error *err)
{
    const lab_archive *a = r->archive;
    for (size_t i = 0; i < a->made_count; i++)
        LT_TRY(store_insert_product(store, r->config + a->made[i].config, a->experiment.id,
                                    r->worker, &a->made[i].product, err));
    return LT_OK;
}

static lt_status restore(lab_store *store, void *ctx, lt_error *err)
{
    restoring *r = ctx;
    lab_archive *a = r->archive;
    store_gathering entries = {store, STORE_ENTRY_HEAD, 7, 0, NULL};
    store_gathering settings = {store, STORE_SETTING_HEAD, 4, 0, NULL};
    store_gathering blocks = {store, STORE_BLOCK_HEAD, 8, 0, NULL};
    store_gathering rows = {store, FINISHED_HEAD, FINISHED_COLUMNS, 0, NULL};
    store_summing sums = {0};
    LT_TRY(store_insert_experiment(store, &a->experiment, err));
    LT_TRY(enter_origins(store, r, err));
    if (a->config_count) LT_TRY(store_take_ids(store, "config", a->config_count, &r->config, err));
    lt_status status = write_configs(r, &entries, &settings, err);
    if (status == LT_OK) status = write_results(r, &rows, &sums, err);
    if (status == LT_OK && a->experiment.state != LAB_CANCELLED)
        status = write_queue(r, &blocks, err);
    if (status == LT_OK) status = write_notes(store, a, err);
    if (status == LT_OK) status = write_products(store, r, err);
    free(entries.values);
    free(settings.values);
    free(blocks.values);
    free(rows.values);
    store_sums_release(&sums);
    return status == LT_OK ? store_announce(store, err) : status;
}

static lt_status restored(lab_store *store, void *ctx, bool *done, lt_error *err)
{
    const lab_experiment *x = &((const restoring *)ctx)->archive->experiment;
    return store_is_called(store, x->id, x->name, done, err);
}

lt_status lab_queue_restore(lab_store *store, lab_archive *archive, lt_error *err)
{
    restoring r = {.archive = archive,
                   .version = calloc(archive->origin_count + 1, sizeof *r.version)};
    if (!r.version) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    lt_status status = store_new_experiment(store, &archive->experiment, err);
    if (status == LT_OK) status = store_assured(store, restore, restored, &r, err);
    if (status != LT_OK) store_no_experiment(store, &archive->experiment, status);
    free(r.version);
    return status;
}
