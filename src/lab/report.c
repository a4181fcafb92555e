/* One pass over the sums, or over the results in whatever order the store has them:
 * equal results give equal reports. */
#include "lab/report.h"

#include "lab/queue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct reader {
    lab_report *report;
    size_t at; /* the row of the last result */
    lt_status status;
    lt_error *err;
} reader;

/* The results of a configuration; NULL: it was left out. Those of one mostly come together. */
static t48_results *results_of(reader *r, uint64_t config)
{
    if (r->report->configs[r->at].id != config) {
        const lab_config *found = lab_config_find(r->report->configs, r->report->count, config);
        if (!found) return NULL;
        r->at = (size_t)(found - r->report->configs);
    }
    return &r->report->rows[r->at].results;
}

static bool take_game(void *ctx, const lab_result *game)
{
    reader *r = ctx;
    t48_results *results = results_of(r, game->config);
    if (results) r->status = t48_results_add(results, &game->outcome, game->seconds, r->err);
    return r->status == LT_OK;
}

static bool take_sums(void *ctx, uint64_t config, const t48_results *sums)
{
    reader *r = ctx;
    t48_results *results = results_of(r, config);
    if (results) r->status = t48_results_merge(results, sums, r->err);
    return r->status == LT_OK;
}

typedef struct asking {
    const char *name;
    unsigned flags;
    lab_order_by by;
    unsigned level;
    size_t top; /* 0: all rows, with all that there is */
    lab_report *report;
} asking;

static bool take_median(void *ctx, uint64_t config, const t48_results *sums)
{
    lab_row *row = ctx;
    while (row->config->id != config) row++;
    t48_results all = *sums;
    row->score.median = t48_results_quantile(&all, 0.5);
    return true;
}

static lt_status read_top(lab_store *store, const asking *a, lt_error *err)
{
    lab_report *report = a->report;
    lab_config *shown[LAB_REPORT_TOP];
    uint64_t ids[LAB_REPORT_TOP];
    size_t top = report->count < a->top ? report->count : a->top;
    lab_report_sort(report, a->by, a->level);
    for (size_t i = 0; i < top; i++) {
        shown[i] = &report->configs[report->rows[i].config - report->configs];
        ids[i] = shown[i]->id;
    }
    LT_TRY(lab_queue_settings(store, shown, top, err));
    return report->exact ? LT_OK
                         : lab_queue_summed_few(store, ids, top, take_median, report->rows, err);
}

static lt_status read_results(lab_store *store, const asking *a, lt_error *err)
{
    lab_report *report = a->report;
    uint64_t experiment = report->experiment.id;
    reader reading = {.report = report, .status = LT_OK, .err = err}, *r = &reading;
    for (size_t i = 0; i < report->count; i++) {
        report->rows[i].config = &report->configs[i];
        report->rows[i].results.binned = !report->exact;
    }
    if (report->count)
        LT_TRY(report->exact ? lab_results(store, experiment, 0, 0, false, take_game, r, err)
               : a->top      ? lab_queue_summed(store, experiment, take_sums, r, err)
                             : lab_summed(store, experiment, 0, take_sums, r, err));
    LT_TRY(r->status);
    for (size_t i = 0; i < report->count; i++)
        report->rows[i].score = t48_results_score(&report->rows[i].results);
    return a->top ? read_top(store, a, err) : LT_OK;
}

static void leave_outdated_out(lab_report *report)
{
    size_t kept = 0;
    for (size_t i = 0; i < report->count; i++)
        if (!report->configs[i].outdated) report->configs[kept++] = report->configs[i];
    report->left_out = report->count - kept;
    report->count = kept;
}

static lt_status read_report(lab_store *store, void *ctx, lt_error *err)
{
    const asking *a = ctx;
    lab_report *report = a->report;
    unsigned flags = a->flags;
    lab_report_release(report); /* of a time before, when the transaction could not be ended */
    lt_status status = lab_find(store, a->name, &report->experiment, err);
    uint64_t id = report->experiment.id;
    if (status == LT_OK) status = lab_progress_of(store, id, &report->progress, err);
    if (status == LT_OK)
        status = (a->top ? lab_queue_configs : lab_configs)(store, id, &report->configs,
                                                            &report->count, err);
    if (status == LT_OK && !(flags & LAB_REPORT_OUTDATED)) leave_outdated_out(report);
    report->exact = flags & LAB_REPORT_GAMES ||
                    (!(flags & LAB_REPORT_SUMS) && report->progress.finished <= LAB_REPORT_FEW);
    if (status == LT_OK) {
        report->rows = calloc(report->count ? report->count : 1, sizeof *report->rows);
        if (!report->rows) status = lt_fail(err, LT_NO_MEMORY, "not enough memory");
    }
    return status == LT_OK ? read_results(store, a, err) : status;
}

lt_status lab_report_top(lab_store *store, const char *name, unsigned flags, lab_order_by by,
                         unsigned level, size_t top, lab_report *report, lt_error *err)
{
    *report = (lab_report){0};
    asking a = {name, flags, by, level, top, report};
    lt_status status = lab_queue_snapshot(store, read_report, &a, err);
    if (status != LT_OK) lab_report_release(report);
    return status;
}

lt_status lab_report_read(lab_store *store, const char *name, unsigned flags, lab_report *report,
                          lt_error *err)
{
    return lab_report_top(store, name, flags, LAB_BY_CONFIG, 0, 0, report, err);
}

void lab_report_release(lab_report *report)
{
    free(report->experiment.plan);
    free(report->configs);
    for (size_t i = 0; report->rows && i < report->count; i++)
        t48_results_release(&report->rows[i].results);
    free(report->rows);
    *report = (lab_report){0};
}

void lab_row_name(const lab_row *row, char *out, size_t size)
{
    size_t at = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < row->config->settings && at < size; i++) {
        int wrote = snprintf(out + at, size - at, "%s%s=%s", i ? " " : "",
                             row->config->setting[i].name, row->config->setting[i].value);
        at += wrote > 0 ? (size_t)wrote : 0;
    }
    if (!row->config->settings) snprintf(out, size, "%s", row->config->spec);
}

/* --- ranking -------------------------------------------------------------------- */

static double worth(const lab_row *row, lab_order_by by, unsigned level)
{
    if (by == LAB_BY_CONFIG) return -(double)row->config->id;
    if (!row->results.games) return -INFINITY;
    if (by == LAB_BY_MEAN) return row->score.mean;
    if (by == LAB_BY_MEDIAN) return row->score.median;
    double share;
    t48_results_reach(&row->results, level, 0.95, &share);
    return share;
}

typedef struct ranked {
    double worth;
    lab_row row;
} ranked;

static int best_first(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->worth != y->worth) return x->worth < y->worth ? 1 : -1;
    return x->row.config->id < y->row.config->id ? -1 : 1;
}

void lab_report_sort(lab_report *report, lab_order_by by, unsigned level)
{
    ranked *order = malloc((report->count ? report->count : 1) * sizeof *order);
    if (!order) return; /* unsorted is better than nothing */
    for (size_t i = 0; i < report->count; i++)
        order[i] = (ranked){worth(&report->rows[i], by, level), report->rows[i]};
    qsort(order, report->count, sizeof *order, best_first);
    for (size_t i = 0; i < report->count; i++) report->rows[i] = order[i].row;
    free(order);
}

lt_status lab_report_best(const lab_report *report, lab_order_by by, unsigned level,
                          lab_best_of *best, lt_error *err)
{
    lab_sums *sums = calloc(report->count ? report->count : 1, sizeof *sums);
    if (!sums) return lt_fail(err, LT_NO_MEMORY, "not enough memory");
    for (size_t i = 0; i < report->count; i++) {
        const lab_row *row = &report->rows[i];
        double n = (double)row->results.games, p;
        t48_results_reach(&row->results, level, 0.95, &p);
        sums[i].games = row->results.games;
        if (by == LAB_BY_REACH) {
            sums[i].mean = p;
            sums[i].squares = n * p * (1 - p);
        } else {
            sums[i].mean = row->score.mean;
            sums[i].squares = row->score.stdev * row->score.stdev * (n > 1 ? n - 1 : 0);
        }
    }
    lt_status status = lab_best_of_sums(sums, report->count,
                                        by == LAB_BY_REACH ? LAB_RATE : LAB_MEAN, 0.95, best, err);
    free(sums);
    return status;
}
